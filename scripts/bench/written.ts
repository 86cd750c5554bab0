/** docs/performance.json: the last result of every measurement, with the machine, the day and the versions. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod/v4';
import { machine } from './measure';
import { comparison, type Comparison } from './results';

const file = path.join(__dirname, '../../docs/performance.json');

const measured = comparison.extend({ date: z.string(), machine: z.string() });
const results = z.array(measured);

export type Measured = z.infer<typeof measured>;

/** Puts the findings into the file, each in the place of the last one with its name; what was not measured again stays. */
export async function writeResults(found: Comparison[]): Promise<void> {
	const kept = new Map((await readResults()).map((one) => [one.id, one]));
	const date = new Date().toISOString().slice(0, 10);
	for (const one of found) kept.set(one.id, { ...one, date, machine: machine() });
	await writeFile(file, `${JSON.stringify([...kept.values()], null, '\t')}\n`);
}

export async function readResults(): Promise<Measured[]> {
	if (!existsSync(file)) return [];
	return results.parse(JSON.parse(await readFile(file, 'utf8')));
}
