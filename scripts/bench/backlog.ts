/** The memory that a real n8n needs while it processes a backlog. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { activate, createWorkflow, deactivate } from '../n8n/rest/workflows';
import { endProcess, machine } from './measure';
import { report, type Bar } from './results';
import { fillQueue, rivalWorkflow, withN8n, type Bench, type Rival } from './rivals';

const timeoutMs = 900_000;

type Contender = { name: string; rival: Rival; events: number; options: Record<string, number | string> };

/** n8n's own trigger with its defaults needs about 10 MB per message, so it gets few. */
const contenders: Contender[] = [
	{ name: 'Cargo Exchange Trigger, 100,000 events', rival: 'ours', events: 100_000, options: { batchSize: 100 } },
	{
		name: "n8n's RabbitMQ Trigger with default settings, 300 events",
		rival: 'builtIn',
		events: 300,
		options: { acknowledge: 'immediately', parallelMessages: -1 },
	},
];

/** Resident memory of a process, in MB. */
async function memoryOf(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}

/** The memory of a new n8n, every second, from before the trigger starts until a while after the queue is empty. */
async function measure(contender: Contender, { session, pid, channel, credentials }: Bench): Promise<number[]> {
	const { name, rival, events, options } = contender;
	const { queue } = await channel.assertQueue('');
	await fillQueue(channel, queue, events);
	const work = { name, rival, queue, credentials, parallel: 20 };
	const workflow = await createWorkflow(session, rivalWorkflow(work, options));
	const memory = [await memoryOf(pid)];
	const activating = activate(session, workflow);
	const deadline = Date.now() + timeoutMs;
	for (let idle = 0; idle < 10;) {
		await sleep(1_000);
		memory.push(await memoryOf(pid));
		idle = (await channel.checkQueue(queue)).messageCount === 0 ? idle + 1 : 0;
		if (Date.now() > deadline) throw new Error(`${name}: the queue was not empty in time`);
	}
	await activating;
	await deactivate(session, workflow);
	return memory;
}

async function main(): Promise<void> {
	process.stdout.write(`${machine()}\n`);
	const bars: Bar[] = [];
	const notes: string[] = [];
	let versions = {};
	for (const contender of contenders) {
		const memory = await withN8n((bench) => {
			versions = bench.versions;
			return measure(contender, bench);
		});
		const [before = NaN] = memory;
		const peak = (from: number, to: number) =>
			Math.max(...memory.slice(Math.floor(memory.length * from), Math.ceil(memory.length * to)));
		bars.push({ name: contender.name, value: peak(0, 1) });
		const quarters = [0, 0.25, 0.5, 0.75].map((from) => peak(from, from + 0.25).toFixed(0));
		notes.push(
			`${contender.name}: ${before.toFixed(0)} MB before; at most ${quarters.join(', ')} MB in the four quarters of ${memory.length} s`,
		);
	}
	report({
		id: 'backlog-memory',
		title: 'Memory of n8n while it processes a backlog',
		how: 'Peak memory of the n8n process, for a workflow with the trigger and one node',
		unit: 'MB',
		better: 'less',
		bars,
		notes,
		versions,
	});
}

endProcess(main());
