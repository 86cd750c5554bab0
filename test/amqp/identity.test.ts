import { setTimeout as sleep } from 'node:timers/promises';
import { compareQueues } from '../../nodes/CargoExchange/amqp';
import type { Broker } from '../../scripts/broker';
import { accountOf, brokerStartMs, openConnection, ownBroker, type TestConnection } from '../helpers/broker';
import { bodies, createReaders, numbers } from '../helpers/reading';
import { startTcpProxy } from '../helpers/tcpProxy';
import { until } from '../helpers/until';

let queue = '';
const kinds = [
	['classic', {}],
	['quorum', { 'x-queue-type': 'quorum' }],
	['single active consumer', { 'x-single-active-consumer': true }],
] as const;

/** Two brokers of one template: equal names, virtual hosts, users and queues. */
let brokers: [Broker, Broker];
let connections: [TestConnection, TestConnection];
const { read, closeAll } = createReaders(() => accountOf(brokers[0].url));
const [one, other] = [() => accountOf(brokers[0].url), () => accountOf(brokers[1].url)];

beforeAll(async () => {
	brokers = [await ownBroker(), await ownBroker()];
	for (const broker of brokers) await broker.control(['set_cluster_name', 'rabbit@rabbitmq']);
	connections = [await openConnection(brokers[0].url), await openConnection(brokers[1].url)];
}, brokerStartMs);
afterAll(async () => {
	for (const connection of connections) await connection.close();
	for (const broker of brokers) await broker.stop();
});

beforeEach(() => {
	queue = `parcel status ${Math.random()}`;
});

describe.each(kinds)('a %s queue', (_kind, settings) => {
	beforeEach(async () => {
		for (const { channel } of connections) await channel.assertQueue(queue, { arguments: settings });
	});
	afterEach(async () => {
		await closeAll();
		for (const { channel } of connections) await channel.deleteQueue(queue);
	});

	it('is the same by name and by number, and another on a broker with the same names', async () => {
		const { consumer, ready } = read(queue);
		await ready();
		expect(await compareQueues(consumer, { ...one(), hostname: 'localhost' }, queue)).toBe('same');
		expect(await compareQueues(consumer, other(), queue)).toBe('other');
		// Nothing stays behind.
		const { consumerCount } = await connections[0].channel.checkQueue(queue);
		expect(consumerCount).toBe(1);
	});

	it.each([
		['same', () => [connections[0], one()] as const],
		['other', () => [connections[1], other()] as const],
	])('is never mistaken for anything but %s while a third reader comes and goes', async (truth, there) => {
		const [{ channel }, credential] = there();
		const { consumer, ready } = read(queue);
		await ready();
		const over = new AbortController();
		let rounds = 0;
		const third = (async () => {
			for (; !over.signal.aborted; rounds++) {
				const { consumerTag } = await channel.consume(queue, () => {});
				await sleep(Math.random() * 4);
				await channel.cancel(consumerTag);
				await sleep(Math.random() * 4);
			}
		})();
		const found = new Set<string>();
		for (let round = 0; round < 40; round++) found.add(await compareQueues(consumer, credential, queue));
		over.abort();
		await third;
		expect(rounds).toBeGreaterThan(40);
		found.delete('undecided');
		expect([...found].filter((verdict) => verdict !== truth)).toEqual([]);
		expect(await compareQueues(consumer, credential, queue)).toBe(truth);
	});
});

it.each(kinds)(
	'is found out on a %s queue full of messages, which are delivered as ever, each once',
	async (_kind, settings) => {
		const [connection] = connections;
		await connection.channel.assertQueue(queue, { arguments: settings });
		const { consumer, deliveries, ready } = read(queue, { prefetch: () => 2 });
		await ready();
		await connection.publish(queue, numbers(100));
		await until(() => deliveries.length === 2);
		expect(await compareQueues(consumer, one(), queue)).toBe('same');
		expect(await compareQueues(consumer, other(), queue)).toBe('undecided');
		expect(bodies(deliveries)).toEqual(numbers(deliveries.length));
		expect(deliveries.some(({ redelivered }) => redelivered)).toBe(false);
		expect(deliveries.every((delivery) => delivery.settle('ack'))).toBe(true);
		await until(() => {
			for (const delivery of deliveries) delivery.settle('ack');
			return deliveries.length === 100;
		});
		expect(bodies(deliveries)).toEqual(numbers(100));
		await closeAll();
		expect(await connection.drain(queue)).toEqual([]);
		await connection.channel.deleteQueue(queue);
	},
);

