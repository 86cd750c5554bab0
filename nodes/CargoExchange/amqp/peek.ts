import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel } from 'amqplib';
import type { QueueAccount } from './credential';
import { openConnection, stepLimitMs, within } from './connection';
import { messageIdOf } from './delivery';
import { explainLoss } from './errors';

export type PeekOptions = {
	/** How many messages it may look at; it holds them all until it ends. */
	limit: number;
	/** How long to wait for them, from the moment the queue is open. */
	timeoutMs: number;
	signal?: AbortSignal;
	connectionName?: string;
};

export type PeekFacts = { redelivered: boolean; messageId: string | null };

/** `taken`: the visitor said so. `limit`: enough looked at. `silence`: nothing (more) came in time. `aborted`: the signal said so. */
export type Peeked = { outcome: 'taken' | 'limit' | 'silence' | 'aborted'; looked: number; otherConsumers: number };

const pollMs = 250;
const connectLimitMs = 5000;

/** Shows messages to a visitor, one by one in their order, and puts all of them back. No connection stays. Throws a AmqpError. */
export async function peek(
	account: QueueAccount,
	queue: string,
	options: PeekOptions,
	visit: (body: Buffer, facts: PeekFacts) => 'take' | 'next',
): Promise<Peeked> {
	const name = options.connectionName ?? 'n8n-nodes-cargo-exchange: test step';
	const connection = await openConnection(account, { name, timeoutMs: connectLimitMs, signal: options.signal });
	// What the visitor throws is no fault of the queue, and goes through as it is.
	const thrown: unknown[] = [];
	const visitor: typeof visit = (body, facts) => {
		try {
			return visit(body, facts);
		} catch (error) {
			thrown.push(error);
			throw error;
		}
	};
	try {
		const channel = await connection.openChannel();
		const { consumerCount } = await within(stepLimitMs, channel.checkQueue(queue));
		const result = await look(channel, queue, options, visitor);
		// Closing would do it as well; asked for by itself, it is done when the last call returns.
		if (result.looked > 0) channel.nackAll(true);
		await within(stepLimitMs, channel.close());
		return { ...result, otherConsumers: consumerCount };
	} catch (error) {
		throw thrown.includes(error) ? error : explainLoss(connection.fault() ?? error, queue, connection.account);
	} finally {
		await connection.close();
	}
}

async function look(
	channel: Channel,
	queue: string,
	{ limit, timeoutMs, signal }: PeekOptions,
	visit: (body: Buffer, facts: PeekFacts) => 'take' | 'next',
): Promise<Omit<Peeked, 'otherConsumers'>> {
	const deadline = performance.now() + timeoutMs;
	for (let looked = 0; looked < limit;) {
		if (signal?.aborted) return { outcome: 'aborted', looked };
		const message = await within(stepLimitMs, channel.get(queue, { noAck: false }));
		if (message === false) {
			const left = deadline - performance.now();
			if (left <= 0) return { outcome: 'silence', looked };
			// Woken by the signal: the next round sees it.
			await sleep(Math.min(pollMs, left), undefined, signal && { signal }).catch(() => {});
			continue;
		}
		looked++;
		const facts = { redelivered: message.fields.redelivered, messageId: messageIdOf(message) };
		if (visit(message.content, facts) === 'take') return { outcome: 'taken', looked };
	}
	return { outcome: 'limit', looked: limit };
}
