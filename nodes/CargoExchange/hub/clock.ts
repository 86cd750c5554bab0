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
			const timer = setTimeout(wake, delayMs);
			signal?.addEventListener('abort', wake, { once: true });
		}),
};
