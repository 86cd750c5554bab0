/** What n8n pays for the package when it starts: loading it, compared with n8n's own nodes for HTTP and RabbitMQ. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/v4';
import { installN8n, type N8nInstall } from '../n8n/install';
import { environmentFor, nodeForN8n, projectRoot, run } from '../n8n/processes';
import { barOf, endProcess } from './measure';
import { report, type Bar } from './results';

const rounds = 7;
const names = { ours: 'this package', theirs: "n8n's HTTP Request and RabbitMQ nodes" };

const manifest = z.object({ n8n: z.object({ credentials: z.array(z.string()), nodes: z.array(z.string()) }) });
const cost = z.object({ cpuMs: z.number(), bytes: z.number() });
type Cost = z.infer<typeof cost>;

function ourFiles(): string[] {
	const { n8n } = manifest.parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')));
	return [...n8n.credentials, ...n8n.nodes].map((file) => join(projectRoot, file));
}

const theirFiles = [
	'credentials/RabbitMQ.credentials.js',
	'nodes/HttpRequest/HttpRequest.node.js',
	'nodes/RabbitMQ/RabbitMQ.node.js',
	'nodes/RabbitMQ/RabbitMQTrigger.node.js',
].map((file) => `n8n-nodes-base/dist/${file}`);

/** Loads the files in a process of their own. */
async function load(n8n: N8nInstall, files: string[]): Promise<Cost> {
	const task = JSON.stringify({ n8nFolder: n8n.folder, packageFolder: projectRoot, files });
	const args = ['--expose-gc', join(__dirname, 'loadFiles.cjs'), task];
	const output = await run(n8n.node, args, { cwd: n8n.folder, limitMs: 5 * 60_000 });
	return cost.parse(JSON.parse(output));
}

function bars(costs: Record<keyof typeof names, Cost[]>, valueOf: (cost: Cost) => number): Bar[] {
	return (['ours', 'theirs'] as const).map((who) => barOf(names[who], costs[who].map(valueOf)));
}

/** Throws if ours costs more. */
function ratioOf([ours, theirs]: Bar[]): string {
	const ratio = (ours?.value ?? NaN) / (theirs?.value ?? NaN);
	if (!(ratio <= 1)) throw new Error(`The package costs ${ratio.toFixed(2)} times as much as n8n's own nodes.`);
	return `this package ÷ n8n's nodes: ${ratio.toFixed(2)}`;
}

async function measureStart(): Promise<void> {
	const n8n = await installN8n({ onProgress: (note) => process.stderr.write(`n8n: ${note}\n`) });
	const gulp = join(projectRoot, 'node_modules', '.bin', 'gulp');
	await run(gulp, ['pack'], { cwd: projectRoot, env: environmentFor(nodeForN8n), limitMs: 5 * 60_000 });
	const costs: Record<keyof typeof names, Cost[]> = { ours: [], theirs: [] };
	for (let round = 0; round < rounds; round++) {
		costs.ours.push(await load(n8n, ourFiles()));
		costs.theirs.push(await load(n8n, theirFiles));
	}
	const [time, memory] = [bars(costs, ({ cpuMs }) => cpuMs), bars(costs, ({ bytes }) => bytes / 1e6)];
	const versions = { n8n: n8n.version };
	report({
		id: 'start-time',
		title: 'Starting n8n',
		how: 'CPU time to load the nodes and credentials in a new process',
		unit: 'ms',
		better: 'less',
		bars: time,
		versions,
		notes: [ratioOf(time)],
	});
	report({
		id: 'start-memory',
		title: 'Memory after the start',
		how: 'Heap in use by the loaded nodes and credentials',
		unit: 'MB',
		better: 'less',
		bars: memory,
		versions,
		notes: [ratioOf(memory)],
	});
}

endProcess(measureStart());
