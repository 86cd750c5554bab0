import { Timer, type Clock } from './clock';
import type { Deduplication } from './deduplication';
import type { Message } from './message';
import { OrderedQueue } from './orderedQueue';
import type { RunEnd, RunOptions, Subscription } from './subscription';
import { decideRetry, overdueTasks, type Task } from './task';

/** How often overdue tasks are looked for: little beside the minutes that the limit is given in. */
const lookEveryMs = 5_000;

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
export class Scheduler {
	readonly #deduplication: Deduplication;
	readonly #clock: Clock;
	readonly #subscription: () => Subscription;
	readonly #timer: Timer;
	readonly #queue = new OrderedQueue<Task>();
	readonly #runs = new Set<Run>();
	#paused = true;
	#unsubscribed = false;

	constructor(deduplication: Deduplication, clock: Clock, subscription: () => Subscription) {
		this.#deduplication = deduplication;
		this.#clock = clock;
		this.#subscription = subscription;
		this.#timer = new Timer(clock, () => {
			this.#look();
		});
	}

	/** Whether a slot is free, and everything that waits has to wait for its set or its retry. */
	get idle(): boolean {
		return !this.#paused && this.#runs.size < this.#options.parallel && !this.#hasReady;
	}

	/** Whether tasks wait for a slot. */
	get waitsForSlot(): boolean {
		return !this.#paused && this.#runs.size >= this.#options.parallel && this.#hasReady;
	}

	get hasWaiting(): boolean {
		return this.#queue.waiting.length > 0;
	}

	add(task: Task): void {
		const now = this.#clock.now();
		this.#queue.add(task);
		this.#timer.at(task.dueAt > now ? Math.min(task.dueAt, now + lookEveryMs) : now + lookEveryMs);
		this.#startReady();
	}

	pause(): void {
		this.#paused = true;
	}

	/** Goes on with what is still wanted. */
	resume(wanted: (message: Message) => boolean): void {
		this.#paused = false;
		this.#unsubscribed = false;
		for (const task of [...this.#queue.waiting]) if (!wanted(task.message)) this.#drop(task, 'unsubscribed');
		this.#look();
	}

	/** Drops everything that is not running, and later what would have to run again. */
	unsubscribe(): void {
		this.#paused = true;
		this.#unsubscribed = true;
		for (const task of [...this.#queue.waiting]) this.#drop(task, 'unsubscribed');
	}

	/** Gives back what has to go back; runs in flight keep the deliveries that are not lost. */
	giveBack(): void {
		for (const { tasks } of this.#runs) for (const task of tasks) task.giveBack('lost');
		for (const task of [...this.#queue.waiting]) this.#giveBackWaiting(task);
	}

	get #options(): RunOptions {
		return this.#subscription().options;
	}

	get #hasReady(): boolean {
		return this.#queue.ready(1, this.#clock.now()).length > 0;
	}

	#startReady(): void {
		const { parallel, batchSize, batchWaitMs } = this.#options;
		const now = this.#clock.now();
		while (!this.#paused && this.#runs.size < parallel) {
			const ready = this.#queue.ready(batchSize, now);
			const [first] = ready;
			if (!first) return;
			const startAt = ready.length === batchSize || first.alone ? now : first.arrivedAt + batchWaitMs;
			if (startAt > now) {
				this.#timer.at(startAt);
				return;
			}
			this.#start(ready, now);
		}
	}

	#start(tasks: Task[], startedAt: number): void {
		this.#queue.start(tasks);
		const subscription = this.#subscription();
		const { name, options, log } = subscription;
		const run: Run = { tasks, startedAt, batch: tasks.length > 1, counts: options.acknowledge === 'onSuccess' };
		this.#runs.add(run);
		const running = subscription.run(tasks.map(({ message }) => message));
		if (!run.counts) for (const task of tasks) this.#deduplication.complete(task, options);
		void running
			.catch((error: unknown): RunEnd => {
				log.error(`A run of the workflow "${name}" could not be started: ${String(error)}`);
				return 'failed';
			})
			.then((end) => {
				this.#finish(run, end);
			})
			.catch((error: unknown) => {
				log.error(`The end of a run of the workflow "${name}" could not be processed: ${String(error)}`);
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
		switch (decision.outcome) {
			case 'done':
				this.#deduplication.complete(task, this.#options);
				break;
			case 'failed':
				this.#reject(task, decision.reason);
				break;
			case 'requeue':
				this.#deduplication.drop(task, 'requeue');
				break;
			case 'retry':
				task.failures = decision.failures;
				task.dueAt = decision.dueAt;
				task.alone = true;
				this.#putBack(task);
		}
	}

	/** A task for another run waits for it at its old place, unless nobody is left to run it or to wait for it. */
	#putBack(task: Task): void {
		if (this.#unsubscribed) {
			this.#deduplication.drop(task, 'unsubscribed');
			return;
		}
		this.#queue.add(task);
		this.#timer.at(task.dueAt);
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
		const { name, log } = this.#subscription();
		log.warn(`The workflow "${name}" gave up on a message, which is rejected: ${reason}. ${identity}`);
		this.#deduplication.fail(task);
	}

	/** Ends a task that is not running. */
	#drop(task: Task, outcome: 'requeue' | 'unsubscribed'): void {
		this.#queue.remove(task);
		this.#deduplication.drop(task, outcome);
	}

	/** What time alone changes: retries that fall due, limits that are passed. */
	#look(): void {
		const now = this.#clock.now();
		const limit = now - this.#options.timeLimitMs;
		for (const task of overdueTasks(this.#queue.waiting, limit)) this.#drop(task, 'requeue');
		for (const run of this.#runs) this.#checkTime(run, limit);
		this.#startReady();
		const due = this.#queue.nextDue(now) ?? Infinity;
		if (this.#queue.waiting.length + this.#runs.size > 0) this.#timer.at(Math.min(due, now + lookEveryMs));
	}

	/**
	 * The message of a run that does not end goes back once; the run goes on, and its end counts when the message is here
	 * again. After the second limit the message is rejected, and its set and its slot are free.
	 */
	#checkTime(run: Run, limit: number): void {
		for (const task of run.tasks) {
			const overdue = task.arrivedBy(limit);
			const twice = overdue.length > 0 && this.#deduplication.wasOverdue(task);
			if (twice || run.startedAt <= limit - this.#options.timeLimitMs) {
				run.tasks = run.tasks.filter((other) => other !== task);
				this.#queue.finish(task);
				if (run.counts) this.#reject(task, 'its run did not end in time, twice');
			} else if (overdue.length > 0) this.#deduplication.requeueOverdue(task, overdue);
		}
		if (run.tasks.length === 0) this.#runs.delete(run);
	}
}
