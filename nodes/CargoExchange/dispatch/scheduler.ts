import { identityOf, type Message } from './message';
import { MessageHistory } from './messageHistory';
import type { DeliveryHandle, Outcome } from './pendingDelivery';
import type { Clock, RunEnd, RunOptions, Subscription } from './subscription';
import { retryDelayMs, Task, type Run } from './task';
import { WaitingTasks } from './waitingTasks';

/** When one workflow runs what: one set at a time and in order, as many runs as it has slots, failed tasks again later. */
export class Scheduler {
	/** The workflow as last edited. */
	subscription: Subscription;
	readonly #clock: Clock;
	readonly #history = new MessageHistory();
	readonly #waiting = new WaitingTasks();
	/** Those that copies of their message join, by its SHA-256. */
	readonly #inProgress = new Map<string, Task>();
	readonly #runs = new Set<Run>();
	#mode: 'active' | 'paused' | 'unsubscribed' = 'paused';
	/** The time of the last timer that was set. */
	#timerAt = 0;

	constructor(subscription: Subscription, clock: Clock) {
		this.subscription = subscription;
		this.#clock = clock;
	}

	get slotFree(): boolean {
		return this.#runs.size < this.#options.parallel;
	}

	/** Whether a task could start; all others have to wait for their set or their retry. */
	get hasReady(): boolean {
		return this.#waiting.ready(1, this.#clock.now()).length > 0;
	}

	get waiting(): Task[] {
		return [...this.#waiting.tasks];
	}

	/** Accepts a delivery, whose `end` is called once, at the latest soon after the time limit. */
	take(delivery: DeliveryHandle): void {
		const { sha256, redelivered, setId } = delivery.message;
		const { skipDuplicates, keepOrderPerSet } = this.#options;
		const { ended, failures, dueAt } = this.#history.recall(sha256);
		// A message that was requeued for another workflow's sake is not run again here, with or without skipDuplicates.
		if (ended && (redelivered || (ended === 'done' && skipDuplicates))) {
			const { name, log } = this.subscription;
			log.debug(
				`The workflow "${name}" skipped a message that it has processed before. ${identityOf(delivery.message)}`,
			);
			delivery.end(ended);
			return;
		}
		const known = this.#inProgress.get(sha256);
		// Without a delivery, it waits for this one.
		if (known && (skipDuplicates || !known.awaited)) {
			known.join(delivery);
			return;
		}
		const task = new Task(delivery, { orderingKey: keepOrderPerSet ? setId : null, failures, dueAt });
		this.#waiting.add(task);
		if (!known) this.#inProgress.set(sha256, task);
		if (dueAt > this.#clock.now()) this.#setTimer(dueAt);
		if (this.#mode === 'active') this.#record(task);
		this.#startReady();
	}

	/** Whether a message that is not settled yet was rejected here, or recorded. */
	hasFailed({ sha256 }: Message): boolean {
		return this.#history.recall(sha256).ended === 'failed';
	}

	/** The broker has its answer, and does not deliver the message again. */
	settled({ sha256 }: Message): void {
		this.#history.settled(sha256, this.#options);
	}

	pause(): void {
		this.#mode = 'paused';
	}

	/** Goes on with the messages that are still wanted. */
	resume(wanted: (message: Message) => boolean): void {
		this.#mode = 'active';
		for (const task of this.waiting) {
			if (wanted(task.message)) this.#record(task);
			else this.#unsubscribe(task);
		}
		this.#startReady();
	}

	/** Ends everything that is not running, and later everything that would have to run again. */
	unsubscribe(): void {
		this.#mode = 'unsubscribed';
		for (const task of this.waiting) this.#unsubscribe(task);
	}

	/** Requeues deliveries that are lost, and what is not running if the queue is no longer read. */
	requeueStale(): void {
		for (const { left } of this.#runs) for (const task of left) task.requeueStale({ waiting: false });
		for (const task of this.#waiting.tasks) this.#requeueIfStale(task);
	}

	/** Ends messages that have waited or run for too long. To be called at intervals that are short compared with the time limit. */
	checkTimeLimits(): void {
		const limit = this.#clock.now() - this.#options.timeLimitMs;
		for (const task of this.#waiting.overdue(limit)) this.#end(task, 'requeue');
		for (const run of this.#runs) this.#checkRun(run, limit);
		this.#startReady();
	}

	get #options(): RunOptions {
		return this.subscription.options;
	}

	/** An unreadable message that the workflow wants recorded needs neither a slot nor a run. */
	#record(task: Task): void {
		if (task.message.reading.ok || this.#options.unreadable !== 'saveAsFailedExecution') return;
		this.subscription.record(task.message);
		this.#end(task, 'failed');
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
		while (this.#mode === 'active' && this.slotFree) {
			const ready = this.#waiting.ready(batchSize, now);
			const [first] = ready;
			if (!first) return;
			const startAt = ready.length === batchSize || first.alone ? now : first.arrivedAt + batchWaitMs;
			if (startAt > now) {
				this.#setTimer(startAt);
				return;
			}
			this.#run(ready, now).catch((error: unknown) => {
				const { name, log } = this.subscription;
				log.error(`The end of an execution of the workflow "${name}" could not be processed: ${String(error)}`);
			});
		}
	}

	async #run(tasks: readonly Task[], startedAt: number): Promise<void> {
		const { name, log, options } = this.subscription;
		const run: Run = { tasks, left: tasks, startedAt, counts: options.acknowledge === 'onSuccess' };
		this.#runs.add(run);
		this.#waiting.start(tasks);
		const running = this.subscription.run(tasks.map(({ message }) => message));
		if (!run.counts) for (const task of tasks) this.#report(task, 'done');
		const end = await running.catch((error: unknown): RunEnd => {
			log.error(`An execution of the workflow "${name}" could not be started: ${String(error)}`);
			return 'failed';
		});
		// A run that was given up has had its outcome.
		if (!this.#runs.has(run)) return;
		this.#free(run);
		if (run.counts) for (const task of run.left) this.#conclude(task, end, tasks.length > 1);
		this.#startReady();
	}

	/** Its slot, and its sets. */
	#free(run: Run): void {
		this.#runs.delete(run);
		this.#waiting.free(run.tasks);
	}

	#conclude(task: Task, end: RunEnd, batch: boolean): void {
		const { failures } = task;
		const now = this.#clock.now();
		if (end === 'done') this.#end(task, 'done');
		else if (end === 'unknown') this.#runAgain(task, { failures, dueAt: now + this.#options.retryDelayMs });
		else if (end === 'failedForGood') this.#reject(task, 'its execution was stopped');
		// A failed batch says nothing about a single message: each runs again alone, at once, and with all its retries.
		else if (batch) this.#runAgain(task, { failures, dueAt: now });
		else if (failures < this.#options.retries)
			this.#runAgain(task, { failures: failures + 1, dueAt: now + retryDelayMs(failures, this.#options) });
		else this.#reject(task, failures === 0 ? 'its execution failed' : `all ${failures + 1} executions failed`);
	}

	/** At its place in the order, unless nobody is left to run it or to wait for it. */
	#runAgain(task: Task, facts: Pick<Task, 'failures' | 'dueAt'>): void {
		Object.assign(task, facts, { alone: true });
		this.#waiting.putBack(task);
		this.#setTimer(task.dueAt);
		this.#requeueIfStale(task);
		if (this.#mode === 'unsubscribed') this.#unsubscribe(task);
	}

	#requeueIfStale(task: Task): void {
		task.requeueStale({ waiting: true });
		if (!task.awaited) this.#end(task, 'requeue');
	}

	/** It no longer counts here. An unreadable message is delivered again: another workflow may record it then. */
	#unsubscribe(task: Task): void {
		this.#end(task, task.message.reading.ok ? 'unsubscribed' : 'requeue');
	}

	#reject(task: Task, reason: string): void {
		const { name, log } = this.subscription;
		log.warn(`The workflow "${name}" rejected a message: ${reason}. ${identityOf(task.message)}`);
		this.#end(task, 'failed');
	}

