import type { Clock } from './dispatcherUnderTest';

type Timer = { readonly at: number; readonly order: number; action: (() => void) | null };

/** So many waits that do not wait, without any time passing, are a loop that never yields. */
const mostIdleWaits = 1_000;
/** How long it takes to read the clock. */
const readingMs = 1e-6;

/** Time that jumps from timer to timer. Between two, everything runs that waits for nothing but its turn. */
export class SimulatedTime {
	#now = 0;
	#order = 0;
	/** A binary heap by time. */
	readonly #timers: Timer[] = [];

	now(): number {
		return this.#now;
	}

	/** Returns how to cancel it. */
	after(delayMs: number, action: () => void): () => void {
		const timer: Timer = { at: this.#now + Math.max(0, delayMs), order: this.#order++, action };
		this.#push(timer);
		return () => {
			timer.action = null;
		};
	}

	wait(delayMs: number): Promise<void> {
		return new Promise((resolve) => {
			this.after(delayMs, resolve);
		});
	}

	async pass(ms: number, until: () => boolean = () => false): Promise<void> {
		const end = this.#now + ms;
		await everythingElse();
		for (let next = this.#timers[0]; next && next.at <= end && !until(); next = this.#timers[0]) {
			this.#pop();
			if (!next.action) continue;
			this.#now = next.at;
			next.action();
			await everythingElse();
		}
		if (!until()) this.#now = end;
	}

	/** The clock of one process: nothing of it wakes up again once it was killed. */
	clock(killed: AbortSignal, onSpin: () => void): Clock {
		let readings = 0;
		let idleWaits = 0;
		let lastAt = 0;
		return {
			// As a real one, never the same twice.
			now: () => this.#now + ++readings * readingMs,
			sleep: (delayMs, signal) =>
				new Promise((resolve) => {
					if (killed.aborted) return;
					if (signal?.aborted || delayMs <= 0) {
						idleWaits = lastAt === this.#now ? idleWaits + 1 : 1;
						lastAt = this.#now;
						if (idleWaits <= mostIdleWaits) resolve();
						else if (idleWaits === mostIdleWaits + 1) onSpin();
						return;
					}
					const wake = () => {
						cancel();
						signal?.removeEventListener('abort', wake);
						if (!killed.aborted) resolve();
					};
					const cancel = this.after(delayMs, wake);
					signal?.addEventListener('abort', wake);
				}),
		};
	}

	#push(timer: Timer): void {
		const heap = this.#timers;
		let index = heap.push(timer) - 1;
		while (index > 0) {
			const parent = (index - 1) >> 1;
			if (isBefore(heap[parent]!, timer)) break;
			heap[index] = heap[parent]!;
			index = parent;
		}
		heap[index] = timer;
	}

	#pop(): void {
		const heap = this.#timers;
		const last = heap.pop();
		if (!last || heap.length === 0) return;
		let index = 0;
		for (;;) {
			let child = 2 * index + 1;
			if (child >= heap.length) break;
			if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
			if (isBefore(last, heap[child]!)) break;
			heap[index] = heap[child]!;
			index = child;
		}
		heap[index] = last;
	}
}

function isBefore(one: Timer, other: Timer): boolean {
	return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/** A turn of the event loop comes after all microtasks. */
function everythingElse(): Promise<void> {
	return new Promise((resolve) => {
		setImmediate(resolve);
	});
}
