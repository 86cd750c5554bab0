import type { Channel } from 'amqplib';
import { sleep } from '../backoff';
import { openConnection, stepLimitMs, within } from './connection';
import type { ConnectionSettings } from './credential';
import { messageIdOf, type MessageFacts } from './delivery';
import { explainLoss } from './errors';
import { closeChannel } from './session';

export type PeekOptions = {
	/** How many messages it may look at; it holds them all until it ends. */
	limit: number;
	/** How long to wait for them, from the moment the queue is open. */
	timeoutMs: number;
	signal?: AbortSignal;
};

export type PeekFacts = MessageFacts & {
	/** How often a quorum queue has delivered the message before; null if the broker does not say (classic queues). */
	readonly deliveryCount: number | null;
};

/** `taken`: the visitor said so. `limit`: enough looked at. `silence`: no (further) message in time. `aborted`: by the signal. */
export type PeekOutcome = 'taken' | 'limit' | 'silence' | 'aborted';

type Visitor = (body: Buffer, facts: PeekFacts) => 'take' | 'next';

const pollMs = 250;
const connectLimitMs = 5000;

/**
 * Shows messages to a visitor, one by one in their order, and returns all of them to their places. On a quorum queue that
 * spends a delivery of each. No connection remains. Throws an AmqpError, or what the visitor throws.
 */
export async function peek(
	settings: ConnectionSettings,
	queue: string,
	options: PeekOptions,
	visit: Visitor,
): Promise<PeekOutcome> {
	const connection = await openConnection(settings, { timeoutMs: connectLimitMs, signal: options.signal });
	// What the visitor throws is not a fault of the queue, and goes through as it is.
	const thrown: unknown[] = [];
	const visitor: Visitor = (body, facts) => {
		try {
			return visit(body, facts);
		} catch (error) {
			thrown.push(error);
			throw error;
		}
	};
	try {
		const channel = await connection.openChannel();
		try {
			return await look(channel, queue, options, visitor);
		} finally {
			await closeChannel(channel, connection);
		}
	} catch (error) {
		throw thrown.includes(error) ? error : explainLoss(connection.fault() ?? error, queue, settings);
	} finally {
		await connection.close();
	}
}

async function look(
	channel: Channel,
	queue: string,
	{ limit, timeoutMs, signal }: PeekOptions,
	visit: Visitor,
): Promise<PeekOutcome> {
	const deadline = performance.now() + timeoutMs;
	for (let looked = 0; looked < limit;) {
		if (signal?.aborted) return 'aborted';
		const message = await within(stepLimitMs, channel.get(queue, { noAck: false }));
		if (message === false) {
			const leftMs = deadline - performance.now();
			if (leftMs <= 0) return 'silence';
			// Woken by the signal: the next round sees it.
			await sleep(Math.min(pollMs, leftMs), signal).catch(() => {});
			continue;
		}
		looked++;
		const deliveryCount: unknown = message.properties.headers?.['x-delivery-count'];
		const facts = {
			redelivered: message.fields.redelivered,
			messageId: messageIdOf(message),
			deliveryCount: typeof deliveryCount === 'number' ? deliveryCount : null,
		};
		if (visit(message.content, facts) === 'take') return 'taken';
	}
	return 'limit';
}
