/**
 * `npm run bench` runs all measurements and prints them, `npm run bench -- trigger` one of them. `--write` saves the
 * results in docs/performance.json, from which `npm run generate` writes the page.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machine } from './bench/measure';
import { comparison, results, resultsFile, type Comparison } from './bench/results';

/** Files in scripts/bench. Each has a process of its own, because memory is measured as well. */
const benches = ['http', 'sheets', 'consumer', 'trigger', 'latency'];

/** Measured and printed, but no figure that users need. */
const forDevelopers = ['trigger'];

/** Runs one file and returns its results. */
async function runBench(name: string): Promise<Comparison[]> {
	process.stdout.write(`\n${name}\n`);
	const args = ['--expose-gc', '--import', 'tsx', join(__dirname, 'bench', `${name}.ts`)];
	const child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
	const found: Comparison[] = [];
	child.on('message', (message) => found.push(comparison.parse(message)));
	await once(child, 'close');
	if (child.exitCode !== 0) process.exitCode = 1;
	return found;
}

/** Saves results in place of earlier ones with the same ID. */
async function keepResults(found: Comparison[]): Promise<void> {
	const saved = results.parse(JSON.parse(await readFile(resultsFile, 'utf8')));
	const kept = new Map(saved.map((one) => [one.id, one]));
	const date = new Date().toISOString().slice(0, 10);
	for (const one of found.filter(({ id }) => !forDevelopers.includes(id)))
		kept.set(one.id, { ...one, date, machine: machine() });
	await writeFile(resultsFile, `${JSON.stringify([...kept.values()], null, '\t')}\n`);
}

async function main(): Promise<void> {
	const asked = process.argv.slice(2).filter((word) => word !== '--write');
	const unknown = asked.filter((name) => !benches.includes(name));
	if (unknown.length > 0)
		throw new Error(`Unknown measurement ${unknown.join(', ')}. Choose from ${benches.join(', ')}`);
	const found: Comparison[] = [];
	for (const name of asked.length > 0 ? asked : benches) found.push(...(await runBench(name)));
	if (process.argv.includes('--write')) await keepResults(found);
}

void main().catch((thrown: unknown) => {
	process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
	process.exitCode = 1;
});
