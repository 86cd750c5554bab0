import type { Clock } from '../../nodes/CargoExchange/dispatch/subscription';

/** Time that stands still until it is moved. */
export class FakeClock implements Clock {
	#now = 0;
	#sleepers: { wakeAt: number; wake: () => void }[] = [];

	now(): number {
		return this.#now;
	}

	sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
		return new Promise((resolve) => {
			if (signal?.aborted || delayMs === 0) {
				resolve();
				return;
			}
			this.#sleepers.push({ wakeAt: this.#now + delayMs, wake: resolve });
			signal?.addEventListener(
				'abort',
				() => {
					resolve();
				},
				{ once: true },
			);
		});
	}

	/** Moves time on until the condition holds. */
	async until(condition: () => boolean, limitMs = 600_000): Promise<void> {
		const end = this.#now + limitMs;
		while (!condition()) {
			if (this.#now > end) throw new Error(`Not so after ${limitMs} ms: ${condition.toString()}`);
			await this.advance(100);
		}
	}

	/** Moves time on, stopping at each sleeper on the way so that what it wakes sees its own time. */
	async advance(ms: number): Promise<void> {
		const end = this.#now + ms;
		await settled();
		for (;;) {
			const next = Math.min(...this.#sleepers.map(({ wakeAt }) => wakeAt));
			if (next > end) break;
			this.#now = Math.max(this.#now, next);
			const due = this.#sleepers.filter(({ wakeAt }) => wakeAt <= next);
			this.#sleepers = this.#sleepers.filter(({ wakeAt }) => wakeAt > next);
			for (const { wake } of due) wake();
			await settled();
		}
		this.#now = end;
	}
}

/** Lets everything run that waits for nothing but its turn. */
export async function settled(): Promise<void> {
	for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
