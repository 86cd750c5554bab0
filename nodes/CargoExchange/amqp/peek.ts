import type { Channel } from 'amqplib';
import { sleep } from '../backoff';
import { openConnection, stepLimitMs, within } from './connection';
import type { ConnectionSettings } from './credential';
import { messageIdOf, type MessageFacts } from './delivery';
import { explainLoss } from './errors';
import { closeChannel } from './session';

export type PeekOptions = {
	/** How many messages to look at; all of them are held until the end. */
	limit: number;
	/** How long to wait for them, from the moment the queue is open. */
	timeoutMs: number;
	signal?: AbortSignal;
};

export type PeekedMessage = MessageFacts & {
	readonly body: Buffer;
	/** How often a quorum queue has delivered the message before; 0 if the broker does not say (classic queues). */
	readonly deliveryCount: number;
};

const pollMs = 250;

/**
 * Yields messages in their order until the limit, the timeout or the signal, and returns all of them to their places
 * when the loop over them ends. On a quorum queue that spends a delivery of each. No connection remains. Throws an AmqpError.
 */
export async function* peek(
	settings: ConnectionSettings,
	queue: string,
	options: PeekOptions,
): AsyncGenerator<PeekedMessage> {
	const connection = await openConnection(settings, { signal: options.signal });
	try {
		const channel = await connection.openChannel();
		try {
			yield* take(channel, queue, options);
		} finally {
			await closeChannel(channel, connection);
		}
	} catch (error) {
		throw explainLoss(connection.fault() ?? error, queue, settings);
	} finally {
		await connection.close();
	}
}

async function* take(
	channel: Channel,
	queue: string,
	{ limit, timeoutMs, signal }: PeekOptions,
): AsyncGenerator<PeekedMessage> {
	const deadline = performance.now() + timeoutMs;
	for (let taken = 0; taken < limit && !signal?.aborted;) {
		const message = await within(stepLimitMs, channel.get(queue, { noAck: false }));
		if (message === false) {
			const leftMs = deadline - performance.now();
			if (leftMs <= 0) return;
			await sleep(Math.min(pollMs, leftMs), signal).catch(() => {});
			continue;
		}
		taken++;
		const deliveryCount: unknown = message.properties.headers?.['x-delivery-count'];
		yield {
			body: message.content,
			redelivered: message.fields.redelivered,
			messageId: messageIdOf(message),
			deliveryCount: typeof deliveryCount === 'number' ? deliveryCount : 0,
		};
	}
}
