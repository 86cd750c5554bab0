import type { Task } from './pendingDelivery';
import type { RunOptions, RunResult, Workflow } from './workflow';

const minuteMs = 60_000;
/** A doubling delay stays below this. */
const longestRetryDelayMs = 60 * minuteMs;
/** Before each run of a message that is kept although its retries are used up. */
const afterRetriesMs = [15 * minuteMs, 30 * minuteMs, 60 * minuteMs];

/** One execution of the workflow. */
export type Run = {
	readonly tasks: readonly Task[];
	/** Of their bodies. */
	readonly bytes: number;
	/** Monotonic milliseconds. */
	readonly startedAt: number;
	/** When the last run began that had succeeded by then. */
	readonly lastSuccessBegan: number;
	/** It tries whether a paused workflow works again. */
	readonly isProbe: boolean;
	/** One of its messages had not been run before. */
	readonly isFirst: boolean;
	/** `overdue`: it lasts too long. `over`: it has ended or was given up. */
	state: 'running' | 'overdue' | 'over';
	occupiesSlot: boolean;
};

/** The executions of one workflow that have not ended. */
export class Runs {
	readonly #runs = new Set<Run>();

	get isEmpty(): boolean {
		return this.#runs.size === 0;
	}

	/** How many slots are taken. */
	get occupied(): number {
		let occupied = 0;
		for (const { occupiesSlot } of this.#runs) if (occupiesSlot) occupied++;
		return occupied;
	}

	/** Of the messages in them. */
	get bytes(): number {
		let bytes = 0;
		for (const run of this.#runs) if (run.occupiesSlot) bytes += run.bytes;
		return bytes;
	}

	get overdue(): Run[] {
		return [...this.#runs].filter(({ state }) => state === 'overdue');
	}

	get isProbing(): boolean {
		return [...this.#runs].some(({ isProbe, occupiesSlot }) => isProbe && occupiesSlot);
	}

	/** Whether a slot is taken by messages that have been run before. */
	get isRepeating(): boolean {
		return [...this.#runs].some(({ isFirst, occupiesSlot }) => !isFirst && occupiesSlot);
	}

	add(tasks: readonly Task[], facts: Pick<Run, 'isProbe' | 'startedAt' | 'lastSuccessBegan'>): Run {
		const run: Run = {
			...facts,
			tasks,
			bytes: tasks.reduce((sum, { message }) => sum + message.body.length, 0),
			isFirst: tasks.some(({ triedAt }) => triedAt === null),
			state: 'running',
			occupiesSlot: true,
		};
		this.#runs.add(run);
		return run;
	}

	/** Those that started at the given time or before and have not been found before: they no longer occupy a slot. */
	becomeOverdue(startedBy: number): Run[] {
		const overdue = [...this.#runs].filter(({ state, startedAt }) => state === 'running' && startedAt <= startedBy);
		for (const run of overdue) Object.assign(run, { state: 'overdue', occupiesSlot: false });
		return overdue;
	}

	/** What runs now no longer occupies a slot: only what begins later says whether n8n starts executions again. */
	freeSlots(): void {
		for (const run of this.#runs) run.occupiesSlot = false;
	}

	end(run: Run): void {
		run.state = 'over';
		this.#runs.delete(run);
	}
}

/** Hands a run to n8n and waits for its end. What could not even be handed over was not started. */
export async function resultOf({ tasks }: Run, workflow: Workflow): Promise<RunResult> {
	try {
		return await workflow.run(tasks.map(({ message }) => message));
	} catch (error) {
		return { end: 'notStarted', reason: String(error) };
	}
}

/** How long a message waits for its next run, after so many failed ones. */
export function retryDelayMs(failures: number, options: Pick<RunOptions, 'retries' | 'retryDelayMs'>): number {
	const beyond = failures - options.retries - 1;
	if (beyond < 0) return Math.min(options.retryDelayMs * 2 ** (failures - 1), longestRetryDelayMs);
	return afterRetriesMs[Math.min(beyond, afterRetriesMs.length - 1)] ?? longestRetryDelayMs;
}
