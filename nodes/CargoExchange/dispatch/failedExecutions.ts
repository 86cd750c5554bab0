import type { Clock } from './workflow';

const minuteMs = 60_000;
/** So long after a failed execution was saved, it is certain that n8n could save it, unless n8n refuses executions. */
const certainAfterMs = 5 * minuteMs;
/** While n8n refuses executions, one is tried every 15 minutes. If none was refused for so long, there is none to try. */
const triedWithinMs = 20 * minuteMs;
const savedAtMost = 2;

/** `isDoubtful`: n8n refused an execution since it was saved, or when it was to be saved. */
type FailedExecution = {
	readonly save: () => void;
	readonly onCertain: () => void;
	saves: number;
	savedAt: number;
	isDoubtful: boolean;
};

/**
 * What the workflows of a queue save as failed executions. n8n does not say whether it could save one: that is certain when n8n
 * has started an execution that began later. If it has refused one instead, it is saved again after the next that was started.
 */
export class FailedExecutions {
	readonly #clock: Clock;
	readonly #uncertain = new Set<FailedExecution>();
	/** Since when n8n refuses to start executions; null: it does not, as far as known (monotonic milliseconds). */
	#refusedAt: number | null = null;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Something that people should know at once, even if it is in doubt whether n8n can save it. */
	report(save: () => void): void {
		this.#save(this.#add(save, () => {}));
	}

	/** Something that must not be lost: saved as soon as n8n starts executions. `onCertain`: n8n has it. */
	record(save: () => void, onCertain: () => void): void {
		const failed = this.#add(save, onCertain);
		if (!failed.isDoubtful) this.#save(failed);
	}

	noteRefused(): void {
		this.#refusedAt = this.#clock.now();
		for (const failed of this.#uncertain) failed.isDoubtful = true;
	}

	/** n8n has started an execution that began at this time (monotonic milliseconds). Says nothing about now if it refused one since. */
	noteStarted(began: number): void {
		if (this.#refusedAt !== null && began < this.#refusedAt) return;
		this.#refusedAt = null;
		for (const failed of [...this.#uncertain])
			if (failed.isDoubtful) this.#save(failed);
			else if (began >= failed.savedAt) this.#conclude(failed);
	}

	/** To be called at intervals. */
	checkTime(): void {
		const now = this.#clock.now();
		if (this.#refusedAt !== null && now - this.#refusedAt >= triedWithinMs) this.noteStarted(now);
		for (const failed of [...this.#uncertain])
			if (!failed.isDoubtful && now - failed.savedAt >= certainAfterMs) this.#conclude(failed);
	}

	#add(save: () => void, onCertain: () => void): FailedExecution {
		const failed = { save, onCertain, saves: 0, savedAt: -Infinity, isDoubtful: this.#refusedAt !== null };
		this.#uncertain.add(failed);
		return failed;
	}

	#save(failed: FailedExecution): void {
		failed.isDoubtful = this.#refusedAt !== null;
		failed.savedAt = this.#clock.now();
		failed.save();
		if (++failed.saves === savedAtMost) this.#conclude(failed);
	}

	#conclude(failed: FailedExecution): void {
		this.#uncertain.delete(failed);
		failed.onCertain();
	}
}
