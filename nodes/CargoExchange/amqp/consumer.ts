import { backoff, orAborted, sleep } from '../backoff';
import { AmqpError } from '../errors';
import { openConnection } from './connection';
import { asCredentialFault, type BrokerSettings } from './credential';
import type { Delivery } from './delivery';
import { Session, type SessionOptions } from './session';

/** The part of a logger that reading a queue needs; n8n's own fits. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', (message: string) => void>;

export type ConsumeOptions = Pick<SessionOptions, 'opening'> & {
	queue: string;
	/** Read again for each connection, so that a changed password takes effect. */
	settings: () => Promise<BrokerSettings>;
	/** How many messages may be unanswered at the start of a connection (0–65,535; 0: none for now). */
	prefetch: () => number;
	onDelivery: (delivery: Delivery) => void;
	/** After each successful connection, with the number of others that read the queue. */
	onReady?: (otherConsumers: number) => void;
	/**
	 * When an outage begins (also when the first attempt does not succeed), and once more in it if it turns out that no
	 * retry will help. Logged already.
	 */
	onOutage?: (fault: AmqpError) => void;
	log: Log;
};

export type QueueConsumer = {
	/** Whether the broker delivers to it: it is connected, and not with a prefetch of 0. */
	readonly isConsuming: boolean;
	/**
	 * Takes effect at once, and until the next connection asks `prefetch`. What is unanswered keeps its place. 0: no
	 * messages for now. While others read the queue as well, one number above 0 is not changed into another.
	 */
	setPrefetch(count: number): void;
	/** No new deliveries and no reconnecting; resolves when the broker has confirmed it. What is settled later still goes out. */
	stop(): Promise<void>;
	/** Requeues unanswered messages, closes channel and connection, all within 10 s. */
	close(): Promise<void>;
	/** How many messages wait in the queue. Rejects while it is not connected. */
	countReady(): Promise<number>;
};

/** A connection that lasted this long was not a fluke: the next loss starts with short delays again. */
const steadyMs = 5000;
const connectLimitMs = 10_000;
const firstDelayMs = 250;
/** Short enough to be back within 5 s of the broker's return; if only a person can help, rare enough for the broker's log. */
const longestDelayMs = { transient: 4000, permanent: 30_000 };

/** How long to wait before another attempt to read a queue, in milliseconds. */
export function reconnectDelayMs(attempt: number, permanent: boolean, random: () => number): number {
	const maxMs = permanent ? longestDelayMs.permanent : longestDelayMs.transient;
	return backoff(attempt, { firstMs: firstDelayMs, maxMs, random });
}

/** Reads a queue, whatever happens to broker, network or queue, until it is closed. Settles nothing by itself; never throws. */
export function consume(options: ConsumeOptions): QueueConsumer {
	return new ReconnectingConsumer(options);
}

class ReconnectingConsumer implements QueueConsumer {
	readonly #options: ConsumeOptions;
	readonly #stopping = new AbortController();
	/** The session that is open or being opened; null if it could not be opened. */
	#session: Promise<Session | null> = Promise.resolve(null);
	#current: Session | null = null;
	/** Faults since the last connection, by their messages: each is reported once. */
	readonly #faults = new Set<string>();
	readonly #running: Promise<void>;

	constructor(options: ConsumeOptions) {
		this.#options = options;
		this.#running = this.#run();
	}

	get isConsuming(): boolean {
		return this.#current?.isConsuming ?? false;
	}

	setPrefetch(count: number): void {
		void this.#session.then((session) => session?.setPrefetch(count));
	}

	async stop(): Promise<void> {
		this.#stopping.abort();
		await (await this.#session)?.stop();
	}

	async close(): Promise<void> {
		this.#stopping.abort();
		await (await this.#session)?.close();
		await this.#running;
	}

	async countReady(): Promise<number> {
		return await (await this.#connected()).countReady();
	}

	async #connected(): Promise<Session> {
		const session = await this.#session;
		if (!session) throw new Error('There is no connection');
		return session;
	}

	#stopped(): boolean {
		return this.#stopping.signal.aborted;
	}

	async #run(): Promise<void> {
		let attempt = 0;
		let permanent = false;
		while (!this.#stopped()) {
			const startedAt = performance.now();
			const fault = await this.#runSession();
			if (this.#stopped()) break;
			const steady = performance.now() - startedAt > steadyMs && this.#faults.size === 0;
			attempt = steady || fault.permanent !== permanent ? 1 : attempt + 1;
			({ permanent } = fault);
			this.#noteOutage(fault);
			// Throws when stopped, which the loop sees by itself.
			await sleep(reconnectDelayMs(attempt, permanent, Math.random), this.#stopping.signal).catch(() => {});
		}
	}

	/** Resolves with the cause of its end. */
	async #runSession(): Promise<AmqpError> {
		const opening = this.#openSession();
		this.#session = opening.catch(() => null);
		try {
			const session = await opening;
			this.#current = session;
			this.#noteReady(session);
			const fault = await session.ended;
			this.#current = null;
			await session.close();
			return fault;
		} catch (error) {
			return asCredentialFault(error);
		}
	}

	async #openSession(): Promise<Session> {
		const { queue, prefetch, opening } = this.#options;
		const { signal } = this.#stopping;
		const settings = await orAborted(this.#options.settings(), signal);
		const connection = await openConnection(settings, { timeoutMs: connectLimitMs, signal });
		const giveUp = () => void connection.close();
		signal.addEventListener('abort', giveUp);
		try {
			const onDelivery = this.#onDelivery;
			return await Session.open(connection, { queue, prefetch: prefetch(), onDelivery, ...(opening && { opening }) });
		} catch (error) {
			await connection.close();
			throw error;
		} finally {
			signal.removeEventListener('abort', giveUp);
		}
	}

	readonly #onDelivery = (delivery: Delivery): void => {
		const { queue, log } = this.#options;
		if (this.#stopped()) {
			delivery.settle('requeue');
			return;
		}
		try {
			this.#options.onDelivery(delivery);
		} catch (error) {
			// It must not end the reading.
			log.error(`A message of the queue "${queue}" could not be processed: ${String(error)}`);
		}
	};

	#noteReady({ otherConsumers }: Session): void {
		const { queue, log, onReady } = this.#options;
		if (this.#stopped()) return;
		if (this.#faults.size > 0) log.info(`Queue "${queue}": connected again`);
		this.#faults.clear();
		onReady?.(otherConsumers);
	}

	#noteOutage(fault: AmqpError): void {
		const { queue, log, onOutage } = this.#options;
		const isFirst = this.#faults.size === 0;
		if (!isFirst && (!fault.permanent || this.#faults.has(fault.message))) return;
		this.#faults.add(fault.message);
		log.warn(`Queue "${queue}": ${fault.message}. ${fault.description} Retrying until it succeeds.`);
		onOutage?.(fault);
	}
}
