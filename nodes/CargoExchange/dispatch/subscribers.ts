import type { Message, Origin } from './message';
import { FailedExecutions } from './failedExecutions';
import { MessageHistory } from './messageHistory';
import { Subscriber } from './subscriber';
import type { Clock, RunOptions, Workflow } from './workflow';
import type { TasksServices } from './workflowTasks';

/**
 * The workflows that read queues of one name, in order of joining. Each is here once, wherever its credential leads: what it
 * knows of its messages stays with it.
 */
export class Subscribers {
	readonly #services: TasksServices;
	readonly #members = new Map<string, Subscriber>();
	/** The same as a list, which is needed for each message. */
	#all: readonly Subscriber[] = [];

	constructor(clock: Clock) {
		this.#services = { clock, history: new MessageHistory(), failedExecutions: new FailedExecutions(clock) };
	}

	get all(): readonly Subscriber[] {
		return this.#all;
	}

	get failedExecutions(): FailedExecutions {
		return this.#services.failedExecutions;
	}

	/** Whether nothing is remembered for anybody. */
	get isForgotten(): boolean {
		return this.all.every(({ isForgotten }) => isForgotten);
	}

	find(id: string): Subscriber | undefined {
		return this.#members.get(id);
	}

	/** A workflow, or its edited version, subscribes. One that no longer counted goes to the end. */
	join(workflow: Workflow): Subscriber {
		for (const [id, { isForgotten }] of this.#members) if (isForgotten) this.#members.delete(id);
		const { id } = workflow;
		const known = this.predecessorOf(workflow);
		const subscriber = known ?? new Subscriber(workflow, this.#services);
		if (known && (known.state === 'gone' || known.workflow.id !== id)) this.#members.delete(known.workflow.id);
		this.#members.set(id, subscriber);
		this.#all = [...this.#members.values()];
		subscriber.join(workflow);
		return subscriber;
	}

	/** Its version before the edit, or a trigger node that n8n has removed from the same workflow. */
	predecessorOf({ id, workflowId }: Workflow): Subscriber | undefined {
		return this.find(id) ?? this.#all.findLast((each) => each.hasLeft && each.workflow.workflowId === workflowId);
	}
}

/** Those of them whose messages come from one queue, or may come from it. */
export class QueueSubscribers {
	readonly #subscribers: Subscribers;
	readonly #queue: Origin;

	constructor(subscribers: Subscribers, queue: Origin) {
		this.#subscribers = subscribers;
		this.#queue = queue;
	}

	get all(): readonly Subscriber[] {
		return this.#subscribers.all.filter((subscriber) => subscriber.mayRead(this.#queue));
	}

	/** Those that are asked about messages. */
	get counting(): readonly Subscriber[] {
		return this.#subscribers.all.filter((subscriber) => subscriber.counts(this.#queue));
	}

	get active(): readonly Subscriber[] {
		return this.all.filter(({ state }) => state === 'active');
	}

	/** Whether anybody reads the queue; a workflow whose credential does not work yet may belong to another one. */
	get isRead(): boolean {
		return this.active.length > 0;
	}

	get options(): readonly RunOptions[] {
		return this.counting.map(({ workflow }) => workflow.options);
	}

	/**
	 * Those that want the message. An unreadable one is recorded once: by the workflow that has recorded it, whatever it wants
	 * by now, or was asked to, else by the one that has been on the queue longest and asks for it, if possible an active one.
	 */
	asked(message: Message): readonly Subscriber[] {
		const wanting = this.counting.filter((subscriber) => subscriber.wants(message));
		if (message.reading.ok) return wanting;
		const recorders = wanting.filter(({ workflow }) => workflow.options.unreadable === 'saveAsFailedExecution');
		if (recorders.length === 0) return wanting;
		const stateOf = ({ tasks }: Subscriber) => tasks.stateOf(message);
		// What a workflow has emitted before it was edited, another one records.
		const candidates = recorders.filter((each) => !each.tasks.isDone(message) && stateOf(each) !== 'running');
		const recorder =
			this.all.find(({ tasks }) => tasks.records(message)) ??
			candidates.find((each) => stateOf(each) === 'failed') ??
			candidates.find((each) => stateOf(each) !== null) ??
			candidates.find(({ state }) => state === 'active') ??
			candidates[0] ??
			recorders.slice(0, 1);
		return wanting.filter((each) => !recorders.includes(each)).concat(recorder);
	}

	/**
	 * To be called at intervals. `readMs`: for how long the queue has been read since the last call. `hasRoom`: whether the
	 * broker would have delivered what is still in it.
	 */
	checkTime(readMs: number, { hasRoom }: { hasRoom: boolean }): void {
		for (const subscriber of this.all) subscriber.checkTime(readMs, { hasRoom });
		this.#subscribers.failedExecutions.checkTime();
	}
}
