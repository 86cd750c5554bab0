import type { Clock } from '../../nodes/CargoExchange/dispatch/workflow';

const sleeplessAtMost = 1_000;

/** Time that stands still until it is moved. */
export class FakeClock implements Clock {
	#now = 0;
	/** Calls of `sleep` since time moved that did not wait. */
	#sleepless = 0;
	readonly #sleepers = new Set<{ wakeAt: number; wake: () => void }>();

	now(): number {
		return this.#now;
	}

	sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
		return new Promise((resolve) => {
			if (signal?.aborted || delayMs === 0) {
				// Whoever goes on and on without waiting would keep n8n from doing anything else.
				if (++this.#sleepless <= sleeplessAtMost) resolve();
				return;
			}
			const sleeper = {
				wakeAt: this.#now + delayMs,
				wake: () => {
					this.#sleepers.delete(sleeper);
					signal?.removeEventListener('abort', sleeper.wake);
					resolve();
				},
			};
			this.#sleepers.add(sleeper);
			signal?.addEventListener('abort', sleeper.wake);
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
		this.#checkSleep();
		for (;;) {
			const next = Math.min(...[...this.#sleepers].map(({ wakeAt }) => wakeAt));
			if (next > end) break;
			this.#now = Math.max(this.#now, next);
			for (const { wakeAt, wake } of [...this.#sleepers]) if (wakeAt <= next) wake();
			await settled();
			this.#checkSleep();
		}
		this.#now = end;
	}

	#checkSleep(): void {
		if (this.#sleepless > sleeplessAtMost) throw new Error('Somebody waits again and again for no time');
		this.#sleepless = 0;
	}
}

/** Lets everything run that waits for nothing but its turn. */
export async function settled(): Promise<void> {
	for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
