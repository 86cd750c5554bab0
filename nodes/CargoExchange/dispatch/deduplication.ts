import type { Message } from './message';
import type { DeliveryHandle, Outcome } from './pendingDelivery';
import { Task } from './task';

/** Messages that a workflow remembers, to recognise copies of them. */
const rememberedMessages = 100_000;

/** What is remembered of a message that may come again. */
export type HistoryEntry = {
	/** How it ended here: a copy needs no run. */
	readonly ended: 'done' | 'failed' | null;
	/** Failed runs so far, if it went back to the queue with retries left. */
	readonly failures: number;
	/** When its next run is due (monotonic milliseconds). */
	readonly dueAt: number;
	/** Went back once because its run did not end in time. */
	readonly overdue: boolean;
};

const unknown: HistoryEntry = { ended: null, failures: 0, dueAt: 0, overdue: false };
// One object each for all messages: a hundred thousand of them cost their keys and nothing else.
const done: HistoryEntry = { ...unknown, ended: 'done' };
const failed: HistoryEntry = { ...unknown, ended: 'failed' };

/** One workflow's memory of messages by key: at least the newest `capacity` of them and never twice as many. */
export class MessageHistory {
	readonly #capacity: number;
	#entries = new Map<string, HistoryEntry>();

	constructor(capacity: number) {
		this.#capacity = capacity;
	}

	recall(key: string): HistoryEntry {
		return this.#entries.get(key) ?? unknown;
	}

	note(key: string, entry: HistoryEntry): void {
		this.#entries.delete(key);
		this.#entries.set(key, entry);
		// Many at once: taking the first key of a large, ever-changing Map is slow.
		if (this.#entries.size >= 2 * this.#capacity) this.#entries = new Map([...this.#entries].slice(-this.#capacity));
	}

	forget(key: string): void {
		this.#entries.delete(key);
	}
}

/**
 * What one workflow knows of its messages, from whichever delivery: which it has processed, which are in progress, how
 * often they have failed. A delivery that comes again continues where the one before was.
 */
export class Deduplication {
	readonly #history = new MessageHistory(rememberedMessages);
	/** Unfinished tasks by message key, for copies to join. */
	readonly #inProgress = new Map<string, Task>();
	#positions = 0;

	/** The task that a delivery asks for; null if it has ended already, or joins a task in progress. */
	open(
		handle: DeliveryHandle,
		{ skipDuplicates, orderingKey }: { skipDuplicates: boolean; orderingKey: string | null },
	): Task | null {
		const { key, reading, redelivered } = handle.message;
		const { ended, failures, dueAt, overdue } = this.#history.recall(key);
		// A message that came back for another workflow's sake is not run again here, with or without skipDuplicates.
		if (ended && (redelivered || (ended === 'done' && skipDuplicates))) {
			handle.end(ended);
			return null;
		}
		const known = this.#inProgress.get(key);
		if (known && (skipDuplicates || overdue)) {
			known.join(handle);
			return null;
		}
		const task = new Task(handle, { position: this.#positions++, orderingKey });
		task.failures = failures;
		task.dueAt = dueAt;
		task.alone = !reading.ok || failures > 0;
		if (!known) this.#inProgress.set(key, task);
		return task;
	}

	/** Ends a task. Without a result of its own, its failed runs count when the message comes again. */
	end(task: Task, outcome: Outcome): void {
		const { failures, dueAt } = task;
		const { key } = task.message;
		if (outcome === 'done') this.#history.note(key, done);
		else if (outcome === 'failed') this.#history.note(key, failed);
		else if (failures > 0) this.#history.note(key, { ...this.#history.recall(key), failures, dueAt });
		if (this.#inProgress.get(key) === task) this.#inProgress.delete(key);
		task.end(outcome);
	}

	/** Until a message is settled, its end is remembered in any case. */
	settled({ key }: Message, { skipDuplicates }: { skipDuplicates: boolean }): void {
		const { ended } = this.#history.recall(key);
		if (ended === 'failed' || (ended === 'done' && !skipDuplicates)) this.#history.forget(key);
	}

	/** Whether the message has gone back before because its run did not end in time. */
	wasOverdue({ message }: Task): boolean {
		return this.#history.recall(message.key).overdue;
	}

	/** Gives these deliveries back and goes on with the task; the next delivery of the message waits for it. */
	requeueOverdue(task: Task, overdue: readonly DeliveryHandle[]): void {
		const { key } = task.message;
		this.#history.note(key, { ...this.#history.recall(key), overdue: true });
		this.#inProgress.set(key, task);
		task.end('requeue', overdue);
	}
}
