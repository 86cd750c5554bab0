import { AmqpError } from '../errors';
import { backoff, sleep } from '../backoff';
import { openConnection } from './connection';
import type { ConnectionSettings } from './credential';
import type { Delivery } from './delivery';
import { openSession, type Session } from './session';

/** The part of a logger that reading a queue needs; n8n's own fits. */
export type Log = {
	debug(message: string, meta?: Record<string, unknown>): void;
	info(message: string, meta?: Record<string, unknown>): void;
	warn(message: string, meta?: Record<string, unknown>): void;
	error(message: string, meta?: Record<string, unknown>): void;
};

export type ConsumeOptions = {
	queue: string;
	/** Read again for each connection, so that a changed password heals. */
	settings: () => Promise<ConnectionSettings>;
	/** How many messages may be unanswered at the start of a connection (0–65,535; 0: none for now). */
	prefetch: () => number;
	onDelivery: (delivery: Delivery) => void;
	/** After each successful connection: what waits in the queue, and how many others read it. */
	onReady?: (state: { messages: number; otherConsumers: number }) => void;
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
	/** Stops, returns what is unanswered, closes channel and connection, all within 10 s. */
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
	const stopped = () => stopping.signal.aborted;
	let session: Session | null = null;
	let opening: Promise<unknown> = Promise.resolve();
	let outage: AmqpError | null = null;

	/** A listener that throws must not end the reading. */
	const notify = (call: () => void) => {
		try {
			call();
		} catch (error) {
			log.error(`A listener on the queue "${queue}" threw: ${String(error)}`);
		}
	};

	const noteOutage = (fault: AmqpError) => {
		if (outage?.permanent || (outage && !fault.permanent)) return;
		outage = fault;
		log.warn(`Queue "${queue}": ${fault.message}. ${fault.description} Trying again until it works.`);
		notify(() => options.onOutage?.(fault));
	};

	const noteReady = ({ state }: Session) => {
		if (outage) log.info(`Queue "${queue}" is read again`);
		outage = null;
		notify(() => options.onReady?.(state));
	};

	const onDelivery = (delivery: Delivery) => {
		if (stopped()) delivery.settle('requeue');
		else
			notify(() => {
				options.onDelivery(delivery);
			});
	};

	const open = async (): Promise<Session> => {
		const connection = await openConnection(await readSettings(options.settings), {
			timeoutMs: connectLimitMs,
			signal: stopping.signal,
		});
		const giveUp = () => void connection.close();
		stopping.signal.addEventListener('abort', giveUp);
		try {
			const prefetch = options.prefetch();
			const opened = await openSession(connection, { queue, prefetch, onDelivery });
			// Asked again: it may have changed before there was a session to be told.
			if (options.prefetch() !== prefetch) opened.setPrefetch(options.prefetch());
			return opened;
		} catch (error) {
			await connection.close();
			throw error;
		} finally {
			stopping.signal.removeEventListener('abort', giveUp);
		}
	};

	/** Resolves with what ended it. */
	const runSession = async (): Promise<AmqpError> => {
		try {
			const attempt = open();
			opening = attempt.catch(() => {});
			session = await attempt;
		} catch (error) {
			return asAmqpError(error);
		}
		if (!stopped()) noteReady(session);
		const fault = await session.ended;
		await session.close();
		return fault;
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
			await sleep(reconnectDelayMs(attempt, permanent, Math.random), stopping.signal).catch(() => {});
		}
	};
	const running = run();

	const stop = async () => {
		stopping.abort();
		await opening;
		await session?.stop();
	};
	const close = async () => {
		stopping.abort();
		await opening;
		await session?.close();
		await running;
	};
	let closed: Promise<void> | null = null;
	return {
		setPrefetch: (count) => session?.setPrefetch(count),
		stop,
		close: () => (closed ??= close()),
	};
}

async function readSettings(settings: ConsumeOptions['settings']): Promise<ConnectionSettings> {
	try {
		return await settings();
	} catch (cause) {
		throw new AmqpError({
			permanent: false,
			message: 'The queue credential could not be read',
			description: 'Check that it still exists and that this n8n can decrypt it.',
			cause,
		});
	}
}

function asAmqpError(cause: unknown): AmqpError {
	if (cause instanceof AmqpError) return cause;
	return new AmqpError({
		permanent: false,
		message: 'The queue could not be read',
		description: 'Something unexpected happened while connecting.',
		cause,
	});
}
