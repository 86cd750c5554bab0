import type { ConnectionSettings } from '../amqp';
import type { Message } from './message';
import type { Scheduler } from './scheduler';
import { Subscriber } from './subscriber';
import type { Clock, RunOptions, Subscription } from './subscription';

/** The workflows of one queue, in order of joining, whether it is being read or not. */
export class Subscribers {
	readonly #clock: Clock;
	readonly #members = new Map<string, Subscriber>();
	/** Attempts to connect since the last connection. */
	#attempts = 0;
	/** When the last one joined (monotonic milliseconds). */
	lastJoinedAt = -Infinity;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Those whose messages are held or run. */
	get counting(): readonly Subscriber[] {
		return [...this.#members.values()].filter(({ counts }) => counts);
	}

	get active(): readonly Subscriber[] {
		return this.counting.filter(({ state }) => state === 'active');
	}

	get options(): readonly RunOptions[] {
		return this.counting.map(({ subscription }) => subscription.options);
	}

	/**
	 * Those that want the message. An unreadable one is recorded once: by the workflow that has been on the queue longest
	 * and asks for it, if possible an active one. If it is delivered again, the workflow that recorded it still counts.
	 */
	wanting(message: Message): readonly Scheduler[] {
		const wanting = this.counting.filter((subscriber) => subscriber.wants(message));
		const records = ({ subscription }: Subscriber) =>
			!message.reading.ok && subscription.options.unreadable === 'saveAsFailedExecution';
		const recorders = wanting.filter(records);
		const recorder =
			recorders.find(({ scheduler }) => scheduler.hasFailed(message)) ??
			recorders.find(({ state }) => state === 'active') ??
			recorders[0];
		return wanting.filter((each) => each === recorder || !records(each)).map(({ scheduler }) => scheduler);
	}

	/** A workflow, or its edited version, subscribes. One that no longer counted goes to the end. */
	join(subscription: Subscription): Subscriber {
		for (const [id, { isHistory }] of this.#members) if (isHistory) this.#members.delete(id);
		const { id } = subscription;
		const subscriber = this.#members.get(id) ?? new Subscriber(subscription, this.#clock);
		if (subscriber.state === 'gone') this.#members.delete(id);
		this.#members.set(id, subscriber);
		subscriber.join(subscription);
		this.lastJoinedAt = this.#clock.now();
		return subscriber;
	}

	/** To be called at intervals. `readMs`: for how long the queue has been read since the last call. */
	checkTime(readMs: number): void {
		for (const subscriber of this.#members.values()) subscriber.checkTime(readMs);
	}

	/** Requeues deliveries that are lost, and what is not running if the queue is no longer read. */
	requeueStale(): void {
		for (const { scheduler } of this.#members.values()) scheduler.requeueStale();
	}

	/**
	 * The credential for the next connection: the newest workflow's first, because it knows a changed password; then the
	 * others' in turn, until `connected`.
	 */
	async nextCredential(): Promise<ConnectionSettings> {
		const newestFirst = this.active.toReversed();
		const subscriber = newestFirst[this.#attempts++ % newestFirst.length] ?? this.counting[0];
		if (!subscriber) throw new Error('No workflow reads the queue any more');
		return await subscriber.subscription.credential();
	}

	connected(): void {
		this.#attempts = 0;
	}
}
