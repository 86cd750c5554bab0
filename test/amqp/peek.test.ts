import { setTimeout as sleep } from 'node:timers/promises';
import { peek } from '../../nodes/CargoExchange/amqp';
import { AmqpError } from '../../nodes/CargoExchange/errors';
import { lendHand, sharedAccount, until, type Hand } from '../helpers/broker';
import { startTcpProxy } from '../helpers/tcpProxy';

let hand: Hand;

beforeAll(async () => {
	hand = await lendHand(process.env.AMQP_URL ?? '');
});

afterAll(async () => {
	await hand.close();
});

describe('a peek', () => {
	it('shows messages in their order up to the one that is taken, and puts all of them back in their places', async () => {
		const queue = await hand.queue();
		await hand.publish(queue, ['a', 'b', 'c', 'd'], { messageId: 'm' });
		const seen: string[] = [];
		const result = await peek(sharedAccount(), queue, { limit: 50, timeoutMs: 5000 }, (body, facts) => {
			seen.push(`${body.toString()} ${facts.messageId} ${facts.redelivered}`);
			return body.toString() === 'c' ? 'take' : 'next';
		});
		expect(seen).toEqual(['a m false', 'b m false', 'c m false']);
		expect(result).toBe('taken');
		expect(await hand.drain(queue)).toEqual(['a', 'b', 'c', 'd']);
	});

	it('looks at no more messages than it may', async () => {
		const queue = await hand.queue();
		await hand.publish(queue, ['a', 'b', 'c', 'd']);
		let looked = 0;
		const result = await peek(sharedAccount(), queue, { limit: 2, timeoutMs: 5000 }, () => {
			looked++;
			return 'next';
		});
		expect([result, looked]).toEqual(['limit', 2]);
		expect(await hand.drain(queue)).toEqual(['a', 'b', 'c', 'd']);
	});

	it('waits for a message to come', async () => {
		const queue = await hand.queue();
		const looking = peek(sharedAccount(), queue, { limit: 50, timeoutMs: 90_000 }, () => 'take');
		await sleep(600);
		await hand.publish(queue, ['late']);
		expect(await looking).toBe('taken');
		expect(await hand.drain(queue)).toEqual(['late']);
	});

	it('ends in silence when none comes in time, and puts back what it passed over', async () => {
		const queue = await hand.queue();
		await hand.publish(queue, ['a']);
		const result = await peek(sharedAccount(), queue, { limit: 50, timeoutMs: 700 }, () => 'next');
		expect(result).toBe('silence');
		expect(await hand.drain(queue)).toEqual(['a']);
	});

	it('ends at once when it is told to', async () => {
		const queue = await hand.queue();
		await hand.publish(queue, ['a']);
		const stop = new AbortController();
		const seen: string[] = [];
		const options = { limit: 50, timeoutMs: 600_000, signal: stop.signal };
		const looking = peek(sharedAccount(), queue, options, (body) => {
			seen.push(body.toString());
			return 'next';
		});
		await until(() => seen.length === 1);
		stop.abort();
		expect(await looking).toBe('aborted');
		expect(await hand.drain(queue)).toEqual(['a']);
	});

	it('passes on what its visitor throws, and puts the message back', async () => {
		const queue = await hand.queue();
		await hand.publish(queue, ['a', 'b']);
		const refusal = new Error('Not readable');
		const looking = peek(sharedAccount(), queue, { limit: 50, timeoutMs: 5000 }, () => {
			throw refusal;
		});
		await expect(looking).rejects.toBe(refusal);
		await until(async () => (await hand.ready(queue)) === 2);
		expect(await hand.drain(queue)).toEqual(['a', 'b']);
	});

	it('tells in plain words that the queue is not there, or was lost meanwhile', async () => {
		const missing = peek(sharedAccount(), 'no such queue', { limit: 1, timeoutMs: 100 }, () => 'take');
		await expect(missing).rejects.toMatchObject({
			message: expect.stringContaining('There is no queue') as unknown,
			permanent: true,
		});
		const queue = await hand.queue();
		const proxy = await startTcpProxy(sharedAccount().port);
		const looking = peek(
			{ ...sharedAccount(), port: proxy.port },
			queue,
			{ limit: 1, timeoutMs: 600_000 },
			() => 'take',
		);
		const outcome = expect(looking).rejects.toBeInstanceOf(AmqpError);
		await until(() => proxy.connections() === 1);
		await sleep(200);
		await proxy.refuse();
		await outcome;
	});
});
