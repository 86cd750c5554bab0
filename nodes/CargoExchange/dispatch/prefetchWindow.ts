import type { QueueSubscribers } from './subscribers';
import type { RunOptions } from './workflow';

const smallestWindow = 20;
const largestWindow = 2_000;
/** The window grows by this factor whenever slots have been idle for so long. */
const growth = 10;

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
	readonly #subscribers: Pick<QueueSubscribers, 'active' | 'options'>;
	#size = 0;
	/** Whether bodies are so large that they are asked for one at a time. */
	#oneAtATime = false;
	/** For how long slots have been idle, or small bodies have been asked for one at a time. */
	#unusedMs = 0;

	constructor(subscribers: Pick<QueueSubscribers, 'active' | 'options'>) {
		this.#subscribers = subscribers;
		this.widen();
	}

	get size(): number {
		return this.#oneAtATime ? 1 : this.#size;
	}

	/** A new connection starts small again. */
	reset(): void {
		this.#size = 0;
		this.widen();
	}

	/** `beyond`: messages that nobody can run at the moment. */
	widen(beyond = 0): void {
		const needed = beyond + windowFor(this.#subscribers.options);
		this.#size = Math.min(largestWindow, Math.max(this.#size, needed));
	}

	/** From now on one message at a time, until the bodies are small again. */
	narrow(): void {
		this.#oneAtATime = true;
		this.#unusedMs = 0;
	}

	/** To be called at intervals with the unanswered messages. */
	adapt(unanswered: { messages: number; bytes: number }, intervalMs: number): void {
		const unused = this.#oneAtATime ? unanswered.bytes < smallBytes : this.#slotsAreIdle(unanswered.messages);
		this.#unusedMs = unused ? this.#unusedMs + intervalMs : 0;
		if (this.#unusedMs < idleMs) return;
		this.#unusedMs = 0;
		if (!this.#oneAtATime) this.#size = Math.min(largestWindow, this.#size * growth);
		this.#oneAtATime = false;
	}

	/**
	 * Whether slots are idle because the unanswered messages wait for their set, a retry or a subscriber that is away or paused,
	 * or a paused workflow has tried all of them.
	 */
	#slotsAreIdle(messages: number): boolean {
		const { active } = this.#subscribers;
		const schedulers = active.filter(({ paused }) => !paused).map(({ tasks }) => tasks.scheduler);
		return (
			messages >= this.#size &&
			(schedulers.some(({ slotFree, hasReady }) => slotFree && !hasReady) ||
				active.some(({ paused, tasks }) => paused && !tasks.scheduler.waiting.hasUntried)) &&
			!schedulers.some(({ slotFree, hasReady }) => !slotFree && hasReady)
		);
	}
}
