import type { Clock } from './clock';

/** One wake-up call: whoever asks for an earlier time than the one that is set moves it forward. */
export class Alarm {
	readonly #clock: Clock;
	readonly #ring: () => void;
	#set: { at: number; cancel: AbortController } | null = null;

	constructor(clock: Clock, ring: () => void) {
		this.#clock = clock;
		this.#ring = ring;
	}

	/** Rings at the given time (monotonic milliseconds), unless it is set for earlier. */
	at(time: number): void {
		if (this.#set && this.#set.at <= time) return;
		this.clear();
		const set = { at: time, cancel: new AbortController() };
		this.#set = set;
		void this.#clock.sleep(Math.max(0, time - this.#clock.now()), set.cancel.signal).then(() => {
			if (this.#set !== set) return;
			this.#set = null;
			this.#ring();
		});
	}

	clear(): void {
		this.#set?.cancel.abort();
		this.#set = null;
	}
}
