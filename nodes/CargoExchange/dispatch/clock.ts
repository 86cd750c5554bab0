/** Time as dispatching needs it, so that tests can move it. */
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
			// Waiting is no reason for the process to stay alive.
			const timer = setTimeout(wake, delayMs).unref();
			signal?.addEventListener('abort', wake, { once: true });
		}),
};

/** One timer that is only ever moved forward: of several times asked for, the earliest counts. */
export class Timer {
	readonly #clock: Clock;
	readonly #onTime: () => void;
	#set: { at: number; cancel: AbortController } | null = null;

	constructor(clock: Clock, onTime: () => void) {
		this.#clock = clock;
		this.#onTime = onTime;
	}

	/** Calls back at the given time (monotonic milliseconds), unless an earlier one is set. */
	at(time: number): void {
		if (this.#set && this.#set.at <= time) return;
		this.#set?.cancel.abort();
		const set = { at: time, cancel: new AbortController() };
		this.#set = set;
		void this.#clock.sleep(Math.max(0, time - this.#clock.now()), set.cancel.signal).then(() => {
			if (this.#set !== set) return;
			this.#set = null;
			this.#onTime();
		});
	}
}
