import { setTimeout as delay } from 'node:timers/promises';

/**
 * How long to wait before attempt number `attempt + 1`, in milliseconds: doubled each time up to `maxMs`, and spread
 * between half of that and all of it, so that callers who failed together do not return together.
 */
export function backoff(
	attempt: number,
	{ firstMs, maxMs, random }: { firstMs: number; maxMs: number; random: () => number },
): number {
	return Math.min(maxMs, firstMs * 2 ** Math.min(attempt - 1, 30)) * (0.5 + random() / 2);
}

/** Waits; throws the signal's reason as soon as it is aborted. */
export async function sleep(ms: number, signal?: AbortSignal | null): Promise<void> {
	try {
		await delay(ms, undefined, signal ? { signal } : {});
	} catch (error) {
		signal?.throwIfAborted();
		throw error;
	}
}
