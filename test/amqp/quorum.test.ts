import { setTimeout as sleep } from 'node:timers/promises';
import { consume, peek, type Delivery } from '../../nodes/CargoExchange/amqp';
import { useSharedBroker, LogBook, sharedAccount, until } from '../helpers/broker';
import { bodies, createReaders, numbers } from '../helpers/reading';
import { say, startScriptedBroker } from '../helpers/scriptedBroker';

/** Quorum queues as RabbitMQ 3.10 has them: with this limit they behave like those of 4.0. */
const limited = { 'x-queue-type': 'quorum', 'x-delivery-limit': 20 };
const unlimited = { 'x-queue-type': 'quorum' };

const { read, closeAll } = createReaders(sharedAccount);
const shared = useSharedBroker();

afterEach(closeAll);

/** What is in the queue, and how often each was delivered. */
async function contents(queue: string, count: number): Promise<[string, number][]> {
	const found: [string, number][] = [];
	await until(async () => {
		const message = await shared.connection.channel.get(queue);
		if (message) {
			shared.connection.channel.ack(message);
			found.push([message.content.toString(), Number(message.properties.headers?.['x-delivery-count'] ?? 0)]);
		}
		return found.length === count;
	});
	return found;
}

describe('a quorum queue', () => {
	it('spends no delivery, and keeps its order, while the prefetch changes 40 times', async () => {
		const queue = await shared.connection.queue({ arguments: limited });
		await shared.connection.publish(queue, numbers(50));
		const { consumer, deliveries } = read(queue, { prefetch: () => 1 });
		await until(() => deliveries.length === 1);
		for (let change = 0; change < 40; change++) consumer.setPrefetch(1 - (change % 2));
		await consumer.stop();
		expect(bodies(deliveries)).toEqual(numbers(deliveries.length));
		expect(deliveries.some(({ redelivered }) => redelivered)).toBe(false);
		for (const delivery of deliveries) delivery.settle('requeue');
		await consumer.close();
		const left = await contents(queue, 50);
		expect(left.map(([body]) => body)).toEqual(numbers(50));
		expect(Math.max(...left.map(([, deliveryCount]) => deliveryCount))).toBe(1);
		await shared.connection.channel.deleteQueue(queue);
	});

	it('gives up at most one delivery of each message when its reader stops, returns them and closes', async () => {
		const queue = await shared.connection.queue({ arguments: limited });
		await shared.connection.publish(queue, numbers(30));
		for (let round = 0; round < 3; round++) {
			const { consumer, deliveries } = read(queue, { prefetch: () => 10 });
			await until(() => deliveries.length === 10);
			await consumer.stop();
			for (const delivery of deliveries) delivery.settle('requeue');
			await consumer.close();
			expect(bodies(deliveries)).toEqual(numbers(10));
		}
		const left = await contents(queue, 30);
		expect(left).toEqual(numbers(30).map((body, index) => [body, index < 10 ? 3 : 0]));
		await shared.connection.channel.deleteQueue(queue);
	});

	it('does not deliver again what was acknowledged last, however much it was', async () => {
		const queue = await shared.connection.queue({ arguments: limited });
		await shared.connection.publish(queue, numbers(200));
		const { consumer, deliveries } = read(queue, { prefetch: () => 200 });
		await until(() => deliveries.length === 200);
		await consumer.stop();
		// The broker has only 32 answers under way to a quorum queue, and forgets the others when the channel closes.
		for (const delivery of deliveries) delivery.settle(delivery.body.toString() === '77' ? 'requeue' : 'ack');
		await consumer.close();
		expect((await contents(queue, 1)).map(([body]) => body)).toEqual(['77']);
		await sleep(300);
		expect(await shared.connection.ready(queue)).toBe(0);
		await shared.connection.channel.deleteQueue(queue);
	});

	it('keeps its order when messages are returned in another order than they came', async () => {
		const queue = await shared.connection.queue({ arguments: limited });
		await shared.connection.publish(queue, numbers(8));
		const { consumer, deliveries } = read(queue, { prefetch: () => 5 });
		await until(() => deliveries.length === 5);
		await consumer.stop();
		for (const index of [3, 0, 2, 1]) deliveries[index]?.settle('requeue');
		await until(async () => (await shared.connection.ready(queue)) === 7);
		// As the last run in flight does.
		deliveries[4]?.settle('ack');
		await consumer.close();
		expect((await contents(queue, 7)).map(([body]) => body)).toEqual(['0', '1', '2', '3', '5', '6', '7']);
		await shared.connection.channel.deleteQueue(queue);
	});

	it.each([
		['with a delivery limit', limited],
		['without one', unlimited],
	])('%s keeps its order over peeks, and when a reader closes with unanswered messages', async (_kind, settings) => {
		const queue = await shared.connection.queue({ arguments: settings });
		await shared.connection.publish(queue, numbers(6));
		const counts: number[] = [];
		for (let look = 0; look < 3; look++) {
			const seen = await peek(sharedAccount(), queue, { isWanted: () => false, limit: 4, timeoutMs: 5000 });
			counts.push(...seen.map(({ deliveryCount }) => deliveryCount));
		}
		expect(counts.slice(8)).toEqual([2, 2, 2, 2]);
		const { consumer, deliveries } = read(queue, { prefetch: () => 4 });
		await until(() => deliveries.length === 4);
		await consumer.close();
		const left = await contents(queue, 6);
		expect(left.map(([body]) => body)).toEqual(numbers(6));
		await shared.connection.channel.deleteQueue(queue);
	});
});

/** RabbitMQ 4.3 counts a rejected message as delivered, and a nacked one not; 3.10 makes no difference. */
it('returns a message by basic.nack after basic.cancel, never by basic.reject', async () => {
	const { start, tune, welcome, channelOpen, queueFound, prefetchSet, consuming } = say;
	const arriving = Buffer.concat([consuming, say.delivery('tag'), say.emptyContent]);
	const broker = await startScriptedBroker([
		start,
		tune,
		welcome,
		channelOpen,
		queueFound,
		prefetchSet,
		arriving,
		say.cancelConfirmed('tag'),
	]);
	const settings = { ...sharedAccount(), port: broker.port };
	const deliveries: Delivery[] = [];
	let ready = false;
	const consumer = consume({
		queue: 'q',
		settings: () => Promise.resolve(settings),
		prefetch: () => 1,
		onDelivery: (delivery) => deliveries.push(delivery),
		onReady: () => {
			ready = true;
		},
		log: new LogBook(),
	});
	await until(() => ready && deliveries.length === 1);
	await consumer.stop();
	deliveries[0]?.settle('requeue');
	await until(() => broker.methods().includes('basic.nack'));
	await consumer.close();
	const basics = broker.methods().filter((name) => name.startsWith('basic.'));
	expect(basics.slice(0, 4)).toEqual(['basic.qos', 'basic.consume', 'basic.cancel', 'basic.nack']);
	expect(basics).not.toContain('basic.reject');
	await broker.stop();
});