it('is not decided by a quorum queue with a single active consumer, which does not count those that wait', async () => {
	const settings = { 'x-queue-type': 'quorum', 'x-single-active-consumer': true };
	for (const { channel } of connections) await channel.assertQueue(queue, { arguments: settings });
	const { consumer, ready } = read(queue);
	await ready();
	for (const credential of [one(), other()]) expect(await compareQueues(consumer, credential, queue)).toBe('undecided');
	await closeAll();
	for (const { channel } of connections) await channel.deleteQueue(queue);
});

it('is found out while every message is answered at once', async () => {
	const [connection] = connections;
	await connection.channel.assertQueue(queue, { arguments: { 'x-queue-type': 'quorum' } });
	let answered = 0;
	const { consumer, ready } = read(queue, {
		prefetch: () => 20,
		onDelivery: (delivery) => {
			if (delivery.settle('ack')) answered++;
		},
	});
	await ready();
	let published = 0;
	const over = new AbortController();
	const publishing = (async () => {
		for (; !over.signal.aborted; published += 20) await connection.publish(queue, numbers(20));
	})();
	const found = new Set<string>();
	for (let round = 0; round < 10; round++) found.add(await compareQueues(consumer, one(), queue));
	over.abort();
	await publishing;
	expect(found).toContain('same');
	expect(found).not.toContain('other');
	await until(() => answered === published);
	await closeAll();
	expect(await connection.drain(queue)).toEqual([]);
	await connection.channel.deleteQueue(queue);
});

it('the identity of a queue stays unknown without a connection, and reading continues', async () => {
	const [connection] = connections;
	await connection.channel.assertQueue(queue);
	const proxy = await startTcpProxy(one().port);
	const { consumer, deliveries, ready } = read(queue);
	await ready();
	await proxy.refuse();
	expect(await compareQueues(consumer, { ...one(), port: proxy.port }, queue)).toBe('undecided');
	expect(await compareQueues(consumer, one(), 'no such queue')).toBe('undecided');
	await connection.publish(queue, ['a']);
	await until(() => deliveries.length === 1);
	await closeAll();
	expect(await compareQueues(consumer, one(), queue)).toBe('undecided');
	await connection.channel.deleteQueue(queue);
});

it('leads to another broker after a change of the credential: that one is not read', async () => {
	for (const { channel } of connections) await channel.assertQueue(queue);
	const proxy = await startTcpProxy(one().port);
	let account = { ...one(), port: proxy.port };
	const asked: (string | null)[] = [];
	await brokers[1].control(['set_cluster_name', 'rabbit@elsewhere']);
	const {
		ready,
		deliveries,
		outages,
		connections: count,
	} = read(queue, {
		settings: () => Promise.resolve(account),
		accepts: ({ clusterName }) => {
			asked.push(clusterName);
			return clusterName === 'rabbit@rabbitmq';
		},
	});
	await ready();
	await connections[1].publish(queue, ['not ours']);
	account = other();
	proxy.cut();
	await until(() => asked.length >= 3);
	expect(outages[0]?.message).toContain('The connection to the broker was lost');
	account = one();
	await until(() => count() === 2);
	expect(deliveries).toEqual([]);
	expect(new Set(asked)).toEqual(new Set(['rabbit@rabbitmq', 'rabbit@elsewhere']));
	expect(await connections[1].drain(queue)).toEqual(['not ours']);
	await closeAll();
	await proxy.stop();
	for (const { channel } of connections) await channel.deleteQueue(queue);
});
