import { backoff, sleep } from '../../backoff';
import type { ServiceError } from '../../errors';

/** The limits of one call, in milliseconds where not otherwise named. */
export type Limits = {
	/** How often a call that is safe to repeat is sent at most. */
	tries: number;
	/** How long sending and repeating goes on until the answer begins. */
	totalMs: number;
	/** The delay before the first repetition; it doubles each time. */
	firstDelayMs: number;
	connectMs: number;
	/** Longest silence until the answer begins, and the same for an import, which the service works on before it answers. */
	headersMs: number;
	importHeadersMs: number;
	/** Longest silence within an answer, and longest time until all of it is there. */
	bodyMs: number;
	bodyTotalMs: number;
	/** The largest document: far more than any bill of lading, and less than a disk. */
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

/** An attempt that did not succeed, with what decides about another one. Never leaves this folder. */
export class AttemptError extends Error {
	/** It may pass by itself: the network was down, or the service busy. */
	readonly transient: boolean;
	/** True when the request's body was never opened: the service cannot have acted on it. */
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
 * Runs an attempt until it succeeds, `mayRepeat` says no, or the limits are reached; then throws the last attempt's problem,
 * or, if the total time cut that attempt short, what the service last answered before it.
 * Waits between attempts, longer each time, with jitter, and at least as long as the service asked for.
 */
export async function withRetry<T>(
	attempt: (timeLeftMs: number) => Promise<T>,
	limits: Limits,
	{ mayRepeat, signal }: { mayRepeat: (error: AttemptError) => boolean; signal: AbortSignal | null },
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
			if (performance.now() >= end) throw afterTries(answered ?? error.problem, tried);
			if (tried >= limits.tries || performance.now() + waitMs >= end) throw afterTries(error.problem, tried);
			await sleep(waitMs, signal);
		}
	}
}

/** For what is safe to repeat: whatever may pass by itself. */
export function ifTransient({ transient }: AttemptError): boolean {
	return transient;
}

/** The wait that Retry-After asks for, in milliseconds from now: given in seconds or as an HTTP date. Null when it says neither. */
export function retryAfterMs(header: string | null, nowMs = Date.now()): number | null {
	if (header === null || header.trim() === '') return null;
	if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
	const date = Date.parse(header);
	return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}

function afterTries(problem: ServiceError, tried: number): ServiceError {
	return tried === 1 ? problem : problem.withHint(`Tried ${tried} times.`);
}
