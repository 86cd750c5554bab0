import type { Channel, ConsumeMessage } from 'amqplib';
import { sleep } from '../backoff';
import { openConnection, stepLimitMs, within } from './connection';
import type { BrokerSettings } from './credential';
import { receivedMessage, type PeekedMessage } from './delivery';
import { explainLoss } from './errors';
import { closeChannel, noLongerServed } from './session';

export type PeekOptions = {
	/** The look ends with the first message that is wanted. */
	isWanted: (message: PeekedMessage) => boolean;
	/** How many messages to look at. */
	limit: number;
	/** How long to wait for them, from the moment the queue is open. */
	timeoutMs: number;
	signal?: AbortSignal;
};

/**
 * Looks at the messages of a queue in their order until one is wanted, the limit, the timeout or the signal, and
 * returns all that it took to their places. On a quorum queue that spends a delivery of each, so it takes one first,
 * and more only if that is not the wanted one. No connection remains. Throws an AmqpError.
 * @returns what it looked at; only the last can be a wanted one.
 */
export async function peek(settings: BrokerSettings, queue: string, options: PeekOptions): Promise<PeekedMessage[]> {
	const connection = await openConnection(settings, { signal: options.signal });
	try {
		const channel = await connection.openChannel();
		try {
			return await peekAt(channel, queue, options);
		} finally {
			await closeChannel(channel, connection);
		}
	} catch (error) {
		throw explainLoss(connection.fault() ?? error, queue, settings);
	} finally {
		await connection.close();
	}
}

/** By consumers: `basic.get` makes a consumer of each message, and a quorum queue takes those back in any order. */
async function peekAt(
	channel: Channel,
	queue: string,
	{ isWanted, limit, timeoutMs, signal }: PeekOptions,
): Promise<PeekedMessage[]> {
	const deadline = performance.now() + timeoutMs;
	const [begun, ended] = [new AbortController(), new AbortController()];
	const seen: PeekedMessage[] = [];
	let fault: Error | undefined;
	channel.on('error', (error: Error) => {
		fault ??= error;
	});
	channel.on('close', () => {
		ended.abort();
	});
	const receive = (message: ConsumeMessage | null) => {
		if (ended.signal.aborted) return;
		if (message === null) fault ??= noLongerServed(queue);
		else seen.push(receivedMessage(message));
		begun.abort();
		const last = seen.at(-1);
		if (fault || seen.length >= limit || (last && isWanted(last))) ended.abort();
	};
	/** A quorum queue takes messages back in the alphabetical order of these names. */
	const consumeAs = async (consumerTag: string, prefetch: number) => {
		await within(stepLimitMs, channel.prefetch(prefetch));
		await within(stepLimitMs, channel.consume(queue, receive, { consumerTag, priority: 0 }));
	};
	const wait = async (...events: AbortController[]) => {
		const signals = [...events, ended].map((event) => event.signal);
		const leftMs = Math.max(0, deadline - performance.now());
		await sleep(leftMs, AbortSignal.any(signal ? [...signals, signal] : signals)).catch(() => {});
		if (fault) throw fault;
	};
	let tag = 'first';
	await consumeAs(tag, 1);
	await wait(begun);
	if (seen.length > 0 && !ended.signal.aborted && !signal?.aborted) {
		await consumeAs('second', limit - 1);
		await within(stepLimitMs, channel.cancel(tag));
		tag = 'second';
		await wait();
	}
	await within(stepLimitMs, channel.cancel(tag));
	return seen;
}
