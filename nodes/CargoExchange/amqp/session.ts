import type { Channel, ConsumeMessage } from 'amqplib';
import { AmqpError } from '../errors';
import { stepLimitMs, within, type Connection } from './connection';
import { ReceivedDelivery, type Delivery } from './delivery';
import { explainLoss } from './errors';
import { probeQueue, type Identity } from './identity';

export type SessionOptions = { queue: string; prefetch: number; onDelivery: (delivery: Delivery) => void };

const closeLimitMs = 2000;
const cancelLimitMs = 3000;
/** The broker prefers every other reader to a consumer that only shows which queue this is. */
const probing = { prefetch: 1, priority: -10 };

/** The reading of one queue over one connection, until either is lost. */
export class Session {
	/** How many others read the queue. */
	readonly otherConsumers: number;
	/** Resolves with the reason when no more messages come, also after `close`. */
	readonly ended: Promise<AmqpError>;
	readonly #connection: Connection;
	readonly #channel: Channel;
	readonly #options: SessionOptions;
	readonly #lost = new AbortController();
	#finish: (reason: AmqpError) => void = () => {};
	#fault: unknown;
	/** The consumer that is the window; null: no messages for now. */
	#consumer: { readonly tag: string; readonly prefetch: number } | null = null;
	/** How many consumers are open, and how many there were in all. */
	#open = 0;
	#opened = 0;
	#closing = false;
	/** One change of consumers at a time. */
	#turn: Promise<unknown> = Promise.resolve();
	readonly #toRequeue: ConsumeMessage[] = [];

