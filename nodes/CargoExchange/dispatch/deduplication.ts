import type { DeliveryHandle, Outcome } from './pendingDelivery';
import type { RunOptions } from './subscription';
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
// One object for all processed messages: a hundred thousand of them cost their keys and nothing else.
const done: HistoryEntry = { ...unknown, ended: 'done' };

/**
 * One workflow's memory of messages by key: at least the newest `capacity` of them and never twice as many.
 * Two generations instead of one map that drops its oldest: taking the first key of a large, ever-changing Map costs
 * up to 60 microseconds.
 */
export class MessageHistory {
	readonly #capacity: number;
	#young = new Map<string, HistoryEntry>();
	#old = new Map<string, HistoryEntry>();

	constructor(capacity: number) {
		this.#capacity = capacity;
	}

	recall(key: string): HistoryEntry {
		return this.#young.get(key) ?? this.#old.get(key) ?? unknown;
	}

	note(key: string, change: Partial<HistoryEntry>): void {
		this.#keep(key, { ...this.recall(key), ...change });
	}

	noteDone(key: string): void {
		this.#keep(key, done);
	}

	forget(key: string): void {
		this.#young.delete(key);
		this.#old.delete(key);
	}

	#keep(key: string, entry: HistoryEntry): void {
		if (this.#young.size >= this.#capacity && !this.#young.has(key)) {
			this.#old = this.#young;
			this.#young = new Map();
		}
		this.#young.set(key, entry);
	}
}

/**
 * What one workflow knows of its messages, whichever delivery brought them: which it has processed, which are in
 * progress, how often they have failed. A delivery that comes again continues where the one before was.
 */
export class Deduplication {
	readonly #processedMessages = new MessageHistory(rememberedMessages);
	/** Unfinished tasks by message key, for copies to join. */
	readonly #inProgress = new Map<string, Task>();
	#positions = 0;

	/** The task that a delivery asks for; null if it has ended already, or joins a task in progress. */
	open(
		handle: DeliveryHandle,
		{ skipDuplicates, orderingKey }: Pick<RunOptions, 'skipDuplicates'> & { orderingKey: string | null },
	): Task | null {
		const { key, reading, redelivered } = handle.message;
		const { ended, failures, dueAt, overdue } = this.#processedMessages.recall(key);
		// A message that came back for another workflow's sake is not run again here, with or without skipDuplicates.
		if (ended && (redelivered || (ended === 'done' && skipDuplicates))) {
			handle.end(ended, this.#forgetting(key, ended === 'done' && skipDuplicates));
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

	complete(task: Task, { skipDuplicates }: Pick<RunOptions, 'skipDuplicates'>): void {
		const { key } = task.message;
		this.#processedMessages.noteDone(key);
		this.#close(task, 'done', this.#forgetting(key, skipDuplicates));
	}

	/** A message that failed for good: a new copy of it runs again. */
	fail(task: Task): void {
		const { key } = task.message;
		this.#processedMessages.note(key, { ended: 'failed' });
		this.#close(task, 'failed', this.#forgetting(key, false));
	}

	/** A task that ends without a result of its own: what has failed before counts when the message comes again. */
	drop(task: Task, outcome: 'requeue' | 'unsubscribed'): void {
		const { failures, dueAt } = task;
		if (failures > 0) this.#processedMessages.note(task.message.key, { failures, dueAt });
		this.#close(task, outcome);
	}

	/** Whether the message has gone back before because its run did not end in time. */
	wasOverdue(task: Task): boolean {
		return this.#processedMessages.recall(task.message.key).overdue;
	}

	/** Gives these deliveries back and goes on with the task; the next delivery of the message waits for it. */
	requeueOverdue(task: Task, overdue: readonly DeliveryHandle[]): void {
		this.#processedMessages.note(task.message.key, { overdue: true });
		this.#inProgress.set(task.message.key, task);
		task.end('requeue', overdue);
	}

	/** Until a message is settled, its end is remembered in any case. */
	#forgetting(key: string, keep: boolean): (() => void) | undefined {
		if (keep) return undefined;
		return () => {
			this.#processedMessages.forget(key);
		};
	}

	#close(task: Task, outcome: Outcome, onSettled?: () => void): void {
		if (this.#inProgress.get(task.message.key) === task) this.#inProgress.delete(task.message.key);
		task.end(outcome, undefined, onSettled);
	}
}
