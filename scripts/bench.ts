/** `npm run bench` runs all measurements, one after the other; `npm run bench -- trigger` one of them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Files in scripts/bench, each in a process of its own, so that none inherits another's memory. */
const benches = ['http', 'consumer', 'trigger'];

async function runBench(name: string): Promise<boolean> {
	process.stdout.write(`\n${name}\n`);
	const args = ['--expose-gc', '--import', 'tsx', join(__dirname, 'bench', `${name}.ts`)];
	const child = spawn(process.execPath, args, { stdio: 'inherit' });
	await once(child, 'exit');
	return child.exitCode === 0;
}

async function main(): Promise<void> {
	const [, , ...asked] = process.argv;
	const unknown = asked.filter((name) => !benches.includes(name));
	if (unknown.length > 0)
		throw new Error(`There is no measurement ${unknown.join(', ')}: choose from ${benches.join(', ')}`);
	for (const name of asked.length > 0 ? asked : benches) {
		if (!(await runBench(name))) process.exitCode = 1;
	}
}

void main().catch((thrown: unknown) => {
	process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
	process.exitCode = 1;
});
