import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, useSharedBroker, sharedAccount, until } from '../helpers/broker';
import { bodies, createReaders, numbers } from '../helpers/reading';

const { read, closeAll } = createReaders(sharedAccount);
const shared = useSharedBroker();

afterEach(closeAll);

const quorum = { 'x-queue-type': 'quorum' };
const single = { 'x-single-active-consumer': true };

it.each([
	['an auto-delete queue', { autoDelete: true }],
	['a queue with a single active consumer', { arguments: single }],
	['a quorum queue', { arguments: quorum }],
])('%s keeps its messages and their order while the window grows twice', async (_kind, options) => {
	const queue = await shared.connection.queue(options);
	await shared.connection.publish(queue, numbers(60));
	const { consumer, deliveries, outages } = read(queue, { prefetch: () => 2 });
	await until(() => deliveries.length === 2);
	consumer.setPrefetch(10);
	await until(() => deliveries.length >= 12);
	consumer.setPrefetch(100);
	await until(() => deliveries.length === 60);
	expect(bodies(deliveries)).toEqual(numbers(60));
	expect(deliveries.every((delivery) => delivery.settle('ack'))).toBe(true);
	expect(outages).toEqual([]);
	expect(await shared.connection.ready(queue)).toBe(0);
});

it.each([
	['classic', single],
	['quorum', { ...quorum, ...single }],
])('a %s queue with a single active consumer stays with its reader when the window is to grow', async (_kind, kind) => {
	const queue = await shared.connection.queue({ arguments: kind });
	await shared.connection.publish(queue, numbers(20));
	const first = read(queue, { prefetch: () => 2 });
	await until(() => first.deliveries.length === 2);
	const second = read(queue);
	await second.ready();
	first.consumer.setPrefetch(10);
	await sleep(500);
	expect(second.deliveries).toEqual([]);
	expect(first.deliveries).toHaveLength(2);
	for (const delivery of first.deliveries) delivery.settle('ack');
	await until(() => first.deliveries.length === 4);
	expect(second.deliveries).toEqual([]);
});

it('can be closed and opened again while others read the queue', async () => {
	const queue = await shared.connection.queue();
	const { consumer, deliveries, ready } = read(queue, { prefetch: () => 2 });
	await ready();
	const { consumerTag } = await shared.connection.channel.consume(queue, () => {});
	const readers = async () => (await shared.connection.channel.checkQueue(queue)).consumerCount;
	consumer.setPrefetch(0);
	await until(async () => (await readers()) === 1);
	consumer.setPrefetch(5);
	await until(async () => (await readers()) === 2);
	await shared.connection.channel.cancel(consumerTag);
	await shared.connection.publish(queue, numbers(5));
	await until(() => deliveries.length === 5);
});

it('a queue that is declared again as a stream is not read, and the outage says so', async () => {
	const queue = await shared.connection.queue();
	const { deliveries, outages } = read(queue);
	await shared.connection.publish(queue, ['a']);
	await until(() => deliveries.length === 1);
	/** Each kind by a connection of its own: RabbitMQ 3.10 remembers the kind of a queue for each channel. */
	const { username, password, hostname, port } = sharedAccount();
	const url = `amqp://${username}:${password}@${hostname}:${port}`;
	const declareAgain = async (kind: object, messages: string[]) => {
		const connection = await openConnection(url);
		await connection.channel.deleteQueue(queue);
		await connection.channel.assertQueue(queue, { durable: true, arguments: kind });
		await connection.close();
		const publisher = await openConnection(url);
		await publisher.publish(queue, messages);
		await publisher.close();
	};
	await declareAgain({ 'x-queue-type': 'stream' }, numbers(5));
	await until(() => outages.some(({ permanent }) => permanent));
	expect(outages.at(-1)).toMatchObject({ permanent: true, message: `"${queue}" is a stream, not a queue` });
	expect(deliveries).toHaveLength(1);
	await declareAgain({}, ['b']);
	await until(() => deliveries.length === 2);
	expect(bodies(deliveries)).toEqual(['a', 'b']);
});

describe('the prefetch', () => {
	it('bounds what is outstanding, and can be changed with messages in flight without disturbing their order', async () => {
		const queue = await shared.connection.queue();
		await shared.connection.publish(queue, numbers(20));
		let prefetch = 2;
		const { consumer, deliveries } = read(queue, { prefetch: () => prefetch });
		await until(() => deliveries.length === 2);
		await sleep(100);
		expect(bodies(deliveries)).toEqual(['0', '1']);
		prefetch = 5;
		consumer.setPrefetch(5);
		await until(() => deliveries.length === 7);
		await sleep(100);
		expect(bodies(deliveries)).toEqual(numbers(7));
		expect(deliveries.map((delivery) => delivery.settle('ack'))).toEqual(Array(7).fill(true));
		await until(() => deliveries.length === 12);
		consumer.setPrefetch(3);
		consumer.setPrefetch(100);
		await until(() => deliveries.length === 20);
		expect(bodies(deliveries)).toEqual(numbers(20));
		expect(deliveries.slice(7).map((delivery) => delivery.settle('ack'))).toEqual(Array(13).fill(true));
		await consumer.close();
		expect(await shared.connection.ready(queue)).toBe(0);
	});

	it('changed while connecting is the one that counts', async () => {
		const queue = await shared.connection.queue();
		await shared.connection.publish(queue, numbers(9));
		const { consumer, deliveries } = read(queue, {
			prefetch: () => {
				consumer.setPrefetch(4);
				return 1;
			},
		});
		// One message of the first window stays unanswered.
		await until(() => deliveries.length === 5);
		await sleep(100);
		expect(deliveries).toHaveLength(5);
	});
});
