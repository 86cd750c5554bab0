import type { Message } from './message';
import { Subscriber } from './subscriber';
import type { Clock, RunOptions, Workflow } from './workflow';
import type { SharedQueue } from './workflowTasks';

/** The workflows of one queue, in order of joining, whether it is being read or not. */
export class Subscribers {
	readonly #queue: SharedQueue;
	readonly #clock: Clock;
	readonly #members = new Map<string, Subscriber>();
	/** When the last one joined (monotonic milliseconds). */
	lastJoinedAt = -Infinity;

	constructor(queue: SharedQueue, clock: Clock) {
		this.#queue = queue;
		this.#clock = clock;
	}

	get all(): readonly Subscriber[] {
		return [...this.#members.values()];
	}

	/** Those that are asked about messages. */
	get counting(): readonly Subscriber[] {
		return this.all.filter(({ counts }) => counts);
	}

	get active(): readonly Subscriber[] {
		return this.all.filter(({ state }) => state === 'active');
	}

	/** Whether anybody reads the queue; a workflow whose credential does not work yet may belong to another one. */
	get isRead(): boolean {
		return this.all.some(({ state }) => state === 'active');
	}

	get options(): readonly RunOptions[] {
		return this.counting.map(({ workflow }) => workflow.options);
	}

	/** Whether nothing is remembered for anybody. */
	get isForgotten(): boolean {
		return this.all.every(({ isForgotten }) => isForgotten);
	}

	find(id: string): Subscriber | undefined {
		return this.#members.get(id);
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
		const candidates = recorders.filter((each) => stateOf(each) !== 'done' && stateOf(each) !== 'running');
		const recorder =
			this.all.find(({ tasks }) => tasks.hasRecorded(message)) ??
			candidates.find((each) => stateOf(each) === 'failed') ??
			candidates.find((each) => stateOf(each) !== null) ??
			candidates.find(({ state }) => state === 'active') ??
			candidates[0] ??
			recorders.slice(0, 1);
		return wanting.filter((each) => !recorders.includes(each)).concat(recorder);
	}

	/** The one of this workflow. A trigger node that n8n has removed from the same workflow was replaced by this one. */
	known({ id, workflowId }: Workflow): Subscriber | undefined {
		return this.find(id) ?? this.all.findLast((each) => each.hasLeft && each.workflow.workflowId === workflowId);
	}

	/** A workflow, or its edited version, subscribes. One that no longer counted goes to the end. */
	join(workflow: Workflow): Subscriber {
		for (const [id, { isForgotten }] of this.#members) if (isForgotten) this.#members.delete(id);
		const { id } = workflow;
		const known = this.known(workflow);
		const subscriber = known ?? new Subscriber(workflow, this.#queue, this.#clock);
		if (known && (known.state === 'gone' || known.workflow.id !== id)) this.#members.delete(known.workflow.id);
		this.#members.set(id, subscriber);
		subscriber.join(workflow);
		this.lastJoinedAt = this.#clock.now();
		return subscriber;
	}

	/** A workflow that has read another queue of this name. */
	add(subscriber: Subscriber): void {
		this.#members.set(subscriber.workflow.id, subscriber);
		subscriber.tasks.moveTo(this.#queue);
	}

	delete({ workflow: { id } }: Subscriber): void {
		this.#members.delete(id);
	}

	/** To be called at intervals. `readMs`: for how long the queue has been read since the last call. */
	checkTime(readMs: number): void {
		for (const subscriber of this.all) subscriber.checkTime(readMs);
	}
}
