import type { Channel, ConsumeMessage } from 'amqplib';
import { AmqpError } from '../errors';
import { stepLimitMs, within, type Connection } from './connection';
import { messageIdOf, type Delivery } from './delivery';
import { explainLoss } from './errors';

/** The reading of one queue over one connection, until either is lost. */
export type Session = {
	/** How many others read the queue. */
	readonly otherConsumers: number;
	/** Resolves with the reason when no more messages come, also after `close`. */
	readonly ended: Promise<AmqpError>;
	/** 0: no messages for now. */
	setPrefetch(count: number): void;
	/** Cancels the consumer; messages that still arrive are requeued at once. Never rejects. */
	stop(): Promise<void>;
	/** Stops, requeues unanswered messages and closes channel and connection. Never rejects. */
	close(): Promise<void>;
};

const stopLimitMs = 3000;
const closeLimitMs = 2000;

/** Checks the queue, passively, and starts to read it. Throws an AmqpError; then the caller has to close the connection. */
export async function openSession(
	connection: Connection,
	{ queue, prefetch, onDelivery }: { queue: string; prefetch: number; onDelivery: (delivery: Delivery) => void },
): Promise<Session> {
	let fault: unknown;
	const explain = (error?: unknown) => explainLoss(fault ?? connection.fault() ?? error, queue, connection.settings);
	const channel = await connection.openChannel().catch((error: unknown) => {
		throw explain(error);
	});
	const lost = new AbortController();
	let stopped = false;
	let consumerTag: string | null = null;
	let current = 0;
	let consumers = 0;
	/** One change at a time: a consumer is replaced to change its prefetch. */
	let turn: Promise<void> = Promise.resolve();
	let finish: (reason: AmqpError) => void = () => {};
	const ended = new Promise<AmqpError>((resolve) => {
		finish = resolve;
	});
	channel.on('error', (error) => {
		fault ??= error;
	});
	channel.on('close', () => {
		lost.abort();
		// The connection has its reason only after it has closed its channels.
		setImmediate(() => {
			finish(explain());
		});
	});

	/**
	 * A quorum queue puts a requeued message behind those requeued before. So they are requeued in the order of their
	 * arrival, not of the calls, and only when the broker has confirmed that it sends no more.
	 */
	const toRequeue: ConsumeMessage[] = [];
	const requeueInOrder = () => {
		const inOrder = toRequeue.splice(0).sort((one, other) => one.fields.deliveryTag - other.fields.deliveryTag);
		try {
			// `basic.reject` would spend a delivery on RabbitMQ 4.3, `basic.nack` does not.
			for (const message of inOrder) channel.nack(message, false, true);
		} catch {
			// The channel is closed or about to be, and so the broker requeues them itself.
		}
	};
	const requeue = (message: ConsumeMessage) => {
		if (toRequeue.push(message) > 1) return;
		void turn.then(() => {
			setImmediate(requeueInOrder);
		});
	};

	const deliveryOf = (message: ConsumeMessage): Delivery => {
		let settled = false;
		return {
			body: message.content,
			redelivered: message.fields.redelivered,
			messageId: messageIdOf(message),
			arrivedAt: performance.now(),
			lost: lost.signal,
			settle(settlement) {
				if (settled || lost.signal.aborted) return false;
				settled = true;
				try {
					if (settlement === 'requeue') requeue(message);
					else if (settlement === 'reject') channel.reject(message, false);
					else channel.ack(message);
					return true;
				} catch {
					// The channel is closing, and with it the right to answer: the broker requeues the message.
					return false;
				}
			},
		};
	};

	/** 0: no consumer for now. */
	const replaceConsumer = async (count: number) => {
		if (count === current) return;
		current = count;
		const tag = consumerTag;
		consumerTag = null;
		if (tag !== null) await channel.cancel(tag);
		if (count === 0) return;
		await channel.prefetch(count);
		const consumer = await channel.consume(queue, (message) => {
			if (message === null) {
				finish(noLongerServed(queue));
				return;
			}
			const delivery = deliveryOf(message);
			if (stopped) delivery.settle('requeue');
			else onDelivery(delivery);
		});
		({ consumerTag } = consumer);
		consumers++;
	};
	const inTurn = (limitMs: number, change: () => Promise<void>): Promise<void> => {
		turn = turn.then(async () => {
			if (lost.signal.aborted) return;
			await within(limitMs, change()).catch((error: unknown) => {
				finish(explain(error));
			});
		});
		return turn;
	};

	const begin = async () => {
		const { consumerCount } = await channel.checkQueue(queue);
		await replaceConsumer(prefetch);
		return consumerCount;
	};
	const otherConsumers = await within(stepLimitMs, begin()).catch((error: unknown) => {
		throw explain(error);
	});

	const stop = async () => {
		stopped = true;
		await inTurn(stopLimitMs, () => replaceConsumer(0));
	};
	return {
		otherConsumers,
		ended,
		setPrefetch(count) {
			void inTurn(stepLimitMs, async () => {
				if (!stopped) await replaceConsumer(count);
			});
		},
		stop,
		async close() {
			await stop();
			// Closing the channel would requeue the messages of one consumer after those of another.
			if (consumers > 1) requeueInOrder();
			toRequeue.splice(0);
			if (!lost.signal.aborted) await closeChannel(channel, connection);
			lost.abort();
			await connection.close();
			finish(explain());
		},
	};
}

/**
 * Returns the unanswered messages of a channel without a consumer, then closes it. Never rejects.
 * Either way a message keeps its place, except that RabbitMQ up to 4.0 puts it at the end of a quorum queue without
 * delivery limit when it is nacked. A nack spends no delivery on RabbitMQ 4.3, closing spends one on every version (measured).
 */
export async function closeChannel(channel: Channel, { brokerVersion }: Connection): Promise<void> {
	try {
		if (!/^([0-3]|4\.0)\./.test(brokerVersion)) channel.nackAll(true);
		// The broker answers after everything sent before on this channel: so the last acknowledgements have arrived.
		await within(closeLimitMs, channel.close());
	} catch {
		// It is closed already, or will be with its connection.
	}
}

function noLongerServed(queue: string): AmqpError {
	return new AmqpError({
		permanent: false,
		message: `The broker no longer delivers messages from the queue "${queue}"`,
		description:
			'The queue was deleted or moved, or a message was not acknowledged in time. The trigger reads it again as soon as it can.',
	});
}
