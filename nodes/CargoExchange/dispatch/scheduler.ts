import { Health, type HealthServices } from './health';
import { bytesAtOnce, identityOf } from './message';
import * as notices from './notices';
import type { Task } from './pendingDelivery';
import { resultOf, retryDelayMs, Runs, type Run } from './runs';
import { WaitingTasks } from './waitingTasks';
import type { Clock, RunOptions, RunResult, Workflow } from './workflow';

/** Brokers that count deliveries remove a message after 20 by default: from here on, retries no longer wait so long. */
const deliveriesToHurry = 12;

/** `canRun`: the workflow is active. `onPutBack`: a task waits again after its run. */
type Owner = {
	canRun(): boolean;
	onEnded(task: Task): void;
	onPutBack(task: Task): void;
	onPauseEnded(): void;
	onPublished(): void;
};

/** When one workflow runs what: one set at a time and in order, as many runs as it has slots, failed tasks again later. */
export class Scheduler {
	/** The workflow as last edited. */
	workflow: Workflow;
	readonly waiting = new WaitingTasks();
	readonly health: Health;
	readonly #owner: Owner;
	readonly #clock: Clock;
	readonly #runs = new Runs();
	/** The time of the last timer that was set. */
	#timerAt = 0;

	constructor(workflow: Workflow, owner: Owner, services: HealthServices) {
		this.workflow = workflow;
		this.#owner = owner;
		this.#clock = services.clock;
		this.health = new Health(() => this.workflow, services);
	}

	/** Whether another run may start: neither their number nor their messages are too large. */
	get slotFree(): boolean {
		return this.#runs.occupied < this.health.slots && this.#runs.bytes < bytesAtOnce;
	}

	/** Whether no run is in progress. */
	get isIdle(): boolean {
		return this.#runs.isEmpty;
	}

	/** Whether messages run again that have been run before. */
	get isRepeating(): boolean {
		return this.#runs.isRepeating;
	}

	/** A message has arrived, or is here again. */
	add(task: Task): void {
		task.state = 'waiting';
		task.orderingKey = this.#options.keepOrderPerSet ? task.message.setId : null;
		this.waiting.add(task);
		this.#setTimer(task.dueAt);
		if (task.deliveryCount >= deliveriesToHurry)
			for (const each of [task, ...this.waiting.ahead(task)]) this.#hurry(each);
		if (this.#owner.canRun()) this.#record(task);
		this.start();
	}

	/** Its message is in the queue again, or no longer wanted. */
	drop(task: Task): void {
		this.waiting.delete(task);
		task.state = 'returned';
	}

	/** The workflow was published: it starts afresh. */
	publish(workflow: Workflow): void {
		this.workflow = workflow;
		this.health.reset();
		for (const run of this.#runs.overdue) this.#abandon(run);
		this.#owner.onPublished();
	}

	/** Runs may start from now on. */
	resume(): void {
		for (const task of [...this.waiting]) this.#record(task);
		this.start();
	}

	/** Starts what can start now. */
	start(): void {
		const now = this.#clock.now();
		if (this.#owner.canRun() && this.health.paused) this.#probe(now);
		while (this.#owner.canRun() && this.slotFree) {
			const { batchSize, batchWaitMs } = this.#options;
			const ready = this.waiting.ready(batchSize, now);
			const [first] = ready;
			if (!first) return;
			const startAt = ready.length === batchSize || first.alone ? now : first.arrivedAt + batchWaitMs;
			this.#setTimer(startAt);
			if (startAt > now) return;
			this.#start(ready, { isProbe: false });
		}
	}

	/** To be called at intervals: frees the slots of runs that last too long, and reports them. */
	checkTime(): void {
		const { options, everyEndIsReported } = this.workflow;
		for (const run of this.#runs.becomeOverdue(this.#clock.now() - options.runTimeoutMs)) {
			const runsAgain = !everyEndIsReported && run.tasks.every(({ restarted }) => !restarted);
			for (const task of run.tasks) this.health.report(notices.overdue(options.runTimeoutMs, task, { runsAgain }));
			if (runsAgain) this.#abandon(run);
			if (this.#runs.overdue.length >= options.parallel) this.health.pause(notices.noSlots());
		}
		this.start();
	}

	get #options(): RunOptions {
		return this.workflow.options;
	}

	/** The broker removes what it has delivered too often: the remaining runs come soon, one after the other. */
	#hurry(task: Task): void {
		const soon = this.#clock.now() + this.#options.retryDelayMs;
		if (task.dueAt <= soon || task.failures > this.#options.retries) return;
		task.dueAt = soon;
		this.#setTimer(soon);
	}

	/** An unreadable message that the workflow wants recorded needs neither a slot nor a run, but an n8n that has saved it. */
	#record(task: Task): void {
		if (task.isForRecord || task.message.reading.ok || this.#options.unreadable !== 'saveAsFailedExecution') return;
		task.isForRecord = true;
		this.health.record(task.message, () => {
			this.#end(task, 'failed');
		});
	}

	/** While the workflow is paused. */
	#probe(now: number): void {
		if (this.#runs.isProbing || this.#runs.occupied >= this.#options.parallel) return;
		this.#setTimer(this.health.probeAt);
		if (this.health.probeAt > now) return;
		const probe = this.waiting.nextProbe({ refused: this.health.refused });
		if (probe) this.#start([probe], { isProbe: true });
	}

	#start(tasks: readonly Task[], { isProbe }: { isProbe: boolean }): void {
		const { lastSuccessBegan } = this.health;
		const run = this.#runs.add(tasks, { isProbe, startedAt: this.#clock.now(), lastSuccessBegan });
		this.waiting.start(tasks);
		this.#run(run).catch((error: unknown) => {
			this.workflow.log.error(`The end of an execution of "${this.workflow.name}" was not processed: ${String(error)}`);
		});
	}

