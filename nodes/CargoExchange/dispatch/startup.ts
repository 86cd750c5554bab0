import type { Clock } from './workflow';
import { settleAtMostMs, settleMs } from './limits';

/** The start of n8n's workflows in this process: no queue is opened until the last of all has joined, whatever its queue. */
export class Startup {
	readonly #clock: Clock;
	#firstAt = -Infinity;
	#lastAt = -Infinity;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** A workflow joins that n8n starts. */
	noteJoined(): void {
		const isFirst = this.remainingMs <= 0;
		this.#lastAt = this.#clock.now();
		if (isFirst) this.#firstAt = this.#lastAt;
	}

	/** How long it lasts if no more join (milliseconds); not above 0: it is over. */
	get remainingMs(): number {
		return Math.min(this.#lastAt + settleMs, this.#firstAt + settleAtMostMs) - this.#clock.now();
	}
}
