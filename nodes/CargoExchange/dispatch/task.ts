import type { Message } from './message';
import type { DeliveryHandle, Outcome } from './pendingDelivery';
import type { RunOptions } from './subscription';

/** A doubling delay stays within a timer's range. */
const longestRetryDelayMs = 3_600_000;

/**
 * What one subscriber has to do for one message, from its arrival to its last run. It serves every delivery of the
 * message that arrives in that time: after a lost connection, the copy takes over where the first one was.
 */
export class Task {
	readonly message: Message;
	/** Of the first delivery. */
	readonly arrivedAt: number;
	/** Tasks with the same key run one after the other; null: no order to keep. */
	readonly orderingKey: string | null;
	/** In the order of arrival. */
	position = 0;
	/** Failed runs so far. */
	failures: number;
	/** Not to be started before this time (monotonic milliseconds). */
	dueAt: number;
	/** Never in a batch. */
	alone: boolean;
	#deliveries: readonly DeliveryHandle[];

	constructor(
		first: DeliveryHandle,
		{ orderingKey, failures, dueAt }: Pick<Task, 'orderingKey' | 'failures' | 'dueAt'>,
	) {
		this.message = first.message;
		this.arrivedAt = first.arrivedAt;
		this.orderingKey = orderingKey;
		this.failures = failures;
		this.dueAt = dueAt;
		this.alone = failures > 0 || !first.message.reading.ok;
		this.#deliveries = [first];
	}

	join(delivery: DeliveryHandle): void {
		this.#deliveries = [...this.#deliveries, delivery];
	}

	/** Whether a delivery waits for its end. */
	get awaited(): boolean {
		return this.#deliveries.length > 0;
	}

	/** Its deliveries that arrived at the given time or before. */
	arrivedBy(time: number): DeliveryHandle[] {
		return this.#deliveries.filter(({ arrivedAt }) => arrivedAt <= time);
	}

	/** Ends these deliveries, by default all. */
	end(outcome: Outcome, deliveries = this.#deliveries): void {
		this.#deliveries = this.#deliveries.filter((delivery) => !deliveries.includes(delivery));
		for (const delivery of deliveries) delivery.end(outcome);
	}

	/** Requeues deliveries that are lost and, if it is waiting, those of a queue that is no longer read. */
	requeueStale({ waiting }: { waiting: boolean }): void {
		const stale = this.#deliveries.filter(({ lost, closing }) => lost || (closing && waiting));
		if (stale.length > 0) this.end('requeue', stale);
	}
}

/** One execution of the workflow for these tasks. */
export type Run = {
	readonly tasks: readonly Task[];
	/** Those that were not given up. */
	left: readonly Task[];
	readonly startedAt: number;
	/** Whether its end decides about its messages (not so with `onReceipt`). */
	readonly counts: boolean;
};

/** How long to wait before the next run, after so many failed ones before the last. */
export function retryDelayMs(failures: number, options: Pick<RunOptions, 'retryDelayMs'>): number {
	return Math.min(options.retryDelayMs * 2 ** failures, longestRetryDelayMs);
}
