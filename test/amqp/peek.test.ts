import { setTimeout as sleep } from 'node:timers/promises';
import { peek } from '../../nodes/CargoExchange/amqp';
import { AmqpError } from '../../nodes/CargoExchange/errors';
import { useSharedBroker, sharedAccount, until } from '../helpers/broker';
import { startTcpProxy } from '../helpers/tcpProxy';

const shared = useSharedBroker();

/** The bodies that a peek shows, up to the one at which the loop ends. */
async function shown(queue: string, options: Parameters<typeof peek>[2], last?: string, account = sharedAccount()) {
	const bodies: string[] = [];
	for await (const { body } of peek(account, queue, options)) {
		bodies.push(body.toString());
		if (bodies.at(-1) === last) break;
	}
	return bodies;
}

describe('a peek', () => {
	it('shows messages in their order up to the one that ends the loop, and puts all of them back in their places', async () => {
		const queue = await shared.connection.queue();
		await shared.connection.publish(queue, ['a', 'b', 'c', 'd'], { messageId: 'm' });
		const seen: string[] = [];
		for await (const { body, messageId, redelivered } of peek(sharedAccount(), queue, { limit: 50, timeoutMs: 5000 })) {
			seen.push(`${body.toString()} ${messageId} ${redelivered}`);
			if (body.toString() === 'c') break;
		}
		expect(seen).toEqual(['a m false', 'b m false', 'c m false']);
		expect(await shared.connection.drain(queue)).toEqual(['a', 'b', 'c', 'd']);
	});

	it('looks at no more messages than it may', async () => {
		const queue = await shared.connection.queue();
		await shared.connection.publish(queue, ['a', 'b', 'c', 'd']);
		expect(await shown(queue, { limit: 2, timeoutMs: 5000 })).toEqual(['a', 'b']);
		expect(await shared.connection.drain(queue)).toEqual(['a', 'b', 'c', 'd']);
	});

	it('waits for a message to come', async () => {
		const queue = await shared.connection.queue();
		const looking = shown(queue, { limit: 50, timeoutMs: 90_000 }, 'late');
		await sleep(600);
		await shared.connection.publish(queue, ['late']);
		expect(await looking).toEqual(['late']);
		expect(await shared.connection.drain(queue)).toEqual(['late']);
	});

	it('ends when no further message comes in time, and puts back what it passed over', async () => {
		const queue = await shared.connection.queue();
		await shared.connection.publish(queue, ['a']);
		expect(await shown(queue, { limit: 50, timeoutMs: 700 })).toEqual(['a']);
		expect(await shared.connection.drain(queue)).toEqual(['a']);
	});

	it('ends at once when its signal aborts', async () => {
		const queue = await shared.connection.queue();
		await shared.connection.publish(queue, ['a']);
		const stop = new AbortController();
		const options = { limit: 50, timeoutMs: 600_000, signal: stop.signal };
		for await (const { body } of peek(sharedAccount(), queue, options)) {
			expect(body.toString()).toBe('a');
			setTimeout(() => {
				stop.abort();
			}, 100);
		}
		expect(stop.signal.aborted).toBe(true);
		expect(await shared.connection.drain(queue)).toEqual(['a']);
	});

	it('puts the message back when the loop throws, and passes that on', async () => {
		const queue = await shared.connection.queue();
		await shared.connection.publish(queue, ['a', 'b']);
		const thrown = new Error('Not readable');
		const looking = (async () => {
			for await (const { body } of peek(sharedAccount(), queue, { limit: 50, timeoutMs: 5000 }))
				if (body.toString() === 'a') throw thrown;
		})();
		await expect(looking).rejects.toBe(thrown);
		await until(async () => (await shared.connection.ready(queue)) === 2);
		expect(await shared.connection.drain(queue)).toEqual(['a', 'b']);
	});

	it('explains that the queue does not exist, or was lost', async () => {
		await expect(shown('no such queue', { limit: 1, timeoutMs: 100 })).rejects.toMatchObject({
			message: expect.stringContaining('There is no queue') as unknown,
			permanent: true,
		});
		const queue = await shared.connection.queue();
		const proxy = await startTcpProxy(sharedAccount().port);
		const looking = shown(queue, { limit: 1, timeoutMs: 600_000 }, undefined, {
			...sharedAccount(),
			port: proxy.port,
		});
		const outcome = expect(looking).rejects.toBeInstanceOf(AmqpError);
		await until(() => proxy.connections() === 1);
		await sleep(200);
		await proxy.refuse();
		await outcome;
	});
});
