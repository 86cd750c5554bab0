/** What tests need of a RabbitMQ beside the code under test: queues, messages, and a look at who is connected. */
import { randomUUID } from 'node:crypto';
import { connect, type ChannelModel, type ConfirmChannel, type Options } from 'amqplib';
import type { Log, ConnectionSettings } from '../../nodes/CargoExchange/amqp';
import { startBroker, type Broker } from '../../scripts/broker';

export { until } from './until';

/** The account that a broker's address holds. */
export function accountOf(url: string): ConnectionSettings {
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

/** The broker of the whole test run. */
export function sharedAccount(): ConnectionSettings {
	const url = process.env.AMQP_URL;
	if (!url) throw new Error('AMQP_URL is not set: run the tests with npm test, which starts a broker.');
	return accountOf(url);
}

/** How long a broker may take to start on a busy machine: the limit of a hook or test that starts one. */
export const brokerStartMs = 300_000;

/** A broker that this test file may stop, kill and reconfigure. */
export async function ownBroker(config: string[] = []): Promise<Broker> {
	return await startBroker({ alwaysOwn: true, config });
}

/** A connection of the test's own, to declare queues and to publish. */
export type Hand = {
	/** A durable queue with a new name. */
	queue(options?: Options.AssertQueue): Promise<string>;
	/** Resolves when the broker has confirmed them all. */
	publish(queue: string, bodies: readonly (string | Buffer)[], options?: Options.Publish): Promise<void>;
	/** How many messages are ready to be delivered. */
	ready(queue: string): Promise<number>;
	/** Everything in the queue, taken out. */
	drain(queue: string): Promise<string[]>;
	channel: ConfirmChannel;
	close(): Promise<void>;
};

export async function lendHand(url: string): Promise<Hand> {
	// Without it, each answer would wait for Nagle's algorithm.
	const model: ChannelModel = await connect(url, { noDelay: true });
	model.on('error', () => {});
	const channel = await model.createConfirmChannel();
	channel.on('error', () => {});
	return {
		channel,
		async queue(options = {}) {
			const name = `test ${randomUUID()}`;
			await channel.assertQueue(name, { durable: true, ...options });
			return name;
		},
		async publish(queue, bodies, options = {}) {
			for (const body of bodies) channel.sendToQueue(queue, Buffer.from(body), { persistent: true, ...options });
			await channel.waitForConfirms();
		},
		ready: async (queue) => (await channel.checkQueue(queue)).messageCount,
		async drain(queue) {
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

/** The names of the connections that a broker of our own has now. */
export async function connectionNames(broker: Broker): Promise<string[]> {
	const rows: unknown = JSON.parse(
		await broker.control(['list_connections', 'client_properties', '--formatter', 'json']),
	);
	return [...JSON.stringify(rows).matchAll(/\["connection_name","longstr","([^"]*)"\]/g)].map(([, name = '']) => name);
}

/** A log that remembers. */
export function memoryLog(): { log: Log; lines: string[] } {
	const lines: string[] = [];
	const keep = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
	return { log: { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') }, lines };
}
