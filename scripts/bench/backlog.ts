/** How much memory a real n8n takes while it works off a backlog. */
import { randomUUID } from 'node:crypto';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type ChannelModel, type ConfirmChannel } from 'amqplib';
import { startBroker } from '../broker';
import { installN8n } from '../n8n/install';
import { signIn } from '../n8n/rest/session';
import { activate, createWorkflow, deactivate } from '../n8n/rest/workflows';
import { startN8n } from '../n8n/server';
import { installPackage, packPackage } from '../n8n/package';
import { brokerVersion, endProcess, machine } from './measure';
import { report, type Bar } from './page';
import { createRivalCredentials, rivalWorkflow, type Rival } from './rivals';

const patienceMs = 900_000;
/** n8n's own default, which takes an isolate for each execution that waits. */
const environment = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'false' };

type Contender = { name: string; rival: Rival; events: number; options: Record<string, number | string> };

type Place = { brokerUrl: string; model: ChannelModel; tarball: string; folder: string };

/** n8n's own trigger at its defaults takes about 10 MB per message, so it gets few. */
const contenders: Contender[] = [
	{ name: 'Cargo Exchange Trigger, 100,000 events', rival: 'ours', events: 100_000, options: { batchSize: 100 } },
	{
		name: "n8n's RabbitMQ Trigger at its defaults, 300 events",
		rival: 'builtIn',
		events: 300,
		options: { acknowledge: 'immediately', parallelMessages: -1 },
	},
];

async function fill(channel: ConfirmChannel, queue: string, events: number): Promise<void> {
	for (let number = 0; number < events; number++) {
		const event = { newStatus: 'ISSUED', action: 'ISSUE', setId: randomUUID(), parcelReference: `HAM-2022-${number}` };
		channel.sendToQueue(queue, Buffer.from(JSON.stringify(event)), { persistent: true });
		if (number % 5_000 === 0) await channel.waitForConfirms();
	}
	await channel.waitForConfirms();
}

/** Resident memory of a process, in MB. */
async function memoryOf(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}

/** The memory of a fresh n8n, each second, from before the trigger starts until a while after the queue is empty. */
async function measure(contender: Contender, { brokerUrl, model, tarball, folder }: Place): Promise<number[]> {
	const { name, rival, events, options } = contender;
	const userFolder = await mkdtemp(join(folder, 'n8n-'));
	await installPackage(tarball, userFolder);
	const n8n = await startN8n({ install: await installN8n(), userFolder, environment });
	try {
		const channel = await model.createConfirmChannel();
		const { queue } = await channel.assertQueue('');
		await fill(channel, queue, events);
		const session = await signIn(n8n.url);
		const credentials = await createRivalCredentials(session, brokerUrl);
		const work = { name, rival, queue, credentials, parallel: 20 };
		const workflow = await createWorkflow(session, rivalWorkflow(work, options));
		const memory = [await memoryOf(n8n.pid)];
		const activating = activate(session, workflow);
		const deadline = Date.now() + patienceMs;
		for (let idle = 0; idle < 10;) {
			await sleep(1_000);
			memory.push(await memoryOf(n8n.pid));
			idle = (await channel.checkQueue(queue)).messageCount === 0 ? idle + 1 : 0;
			if (Date.now() > deadline) throw new Error(`${name}: the queue was not empty in time`);
		}
		await activating;
		await deactivate(session, workflow);
		return memory;
	} finally {
		await n8n.stop();
	}
}

async function main(): Promise<void> {
	process.stdout.write(`${machine()}\n`);
	const folder = await mkdtemp(join(tmpdir(), 'cargo-exchange-backlog-'));
	const broker = await startBroker();
	const model = await connect(broker.url);
	try {
		const { version } = await installN8n();
		const tarball = await packPackage(join(folder, 'packed'), { build: true });
		const bars: Bar[] = [];
		const notes: string[] = [];
		for (const contender of contenders) {
			const memory = await measure(contender, { brokerUrl: broker.url, model, tarball, folder });
			const [before = NaN] = memory;
			const peak = (from: number, to: number) =>
				Math.max(...memory.slice(Math.floor(memory.length * from), Math.ceil(memory.length * to)));
			bars.push({ name: contender.name, value: peak(0, 1), ours: contender.rival === 'ours' });
			const quarters = [0, 0.25, 0.5, 0.75].map((from) => peak(from, from + 0.25).toFixed(0));
			notes.push(
				`${contender.name}: ${before.toFixed(0)} MB before; at most ${quarters.join(', ')} MB in the four quarters of ${memory.length} s`,
			);
		}
		report({
			id: 'backlog-memory',
			title: 'Memory of n8n while it works off a backlog',
			how: "A workflow of the trigger and one node; the most that n8n's process took",
			unit: 'MB',
			better: 'less',
			bars,
			notes,
			versions: { n8n: version, RabbitMQ: brokerVersion(model) },
		});
	} finally {
		await model.close();
		await broker.stop();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

endProcess(main());
