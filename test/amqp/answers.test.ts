import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from '../../nodes/CargoExchange/amqp';
import { useSharedBroker, sharedAccount, until } from '../helpers/broker';
import { bodies, createReaders, numbers } from '../helpers/reading';
import { startTcpProxy } from '../helpers/tcpProxy';

const { read, closeAll } = createReaders(sharedAccount);
const shared = useSharedBroker();

afterEach(closeAll);

describe('a delivery', () => {
	it('has the bytes as they are, with their properties', async () => {
		const queue = await shared.connection.queue();
		const large = randomBytes(10_000_000);
		await shared.connection.publish(queue, [large], { messageId: 'm-1' });
		await shared.connection.publish(queue, ['']);
		const { deliveries } = read(queue);
		await until(() => deliveries.length === 2);
		expect(deliveries[0]?.body.equals(large)).toBe(true);
		expect(deliveries[0]).toMatchObject({ messageId: 'm-1', redelivered: false });
		expect(deliveries[1]).toMatchObject({ messageId: null, redelivered: false });
		expect(deliveries[1]?.body).toHaveLength(0);
	});

	it('has its properties as JSON, and the number of deliveries before', async () => {
		const queue = await shared.connection.queue({ arguments: { 'x-queue-type': 'quorum' } });
		await shared.connection.publish(queue, ['a'], {
			timestamp: 1_652_350_830,
			headers: {
				text: 'ü',
				count: 3,
				when: { '!': 'timestamp', value: 1_652_350_830 },
				price: { '!': 'decimal', value: { places: 2, digits: 1999 } },
				bytes: Buffer.from([0xff, 0]),
				list: [1, { deep: true }],
				none: null,
			},
		});
		const { consumer, deliveries } = read(queue);
		await until(() => deliveries.length === 1);
		expect(deliveries[0]).toMatchObject({ deliveryCount: 0 });
		expect(deliveries[0]?.properties).toEqual({
			exchange: '',
			routingKey: queue,
			timestamp: '2022-05-12T10:20:30.000Z',
			headers: {
				text: 'ü',
				count: 3,
				when: '2022-05-12T10:20:30.000Z',
				price: 19.99,
				bytes: 'base64:/wA=',
				list: [1, { deep: true }],
				none: null,
			},
		});
		deliveries[0]?.settle('requeue');
		await until(() => deliveries.length === 2);
		expect(deliveries[1]).toMatchObject({ deliveryCount: 1, redelivered: true });
		deliveries[1]?.settle('ack');
		await consumer.close();
		await shared.connection.channel.deleteQueue(queue);
	});

	it('is settled once, in any way and in any order among others', async () => {
		const dead = await shared.connection.queue();
		const queue = await shared.connection.queue({ deadLetterExchange: '', deadLetterRoutingKey: dead });
		await shared.connection.publish(queue, numbers(9));
		const { consumer, deliveries } = read(queue);
		await until(() => deliveries.length === 9);
		const verdicts = ['ack', 'reject', 'requeue'] as const;
		// Backwards, each third of the messages with a verdict of its own.
		const answers = [...deliveries.slice(0, 9)]
			.reverse()
			.map((delivery, index) => delivery.settle(verdicts[index % 3] ?? 'ack'));
		expect(answers).toEqual(Array(9).fill(true));
		expect(deliveries.slice(0, 9).map((delivery) => delivery.settle('ack'))).toEqual(Array(9).fill(false));
		await until(() => deliveries.length === 12);
		const again = deliveries.slice(9);
		expect(bodies(again).sort()).toEqual(['0', '3', '6']);
		expect(again.every(({ redelivered }) => redelivered)).toBe(true);
		for (const delivery of again) delivery.settle('ack');
		await consumer.close();
		expect(await shared.connection.drain(queue)).toEqual([]);
		await until(async () => (await shared.connection.ready(dead)) === 3);
		expect((await shared.connection.drain(dead)).sort()).toEqual(['1', '4', '7']);
	});

	it('whose taker throws is kept for a later answer, and does not end the reading', async () => {
		const queue = await shared.connection.queue();
		await shared.connection.publish(queue, numbers(3));
		const seen: Delivery[] = [];
		const { lines } = read(queue, {
			onDelivery: (delivery) => {
				seen.push(delivery);
				if (seen.length === 2) throw new Error('No idea what this is');
			},
		});
		await until(() => seen.length === 3);
		expect(seen.map((delivery) => delivery.settle('ack'))).toEqual([true, true, true]);
		expect(lines.filter((line) => line.startsWith('error'))).toHaveLength(1);
	});
});