	/** Checks the queue, passively, and starts to read it. Throws an AmqpError; then the caller has to close the connection. */
	static async open(connection: Connection, options: SessionOptions): Promise<Session> {
		const fail = (error: unknown): never => {
			throw explainLoss(connection.fault() ?? error, options.queue, connection.settings);
		};
		const channel = await connection.openChannel().catch(fail);
		const { consumerCount } = await within(stepLimitMs, channel.checkQueue(options.queue)).catch(fail);
		const session = new Session(connection, channel, consumerCount, options);
		if (!(await session.#inTurn(() => session.#resize(options.prefetch)))) throw await session.ended;
		return session;
	}

	private constructor(connection: Connection, channel: Channel, otherConsumers: number, options: SessionOptions) {
		this.otherConsumers = otherConsumers;
		this.#connection = connection;
		this.#channel = channel;
		this.#options = options;
		this.ended = new Promise((resolve) => {
			this.#finish = resolve;
		});
		channel.on('error', (error) => {
			this.#fault ??= error;
		});
		channel.on('close', () => {
			this.#lost.abort();
			// The connection has its reason only after it has closed its channels.
			setImmediate(() => {
				this.#finish(this.#explain());
			});
		});
	}

	/** 0: no messages for now. What is unanswered keeps its place. */
	setPrefetch(count: number): void {
		void this.#inTurn(() => this.#resize(count));
	}

	/** Cancels the consumer; messages that still arrive are requeued at once. Never rejects. */
	async stop(): Promise<void> {
		this.#closing = true;
		await this.#inTurn(() => this.#resize(0), cancelLimitMs);
	}

	/** Cancels the consumer, requeues unanswered messages and closes channel and connection. Never rejects. */
	async close(): Promise<void> {
		await this.stop();
		// Closing the channel would requeue the messages of one consumer after those of another.
		if (this.#opened > 1) this.#requeueInOrder();
		this.#toRequeue.splice(0);
		if (!this.#lost.signal.aborted) await closeChannel(this.#channel, this.#connection);
		this.#lost.abort();
		await this.#connection.close();
		this.#finish(this.#explain());
	}

	/** Whether `countConsumers` counts those of this very queue. What the further consumers receive is delivered like the rest. */
	async probe(countConsumers: () => Promise<number>): Promise<Identity> {
		const tags: string[] = [];
		const show = (count: number) =>
			this.#inTurn(async () => {
				while (tags.length < count) tags.push(await this.#consume(probing));
				for (const tag of tags.splice(count)) await this.#cancel(tag);
			});
		return await probeQueue(countConsumers, show, Math.random);
	}

	/** Resolves with whether it was done. */
	#inTurn(change: () => Promise<void>, limitMs = stepLimitMs): Promise<boolean> {
		const done = this.#turn.then(async () => {
			if (this.#lost.signal.aborted) return false;
			try {
				await within(limitMs, change());
				return true;
			} catch (error) {
				this.#finish(this.#explain(error));
				return false;
			}
		});
		this.#turn = done;
		return done;
	}

	async #resize(count: number): Promise<void> {
		const old = this.#consumer;
		if (count === (old?.prefetch ?? 0) || (this.#closing && count > 0)) return;
		if (count === 0) this.#consumer = null;
		else if (old !== null && (await this.#othersRead())) return;
		// Before the old one goes: a queue of the kind auto-delete would go with it.
		else this.#consumer = { tag: await this.#consume({ prefetch: count, priority: 0 }), prefetch: count };
		if (old !== null) await this.#cancel(old.tag);
	}

	/** If so, a queue with a single active consumer would go over to one of them when a consumer is replaced. */
	async #othersRead(): Promise<boolean> {
		const { consumerCount } = await this.#channel.checkQueue(this.#options.queue);
		return consumerCount > this.#open;
	}

	/** A stream, which is not read like a queue, refuses any priority, even the usual 0. */
	async #consume({ prefetch, priority }: { prefetch: number; priority: number }): Promise<string> {
		await this.#channel.prefetch(prefetch);
		const receive = (message: ConsumeMessage | null) => {
			this.#receive(message);
		};
		const { consumerTag } = await this.#channel.consume(this.#options.queue, receive, { priority });
		this.#open++;
		this.#opened++;
		return consumerTag;
	}

	async #cancel(tag: string): Promise<void> {
		await this.#channel.cancel(tag);
		this.#open--;
	}

	#receive(message: ConsumeMessage | null): void {
		if (message === null) {
			this.#finish(noLongerServed(this.#options.queue));
			return;
		}
		const requeue = () => {
			this.#requeue(message);
		};
		const delivery = new ReceivedDelivery(message, { channel: this.#channel, lost: this.#lost.signal, requeue });
		if (this.#closing) delivery.settle('requeue');
		else this.#options.onDelivery(delivery);
	}

	/**
	 * A quorum queue puts a requeued message behind those requeued before. So they are requeued in the order of their
	 * arrival, not of the calls, and only when the broker has confirmed that it sends no more.
	 */
	#requeue(message: ConsumeMessage): void {
		if (this.#toRequeue.push(message) > 1) return;
		void this.#turn.then(() => {
			setImmediate(() => {
				this.#requeueInOrder();
			});
		});
	}

	#requeueInOrder(): void {
		const inOrder = this.#toRequeue.splice(0).sort((one, other) => one.fields.deliveryTag - other.fields.deliveryTag);
		try {
			// `basic.reject` would spend a delivery on RabbitMQ 4.3, `basic.nack` does not.
			for (const message of inOrder) this.#channel.nack(message, false, true);
		} catch {
			// The channel is closed or about to be, and so the broker requeues them itself.
		}
	}

	#explain(error?: unknown): AmqpError {
		const { queue } = this.#options;
		return explainLoss(this.#fault ?? this.#connection.fault() ?? error, queue, this.#connection.settings);
	}
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

export function noLongerServed(queue: string): AmqpError {
	return new AmqpError({
		permanent: false,
		message: `The broker no longer delivers messages from the queue "${queue}"`,
		description:
			'The queue was deleted or moved, or a message was not acknowledged in time. The trigger reads it again as soon as it can.',
	});
}
