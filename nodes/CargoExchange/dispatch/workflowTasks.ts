import { identityOf, type Message } from './message';
import type { MessageHistory } from './messageHistory';
import { Task, type PendingDelivery, type TaskState } from './pendingDelivery';
import { Scheduler } from './scheduler';
import type { Clock, Workflow } from './workflow';

/** How long a message is remembered that does not come back, counted while the queue is read. */
const rememberMs = 3_600_000;

/** What the workflows of a queue share. */
export type SharedQueue = {
	readonly history: MessageHistory;
	/** Something changed for these deliveries: some may be settled now. */
	onChange(deliveries: Iterable<PendingDelivery>): void;
};

/** `canRun`: the workflow is active. `isAsked`: it counts, and wants this message. */
type Owner = { canRun(): boolean; isAsked(message: Message): boolean };

/** What one workflow has to do, or has done, for the messages that are not settled yet. */
export class WorkflowTasks {
	readonly scheduler: Scheduler;
	readonly #owner: Owner;
	readonly #queue: SharedQueue;
	/** In the history of the queue; stays the same if the trigger node is replaced. */
	readonly #historyId: string;
	/** By SHA-256. */
	readonly #tasks = new Map<string, Task>();

	constructor(workflow: Workflow, owner: Owner, { queue, clock }: { queue: SharedQueue; clock: Clock }) {
		this.#owner = owner;
		this.#queue = queue;
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
		};
		this.scheduler = new Scheduler(workflow, events, clock);
	}

	/** What has become of a message that is not settled yet; null if the workflow was not asked. */
	stateOf({ sha256 }: Message): TaskState | null {
		return this.#tasks.get(sha256)?.state ?? null;
	}

	/** Whether it has recorded an unreadable message that is not settled yet. */
	hasRecorded({ sha256 }: Message): boolean {
		const task = this.#tasks.get(sha256);
		return task?.state === 'failed' && task.triedAt === null;
	}

	/** The workflow is asked about a message, for the first time or after its return to the queue. */
	take(delivery: PendingDelivery): void {
		const { message, position } = delivery;
		const { sha256 } = message;
		const { skipDuplicates } = this.scheduler.workflow.options;
		const known = this.#tasks.get(sha256);
		if (known && this.#isFor(known, message)) {
			// Returned, or kept as a copy while the workflow is paused: its place is where it comes now.
			const isBack = known.deliveries.size === 0 && known.state !== 'running' && !known.ended;
			delivery.attach(this, known);
			if (isBack) this.scheduler.add(known, position);
			else if (known.ended) this.#logSkipped(message);
			return;
		}
		const task = new Task(delivery);
		if (!known || known.deliveries.size === 0) this.#tasks.set(sha256, task);
		delivery.attach(this, task);
		if (skipDuplicates && this.#queue.history.isDone(sha256, this.#historyId)) {
			task.state = 'done';
			this.#logSkipped(message);
		} else this.scheduler.add(task, position);
	}

	/** The message is no longer this workflow's business, unless it has been started. */
	release(delivery: PendingDelivery): void {
		const task = delivery.taskOf(this);
		if (task?.state !== 'waiting') return;
		delivery.release(this);
		if (task.deliveries.size === 0) this.scheduler.drop(task);
	}

	/** Nothing that waits is this workflow's business any more. */
	releaseWaiting(): void {
		const waiting = [...this.scheduler.waiting];
		const deliveries = waiting.flatMap((task) => [...task.deliveries]);
		for (const delivery of deliveries) delivery.release(this);
		for (const task of waiting) this.scheduler.drop(task);
		this.#queue.onChange(deliveries);
	}

	/** The message is in the queue again. */
	returned(delivery: PendingDelivery): void {
		const task = delivery.taskOf(this);
		if (task) this.#dropUndelivered(task);
	}

	/** The broker has its answer, and does not deliver the message again. */
	settled(delivery: PendingDelivery): void {
		const { sha256 } = delivery.message;
		const task = this.#tasks.get(sha256);
		if (task?.ended && task.deliveries.size === 0 && task === delivery.taskOf(this)) this.#tasks.delete(sha256);
	}

	/** The deliveries of messages that wait behind this one in its set. */
	behind(delivery: PendingDelivery): PendingDelivery[] {
		const task = delivery.taskOf(this);
		if (!task || task.ended) return [];
		return this.scheduler.waiting.behind(task).flatMap(({ deliveries }) => [...deliveries]);
	}

	/** The most often that the broker has delivered a message which waits here; 0 if it does not count. */
	get mostDeliveries(): number {
		let most = 0;
		for (const { deliveryCount } of this.scheduler.waiting) most = Math.max(most, deliveryCount);
		return most;
	}

	/** To be called at intervals. `readMs`: for how long the queue has been read since the last call. */
	checkTime(readMs: number): void {
		for (const [sha256, task] of this.#tasks) {
			if (task.deliveries.size > 0 || task.state === 'running') continue;
			task.absentMs += readMs;
			if (task.absentMs < rememberMs) continue;
			this.scheduler.drop(task);
			this.#tasks.delete(sha256);
		}
		this.scheduler.checkTime();
	}

	/** Whether a message is the one of a known task: delivered again, or a copy that needs no run of its own. */
	#isFor(known: Task, { redelivered }: Message): boolean {
		const { skipDuplicates } = this.scheduler.workflow.options;
		if (known.ended) return redelivered || (known.state === 'done' && skipDuplicates);
		return skipDuplicates || known.deliveries.size === 0;
	}

	#onEnded(task: Task): void {
		const { skipDuplicates } = this.scheduler.workflow.options;
		if (task.state === 'done' && skipDuplicates) this.#queue.history.noteDone(task.message.sha256, this.#historyId);
		this.#queue.onChange([...task.deliveries]);
	}

	/** After a run. */
	#onPutBack(task: Task): void {
		const deliveries = [...task.deliveries];
		if (!this.#owner.isAsked(task.message)) for (const delivery of deliveries) this.release(delivery);
		this.#queue.onChange(deliveries);
		this.#dropUndelivered(task);
	}

	/** A paused workflow keeps copies of messages that are in the queue, and may try them. */
	#dropUndelivered(task: Task): void {
		const keepsCopies = this.#owner.canRun() && this.scheduler.health.paused;
		if (task.state === 'waiting' && task.deliveries.size === 0 && !keepsCopies) this.scheduler.drop(task);
	}

	/** Runs that failed while nothing succeeded are forgotten once, and copies of messages that are in the queue go. */
	#onPauseEnded(): void {
		for (const task of this.#tasks.values()) {
			const { health } = this.scheduler;
			if (task.failures === 0 || task.forgiven || !health.hasFailedThroughout(task.firstFailedAt)) continue;
			Object.assign(task, { failures: 0, firstFailedAt: Infinity, dueAt: 0, forgiven: true });
		}
		for (const task of [...this.scheduler.waiting]) this.#dropUndelivered(task);
	}

	#logSkipped(message: Message): void {
		const { name, log } = this.scheduler.workflow;
		log.debug(`The workflow "${name}" skipped a message that it has processed before. ${identityOf(message)}`);
	}
}
