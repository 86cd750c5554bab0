/** Time as the hub needs it, so that tests can hold it in their hands. */
export type Clock = {
	/** Monotonic milliseconds, the same scale as a delivery's `arrivedAt`. */
	now(): number;
	/** Resolves after `delayMs`, at once when the signal aborts. */
	sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
};

export const processClock: Clock = {
	now: () => performance.now(),
	sleep: (delayMs, signal) =>
		new Promise((resolve) => {
			if (signal?.aborted) {
				resolve();
				return;
			}
			const wake = () => {
				clearTimeout(timer);
				signal?.removeEventListener('abort', wake);
				resolve();
			};
			// A wait of ours is no reason for a process to live on.
			const timer = setTimeout(wake, delayMs).unref();
			signal?.addEventListener('abort', wake, { once: true });
		}),
};