	#end(task: Task, outcome: Outcome): void {
		this.#waiting.delete(task);
		this.#report(task, outcome);
	}

	/** Remembers how the message ended. If it is to come again, its failed runs count then. */
	#report(task: Task, outcome: Outcome): void {
		const { failures, dueAt, message } = task;
		const { sha256 } = message;
		if (outcome === 'done' || outcome === 'failed') this.#history.noteEnd(sha256, outcome);
		else if (failures > 0) this.#history.note(sha256, { failures, dueAt });
		if (this.#inProgress.get(sha256) === task) this.#inProgress.delete(sha256);
		task.end(outcome);
	}

	/**
	 * The message of a run that does not end is requeued once; the run goes on, and its end counts when the message is
	 * delivered again. After the second limit the message is rejected, and its set and its slot are free.
	 */
	#checkRun(run: Run, limit: number): void {
		for (const task of run.left) {
			const { sha256 } = task.message;
			const overdue = task.arrivedBy(limit);
			const twice = overdue.length > 0 && this.#history.recall(sha256).overdue;
			if (twice || run.startedAt <= limit - this.#options.timeLimitMs) {
				run.left = run.left.filter((other) => other !== task);
				if (run.counts) this.#reject(task, 'its execution did not end in time, twice');
			} else if (overdue.length > 0) {
				this.#history.note(sha256, { overdue: true });
				this.#inProgress.set(sha256, task);
				task.end('requeue', overdue);
			}
		}
		if (run.left.length === 0) this.#free(run);
	}
}
