import { setTimeout as sleep } from 'node:timers/promises';
import { peek } from '../../nodes/CargoExchange/amqp';
import { AmqpError } from '../../nodes/CargoExchange/errors';
import { startTcpProxy } from '../helpers/tcpProxy';
import { useSharedBroker, sharedAccount, until } from '../helpers/broker';

const shared = useSharedBroker();

type Look = { wanted?: string; limit?: number; timeoutMs?: number; signal?: AbortSignal };

/** What a look at the queue sees. */
async function look(
	queue: string,
	{ wanted, limit = 50, timeoutMs = 90_000, ...rest }: Look,
	account = sharedAccount(),
) {
	const isWanted = ({ body }: { body: Buffer }) => body.toString() === wanted;
	const seen = await peek(account, queue, { isWanted, limit, timeoutMs, ...rest });
	return seen.map(({ body }) => body.toString());
}

describe('peek', () => {
	it('ends with the message that is wanted, and leaves every message where it was', async () => {
		const queue = await shared.connection.queue();
		await shared.connection.publish(queue, ['a', 'b', 'c', 'd']);
		expect(await look(queue, { wanted: 'c' })).toEqual(['a', 'b', 'c']);
		expect(await shared.connection.drain(queue)).toEqual(['a', 'b', 'c', 'd']);
	});

	it('takes no further message if the first is wanted', async () => {
		const queue = await shared.connection.queue();
		await shared.connection.publish(queue, ['a', 'b']);
		expect(await look(queue, { wanted: 'a' })).toEqual(['a']);
		const marks: boolean[] = [];
		for (let count = 0; count < 2; count++) {
			const message = await shared.connection.channel.get(queue, { noAck: true });
			if (message) marks.push(message.fields.redelivered);
		}
		expect(marks).toEqual([true, false]);
	});

	it('looks at no more messages than its limit', async () => {
		const queue = await shared.connection.queue();
		await shared.connection.publish(queue, ['a', 'b', 'c', 'd']);
		expect(await look(queue, { limit: 2 })).toEqual(['a', 'b']);
		expect(await look(queue, { limit: 1 })).toEqual(['a']);
		expect(await shared.connection.drain(queue)).toEqual(['a', 'b', 'c', 'd']);
	});

	it('waits for a message to come', async () => {
		const queue = await shared.connection.queue();
		const looking = look(queue, { wanted: 'late' });
		await sleep(600);
		await shared.connection.publish(queue, ['early', 'late']);
		expect(await looking).toEqual(['early', 'late']);
		expect(await shared.connection.drain(queue)).toEqual(['early', 'late']);
	});

	it('ends when no further message comes in time, and puts back what it passed over', async () => {
		const queue = await shared.connection.queue();
		await shared.connection.publish(queue, ['a']);
		expect(await look(queue, { timeoutMs: 700 })).toEqual(['a']);
		expect(await shared.connection.drain(queue)).toEqual(['a']);
	});

	it('ends at once when its signal aborts', async () => {
		const queue = await shared.connection.queue();
		await shared.connection.publish(queue, ['a']);
		const stop = new AbortController();
		const looking = look(queue, { timeoutMs: 600_000, signal: stop.signal });
		await until(async () => (await shared.connection.channel.checkQueue(queue)).consumerCount === 1);
		stop.abort();
		await looking;
		expect(await shared.connection.drain(queue)).toEqual(['a']);
	});

	it('explains that the queue does not exist, or was lost', async () => {
		await expect(look('no such queue', { timeoutMs: 100 })).rejects.toMatchObject({
			message: expect.stringContaining('There is no queue') as unknown,
			permanent: true,
		});
		const queue = await shared.connection.queue();
		const proxy = await startTcpProxy(sharedAccount().port);
		const looking = look(queue, { timeoutMs: 600_000 }, { ...sharedAccount(), port: proxy.port });
		const outcome = expect(looking).rejects.toBeInstanceOf(AmqpError);
		await until(() => proxy.connections() === 1);
		await sleep(200);
		await proxy.refuse();
		await outcome;
		await until(async () => (await shared.connection.channel.checkQueue(queue)).consumerCount === 0);
		const deleted = expect(look(queue, { timeoutMs: 600_000 })).rejects.toMatchObject({
			message: expect.stringContaining('no longer delivers') as unknown,
		});
		await until(async () => (await shared.connection.channel.checkQueue(queue)).consumerCount === 1);
		await shared.connection.channel.deleteQueue(queue);
		await deleted;
	});
});
