import { backoff, sleep } from '../backoff';
import type { AmqpError } from '../errors';
import { openConnection } from './connection';
import { asCredentialFault, type ConnectionSettings } from './credential';
import type { Delivery } from './delivery';
import { openSession, type Session } from './session';

/** The part of a logger that reading a queue needs; n8n's own fits. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', (message: string) => void>;

export type ConsumeOptions = {
	queue: string;
	/** Read again for each connection, so that a changed password takes effect. */
	settings: () => Promise<ConnectionSettings>;
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
	/** Takes effect at once, and until the next connection asks `prefetch`. What is unanswered keeps its place. 0: no messages for now. */
	setPrefetch(count: number): void;
	/** No new deliveries and no reconnecting; resolves when the broker has confirmed it. What is settled later still goes out. */
	stop(): Promise<void>;
	/** Stops, requeues unanswered messages, closes channel and connection, all within 10 s. */
	close(): Promise<void>;
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

/** Reads a queue, whatever happens to broker, network or queue, until it is stopped. Settles nothing by itself; never throws. */
export function consume(options: ConsumeOptions): QueueConsumer {
	const { queue, log } = options;
	const stopping = new AbortController();
	const { signal } = stopping;
	const stopped = () => signal.aborted;
	/** The session that is open or being opened; null if it could not be opened. */
	let session: Promise<Session | null> = Promise.resolve(null);
	let outage: AmqpError | null = null;

	const noteOutage = (fault: AmqpError) => {
		if (outage?.permanent || (outage && !fault.permanent)) return;
		outage = fault;
		log.warn(`Queue "${queue}": ${fault.message}. ${fault.description} Retrying until it succeeds.`);
		options.onOutage?.(fault);
	};

	const noteReady = ({ otherConsumers }: Session) => {
		if (stopped()) return;
		if (outage) log.info(`Queue "${queue}": connected again`);
		outage = null;
		options.onReady?.(otherConsumers);
	};

	const onDelivery = (delivery: Delivery) => {
		if (stopped()) {
			delivery.settle('requeue');
			return;
		}
		try {
			options.onDelivery(delivery);
		} catch (error) {
			// It must not end the reading.
			log.error(`A message of the queue "${queue}" could not be processed: ${String(error)}`);
		}
	};

	const open = async (): Promise<Session> => {
		const connection = await openConnection(await options.settings(), { timeoutMs: connectLimitMs, signal });
		const giveUp = () => void connection.close();
		signal.addEventListener('abort', giveUp);
		try {
			return await openSession(connection, { queue, prefetch: options.prefetch(), onDelivery });
		} catch (error) {
			await connection.close();
			throw error;
		} finally {
			signal.removeEventListener('abort', giveUp);
		}
	};

	/** Resolves with the cause of its end. */
	const runSession = async (): Promise<AmqpError> => {
		const opening = open();
		session = opening.catch(() => null);
		try {
			const opened = await opening;
			noteReady(opened);
			const fault = await opened.ended;
			await opened.close();
			return fault;
		} catch (error) {
			return asCredentialFault(error);
		}
	};

	const run = async () => {
		let attempt = 0;
		let permanent = false;
		while (!stopped()) {
			const startedAt = performance.now();
			const fault = await runSession();
			if (stopped()) break;
			const steady = performance.now() - startedAt > steadyMs && outage === null;
			attempt = steady || fault.permanent !== permanent ? 1 : attempt + 1;
			({ permanent } = fault);
			noteOutage(fault);
			// Throws when stopped, which the loop sees by itself.
			await sleep(reconnectDelayMs(attempt, permanent, Math.random), signal).catch(() => {});
		}
	};
	const running = run();

	return {
		setPrefetch(count) {
			void session.then((opened) => opened?.setPrefetch(count));
		},
		async stop() {
			stopping.abort();
			await (await session)?.stop();
		},
		async close() {
			stopping.abort();
			await (await session)?.close();
			await running;
		},
	};
}
