import { setTimeout as sleep } from 'node:timers/promises';
import { brokerStartMs, until } from '../helpers/broker';
import { bodies, createReaders } from '../helpers/reading';
import { useProxiedBroker } from '../helpers/proxiedBroker';

const { read, closeAll } = createReaders(() => proxied.account);
const proxied = useProxiedBroker({ closeFirst: closeAll });

const levels = (lines: string[]) => lines.map((line) => line.split(' ')[0]);

async function unanswered(queue: string): Promise<number> {
	const rows = await proxied.broker.control(['list_queues', 'name', 'messages_unacknowledged', '--no-table-headers']);
	return Number(
		rows
			.split('\n')
			.find((row) => row.startsWith(queue))
			?.split('\t')[1],
	);
}

/** Takes the consumer's connection away; resolves when the broker or the network is back. */
const losses: [string, (queue: string) => Promise<void>][] = [
	[
		'a cut connection',
		() => {
			proxied.proxy.cut();
			return Promise.resolve();
		},
	],
	[
		'a port that refuses for a while',
		async () => {
			await proxied.proxy.refuse();
			await sleep(700);
			await proxied.proxy.accept();
		},
	],
	[
		'a broker that is restarted',
		async () => {
			await proxied.broker.restart();
		},
	],
	[
		'a broker that is killed',
		async () => {
			await proxied.broker.queuesSaved();
			await proxied.broker.kill();
			await proxied.broker.restart();
		},
	],
];

describe('after a loss', () => {
	it.each(losses)(
		'%s: unsettled messages are delivered again, settled ones are not, and no settlement is lost',
		async (_what, lose) => {
			const queue = await proxied.connection.queue();
			await proxied.connection.publish(queue, ['a', 'b', 'c', 'd', 'e']);
			const { consumer, deliveries, lines, outages, connections } = read(queue);
			await until(() => deliveries.length === 5);
			expect([deliveries[3]?.settle('ack'), deliveries[1]?.settle('ack')]).toEqual([true, true]);
			await until(async () => (await unanswered(queue)) === 3);
			// The broker counts an answer before it has written it down; it confirms a message once that and all before it is written.
			await proxied.connection.publish(queue, ['f']);
			await until(() => deliveries.length === 6);
			await lose(queue);
			await until(() => deliveries.length >= 10, brokerStartMs);
			const again = deliveries.slice(6);
			expect(bodies(again)).toEqual(['a', 'c', 'e', 'f']);
			expect(again.every(({ redelivered }) => redelivered)).toBe(true);
			// The tags of both channels begin at 1: an answer to the old "a", "c" or "e" must not reach the new ones.
			expect(deliveries.slice(0, 6).map(({ lost }) => lost.aborted)).toEqual(Array(6).fill(true));
			expect(deliveries.slice(0, 6).map((delivery) => delivery.settle('ack'))).toEqual(Array(6).fill(false));
			expect([again[3]?.settle('ack'), again[2]?.settle('ack'), again[0]?.settle('ack')]).toEqual([true, true, true]);
			await consumer.close();
			await proxied.reconnect();
			await until(async () => (await proxied.connection.ready(queue)) === 1);
			expect(await proxied.connection.drain(queue)).toEqual(['c']);
			expect(levels(lines)).toEqual(['warn', 'info']);
			expect(outages).toHaveLength(1);
			expect(connections()).toBe(2);
		},
		brokerStartMs,
	);

	it('of the queue itself: it is read again when it has been created again', async () => {
		const queue = await proxied.connection.queue();
		await proxied.connection.publish(queue, ['old']);
		const { deliveries, outages, lines } = read(queue);
		await until(() => deliveries.length === 1);
		await proxied.connection.channel.deleteQueue(queue);
		await until(() => outages.length === 2);
		expect(outages.map(({ message, permanent }) => [message.replaceAll(queue, '…'), permanent])).toEqual([
			['The queue server no longer delivers messages from the queue "…"', false],
			['There is no queue "…" in the virtual host "/"', true],
		]);
		expect(deliveries[0]?.settle('ack')).toBe(false);
		await sleep(1000);
		await proxied.connection.channel.assertQueue(queue);
		await proxied.connection.publish(queue, ['new 1', 'new 2']);
		await until(() => deliveries.length === 3);
		expect(bodies(deliveries.slice(1))).toEqual(['new 1', 'new 2']);
		expect(deliveries.slice(1).map((delivery) => delivery.settle('ack'))).toEqual([true, true]);
		expect(levels(lines)).toEqual(['warn', 'warn', 'info']);
	});

	it('of a connection that an operator closed: what the broker says about it is passed on, without the password', async () => {
		const { ready, outages } = read(await proxied.connection.queue());
		await ready();
		await proxied.broker.control(['close_all_connections', `maintenance, password ${proxied.account.password}`]);
		await until(() => outages.length === 1);
		expect(outages[0]).toMatchObject({
			permanent: false,
			message: 'The queue server closed the connection',
			description: expect.stringContaining('maintenance, password ***') as unknown,
		});
	});

	it('of a silent network: the missing heartbeats show it', async () => {
		const queue = await proxied.connection.queue();
		await proxied.connection.publish(queue, ['a', 'b']);
		// Both sides use the shorter one. Shorter still, and the broker would give up on a test that is blocked for a moment.
		await proxied.broker.control(['eval', 'application:set_env(rabbit, heartbeat, 3).']);
		const { deliveries, outages } = read(queue);
		await until(() => deliveries.length === 2);
		await proxied.broker.control(['eval', 'application:set_env(rabbit, heartbeat, 60).']);
		proxied.proxy.stall();
		await until(() => outages.length === 1);
		expect(outages[0]?.message).toContain('stopped responding');
		expect(deliveries.map((delivery) => delivery.settle('ack'))).toEqual([false, false]);
		proxied.proxy.cut();
		proxied.proxy.resume();
		await until(() => deliveries.length === 4);
		expect(bodies(deliveries.slice(2))).toEqual(['a', 'b']);
	});

	it('of a channel whose message was settled too late: its other messages are delivered again as well', async () => {
		const queue = await proxied.connection.queue();
		await proxied.broker.control([
			'eval',
			'application:set_env(rabbit, consumer_timeout, 1000), application:set_env(rabbit, channel_tick_interval, 500).',
		]);
		await proxied.connection.publish(queue, ['a', 'b']);
		let connections = 0;
		const { deliveries, outages } = read(queue, {
			settings: async () => {
				// Patient again before the messages come again: else there would be a second only to answer them.
				if (++connections === 2)
					await proxied.broker.control([
						'eval',
						'application:set_env(rabbit, consumer_timeout, 1800000), application:set_env(rabbit, channel_tick_interval, 60000).',
					]);
				return proxied.account;
			},
		});
		await until(() => outages.length === 1);
		expect(outages[0]).toMatchObject({ permanent: false });
		expect(outages[0]?.message).toContain('took too long with one of them');
		await until(() => deliveries.length === 4);
		expect(deliveries.map((delivery) => delivery.settle('ack'))).toEqual([false, false, true, true]);
	});
});
