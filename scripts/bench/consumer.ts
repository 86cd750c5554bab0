/** The cost of reading the queue, compared with the least that a reader has to do: bare amqplib, JSON.parse, acknowledge. */
import { randomUUID } from 'node:crypto';
import { connect } from 'amqplib';
import { Dispatcher } from '../../nodes/CargoExchange/dispatch/dispatcher';
import { liveServices } from '../../nodes/CargoExchange/dispatch/processDispatcher';
import type { RunOptions } from '../../nodes/CargoExchange/dispatch/workflow';
import type { BrokerSettings } from '../../nodes/CargoExchange/amqp';
import { schemaOf } from '../../nodes/CargoExchange/n8n/parameterTable';
import { createFilter } from '../../nodes/CargoExchange/trigger/filters';
import { filters } from '../../nodes/CargoExchange/trigger/parameters';
import { startBroker } from '../broker';
import { brokerVersion, endProcess, machine, race, rateBars, speedRatio, versionOf } from './measure';
import { report } from './results';
import { fillQueue } from './rivals';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);
const messages = 30_000;
const prefetch = 2_000;
const names = { bare: 'bare amqplib: parse and remove', ours: 'Cargo Exchange Trigger' };
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

const options: RunOptions = {
	acknowledge: 'onSuccess',
	parallel: 100,
	keepOrderPerSet: true,
	batchSize: 5,
	batchWaitMs: 10,
	retries: 3,
	retryDelayMs: 5_000,
	freeSlotAfterMs: 3_600_000,
	pauseOnFailures: true,
	skipDuplicates: true,
	unreadable: 'discard',
};

const passes = createFilter({
	...schemaOf(filters).parse({}),
	events: ['drafted', 'signed', 'issued', 'titleHeld', 'transferDrafted'],
});

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
	// Closing only the connection could lose the last acknowledgements.
	await channel.close();
	await connection.close();
}

/** Reads the whole queue as the trigger does, with executions that end immediately. */
async function readWithDispatcher(account: BrokerSettings, queue: string): Promise<void> {
	const dispatcher = new Dispatcher({ ...liveServices, uptimeMs: () => Infinity, log: quiet });
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
			report: () => undefined,
			workflowId: 'bench',
			run: (batch) => {
				left -= batch.length;
				if (left <= 0) finish();
				return Promise.resolve({ end: 'done' });
			},
		},
		{ throws: 'all' },
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
	const prepare = () => fillQueue(channel, queue, messages);
	const contenders = [
		{ name: names.bare, prepare, run: () => readBare(broker.url, queue) },
		{ name: names.ours, prepare, run: () => readWithDispatcher(account, queue) },
	];
	try {
		const costs = await race(contenders, rounds);
		report({
			id: 'consumer',
			title: 'Reading the queue',
			how: `${messages.toLocaleString('en-US')} events read, parsed, ordered by set and removed from the queue, with executions that end immediately`,
			unit: 'events/s',
			better: 'more',
			bars: rateBars(costs, messages),
			notes: [`trigger ÷ bare amqplib: ${speedRatio(costs, names.ours, names.bare)}`],
			versions: { amqplib: versionOf('amqplib'), RabbitMQ: brokerVersion(connection) },
		});
	} finally {
		await connection.close();
		await broker.stop();
	}
}

endProcess(main());
