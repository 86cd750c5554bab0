import type { QueueSubscribers } from './subscribers';
import type { RunOptions } from './workflow';

const smallestWindow = 20;
const largestWindow = 2_000;
/** The window grows by this factor whenever new messages have been missing for so long. */
const growth = 10;

const missingMs = 5_000;
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
	/** For how long new messages have been missing, or small bodies have been asked for one at a time. */
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
		const unused = this.#oneAtATime ? unanswered.bytes < smallBytes : this.#newAreMissing(unanswered.messages);
		this.#unusedMs = unused ? this.#unusedMs + intervalMs : 0;
		if (this.#unusedMs < missingMs) return;
		this.#unusedMs = 0;
		if (!this.#oneAtATime) this.#size = Math.min(largestWindow, this.#size * growth);
		this.#oneAtATime = false;
	}

	/**
	 * Whether a workflow could start new messages instead of waiting, repeating or trying old ones, but all that are unanswered
	 * wait for their set, a retry or another workflow; and none has new ones that wait for a slot.
	 */
	#newAreMissing(messages: number): boolean {
		if (messages < this.#size) return false;
		const schedulers = this.#subscribers.active.map(({ tasks }) => tasks.scheduler);
		const supplied = schedulers.filter(({ waiting }) => waiting.hasUntried);
		const lacking = schedulers.filter(({ waiting }) => !waiting.hasUntried);
		return (
			lacking.some(({ health, slotFree, isRepeating }) => health.paused || slotFree || isRepeating) &&
			supplied.every(({ health, slotFree }) => health.paused || slotFree)
		);
	}
}
