import type { Channel, ConsumeMessage } from 'amqplib';
import { AmqpError } from '../errors';
import { Answers } from './answers';
import { stepLimitMs, within, type Connection } from './connection';
import { receivedDelivery, type Delivery, type Settlement } from './delivery';
import type { BrokerSettings } from './credential';
import { explainLoss } from './errors';

/** The queue before a consumer of it is opened: the broker that it is on, and how many consumers it has at the time of asking. */
export type FoundQueue = {
	credential: BrokerSettings;
	clusterName: string | null;
	countConsumers: () => Promise<number>;
};

export type SessionOptions = {
	queue: string;
	prefetch: number;
	onDelivery: (delivery: Delivery) => void;
	/** Runs each opening of a consumer where there was none: calls `begin`, or throws an AmqpError, which ends the connection. */
	opening?: (queue: FoundQueue, begin: () => Promise<void>) => Promise<void>;
};

const closeLimitMs = 2000;
const cancelLimitMs = 3000;
/** For a consumer that is cancelled at once: the broker prefers every other one. */
const brief = { prefetch: 1, priority: -10 };

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
	/** The tags of all open consumers. */
	readonly #open = new Set<string>();
	#opened = 0;
	#closing = false;
	/** One change of consumers at a time. */
	#turn: Promise<unknown> = Promise.resolve();
	readonly #answers: Answers;

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
		this.#answers = new Answers(channel, connection.brokerVersion);
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

	/** Whether its consumer is open. */
	get isConsuming(): boolean {
		return this.#consumer !== null;
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
		this.#answers.sendLast();
		const wasLost = this.#lost.signal.aborted;
		this.#lost.abort();
		if (!wasLost) await closeChannel(this.#channel, this.#connection);
		await this.#connection.close();
		this.#finish(this.#explain());
	}

	async countReady(): Promise<number> {
		return (await within(stepLimitMs, this.#channel.checkQueue(this.#options.queue))).messageCount;
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
		if (old !== null && count > 0) {
			await this.#replace(old.tag, count);
			return;
		}
		this.#consumer = null;
		if (old !== null) await this.#cancel(old.tag);
		else await this.#begin(count);
	}

	async #begin(prefetch: number): Promise<void> {
		const begin = async () => {
			this.#consumer = { tag: await this.#consume({ prefetch, priority: 0 }), prefetch };
		};
		const { opening } = this.#options;
		const { settings: credential, clusterName } = this.#connection;
		if (opening) await opening({ credential, clusterName, countConsumers: () => this.#countConsumers() }, begin);
		else await begin();
	}

	/**
	 * The new one comes first: a queue of the kind auto-delete goes with its last consumer. A queue with a single active
	 * consumer could go over to another reader: so the window stays as it is while others read.
	 */
	async #replace(old: string, prefetch: number): Promise<void> {
		const before = await this.#countConsumers();
		// A quorum queue also counts those that were cancelled and have unanswered messages.
		if (before > new Set([...this.#open, ...this.#answers.consumerTags]).size) return;
		const tag = await this.#consume({ prefetch, priority: 0 });
		// A quorum queue with a single active consumer does not count those that wait for their turn, ours or others.
		if ((await this.#countConsumers()) <= before) {
			await this.#cancel(tag);
			return;
		}
		await this.#cancel(old);
		this.#consumer = { tag, prefetch };
		// RabbitMQ 3.10 lets a single active consumer wait that follows one with a full window, until another one comes.
		if (!this.#answers.consumerTags.has(tag)) await this.#cancel(await this.#consume(brief));
	}

	async #countConsumers(): Promise<number> {
		return (await this.#channel.checkQueue(this.#options.queue)).consumerCount;
	}

	/** A stream, which is not read like a queue, refuses any priority, even the usual 0. */
	async #consume({ prefetch, priority }: { prefetch: number; priority: number }): Promise<string> {
		await this.#channel.prefetch(prefetch);
		const receive = (message: ConsumeMessage | null) => {
			this.#receive(message);
		};
		// When the channel closes, a quorum queue takes messages back in the alphabetical order of these names.
		const consumerTag = `consumer-${String(++this.#opened).padStart(6, '0')}`;
		await this.#channel.consume(this.#options.queue, receive, { consumerTag, priority });
		this.#open.add(consumerTag);
		return consumerTag;
	}

	async #cancel(tag: string): Promise<void> {
		await this.#channel.cancel(tag);
		this.#open.delete(tag);
	}

	#receive(message: ConsumeMessage | null): void {
		if (message === null) {
			this.#finish(noLongerServed(this.#options.queue));
			return;
		}
		this.#answers.arrived(message);
		const delivery = receivedDelivery(message, this.#lost.signal, (settlement) => {
			this.#answer(message, settlement);
		});
		if (this.#closing) delivery.settle('requeue');
		else this.#options.onDelivery(delivery);
	}

	/** All of the moment together, and only when the broker has confirmed that it sends no more. */
	#answer(message: ConsumeMessage, settlement: Settlement): void {
		if (!this.#answers.add(message, settlement)) return;
		void this.#turn.then(() => {
			setImmediate(() => {
				this.#answers.send();
			});
		});
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
		message: `The queue server no longer delivers messages from the queue "${queue}"`,
		description:
			'The queue was deleted or moved, or a message was not answered in time. The trigger reads it again as soon as it can.',
	});
}
