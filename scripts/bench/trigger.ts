/** What one event costs in a real n8n: our trigger beside n8n's own RabbitMQ Trigger, on the same broker, in the same n8n. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type ConfirmChannel } from 'amqplib';
import { startBroker } from '../broker';
import { installN8n, type N8nInstall } from '../n8n/install';
import { signIn, type Session } from '../n8n/rest/session';
import { activate, createWorkflow, deactivate } from '../n8n/rest/workflows';
import { startN8n } from '../n8n/server';
import { installPackage, packPackage } from '../n8n/package';
import { brokerVersion, endProcess, machine, median, rangeOf } from './measure';
import { report } from './page';
import { createRivalCredentials, rivalWorkflow, type Rival, type RivalCredentials } from './rivals';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const patienceMs = 300_000;
/** At once, in every contender. */
const parallel = 20;

type Contender = { name: string; rival: Rival; batchSize: number; events: number };

const contenders: Contender[] = [
	{ name: "n8n's RabbitMQ Trigger", rival: 'builtIn', batchSize: 1, events: 1_000 },
	{ name: 'our trigger, one event per run', rival: 'ours', batchSize: 1, events: 1_000 },
	{ name: 'our trigger, batches of 100', rival: 'ours', batchSize: 100, events: 20_000 },
];

type Bench = { session: Session; channel: ConfirmChannel; credentials: RivalCredentials };

function eventText(number: number): string {
	return JSON.stringify({
		instance: 'Exchange',
		newStatus: 'ISSUED',
		action: 'ISSUE',
		parcelReference: `HAM-2022-${number}`,
		customerId: '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
		setId: randomUUID(),
		transactionId: randomUUID(),
		updatedDate: 'Thu May 12 10:20:30 UTC 2022',
		message: 'Set status has been updated',
	});
}

/** Gives events per second. */
async function measure(contender: Contender, bench: Bench): Promise<number> {
	const { session, channel, credentials } = bench;
	const queue = `bench ${randomUUID()}`;
	await channel.assertQueue(queue);
	for (let number = 0; number < contender.events; number++) {
		channel.sendToQueue(queue, Buffer.from(eventText(number)), { persistent: true });
	}
	await channel.waitForConfirms();
	const { name, rival, batchSize } = contender;
	const work = { name, rival, queue, credentials, parallel };
	const workflow = await createWorkflow(session, rivalWorkflow(work, { batchSize }));
	const activating = activate(session, workflow);
	try {
		// Between the first events and the last: no start, not even with a tenth of all fetched ahead of the runs, and no wait
		// for the rest of what is in flight.
		const [from, to] = [contender.events * 0.7, contender.events * 0.1];
		const reach = async (left: number) => {
			const deadline = Date.now() + patienceMs;
			for (;;) {
				const { messageCount } = await channel.checkQueue(queue);
				if (messageCount <= left) return { at: performance.now(), messageCount };
				if (Date.now() > deadline) throw new Error(`${contender.name} left ${messageCount} events in the queue`);
				await sleep(10);
			}
		};
		const [first, last] = [await reach(from), await reach(to)];
		await reach(0);
		return ((first.messageCount - last.messageCount) / (last.at - first.at)) * 1_000;
	} finally {
		await activating;
		await deactivate(session, workflow);
		await channel.deleteQueue(queue);
	}
}

type Setting = { id: string; title: string; environment: Record<string, string> };

const settings: Setting[] = [
	{
		id: 'trigger',
		title: "Events into workflows, n8n's default settings",
		environment: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'false' },
	},
	{
		id: 'trigger-lazy',
		title: 'Events into workflows, N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true',
		environment: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	},
];

async function compare(install: N8nInstall, tarball: string, folder: string, { id, title, environment }: Setting) {
	const broker = await startBroker();
	const userFolder = await mkdtemp(join(folder, 'n8n-'));
	await installPackage(tarball, userFolder);
	const n8n = await startN8n({ install, userFolder, environment });
	const model = await connect(broker.url);
	try {
		const session = await signIn(n8n.url);
		const credentials = await createRivalCredentials(session, broker.url);
		const bench = { session, channel: await model.createConfirmChannel(), credentials };
		const rates = new Map(contenders.map(({ name }) => [name, Array<number>()]));
		// The first round warms up.
		for (let round = -1; round < rounds; round++) {
			for (const contender of contenders) {
				const rate = await measure(contender, bench);
				if (round >= 0) rates.get(contender.name)?.push(rate);
			}
		}
		const [base = NaN] = [...rates.values()].map(median);
		report({
			id,
			title,
			how: `A workflow of the trigger and one node, ${parallel} runs at a time, in a real n8n`,
			unit: 'events/s',
			better: 'more',
			bars: [...rates].map(([name, list]) => ({
				name,
				value: median(list),
				range: rangeOf(list),
				ours: contenders.some((contender) => contender.name === name && contender.rival === 'ours'),
			})),
			notes: [...rates].slice(1).map(([name, list]) => `${name}: ${(median(list) / base).toFixed(1)} times`),
			versions: { n8n: install.version, RabbitMQ: brokerVersion(model) },
		});
	} finally {
		await model.close();
		await n8n.stop();
		await broker.stop();
	}
}

async function main(): Promise<void> {
	process.stdout.write(`${machine()}; medians of ${rounds} rounds\n`);
	const folder = await mkdtemp(join(tmpdir(), 'cargo-exchange-bench-'));
	try {
		const install = await installN8n({ onProgress: ({ note }) => process.stderr.write(`n8n: ${note}\n`) });
		const tarball = await packPackage(join(folder, 'packed'), { build: true });
		for (const setting of settings) await compare(install, tarball, folder, setting);
	} finally {
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

endProcess(main());
