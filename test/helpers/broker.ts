/** A test's own access to RabbitMQ: queues, messages, and the list of connections. */
import { randomUUID } from 'node:crypto';
import { connect, type Options } from 'amqplib';
import type { Log, BrokerSettings } from '../../nodes/CargoExchange/amqp';
import { startBroker, type Broker, type BrokerOptions } from '../../scripts/broker';

export { until } from './until';

/** The account in the URL of a broker. */
export function accountOf(url: string): BrokerSettings {
	const { hostname, port, username, password, pathname, protocol } = new URL(url);
	return {
		hostname,
		port: Number(port),
		ssl: protocol === 'amqps:',
		vhost: decodeURIComponent(pathname.slice(1)) || '/',
		username: decodeURIComponent(username),
		password: decodeURIComponent(password),
		ignoreSslIssues: false,
	};
}

let sharedUrl = '';

/** The account of the broker that all test files share; only in the tests of a file with `useSharedBroker`. */
export function sharedAccount(): BrokerSettings {
	if (!sharedUrl) throw new Error('Call useSharedBroker() in the test file; its account is there inside tests.');
	return accountOf(sharedUrl);
}

/** The time limit of a hook or test that starts a broker. */
export const brokerStartMs = 600_000;

/** A broker that a test file can stop, kill and reconfigure. */
export async function ownBroker(options: Omit<BrokerOptions, 'alwaysOwn'> = {}): Promise<Broker> {
	return await startBroker({ alwaysOwn: true, ...options });
}

/** Registers the hooks that start the broker of the test run, unless it runs already, and connect the tests of a file to it. */
export function useSharedBroker() {
	let connection: TestConnection | undefined;
	beforeAll(async () => {
		const response = await fetch(process.env.TEST_BROKER ?? '');
		const text = await response.text();
		if (!response.ok) throw new Error(text);
		sharedUrl = text;
		connection = await openConnection(sharedUrl);
	}, brokerStartMs);
	afterAll(async () => {
		await connection?.close();
	});
	return {
		get url() {
			return sharedUrl;
		},
		get account() {
			return sharedAccount();
		},
		get connection() {
			if (!connection) throw new Error('There is no connection before the first test');
			return connection;
		},
	};
}

/** A test's own connection, to declare queues, to publish and to look into queues. */
export type TestConnection = Awaited<ReturnType<typeof openConnection>>;

export async function openConnection(url: string) {
	// Without it, each answer would wait for Nagle's algorithm.
	const model = await connect(url, { noDelay: true });
	model.on('error', () => {});
	const channel = await model.createConfirmChannel();
	channel.on('error', () => {});
	return {
		channel,
		/** A durable queue with a new name. */
		async queue(options: Options.AssertQueue = {}) {
			const name = `test ${randomUUID()}`;
			await channel.assertQueue(name, { durable: true, ...options });
			return name;
		},
		/** Resolves when the broker has confirmed them all. */
		async publish(queue: string, bodies: readonly (string | Buffer)[], options: Options.Publish = {}) {
			for (const body of bodies) channel.sendToQueue(queue, Buffer.from(body), { persistent: true, ...options });
			await channel.waitForConfirms();
		},
		/** How many messages are ready to be delivered. */
		ready: async (queue: string) => (await channel.checkQueue(queue)).messageCount,
		/** Takes every message out of the queue. */
		async drain(queue: string) {
			const bodies: string[] = [];
			for (let message = await channel.get(queue); message; message = await channel.get(queue)) {
				bodies.push(message.content.toString());
				channel.ack(message);
			}
			return bodies;
		},
		close: async () => {
			await model.close().catch(() => {});
		},
	};
}

/** The names of the connections that the broker has now. */
export async function connectionNames(broker: Broker): Promise<string[]> {
	const rows: unknown = JSON.parse(
		await broker.control(['list_connections', 'client_properties', '--formatter', 'json']),
	);
	return [...JSON.stringify(rows).matchAll(/\["connection_name","longstr","([^"]*)"\]/g)].map(([, name = '']) => name);
}

/** A log that keeps its lines. */
export class LogBook implements Log {
	readonly lines: string[] = [];
	debug = (message: string) => void this.lines.push(`debug ${message}`);
	info = (message: string) => void this.lines.push(`info ${message}`);
	warn = (message: string) => void this.lines.push(`warn ${message}`);
	error = (message: string) => void this.lines.push(`error ${message}`);
}
