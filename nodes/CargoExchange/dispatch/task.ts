import type { Message } from './message';
import type { DeliveryHandle, Outcome } from './pendingDelivery';
import type { RunEnd, RunOptions } from './subscription';

/** Longest delay between two runs: a doubling delay stays within a timer's range. */
const longestDelayMs = 3_600_000;

/**
 * What one subscriber has to do for one message, from its arrival to its last run. It serves every delivery of the
 * message that comes in that time: after a lost connection the copy takes over where the first one was.
 */
export class Task {
	readonly message: Message;
	readonly position: number;
	readonly orderingKey: string | null;
	/** Of the first delivery. */
	readonly arrivedAt: number;
	dueAt = 0;
	failures = 0;
	alone = false;
	#handles: readonly DeliveryHandle[];

	constructor(first: DeliveryHandle, { position, orderingKey }: Pick<Task, 'position' | 'orderingKey'>) {
		this.message = first.message;
		this.arrivedAt = first.arrivedAt;
		this.position = position;
		this.orderingKey = orderingKey;
		this.#handles = [first];
	}

	join(handle: DeliveryHandle): void {
		this.#handles = [...this.#handles, handle];
	}

	/** Whether a delivery waits for its end. */
	get awaited(): boolean {
		return this.#handles.length > 0;
	}

	/** Its deliveries that arrived at the given time or before. */
	arrivedBy(time: number): DeliveryHandle[] {
		return this.#handles.filter(({ arrivedAt }) => arrivedAt <= time);
	}

	/** Ends these deliveries, by default all. */
	end(outcome: Outcome, handles: readonly DeliveryHandle[] = this.#handles): void {
		this.#handles = this.#handles.filter((handle) => !handles.includes(handle));
		for (const handle of handles) handle.end(outcome);
	}

	/** Gives back its deliveries of this kind. */
	giveBack(kind: 'lost' | 'goesBack'): void {
		const handles = this.#handles.filter((handle) => handle[kind]);
		if (handles.length > 0) this.end('requeue', handles);
	}
}

/** What follows for one message from the end of a run: an outcome, or another run at `dueAt` after so many failed ones. */
export type RetryDecision =
	| { readonly outcome: 'done' | 'requeue' }
	| { readonly outcome: 'failed'; readonly reason: string }
	| { readonly outcome: 'retry'; readonly failures: number; readonly dueAt: number };

/** `batch`: the run had more messages than this one. `failures`: failed runs of this message alone so far. */
type Circumstances = {
	readonly batch: boolean;
	readonly failures: number;
	readonly now: number;
	readonly options: Pick<RunOptions, 'retries' | 'retryDelayMs'>;
};

/** A failed batch says nothing about a single message: each runs again alone, at once, and with all its retries. */
export function decideRetry(end: RunEnd, { batch, failures, now, options }: Circumstances): RetryDecision {
	if (end === 'done') return { outcome: 'done' };
	if (end === 'unknown') return { outcome: 'requeue' };
	if (end === 'failedForGood') return { outcome: 'failed', reason: 'its execution was stopped' };
	if (batch) return { outcome: 'retry', failures, dueAt: now };
	if (failures >= options.retries) {
		return {
			outcome: 'failed',
			reason: failures === 0 ? 'its execution failed' : `all ${failures + 1} executions failed`,
		};
	}
	const delayMs = Math.min(options.retryDelayMs * 2 ** failures, longestDelayMs);
	return { outcome: 'retry', failures: failures + 1, dueAt: now + delayMs };
}

/** Tasks that have waited past their time, and those behind them in the same set: returned together, they keep their order. */
export function overdueTasks(waiting: readonly Task[], limit: number): Task[] {
	const overdueSets = new Set<string>();
	return waiting.filter((task) => {
		const { orderingKey } = task;
		if (orderingKey !== null && overdueSets.has(orderingKey)) return true;
		if (task.arrivedBy(limit).length === 0) return false;
		if (orderingKey !== null) overdueSets.add(orderingKey);
		return true;
	});
}
