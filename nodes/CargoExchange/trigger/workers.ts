import type { Clock, RunResult } from '../dispatch/workflow';

/** n8n reports an end within this time, if it does. */
const reportWithinMs = 60_000;

export const reachedItsLimit = "it reached the workflow's own timeout";

/**
 * `timeoutMs`: the workflow's own; Infinity: none. `waitMs`: how long an execution waits
 * for a worker at most, as far as nothing else is known.
 */
type Limits = { readonly timeoutMs: number; readonly waitMs: number };

/**
 * The executions of one workflow in queue mode, of which n8n does not report those that a worker stopped at the workflow's
 * own timeout. That counts from their beginning, which n8n does not report either. But workers take executions in the
 * order in which n8n got them: those before one that has ended were begun.
 */
export class Workers {
	readonly #clock: Clock;
	readonly #limits: Limits;
	/** Those that may not have been begun yet. */
	readonly #waiting = new Set<() => void>();

	constructor(clock: Clock, limits: Limits) {
		this.#clock = clock;
		this.#limits = limits;
	}

	/** The end of an execution: as n8n reports it, or as it must be if n8n does not. */
	async endOf(report: Promise<RunResult>): Promise<RunResult> {
		const { waitMs, timeoutMs } = this.#limits;
		const { onBegun, begun } = this.#add();
		const later = report.then((result) => {
			if (result.end === 'done' || result.end === 'failed') this.#noteBegun(onBegun);
			this.#waiting.delete(onBegun);
			return result;
		});
		if (timeoutMs === Infinity) return await later;
		const over = new AbortController();
		const stopped = async (): Promise<RunResult> => {
			await begun;
			await this.#clock.sleep(timeoutMs + reportWithinMs, over.signal);
			return { end: 'failed', reason: reachedItsLimit, later };
		};
		// It may have waited for a worker all the time, which is nobody's failure.
		const unknown = async (): Promise<RunResult> => {
			await this.#clock.sleep(waitMs + timeoutMs + reportWithinMs, over.signal);
			return { end: 'cutOff', later };
		};
		return await Promise.race([later, stopped(), unknown()]).finally(() => {
			over.abort();
		});
	}

	#add() {
		let onBegun = (): void => {};
		const begun = new Promise<void>((resolve) => {
			onBegun = () => {
				resolve();
			};
		});
		this.#waiting.add(onBegun);
		return { onBegun, begun };
	}

	#noteBegun(last: () => void): void {
		if (!this.#waiting.has(last)) return;
		for (const onBegun of this.#waiting) {
			this.#waiting.delete(onBegun);
			onBegun();
			if (onBegun === last) return;
		}
	}
}