describe('stopping', () => {
	it('stops the deliveries, and still settles those that have arrived', async () => {
		const queue = await shared.connection.queue();
		await shared.connection.publish(queue, numbers(4));
		const { consumer, deliveries } = read(queue);
		await until(() => deliveries.length === 4);
		await consumer.stop();
		await shared.connection.publish(queue, ['late']);
		await sleep(200);
		expect(deliveries).toHaveLength(4);
		expect([deliveries[2]?.settle('ack'), deliveries[0]?.settle('requeue')]).toEqual([true, true]);
		await consumer.close();
		await until(async () => (await shared.connection.ready(queue)) === 4);
		expect((await shared.connection.drain(queue)).sort()).toEqual(['0', '1', '3', 'late']);
	});

	it('loses nothing under load: messages on their way go back in order', async () => {
		const queue = await shared.connection.queue();
		await shared.connection.publish(queue, numbers(5000));
		const { consumer, deliveries } = read(queue, { prefetch: () => 1000 });
		await until(() => deliveries.length > 100);
		const stopped = consumer.stop();
		const count = deliveries.length;
		await stopped;
		expect(deliveries).toHaveLength(count);
		// At once, not only when the last run in flight has ended.
		await until(async () => (await shared.connection.ready(queue)) === 5000 - count);
		for (const delivery of deliveries) delivery.settle('ack');
		await consumer.close();
		await until(async () => (await shared.connection.ready(queue)) === 5000 - count);
		expect(await shared.connection.drain(queue)).toEqual(numbers(5000).slice(count));
	});

	it('may be asked twice, and in any order', async () => {
		const queue = await shared.connection.queue();
		const { consumer, ready } = read(queue);
		await ready();
		await Promise.all([consumer.close(), consumer.stop(), consumer.close()]);
		await consumer.stop();
	});

	it('ends an attempt to connect, and a wait for the next', async () => {
		const queue = await shared.connection.queue();
		const proxy = await startTcpProxy(sharedAccount().port);
		proxy.stall();
		const stalled = read(queue, { settings: () => Promise.resolve({ ...sharedAccount(), port: proxy.port }) });
		await until(() => proxy.connections() === 1);
		await stalled.consumer.close();
		expect(stalled.connections()).toBe(0);
		await proxy.stop();
		const refused = read(queue, {
			settings: () => Promise.resolve({ ...sharedAccount(), port: proxy.port }),
		});
		await until(() => refused.outages.length === 1);
		expect(refused.outages[0]?.message).toContain('Nothing is listening');
		await sleep(1000);
		await refused.consumer.close();
		expect(refused.lines).toHaveLength(1);
	});

	it('has a time limit on a connection that no longer responds', async () => {
		const queue = await shared.connection.queue();
		await shared.connection.publish(queue, ['a']);
		const proxy = await startTcpProxy(sharedAccount().port);
		const { consumer, deliveries } = read(queue, {
			settings: () => Promise.resolve({ ...sharedAccount(), port: proxy.port }),
		});
		await until(() => deliveries.length === 1);
		proxy.stall();
		await consumer.close();
		expect(deliveries[0]?.lost.aborted).toBe(true);
		await proxy.stop();
		await until(async () => (await shared.connection.ready(queue)) === 1);
	});
});
