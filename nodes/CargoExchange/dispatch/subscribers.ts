import type { ConnectionSettings } from '../amqp';
import type { Message } from './message';
import type { DeliveryHandle, Taker } from './pendingDelivery';
import { Subscriber } from './subscriber';
import type { Clock, RunOptions, Subscription } from './subscription';

/** The workflows of one queue, in order of joining, whether it is being read or not. */
export class Subscribers {
	readonly unreadable: UnreadableRecorder;
	readonly #clock: Clock;
	readonly #members = new Map<string, Subscriber>();
	#connects = 0;
	/** When the last one joined (monotonic milliseconds). */
	lastJoinedAt = -Infinity;

	constructor(clock: Clock) {
		this.#clock = clock;
		this.unreadable = new UnreadableRecorder(this, clock);
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
		this.unreadable.review();
	}

	/** Returns deliveries to the queue that have to go back. */
	giveBack(): void {
		for (const { scheduler } of this.#members.values()) scheduler.giveBack();
		this.unreadable.review();
	}

	/**
	 * The credential for the next connection: the newest workflow's first, because it knows a changed password; then the
	 * others' in turn, until `connected`.
	 */
	async nextCredential(): Promise<ConnectionSettings> {
		const newestFirst = this.active.toReversed();
		const subscriber = newestFirst[this.#connects++ % newestFirst.length] ?? this.counting[0];
		if (!subscriber) throw new Error('No workflow reads the queue any more');
		return await subscriber.subscription.credential();
	}

	connected(): void {
		this.#connects = 0;
	}
}

/** Unreadable messages: each is recorded once, by the workflow that has been on the queue longest and asks for it. */
export class UnreadableRecorder implements Taker {
	readonly #subscribers: Pick<Subscribers, 'counting'>;
	readonly #clock: Clock;
	/** Recorded, but not settled yet: not recorded again when they come again. */
	readonly #recorded = new Set<string>();
	#held: readonly DeliveryHandle[] = [];

	constructor(subscribers: Pick<Subscribers, 'counting'>, clock: Clock) {
		this.#subscribers = subscribers;
		this.#clock = clock;
	}

	/** Whether anyone asks for it. */
	wants({ reading }: Message): boolean {
		return !reading.ok && this.#recording.length > 0;
	}

	/** Records and rejects the message; holds it while everyone who would record it is away. */
	take(handle: DeliveryHandle): void {
		const recorder = this.#recording.find(({ state }) => state === 'active');
		if (!recorder) {
			this.#held = [...this.#held, handle];
			return;
		}
		const { key, redelivered } = handle.message;
		if (!(redelivered && this.#recorded.has(key))) recorder.subscription.record(handle.message);
		this.#recorded.add(key);
		handle.end('failed');
	}

	settled({ key }: Message): void {
		this.#recorded.delete(key);
	}

	/** Looks again at the messages that are held: lost or overdue ones go back to the queue, others to a recorder if there is one now. */
	review(): void {
		const held = this.#held;
		this.#held = [];
		const [longestFirst] = this.#recording;
		const limit = this.#clock.now() - (longestFirst?.subscription.options.timeLimitMs ?? 0);
		for (const handle of held) {
			if (handle.goesBack || handle.arrivedAt <= limit) handle.end('requeue');
			else this.take(handle);
		}
	}

	get #recording(): readonly Subscriber[] {
		return this.#subscribers.counting.filter(({ recordsUnreadable }) => recordsUnreadable);
	}
}

const smallestWindow = 20;
const largestWindow = 2_000;
/** The window grows once, by this factor, when slots have been idle for so long. */
const windowStep = 10;
const idleMs = 5_000;
const smallBytes = 1024 * 1024;

/**
 * How many unanswered messages to ask the broker for: twice the most that one subscriber runs at a time, from 20 to 2,000.
 * Each one that cannot start costs memory and, on a quorum queue, a delivery at every lost connection.
 */
export function windowFor(options: readonly Pick<RunOptions, 'parallel' | 'batchSize'>[]): number {
	const largest = Math.max(0, ...options.map(({ parallel, batchSize }) => 2 * parallel * batchSize));
	return Math.min(largestWindow, Math.max(smallestWindow, largest));
}

/** The window of one connection. A consumer cannot be resized, only replaced, so it changes rarely. */
export class PrefetchWindow {
	readonly #subscribers: Pick<Subscribers, 'active' | 'options'>;
	#size: number;
	/** Whether it has grown already. */
	#grown = false;
	/** Whether bodies are so large that they are asked for one at a time. */
	#oneAtATime = false;
	/** For how long slots have been idle, or small bodies have been asked for one at a time. */
	#unusedMs = 0;

	constructor(subscribers: Pick<Subscribers, 'active' | 'options'>) {
		this.#subscribers = subscribers;
		this.#size = windowFor(subscribers.options);
	}

	get size(): number {
		return this.#oneAtATime ? 1 : this.#size;
	}

	/** A new connection starts small again. */
	reset(): void {
		this.#grown = false;
		this.#size = windowFor(this.#subscribers.options);
	}

	/** Makes room for a larger subscriber. */
	widen(): void {
		this.#size = Math.max(this.#size, windowFor(this.#subscribers.options));
	}

	/** From now on one message at a time, until the bodies are small again. */
	narrow(): void {
		this.#oneAtATime = true;
		this.#unusedMs = 0;
	}

	/** To be called at intervals with the unanswered messages. */
	adapt(atHand: { messages: number; bytes: number }, intervalMs: number): void {
		const unused = this.#oneAtATime ? atHand.bytes < smallBytes : !this.#grown && this.#slotsAreIdle(atHand.messages);
		this.#unusedMs = unused ? this.#unusedMs + intervalMs : 0;
		if (this.#unusedMs < idleMs) return;
		this.#unusedMs = 0;
		if (this.#oneAtATime) {
			this.#oneAtATime = false;
			this.#size = windowFor(this.#subscribers.options);
			return;
		}
		this.#grown = true;
		this.#size = Math.min(largestWindow, this.#size * windowStep);
	}

	/** Whether slots are idle because the messages at hand wait for their set, a retry or a subscriber that is away. */
	#slotsAreIdle(messages: number): boolean {
		const schedulers = this.#subscribers.active.map(({ scheduler }) => scheduler);
		if (messages < this.#size || !schedulers.some(({ idle }) => idle)) return false;
		return !schedulers.some(({ waitsForSlot }) => waitsForSlot);
	}
}
