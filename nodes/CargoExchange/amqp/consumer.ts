import { setTimeout as pause } from 'node:timers/promises';
import type { QueueAccount } from './credential';
import { backoffMs } from '../backoff';
import { openConnection } from './connection';
import type { Delivery } from './delivery';
import { AmqpError } from './fault';
import type { Log } from './log';
import { openSession, type Session } from './session';

export type ConsumeOptions = {
	queue: string;
	/** Read anew for each connection, so that a changed password heals. */
	account: () => Promise<QueueAccount>;
	/** Shown in the broker's list of connections. */
	connectionName: () => string;
	/** How many messages the broker may have outstanding here (1–65,535). Read for each connection. */
	prefetch: () => number;
	onDelivery: (delivery: Delivery) => void;
	/** After each successful connection: what waits in the queue, and who else reads it. */
	onReady?: (state: { messages: number; otherConsumers: number }) => void;
	/**
	 * Once when an outage begins (also when the first attempt does not succeed), and once more in it where it turns out that
	 * no retry will help. Logged already.
	 */
	onOutage?: (fault: AmqpError) => void;
	/** When an outage is over. Logged already. */
	onRecovery?: () => void;
	log: Log;
	/** 0 ≤ random() < 1; spreads the attempts of many instances. */
	random?: () => number;
	/** Resolves after `delayMs`, or at once when aborted. */
	sleep?: (delayMs: number, signal: AbortSignal) => Promise<void>;
	connectLimitMs?: number;
	heartbeatSeconds?: number;
};

export type QueueConsumer = {
	/** Resolves with the first successful connection. Never rejects; stays open when closed before. */
	ready: Promise<void>;
	/** How the first attempt went: null, or what stood in its way. The attempts go on for ever all the same. */
	firstAttempt: Promise<AmqpError | null>;
	/** Takes effect at once, and until the next connection asks `prefetch`. 0: no messages for now. */
	setPrefetch(count: number): void;
	/** No new deliveries and no reconnecting; resolves when the broker has been told. What is settled later still goes out. */
	stop(): Promise<void>;
	/** Closes channel and connection within 5 s; what is unsettled goes back to the queue. */
	close(): Promise<void>;
};

/** A connection that lasted this long was no fluke: the next loss starts with short delays again. */
const steadyMs = 5000;
const usualConnectLimitMs = 10_000;

/** Reads a queue, whatever happens to broker, network or queue, until it is stopped. Answers nothing by itself; never throws. */
export function consume(options: ConsumeOptions): QueueConsumer {
	const { queue, log, random = Math.random, sleep = sleepUntil } = options;
	const stopping = new AbortController();
	const stopped = () => stopping.signal.aborted;
	const ready = deferred<undefined>();
	const firstAttempt = deferred<AmqpError | null>();
	let session: Session | null = null;
	let opening: Promise<unknown> = Promise.resolve();
	let outage: AmqpError | null = null;

	/** A listener that throws must not end the reading. */
	const tell = (call: () => void) => {
		try {
			call();
		} catch (error) {
			log.error(`A listener on the queue "${queue}" threw: ${String(error)}`);
		}
	};

	const noteOutage = (fault: AmqpError) => {
		if (outage?.certain || (outage && !fault.certain)) return;
		outage = fault;
		log.warn(`Queue "${queue}": ${fault.message}. ${fault.description} Trying again until it works.`);
		tell(() => options.onOutage?.(fault));
	};

	const noteReady = (opened: Session) => {
		if (outage) {
			outage = null;
			log.info(`Queue "${queue}" is read again`);
			tell(() => options.onRecovery?.());
		}
		tell(() => options.onReady?.(opened.state));
		firstAttempt.resolve(null);
		ready.resolve(undefined);
	};

	const onDelivery = (delivery: Delivery) => {
		if (stopped()) delivery.settle('requeue');
		else
			tell(() => {
				options.onDelivery(delivery);
			});
	};

	const open = async (): Promise<Session> => {
		const account = await readAccount(options.account);
		const connection = await openConnection(account, {
			name: options.connectionName(),
			timeoutMs: options.connectLimitMs ?? usualConnectLimitMs,
			...(options.heartbeatSeconds !== undefined && { heartbeatSeconds: options.heartbeatSeconds }),
			signal: stopping.signal,
		});
		const giveUp = () => void connection.close();
		stopping.signal.addEventListener('abort', giveUp);
		try {
			const prefetch = options.prefetch();
			const opened = await openSession(connection, { queue, prefetch, onDelivery });
			// Asked again: it may have changed while the session was not there yet to be told.
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
		let opened: Session;
		try {
			const attempt = open();
			opening = attempt.catch(() => {});
			opened = await attempt;
		} catch (error) {
			const fault = asFault(error);
			firstAttempt.resolve(fault);
			return fault;
		}
		session = opened;
		if (!stopped()) noteReady(opened);
		const fault = await opened.ended;
		await opened.close();
		return fault;
	};

	const run = async () => {
		let attempt = 0;
		let certain = false;
		while (!stopped()) {
			const startedAt = performance.now();
			const fault = await runSession();
			if (stopped()) break;
			const steady = performance.now() - startedAt > steadyMs && outage === null;
			attempt = steady || fault.certain !== certain ? 1 : attempt + 1;
			certain = fault.certain;
			noteOutage(fault);
			await sleep(backoffMs(attempt, certain, random), stopping.signal).catch(() => {});
		}
	};
	const running = run();

	const stop = async () => {
		stopping.abort();
		await opening;
		await session?.stop();
	};
	let closed: Promise<void> | null = null;
	const close = async () => {
		stopping.abort();
		await opening;
		await session?.close();
		firstAttempt.resolve(new AmqpError('closed', false, 'The reading was closed', 'It was stopped from this side.'));
		await running;
	};
	return {
		ready: ready.promise.then(() => undefined),
		firstAttempt: firstAttempt.promise,
		setPrefetch: (count) => session?.setPrefetch(count),
		stop,
		close: () => (closed ??= close()),
	};
}

async function readAccount(account: () => Promise<QueueAccount>): Promise<QueueAccount> {
	try {
		return await account();
	} catch (error) {
		throw new AmqpError(
			'login',
			false,
			'The queue credential could not be read',
			'Check that it still exists and that this n8n can decrypt it.',
			error,
		);
	}
}

function asFault(error: unknown): AmqpError {
	return error instanceof AmqpError
		? error
		: new AmqpError(
				'closed',
				false,
				'The queue could not be read',
				'Something unexpected happened while connecting.',
				error,
			);
}

async function sleepUntil(delayMs: number, signal: AbortSignal): Promise<void> {
	// Rejects when aborted, which is only the end of the wait here.
	await pause(delayMs, undefined, { signal }).catch(() => {});
}

function deferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
	let resolve: (value: Value) => void = () => {};
	const promise = new Promise<Value>((settle) => {
		resolve = settle;
	});
	return { promise, resolve };
}
