import { identityOf, type Message } from './message';
import type { MessageHistory } from './messageHistory';
import { Task, type PendingDelivery, type TaskState } from './pendingDelivery';
import type { HealthServices } from './health';
import { Scheduler } from './scheduler';
import type { Clock, Workflow } from './workflow';

/** How long a message is remembered that does not come back, counted while the broker would deliver it. */
const rememberMs = 3_600_000;

/** `canRun`: the workflow is active. `isAsked`: it counts for the queue of this delivery, and wants its message. */
type Owner = { canRun(): boolean; wants(message: Message): boolean; isAsked(delivery: PendingDelivery): boolean };

/** `history`: of all workflows that read queues of this name. */
export type TasksServices = HealthServices & { readonly history: MessageHistory };

/** What one workflow has to do, or has done, for the messages that are not settled yet. */
export class WorkflowTasks {
	readonly scheduler: Scheduler;
	readonly #owner: Owner;
	readonly #clock: Clock;
	readonly #history: MessageHistory;
	/** In the history; stays the same if the trigger node is replaced. */
	readonly #historyId: string;
	/** By SHA-256, in order of arrival: a copy of a message that is not settled yet may need a run of its own. */
	readonly #tasks = new Map<string, readonly Task[]>();

	constructor(workflow: Workflow, owner: Owner, services: TasksServices) {
		this.#owner = owner;
		this.#clock = services.clock;
		this.#history = services.history;
		this.#historyId = workflow.id;
		const events = {
			canRun: () => owner.canRun(),
			onEnded: (task: Task) => {
				this.#onEnded(task);
			},
			onPutBack: (task: Task) => {
				this.#onPutBack(task);
			},
			onPauseEnded: () => {
				this.#onPauseEnded();
			},
			onPublished: () => {
				// Whoever publishes the workflow wants to see at once whether it works now.
				for (const task of this.#all) this.#makeDue(task);
				this.#onPauseEnded();
			},
		};
		this.scheduler = new Scheduler(workflow, events, services);
	}

	/** What has become of a message that is not settled yet; null if the workflow was not asked. */
	stateOf(message: Message): TaskState | null {
		return this.#firstOf(message)?.state ?? null;
	}

	/** Whether it has run this message, or a copy of it that it takes for the same. */
	isDone(message: Message): boolean {
		return this.stateOf(message) === 'done' || this.#hasBeenDone(message);
	}

	/** Whether it records, or has recorded, an unreadable message that is not settled yet. */
	records(message: Message): boolean {
		return this.#firstOf(message)?.isForRecord ?? false;
	}

	/** Where a message stood that is in the queue again; undefined if the workflow does not know it. */
	placeOf(sha256: string): number | undefined {
		return this.#tasks.get(sha256)?.find(({ deliveries }) => deliveries.size === 0)?.place;
	}

	/** The workflow is asked about a message, for the first time or after its return to the queue. */
	take(delivery: PendingDelivery): void {
		const { message } = delivery;
		const { sha256 } = message;
		const known = this.#knownFor(message);
		if (known) {
			// Returned, or kept as a copy while the workflow is paused.
			const isBack = known.deliveries.size === 0 && known.state !== 'running' && !known.ended;
			// Copies of what is in the queue, behind it.
			const behind = known.place === delivery.place ? [] : this.scheduler.waiting.behind(known);
			for (const each of behind) if (isBack && each.deliveries.size === 0) this.scheduler.drop(each);
			delivery.attach(this, known);
			if (isBack) this.scheduler.add(known);
			else if (known.ended) this.#logSkipped(message);
			return;
		}
		const task = new Task(delivery);
		this.#tasks.set(sha256, [...this.#tasksOf(message), task]);
		delivery.attach(this, task);
		if (this.#hasBeenDone(message)) {
			task.state = 'done';
			this.#logSkipped(message);
		} else this.scheduler.add(task);
	}

	/** The message is no longer this workflow's business, unless it has been started. */
	release(delivery: PendingDelivery): void {
		const task = delivery.taskOf(this);
		if (task?.state !== 'waiting') return;
		delivery.release(this);
		if (task.deliveries.size === 0) this.scheduler.drop(task);
	}

	/** What waits and is not this workflow's business any more: it counts no longer, or for another queue. */
	releaseUnasked(): void {
		for (const task of [...this.scheduler.waiting]) {
			const deliveries = [...task.deliveries].filter((delivery) => !this.#owner.isAsked(delivery));
			for (const delivery of deliveries) this.release(delivery);
			this.#dropUndelivered(task);
			check(deliveries);
		}
	}

	/** The message is in the queue again. */
	returned(delivery: PendingDelivery): void {
		const task = delivery.taskOf(this);
		if (task) this.#dropUndelivered(task);
	}

	/** The broker has its answer, and does not deliver the message again. */
	settled(delivery: PendingDelivery): void {
		const task = delivery.taskOf(this);
		if (task?.ended && task.deliveries.size === 0) this.#forget(task);
	}

	/** The most often that the broker has delivered a message which waits here; 0 if it does not count. */
	get mostDeliveries(): number {
		let most = 0;
		for (const { deliveryCount } of this.scheduler.waiting) most = Math.max(most, deliveryCount);
		return most;
	}

	/** To be called at intervals. `deliveredMs`: for how long the broker has delivered all that it has since the last call. */
	checkTime(deliveredMs: number): void {
		for (const task of this.#all) {
			if (task.deliveries.size > 0 || task.state === 'running') continue;
			task.absentMs += deliveredMs;
			if (task.absentMs < rememberMs) continue;
			this.scheduler.drop(task);
			this.#forget(task);
		}
		this.scheduler.checkTime();
	}

	#hasBeenDone({ sha256 }: Message): boolean {
		return this.scheduler.workflow.options.skipDuplicates && this.#history.isDone(sha256, this.#historyId);
	}

	get #all(): Task[] {
		return [...this.#tasks.values()].flat();
	}

	#tasksOf({ sha256 }: Message): readonly Task[] {
		return this.#tasks.get(sha256) ?? [];
	}

