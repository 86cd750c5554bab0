import type { Settlement } from '../amqp';
import { readMessage, type Message, type Origin, type SourceDelivery } from './message';

/**
 * `waiting`: for its set, a slot or its time; `running`; `returned`: its message is in the queue again and comes back;
 * `done`, `failed`: ended here for good, which is remembered until the message is settled.
 */
export type TaskState = 'waiting' | 'running' | 'returned' | 'done' | 'failed';

/**
 * What one workflow has to do for one message, until the message is settled. It outlives its deliveries: after a lost
 * connection, the next delivery of the message joins it.
 */
export class Task {
	readonly message: Message;
	readonly arrivedAt: number;
	state: TaskState = 'returned';
	/** Those that its end answers. */
	readonly deliveries = new Set<PendingDelivery>();
	/** Tasks with the same key run one after the other; null: no order to keep. */
	orderingKey: string | null = null;
	/** Tasks run in the order of their places. */
	place: number;
	/** Failed runs so far that count. */
	failures = 0;
	/** When the first of them began (monotonic milliseconds). */
	firstFailedAt = Infinity;
	/** Not to be started before this time (monotonic milliseconds). */
	dueAt = 0;
	/** When it was last run (monotonic milliseconds); null: never. */
	triedAt: number | null = null;
	/** Unreadable, to be saved as a failed execution instead of a run. */
	isForRecord = false;
	/** Never in a batch. */
	alone: boolean;
	/** Whether its failed runs were forgotten after a pause, which happens once. */
	forgiven = false;
	/** Whether it was started again because n8n never reported the end of its run, which happens once. */
	restarted = false;
	/** For how long the broker has not delivered its message although it could (milliseconds). */
	absentMs = 0;

	constructor({ message, arrivedAt, place }: Pick<PendingDelivery, 'message' | 'arrivedAt' | 'place'>) {
		this.message = message;
		this.arrivedAt = arrivedAt;
		this.place = place;
		this.alone = !message.reading.ok;
	}

	/** How often the broker has delivered its message before; 0 if the broker does not count, or has it back. */
	get deliveryCount(): number {
		return Math.max(0, ...[...this.deliveries].map(({ message }) => message.deliveryCount));
	}

	/** Whether its message is here, and for the first time: whatever is delivered again was ahead of it in the queue. */
	get isNew(): boolean {
		return this.deliveries.size > 0 && ![...this.deliveries].some(({ message }) => message.redelivered);
	}

	get ended(): boolean {
		return this.state === 'done' || this.state === 'failed';
	}
}

/** Who holds a delivery until it is settled. */
export type Holder = {
	/** Which delivered it. */
	readonly origin: Origin;
	/** The place of a message that has been here before; null: it comes last, like any other. */
	oldPlaceOf(message: Message): number | null;
	/** Settles the delivery if that is possible now. */
	check(delivery: PendingDelivery): void;
};

/** One delivery on its way through the workflows that want its message. */
export class PendingDelivery {
	static #arrivals = 0;
	readonly message: Message;
	/** Among the other messages of its queue. */
	readonly place: number;
	readonly #delivery: SourceDelivery;
	readonly #tasks = new Map<object, Task>();

	/** Monotonic milliseconds. */
	readonly arrivedAt: number;
	readonly #holder: Holder;

	constructor(delivery: SourceDelivery, arrivedAt: number, holder: Holder) {
		this.message = readMessage(delivery);
		this.arrivedAt = arrivedAt;
		this.place = holder.oldPlaceOf(this.message) ?? ++PendingDelivery.#arrivals;
		this.#delivery = delivery;
		this.#holder = holder;
	}

	get origin(): Origin {
		return this.#holder.origin;
	}

	/** Something changed for it: it may be settled now. */
	onChange(): void {
		this.#holder.check(this);
	}

	/** Whether its channel is closed: the broker delivers the message again. */
	get lost(): boolean {
		return this.#delivery.lost.aborted;
	}

	get isRunning(): boolean {
		return this.tasks.some(({ state }) => state === 'running');
	}

	/** What the workflows that were asked have to do for it. */
	get tasks(): readonly Task[] {
		return [...this.#tasks.values()];
	}

	/** The task of one workflow; undefined if it was not asked. */
	taskOf(subscriber: object): Task | undefined {
		return this.#tasks.get(subscriber);
	}

	/** The end of the task answers this delivery too. */
	attach(subscriber: object, task: Task): void {
		this.#tasks.set(subscriber, task);
		if (task.deliveries.size === 0) task.place = this.place;
		task.deliveries.add(this);
		task.absentMs = 0;
	}

	/** The workflow has nothing to do for it any more. */
	release(subscriber: object): void {
		this.#tasks.get(subscriber)?.deliveries.delete(this);
		this.#tasks.delete(subscriber);
	}

	/** Answers the broker, and is no longer answered by any task. Returns false if its channel is closed. */
	settle(settlement: Settlement): boolean {
		for (const task of this.#tasks.values()) task.deliveries.delete(this);
		return this.#delivery.settle(settlement);
	}
}
