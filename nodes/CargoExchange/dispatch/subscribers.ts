import type { ConnectionSettings } from '../amqp';
import type { Message } from './message';
import type { DeliveryHandle } from './pendingDelivery';
import type { Subscriber } from './subscriber';
import type { RunOptions } from './subscription';

/** How long an unverified subscriber holds messages, counted while another one reads the queue. */
const holdUnverifiedMs = 10 * 60_000;
/** The workflows of one queue, in order of joining, whether it is being read or not. */
export class Subscribers {
	readonly unreadable = new UnreadableRecorder(this);
	#members: readonly Subscriber[] = [];
	#connects = 0;
	/** When the last one joined (monotonic milliseconds). */
	lastJoinedAt = -Infinity;

	/** Those whose messages are held or run. */
	get counting(): readonly Subscriber[] {
		return this.#members.filter(({ state }) => state !== 'excluded');
	}

	get active(): readonly Subscriber[] {
		return this.#members.filter(({ state }) => state === 'active');
	}

	get options(): readonly RunOptions[] {
		return this.counting.map(({ subscription }) => subscription.options);
	}

	add(subscriber: Subscriber, now: number): void {
		this.lastJoinedAt = now;
		if (!this.#members.includes(subscriber)) this.#members = [...this.#members, subscriber];
	}

	remove(subscriber: Subscriber): void {
		this.#members = this.#members.filter((member) => member !== subscriber);
	}

	/** While the queue is read: adds to the time that unverified subscribers wait; those over the limit no longer count. */
	countWait(ms: number): void {
		for (const subscriber of this.#members.filter(({ state }) => state === 'unverified')) {
			subscriber.waitedMs += ms;
			if (subscriber.waitedMs >= holdUnverifiedMs) subscriber.exclude();
		}
	}

	/**
	 * The credential for the next connection: the newest workflow's first, because it knows a changed password; then the
	 * others' in turn, until `connected`.
	 */
	async nextCredential(): Promise<ConnectionSettings> {
		const newestFirst = this.active.toReversed();
		const subscriber = newestFirst[this.#connects++ % newestFirst.length] ?? this.#members[0];
		if (!subscriber) throw new Error('No workflow reads the queue any more');
		return await subscriber.subscription.credential();
	}

	connected(): void {
		this.#connects = 0;
	}
}

/** Unreadable messages: each is recorded once, by the workflow that has been on the queue longest and asks for it. */
export class UnreadableRecorder {
	readonly #subscribers: Pick<Subscribers, 'counting'>;
	/** Recorded, but not settled yet: not recorded again when they come again. */
	readonly #recorded = new Set<string>();
	#held: readonly DeliveryHandle[] = [];

	constructor(subscribers: Pick<Subscribers, 'counting'>) {
		this.#subscribers = subscribers;
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
		handle.end('failed', () => this.#recorded.delete(key));
	}

	/** Looks again at what is held: back to the queue what is lost or overdue, to a recorder what has one now. */
	review(now: number): void {
		const held = this.#held;
		this.#held = [];
		const [longestFirst] = this.#recording;
		const limit = now - (longestFirst?.subscription.options.timeLimitMs ?? 0);
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
 * How many unanswered messages to ask the broker for: twice what the largest subscriber runs at once, from 20 to 2,000.
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
		return this.#size;
	}

	/** A new connection starts small again. */
	reset(): void {
		this.#grown = false;
		this.#size = this.#oneAtATime ? 1 : windowFor(this.#subscribers.options);
	}

	/** Makes room for a larger subscriber. Says whether the size has changed. */
	widen(): boolean {
		const size = windowFor(this.#subscribers.options);
		return !this.#oneAtATime && size > this.#size && this.#change(size);
	}

	/** From now on one message at a time, until the bodies are small again. Says whether the size has changed. */
	narrow(): boolean {
		if (this.#oneAtATime) return false;
		this.#oneAtATime = true;
		return this.#change(1);
	}

	/** Called at intervals with what is unanswered. Says whether the size has changed. */
	adapt(atHand: { messages: number; bytes: number }, intervalMs: number): boolean {
		const unused = this.#oneAtATime ? atHand.bytes < smallBytes : !this.#grown && this.#slotsAreIdle(atHand.messages);
		this.#unusedMs = unused ? this.#unusedMs + intervalMs : 0;
		if (this.#unusedMs < idleMs) return false;
		if (this.#oneAtATime) {
			this.#oneAtATime = false;
			return this.#change(windowFor(this.#subscribers.options));
		}
		this.#grown = true;
		return this.#change(Math.min(largestWindow, this.#size * windowStep));
	}

	/** Whether slots are idle because the messages at hand wait for their set, a retry or a subscriber that is away. */
	#slotsAreIdle(messages: number): boolean {
		const { active } = this.#subscribers;
		if (messages < this.#size || !active.some(({ idle }) => idle)) return false;
		return !active.some(({ waitsForSlot }) => waitsForSlot);
	}

	#change(size: number): true {
		this.#unusedMs = 0;
		this.#size = size;
		return true;
	}
}
