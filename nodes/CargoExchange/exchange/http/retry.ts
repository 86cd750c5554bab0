import { backoff, sleep } from '../../backoff';
import type { ServiceError } from '../../errors';

/** The limits of one call, in milliseconds unless the name says otherwise. */
export type Limits = {
	/** The maximum number of attempts for a call that is safe to repeat. */
	tries: number;
	/** How long to keep trying until the response begins. */
	totalMs: number;
	/** The delay before the first retry; it doubles each time. */
	firstDelayMs: number;
	connectMs: number;
	/** Longest silence before the response begins, and the same for an import, which the service processes before it responds. */
	headersMs: number;
	importHeadersMs: number;
	/** Longest silence within a response, and longest time until it is complete; also until an import's response begins. */
	bodyMs: number;
	bodyTotalMs: number;
	/** The largest document: far larger than any bill of lading, and smaller than a disk. */
	documentBytes: number;
};

export const defaultLimits: Limits = {
	tries: 4,
	totalMs: 120_000,
	firstDelayMs: 500,
	connectMs: 10_000,
	headersMs: 60_000,
	importHeadersMs: 300_000,
	bodyMs: 60_000,
	bodyTotalMs: 1_800_000,
	documentBytes: 512 * 1024 * 1024,
};

const longestDelayMs = 10_000;
/** A timer may end this much early. */
const timerSlackMs = 20;

/** A failed attempt, with the facts that decide on another one. Never leaves the client. */
export class AttemptError extends Error {
	/** The next attempt may succeed: the network was down, or the service busy. */
	readonly transient: boolean;
	/** True if nothing of the request's body was handed over: the service cannot have acted on it. */
	readonly bodyNotSent: boolean;
	/** How long the service asks to wait (Retry-After), in milliseconds. */
	readonly waitMs: number;

	constructor(
		readonly problem: ServiceError,
		facts: { transient: boolean; bodyNotSent?: boolean; waitMs?: number | null },
	) {
		super(problem.message, { cause: problem });
		this.transient = facts.transient;
		this.bodyNotSent = facts.bodyNotSent ?? false;
		this.waitMs = facts.waitMs ?? 0;
	}
}

/**
 * Runs an attempt until it succeeds, `mayRepeat` returns false, or a limit is reached; then throws the error of the last attempt,
 * or, if the total time ended during that attempt, that of the last response before it.
 * Waits between attempts, longer each time, with jitter, and at least as long as the service asked for.
 */
export async function withRetry<T>(
	attempt: (timeLeftMs: number) => Promise<T>,
	limits: Limits,
	{
		mayRepeat = ({ transient }) => transient,
		signal,
	}: { mayRepeat?: ((error: AttemptError) => boolean) | undefined; signal: AbortSignal | null },
): Promise<T> {
	const end = performance.now() + limits.totalMs;
	let answered: ServiceError | null = null;
	for (let tried = 1; ; tried++) {
		signal?.throwIfAborted();
		try {
			return await attempt(Math.max(1, end - performance.now()));
		} catch (error) {
			if (!(error instanceof AttemptError)) throw error;
			const delayMs = backoff(tried, { firstMs: limits.firstDelayMs, maxMs: longestDelayMs, random: Math.random });
			const waitMs = error.waitMs + delayMs;
			if (!mayRepeat(error)) throw afterTries(error.problem, tried);
			if (error.problem.status !== null) answered = error.problem;
			if (performance.now() >= end - timerSlackMs) throw afterTries(answered ?? error.problem, tried);
			if (tried >= limits.tries || performance.now() + waitMs >= end) throw afterTries(error.problem, tried);
			await sleep(waitMs, signal);
		}
	}
}

/** Digits that still make a time that somebody could mean: up to 31 years. */
const seconds = /^\s*\d{1,9}\s*$/;

/**
 * The wait of a Retry-After header, in seconds or as an HTTP date, in milliseconds; null if it is neither. A date is that of the server's
 * clock, which the Date header shows.
 */
export function retryAfterMs(header: string | null, serverDate: string | null, nowMs = Date.now()): number | null {
	if (header === null || header.trim() === '') return null;
	if (seconds.test(header)) return Number(header) * 1000;
	const date = Date.parse(header);
	const serverMs = Date.parse(serverDate ?? '');
	return Number.isNaN(date) ? null : Math.max(0, date - (Number.isNaN(serverMs) ? nowMs : serverMs));
}

function afterTries(problem: ServiceError, tried: number): ServiceError {
	return tried === 1 ? problem : problem.addAdvice(`Tried ${tried} times.`);
}
