/** docs/performance.json: the last result of every measurement, with the machine, the day and the versions; and what is drawn and written from it. */
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod/v4';
import { drawChart, inWords } from './chart';
import { machine } from './measure';
import { comparison, type Comparison } from './results';

const docs = path.join(__dirname, '../../docs');
const resultsFile = path.join(docs, 'performance.json');
const pageFile = path.join(docs, 'performance.md');
const [begin, end] = ['<!-- results: written by npm run bench -- --write -->', '<!-- end of results -->'];

const measured = comparison.extend({ date: z.string(), machine: z.string() });
export type Measured = z.infer<typeof measured>;

export async function readResults(): Promise<Measured[]> {
	if (!existsSync(resultsFile)) return [];
	return z.array(measured).parse(JSON.parse(await readFile(resultsFile, 'utf8')));
}

/** Puts the findings in the place of the last ones with their names. What was not measured again stays, unless `all` was measured. */
export async function keepResults(found: Comparison[], { all }: { all: boolean }): Promise<void> {
	const kept = new Map((all ? [] : await readResults()).map((one) => [one.id, one]));
	const date = new Date().toISOString().slice(0, 10);
	for (const one of found) kept.set(one.id, { ...one, date, machine: machine() });
	const style = await resolveConfig(resultsFile);
	const text = await format(JSON.stringify([...kept.values()]), { ...style, filepath: resultsFile });
	await writeFile(resultsFile, text);
}

/** Writes the page and draws the charts from the results that are kept. */
export async function publishResults(): Promise<void> {
	const results = await readResults();
	await writeFile(pageFile, pageWith(await readFile(pageFile, 'utf8'), results));
	const images = path.join(docs, 'images');
	const before = (await readdir(images)).filter((file) => /^performance-.*\.svg$/.test(file));
	for (const file of before) await rm(path.join(images, file));
	for (const one of results) await writeFile(path.join(images, chartOf(one)), drawChart(one));
}

export const chartOf = ({ id }: Pick<Comparison, 'id'>) => `performance-${id}.svg`;

/** The page with these results between its two marks. */
export function pageWith(page: string, results: Measured[]): string {
	const [before = '', rest = ''] = page.split(begin);
	const [, after] = rest.split(end);
	if (after === undefined) throw new Error('docs/performance.md has lost its marks: the results have no place');
	return `${before}${begin}\n\n${results.map(sectionOf).join('\n')}\n${end}${after}`;
}

function sectionOf(one: Measured): string {
	const { title, how, notes, versions, date } = one;
	const taken = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
	const lines = [
		`## ${title}`,
		'',
		`${how}.`,
		'',
		`![${inWords(one).replace(/[[\]]/g, '')}](images/${chartOf(one)})`,
		'',
		...notes.map((note) => `- ${note}`),
		...(notes.length > 0 ? [''] : []),
		`Measured on ${date}: ${[one.machine, ...taken].join(', ')}.`,
		'',
	];
	return lines.join('\n');
}
