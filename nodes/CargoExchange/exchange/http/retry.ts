import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceError } from '../../errors';
import type { Limits } from './limits';
import { Setback } from './setback';

const longestDelayMs = 10_000;

/**
 * Runs an attempt until it works, `mayRepeat` says no, or the limits are reached; then throws the last attempt's problem,
 * or, where the total time cut that attempt short, what the service last answered before it.
 * Waits between attempts, longer each time, with jitter, and at least as long as the service asked for.
 */
export async function persist<T>(
	attempt: (timeLeftMs: number) => Promise<T>,
	limits: Limits,
	{ mayRepeat, signal }: { mayRepeat: (setback: Setback) => boolean; signal: AbortSignal | null },
): Promise<T> {
	const end = performance.now() + limits.totalMs;
	let answered: ServiceError | null = null;
	for (let tried = 1; ; tried++) {
		signal?.throwIfAborted();
		try {
			return await attempt(Math.max(1, end - performance.now()));
		} catch (error) {
			if (!(error instanceof Setback)) throw error;
			const waitMs = error.waitMs + jittered(limits.firstDelayMs * 2 ** (tried - 1));
			if (!mayRepeat(error)) throw afterTries(error.problem, tried);
			if (error.problem.status !== null) answered = error.problem;
			if (performance.now() >= end) throw afterTries(answered ?? error.problem, tried);
			if (tried >= limits.tries || performance.now() + waitMs >= end) throw afterTries(error.problem, tried);
			await sleep(waitMs, signal);
		}
	}
}

/** For what is safe to repeat: whatever may pass by itself. */
export function whilePassing({ passing }: Setback): boolean {
	return passing;
}

/** What Retry-After asks for, in milliseconds from now: given in seconds or as an HTTP date. Null when it says neither. */
export function retryAfterMs(header: string | null, nowMs = Date.now()): number | null {
	if (header === null || header.trim() === '') return null;
	if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
	const date = Date.parse(header);
	return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}

/** Between half of the delay and all of it, so that callers who were turned away together do not return together. */
function jittered(delayMs: number): number {
	return Math.min(delayMs, longestDelayMs) * (0.5 + Math.random() / 2);
}

async function sleep(ms: number, signal: AbortSignal | null): Promise<void> {
	try {
		await delay(ms, undefined, signal ? { signal } : {});
	} catch (error) {
		signal?.throwIfAborted();
		throw error;
	}
}

function afterTries(problem: ServiceError, tried: number): ServiceError {
	return tried === 1 ? problem : problem.withHint(`Tried ${tried} times.`);
}