	async #run(run: Run): Promise<void> {
		const running = resultOf(run, this.workflow);
		if (this.#options.acknowledge === 'onReceipt') for (const task of run.tasks) this.#end(task, 'done');
		for (let result: RunResult | undefined = await running; result; result = await result.later) {
			// Of a run that was given up, only a success counts.
			if (run.state === 'over' && result.end !== 'done') continue;
			this.#endRun(run);
			this.#conclude(run, result);
		}
	}

	#endRun(run: Run): void {
		if (run.state === 'over') return;
		this.#runs.end(run);
		this.waiting.free(run.tasks);
	}

	#conclude(run: Run, result: RunResult): void {
		const { paused } = this.health;
		if (result.end === 'notStarted') this.#runs.freeSlots();
		this.health.noteEnd(run, result, this.waiting.size);
		this.#endTasks(run, result);
		if (paused && !this.health.paused) this.#owner.onPauseEnded();
		this.start();
	}

	/** What the end of a run says about its messages. */
	#endTasks(run: Run, { end, reason = '' }: RunResult): void {
		const { tasks, isProbe } = run;
		const now = this.#clock.now();
		const { retries, retryDelayMs } = this.#options;
		for (const task of tasks.filter(({ ended }) => !ended)) {
			if (end !== 'notStarted') task.triedAt = now;
			if (end === 'done') this.#end(task, 'done');
			else if (end === 'stopped') this.#reject(task, 'its execution was stopped');
			else if (end === 'notStarted') this.#putBack(task, task.dueAt);
			else if (end === 'cutOff') this.#putBack(task, now + retryDelayMs);
			// Each message of a batch runs again by itself before a failed run counts against it, and a probe costs nothing.
			else if (tasks.length > 1 || (isProbe && retries > 0)) this.#putBack(task, now);
			else this.#fail(task, run, reason);
		}
	}

	/** A run of this message alone failed. That is the message's fault only if the workflow has worked between two such runs. */
	#fail(task: Task, { lastSuccessBegan }: Run, reason: string): void {
		const { retries } = this.#options;
		const hasWorked = lastSuccessBegan >= task.firstFailedAt;
		task.firstFailedAt = Math.min(task.firstFailedAt, this.#clock.now());
		task.failures++;
		if (task.failures > retries && (retries === 0 || hasWorked)) {
			this.#reject(task, task.failures === 1 ? 'its execution failed' : `all ${task.failures} executions failed`);
			return;
		}
		this.health.noteFailing(task, reason, this.waiting.size);
		this.#putBack(task, this.#clock.now() + retryDelayMs(task.failures, this.#options));
		const held = [task, ...this.waiting.behind(task)];
		if (held.some(({ deliveryCount }) => deliveryCount >= deliveriesToHurry)) this.#hurry(task);
	}

	/** Its end no longer matters, and its messages run again. */
	#abandon(run: Run): void {
		this.#endRun(run);
		for (const task of run.tasks.filter(({ ended }) => !ended)) {
			task.restarted = true;
			this.#putBack(task, this.#clock.now());
		}
	}

	#putBack(task: Task, dueAt: number): void {
		Object.assign(task, { dueAt, alone: true, state: 'waiting' });
		this.waiting.add(task);
		this.#setTimer(dueAt);
		this.#owner.onPutBack(task);
	}

	#reject(task: Task, reason: string): void {
		const { name, log } = this.workflow;
		log.warn(`The workflow "${name}" rejected a message: ${reason}. ${identityOf(task.message)}`);
		this.#end(task, 'failed');
	}

	#end(task: Task, state: 'done' | 'failed'): void {
		if (task.ended) return;
		this.waiting.delete(task);
		task.state = state;
		this.#owner.onEnded(task);
	}

	/** Starts the tasks that are due at the given time. A timer that is no longer needed finds nothing to start. */
	#setTimer(time: number): void {
		if (time === this.#timerAt || time <= this.#clock.now()) return;
		this.#timerAt = time;
		void this.#clock.sleep(time - this.#clock.now()).then(() => {
			this.start();
		});
	}
}
