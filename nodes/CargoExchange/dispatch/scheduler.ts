import { Deduplication } from './deduplication';
import type { Message } from './message';
import { OrderedQueue } from './orderedQueue';
import type { DeliveryHandle, Taker } from './pendingDelivery';
import type { Clock, RunEnd, RunOptions, Subscription } from './subscription';
import { decideRetry, overdueTasks, type Task } from './task';

/** One execution of the workflow. */
type Run = {
	tasks: readonly Task[];
	readonly startedAt: number;
	/** Whether it began with several messages: then its failure says nothing about a single one. */
	readonly batch: boolean;
	/** Whether its end decides about its messages (not so with `onReceipt`). */
	readonly counts: boolean;
};

/** When one workflow runs what: one set at a time and in order, as many runs as it has slots, failed tasks again later. */
export class Scheduler implements Taker {
	/** The workflow as last edited. */
	subscription: Subscription;
	readonly #clock: Clock;
	readonly #deduplication = new Deduplication();
	readonly #queue = new OrderedQueue<Task>();
	readonly #runs = new Set<Run>();
	#mode: 'active' | 'paused' | 'unsubscribed' = 'paused';
	/** The time of the last timer that was set. */
	#timerAt = 0;

	constructor(subscription: Subscription, clock: Clock) {
		this.subscription = subscription;
		this.#clock = clock;
	}

	/** Whether a slot is free, and everything that waits has to wait for its set or its retry. */
	get idle(): boolean {
		return this.#mode === 'active' && this.#slotFree && !this.#hasReady;
	}

	/** Whether tasks wait for a slot. */
	get waitsForSlot(): boolean {
		return this.#mode === 'active' && !this.#slotFree && this.#hasReady;
	}

	/** Whether anything that is not running is held here. */
	get hasWaiting(): boolean {
		return this.#queue.waiting.length > 0;
	}