	/** The oldest one that a delivery here waits for, if any. */
	#firstOf(message: Message): Task | undefined {
		const tasks = this.#tasksOf(message);
		return tasks.find(({ deliveries }) => deliveries.size > 0) ?? tasks.at(-1);
	}

	#forget(task: Task): void {
		const { sha256 } = task.message;
		const others = this.#tasksOf(task.message).filter((each) => each !== task);
		if (others.length > 0) this.#tasks.set(sha256, others);
		else this.#tasks.delete(sha256);
	}

	/** The task of a message that was delivered again, or is a copy that needs no run of its own. */
	#knownFor(message: Message): Task | undefined {
		const { skipDuplicates } = this.scheduler.workflow.options;
		const tasks = this.#tasksOf(message);
		// What is at hand cannot be delivered again.
		const absent = tasks.filter(({ deliveries }) => deliveries.size === 0);
		return (
			absent.find(({ ended }) => !ended || message.redelivered) ??
			(skipDuplicates ? tasks.find(({ state, isForRecord }) => state !== 'failed' && !isForRecord) : undefined)
		);
	}

	#onEnded(task: Task): void {
		const { skipDuplicates } = this.scheduler.workflow.options;
		if (task.state === 'done' && skipDuplicates) this.#history.noteDone(task.message.sha256, this.#historyId);
		check(task.deliveries);
	}

	/** After a run. */
	#onPutBack(task: Task): void {
		const deliveries = [...task.deliveries];
		for (const delivery of deliveries) if (!this.#owner.isAsked(delivery)) this.release(delivery);
		check(deliveries);
		this.#dropUndelivered(task);
	}

	/** A paused workflow keeps copies of messages that are in the queue, and may try them. */
	#dropUndelivered(task: Task): void {
		const keepsCopies = this.#owner.canRun() && this.#owner.wants(task.message) && this.scheduler.health.paused;
		if (task.state === 'waiting' && task.deliveries.size === 0 && !keepsCopies) this.scheduler.drop(task);
	}

	/**
	 * Runs that failed while nothing succeeded are forgotten once. Copies of messages that are in the queue go, but for those
	 * that a new message of their set would overtake.
	 */
	#onPauseEnded(): void {
		for (const task of this.#all) {
			const { health } = this.scheduler;
			if (task.failures === 0 || task.forgiven || !health.hasFailedThroughout(task.firstFailedAt)) continue;
			Object.assign(task, { failures: 0, firstFailedAt: Infinity, forgiven: true });
			this.#makeDue(task);
		}
		const closed = new Set<string>();
		for (const task of [...this.scheduler.waiting].reverse()) {
			const { orderingKey, isNew } = task;
			if (isNew && orderingKey !== null && this.#owner.canRun()) closed.add(orderingKey);
			if (orderingKey === null || !closed.has(orderingKey)) this.#dropUndelivered(task);
		}
	}

	/** It waits for its turn, but no longer for a retry. */
	#makeDue(task: Task): void {
		task.dueAt = Math.min(task.dueAt, this.#clock.now());
	}

	#logSkipped(message: Message): void {
		const { name, log } = this.scheduler.workflow;
		log.debug(`The workflow "${name}" skipped a message that it has processed before. ${identityOf(message)}`);
	}
}

/** Something changed for these deliveries: some may be settled now. */
function check(deliveries: Iterable<PendingDelivery>): void {
	for (const delivery of [...deliveries]) delivery.onChange();
}
