/**
 * `npm run bench` runs all measurements, `npm run bench -- trigger` one of them. With `--write` it saves the results in
 * docs/performance.json and writes docs/performance.md and its charts in docs/images; `--draw` writes only page and
 * charts, from the saved results.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { drawChart } from './bench/chart';
import { machine } from './bench/measure';
import { chartOf, comparison, docsFolder, pageWith, readResults, resultsFile, type Comparison } from './bench/page';

/** Files in scripts/bench. Each has a process of its own, because memory is measured as well. */
const benches = ['start', 'http', 'consumer', 'trigger', 'backlog'];

/** Runs one file. Returns its results, and whether it succeeded. */
async function runBench(name: string): Promise<{ found: Comparison[]; ended: boolean }> {
	process.stdout.write(`\n${name}\n`);
	const args = ['--expose-gc', '--import', 'tsx', join(__dirname, 'bench', `${name}.ts`)];
	const child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
	const found: Comparison[] = [];
	child.on('message', (message) => found.push(comparison.parse(message)));
	await once(child, 'close');
	return { found, ended: child.exitCode === 0 };
}

/** Saves results in place of earlier ones with the same ID. Other results are kept, unless `all` were measured. */
async function keepResults(found: Comparison[], { all }: { all: boolean }): Promise<void> {
	const kept = new Map((all ? [] : await readResults()).map((one) => [one.id, one]));
	const date = new Date().toISOString().slice(0, 10);
	for (const one of found) kept.set(one.id, { ...one, date, machine: machine() });
	const style = await resolveConfig(resultsFile);
	const text = await format(JSON.stringify([...kept.values()]), { ...style, filepath: resultsFile });
	await writeFile(resultsFile, text);
}

/** Writes the page and draws the charts from the saved results. */
async function publishResults(): Promise<void> {
	const results = await readResults();
	const pageFile = join(docsFolder, 'performance.md');
	await writeFile(pageFile, pageWith(await readFile(pageFile, 'utf8'), results));
	const images = join(docsFolder, 'images');
	const before = (await readdir(images)).filter((file) => /^performance-.*\.svg$/.test(file));
	for (const file of before) await rm(join(images, file));
	for (const one of results) await writeFile(join(images, chartOf(one)), drawChart(one));
}

async function main(): Promise<void> {
	const [, , ...given] = process.argv;
	if (given.includes('--draw')) {
		await publishResults();
		return;
	}
	const asked = given.filter((word) => word !== '--write');
	const unknown = asked.filter((name) => !benches.includes(name));
	if (unknown.length > 0)
		throw new Error(`Unknown measurement ${unknown.join(', ')}. Choose from ${benches.join(', ')}`);
	const found: Comparison[] = [];
	for (const name of asked.length > 0 ? asked : benches) {
		const bench = await runBench(name);
		if (!bench.ended) process.exitCode = 1;
		found.push(...bench.found);
	}
	if (!given.includes('--write')) return;
	await keepResults(found, { all: asked.length === 0 && process.exitCode === undefined });
	await publishResults();
}

void main().catch((thrown: unknown) => {
	process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
	process.exitCode = 1;
});
