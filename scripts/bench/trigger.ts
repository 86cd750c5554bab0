/** The cost of one event in a real n8n: our trigger compared with n8n's own RabbitMQ Trigger, with the same broker and n8n. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { activate, createWorkflow, deactivate } from '../n8n/rest/workflows';
import { barOf, endProcess, machine } from './measure';
import { report } from './results';
import { fillQueue, rivalWorkflow, withN8n, type Bench, type Rival } from './rivals';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const timeoutMs = 300_000;
/** Parallel executions of every contender. */
const parallel = 20;

type Contender = { name: string; rival: Rival; batchSize: number; events: number };

const contenders: Contender[] = [
	{ name: "n8n's RabbitMQ Trigger", rival: 'builtIn', batchSize: 1, events: 1_000 },
	{ name: 'Cargo Exchange Trigger, one event per execution', rival: 'ours', batchSize: 1, events: 1_000 },
	{ name: 'Cargo Exchange Trigger, batches of 100', rival: 'ours', batchSize: 100, events: 20_000 },
];

/** Returns events per second. */
async function measure(contender: Contender, { session, channel, credentials }: Bench): Promise<number> {
	const queue = `bench ${randomUUID()}`;
	await channel.assertQueue(queue);
	await fillQueue(channel, queue, contender.events);
	const { name, rival, batchSize } = contender;
	const work = { name, rival, queue, credentials, parallel };
	const workflow = await createWorkflow(session, rivalWorkflow(work, { batchSize }));
	const activating = activate(session, workflow);
	try {
		// Neither the start, with events fetched ahead of the executions, nor the wait for the last ones is measured.
		const [from, to] = [contender.events * 0.7, contender.events * 0.1];
		const reach = async (left: number) => {
			const deadline = Date.now() + timeoutMs;
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

async function compare(bench: Bench): Promise<void> {
	const rates = new Map(contenders.map(({ name }) => [name, Array<number>()]));
	// The first round warms up.
	for (let round = -1; round < rounds; round++) {
		for (const contender of contenders) {
			const rate = await measure(contender, bench);
			if (round >= 0) rates.get(contender.name)?.push(rate);
		}
	}
	const bars = contenders.map(({ name }) => barOf(name, rates.get(name) ?? []));
	report({
		id: 'trigger',
		title: 'Starting workflows',
		how: `A workflow with the trigger and one node, ${parallel} executions at a time, in a real n8n`,
		unit: 'events/s',
		better: 'more',
		bars,
		notes: bars.slice(1).map(({ name, value }) => `${name}: ${(value / (bars[0]?.value ?? NaN)).toFixed(1)} times`),
		versions: bench.versions,
	});
}

process.stdout.write(`${machine()}; medians of ${rounds} rounds\n`);
endProcess(withN8n(compare));