	/** Accepts a delivery, whose `end` is called once, at the latest soon after the time limit. */
	take(handle: DeliveryHandle): void {
		const { skipDuplicates, keepOrderPerSet } = this.#options;
		const orderingKey = keepOrderPerSet ? handle.message.setId : null;
		const task = this.#deduplication.open(handle, { skipDuplicates, orderingKey });
		if (!task) return;
		this.#queue.add(task);
		if (task.dueAt > this.#clock.now()) this.#setTimer(task.dueAt);
		this.#startReady();
	}

	settled(message: Message): void {
		this.#deduplication.settled(message, this.#options);
	}

	pause(): void {
		this.#mode = 'paused';
	}

	/** Goes on with the messages that are still wanted. */
	resume(wanted: (message: Message) => boolean): void {
		this.#mode = 'active';
		for (const task of [...this.#queue.waiting]) if (!wanted(task.message)) this.#drop(task, 'unsubscribed');
		this.#startReady();
	}

	/** Drops everything that is not running, and later everything that would have to run again. */
	unsubscribe(): void {
		this.#mode = 'unsubscribed';
		for (const task of [...this.#queue.waiting]) this.#drop(task, 'unsubscribed');
	}

	/** Returns deliveries to the queue that have to go back; runs in flight keep those that are not lost. */
	giveBack(): void {
		for (const { tasks } of this.#runs) for (const task of tasks) task.giveBack('lost');
		for (const task of [...this.#queue.waiting]) this.#giveBackWaiting(task);
	}

	/** Ends messages that have waited or run for too long. To be called at intervals that are short compared with the time limit. */
	checkTimeLimits(): void {
		const limit = this.#clock.now() - this.#options.timeLimitMs;
		for (const task of overdueTasks(this.#queue.waiting, limit)) this.#drop(task, 'requeue');
		for (const run of this.#runs) this.#checkRun(run, limit);
		this.#startReady();
	}

	get #options(): RunOptions {
		return this.subscription.options;
	}

	get #slotFree(): boolean {
		return this.#runs.size < this.#options.parallel;
	}

	get #hasReady(): boolean {
		return this.#queue.ready(1, this.#clock.now()).length > 0;
	}

	/** Starts the tasks that are due at the given time. A timer that is no longer needed finds nothing to start. */
	#setTimer(time: number): void {
		if (time === this.#timerAt) return;
		this.#timerAt = time;
		void this.#clock.sleep(time - this.#clock.now()).then(() => {
			this.#startReady();
		});
	}

	#startReady(): void {
		const { batchSize, batchWaitMs } = this.#options;
		const now = this.#clock.now();
		while (this.#mode === 'active' && this.#slotFree) {
			const ready = this.#queue.ready(batchSize, now);
			const [first] = ready;
			if (!first) return;
			const startAt = ready.length === batchSize || first.alone ? now : first.arrivedAt + batchWaitMs;
			if (startAt > now) {
				this.#setTimer(startAt);
				return;
			}
			this.#start(ready, now);
		}
	}

	#start(tasks: Task[], startedAt: number): void {
		this.#queue.start(tasks);
		const { name, log, options } = this.subscription;
		const run: Run = { tasks, startedAt, batch: tasks.length > 1, counts: options.acknowledge === 'onSuccess' };
		this.#runs.add(run);
		const running = this.subscription.run(tasks.map(({ message }) => message));
		if (!run.counts) for (const task of tasks) this.#deduplication.end(task, 'done');
		void running
			.catch((error: unknown): RunEnd => {
				log.error(`An execution of the workflow "${name}" could not be started: ${String(error)}`);
				return 'failed';
			})
			.then((end) => {
				this.#finish(run, end);
			})
			.catch((error: unknown) => {
				log.error(`The end of an execution of the workflow "${name}" could not be processed: ${String(error)}`);
			});
	}

	#finish(run: Run, end: RunEnd): void {
		// A run that was given up has had its outcome.
		if (!this.#runs.delete(run)) return;
		for (const task of run.tasks) this.#queue.finish(task);
		if (run.counts) for (const task of run.tasks) this.#conclude(task, end, run.batch);
		this.#startReady();
	}

	#conclude(task: Task, end: RunEnd, batch: boolean): void {
		const { failures } = task;
		const decision = decideRetry(end, { batch, failures, now: this.#clock.now(), options: this.#options });
		if (decision.outcome === 'failed') this.#reject(task, decision.reason);
		else if (decision.outcome !== 'retry') this.#deduplication.end(task, decision.outcome);
		else {
			task.failures = decision.failures;
			task.dueAt = decision.dueAt;
			task.alone = true;
			this.#putBack(task);
		}
	}

	/** A task for another run waits for it at its old place, unless nobody is left to run it or to wait for it. */
	#putBack(task: Task): void {
		if (this.#mode === 'unsubscribed') {
			this.#deduplication.end(task, 'unsubscribed');
			return;
		}
		this.#queue.add(task);
		this.#setTimer(task.dueAt);
		this.#giveBackWaiting(task);
	}

	#giveBackWaiting(task: Task): void {
		task.giveBack('goesBack');
		if (!task.awaited) this.#drop(task, 'requeue');
	}

	#reject(task: Task, reason: string): void {
		const { messageId, setId, key } = task.message;
		const sha256 = Buffer.from(key, 'base64').toString('hex');
		// All in the text: n8n's log shows further fields only when it is set to debug or to JSON.
		const identity = JSON.stringify({ setId, messageId, sha256 });
		const { name, log } = this.subscription;
		log.warn(`The workflow "${name}" rejected a message: ${reason}. ${identity}`);
		this.#deduplication.end(task, 'failed');
	}

	/** Ends a task that is not running. */
	#drop(task: Task, outcome: 'requeue' | 'unsubscribed'): void {
		this.#queue.remove(task);
		this.#deduplication.end(task, outcome);
	}

	/**
	 * The message of a run that does not end goes back once; the run goes on, and its end counts when the message is here
	 * again. After the second limit the message is rejected, and its set and its slot are free.
	 */
	#checkRun(run: Run, limit: number): void {
		for (const task of run.tasks) {
			const overdue = task.arrivedBy(limit);
			const twice = overdue.length > 0 && this.#deduplication.wasOverdue(task);
			if (twice || run.startedAt <= limit - this.#options.timeLimitMs) {
				run.tasks = run.tasks.filter((other) => other !== task);
				this.#queue.finish(task);
				if (run.counts) this.#reject(task, 'its execution did not end in time, twice');
			} else if (overdue.length > 0) this.#deduplication.requeueOverdue(task, overdue);
		}
		if (run.tasks.length === 0) this.#runs.delete(run);
	}
}
