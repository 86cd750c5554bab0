/** What reading the queue costs beside the least that any reader has to do: bare amqplib, JSON.parse, acknowledge. */
import { randomUUID } from 'node:crypto';
import { connect, type ConfirmChannel } from 'amqplib';
import { processClock } from '../../nodes/CargoExchange/dispatch/clock';
import { Dispatcher, verifyCredential } from '../../nodes/CargoExchange/dispatch/dispatcher';
import type { RunOptions } from '../../nodes/CargoExchange/dispatch/subscription';
import { consume, type ConnectionSettings } from '../../nodes/CargoExchange/amqp';
import { createFilter } from '../../nodes/CargoExchange/trigger/filters';
import { startBroker } from '../broker';
import { brokerVersion, endProcess, machine, median, processorMs, rangeOf, versionOf } from './measure';
import { report } from './page';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);
const messages = 30_000;
const prefetch = 2_000;
const names = { bare: 'bare amqplib: parse and acknowledge', ours: 'Cargo Exchange Trigger' };
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

const options: RunOptions = {
	acknowledge: 'onSuccess',
	parallel: 100,
	keepOrderPerSet: true,
	batchSize: 5,
	batchWaitMs: 10,
	retries: 3,
	retryDelayMs: 5_000,
	timeLimitMs: 1_500_000,
	skipDuplicates: true,
	unreadable: 'discard',
};

const passes = createFilter({
	events: ['drafted', 'signed', 'issued', 'titleHeld', 'transferDrafted'],
	customerIds: [],
	instances: [],
	parcelRefs: [],
	setIds: [],
});

async function fill(channel: ConfirmChannel, queue: string): Promise<void> {
	for (let sent = 0; sent < messages; sent++) {
		const message = {
			instance: 'Exchange',
			newStatus: 'ISSUED',
			action: 'ISSUE',
			parcelReference: `HAM-2022-${sent}`,
			customerId: '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
			setId: randomUUID(),
			transactionId: randomUUID(),
			updatedDate: 'Thu May 12 10:20:30 UTC 2022',
			message: 'Set status has been updated',
			actor: 'A. Person',
			actorCompany: 'A Line',
		};
		channel.sendToQueue(queue, Buffer.from(JSON.stringify(message)));
		if (sent % 5_000 === 0) await channel.waitForConfirms();
	}
	await channel.waitForConfirms();
}

/** Reads the whole queue with the least that is needed. */
async function readBare(url: string, queue: string): Promise<void> {
	const connection = await connect(url);
	const channel = await connection.createChannel();
	await channel.prefetch(prefetch);
	let left = messages;
	await new Promise<void>((resolve) => {
		void channel.consume(queue, (message) => {
			if (!message) return;
			JSON.parse(message.content.toString());
			channel.ack(message);
			if (--left === 0) resolve();
		});
	});
	// Closing the connection alone would overtake the last acknowledgements.
	await channel.close();
	await connection.close();
}

/** Reads the whole queue as the trigger does, with runs that end at once. */
async function readWithDispatcher(account: ConnectionSettings, queue: string): Promise<void> {
	const dispatcher = new Dispatcher({
		consume,
		verifyCredential,
		clock: processClock,
		random: Math.random,
		log: quiet,
	});
	let left = messages;
	let finish: () => void = () => undefined;
	const finished = new Promise<void>((resolve) => {
		finish = resolve;
	});
	const subscription = await dispatcher.subscribe(
		{
			id: 'bench',
			name: 'bench',
			queue,
			options,
			log: quiet,
			credential: () => Promise.resolve(account),
			wants: ({ reading }) => reading.ok && passes(reading.event),
			record: () => undefined,
			reportFault: () => undefined,
			run: (batch) => {
				left -= batch.length;
				if (left <= 0) finish();
				return Promise.resolve('done');
			},
		},
		{ throws: 'all', othersFollow: false },
	);
	await finished;
	subscription.unsubscribe();
}

async function main(): Promise<void> {
	process.stdout.write(`${machine()}; medians of ${rounds} rounds\n`);
	const broker = await startBroker();
	const { hostname, port, username, password } = new URL(broker.url);
	const account = { hostname, port: Number(port), ssl: false, vhost: '/', username, password, ignoreSslIssues: false };
	const connection = await connect(broker.url);
	const channel = await connection.createConfirmChannel();
	const queue = `bench ${randomUUID()}`;
	await channel.assertQueue(queue);
	const contenders = {
		[names.bare]: () => readBare(broker.url, queue),
		[names.ours]: () => readWithDispatcher(account, queue),
	};
	const costs: Record<string, { ms: number[]; processor: number[] }> = {};
	try {
		// The first round warms up.
		for (let round = -1; round < rounds; round++) {
			for (const [name, read] of Object.entries(contenders)) {
				await fill(channel, queue);
				const [began, processorBefore] = [performance.now(), processorMs()];
				await read();
				const cost = (costs[name] ??= { ms: [], processor: [] });
				if (round < 0) continue;
				cost.ms.push(performance.now() - began);
				cost.processor.push(processorMs() - processorBefore);
			}
		}
		const rate = (ms: number) => messages / (ms / 1_000);
		const ratio = (of: 'ms' | 'processor') =>
			(median(costs[names.bare]?.[of] ?? []) / median(costs[names.ours]?.[of] ?? [])).toFixed(2);
		report({
			id: 'consumer',
			title: 'Reading the queue',
			how: `${messages.toLocaleString('en-US')} events read, checked, sorted by set and acknowledged, with runs that end at once`,
			unit: 'events/s',
			better: 'more',
			bars: Object.entries(costs).map(([name, { ms }]) => ({
				name,
				value: rate(median(ms)),
				range: rangeOf(ms.map(rate)),
				ours: name === names.ours,
			})),
			notes: [
				...Object.entries(costs).map(
					([name, { processor }]) => `${name}: ${rate(median(processor)).toFixed(0)} per second of processor time`,
				),
				`trigger ÷ bare amqplib: ${ratio('ms')} by the clock, ${ratio('processor')} by processor time`,
			],
			versions: { amqplib: versionOf('amqplib'), RabbitMQ: brokerVersion(connection) },
		});
	} finally {
		await connection.close();
		await broker.stop();
	}
}

endProcess(main());
