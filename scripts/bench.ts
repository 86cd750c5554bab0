/**
 * `npm run bench` runs all measurements, one after the other; `npm run bench -- trigger` one of them.
 * With `--write` the results go into docs/performance.json and docs/performance.md, and are drawn as docs/images/performance-*.svg;
 * `--draw` alone writes page and charts anew from the results that are there.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { comparison, type Comparison } from './bench/results';
import { keepResults, publishResults } from './bench/written';

/** Files in scripts/bench, each in a process of its own, so that none inherits another's memory. */
const benches = ['http', 'consumer', 'trigger', 'backlog'];

/** What one file reported, and whether it came to its end. */
async function runBench(name: string): Promise<{ found: Comparison[]; ended: boolean }> {
	process.stdout.write(`\n${name}\n`);
	const args = ['--expose-gc', '--import', 'tsx', join(__dirname, 'bench', `${name}.ts`)];
	const child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
	const found: Comparison[] = [];
	child.on('message', (message) => found.push(comparison.parse(message)));
	await once(child, 'close');
	return { found, ended: child.exitCode === 0 };
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
		throw new Error(`There is no measurement ${unknown.join(', ')}: choose from ${benches.join(', ')}`);
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
