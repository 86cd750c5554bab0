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

/** The promise's result; throws the signal's reason as soon as it is aborted. */
export async function orAborted<Result>(promise: Promise<Result>, signal: AbortSignal | null): Promise<Result> {
	if (signal === null) return promise;
	return new Promise((resolve, reject) => {
		const abort = () => {
			// The reason can be of any type; callers expect it unchanged.
			// eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
			reject(signal.reason);
		};
		if (signal.aborted) abort();
		signal.addEventListener('abort', abort, { once: true });
		promise.then(resolve, reject).finally(() => {
			signal.removeEventListener('abort', abort);
		});
	});
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
