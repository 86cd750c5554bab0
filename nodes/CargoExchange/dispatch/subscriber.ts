import type { Clock } from './clock';
import { Ledger } from './deduplication';
import type { Message } from './message';
import { Recorder } from './recorder';
import { Schedule } from './scheduler';
import type { Subscription } from './subscription';
import type { Share } from './task';

/**
 * One workflow's place at a queue: takes what it wants and does it in its own order and time, so that nothing it does
 * delays another workflow. Outlives an edit of the workflow: `pause` holds what waits, `resume` goes on with the new version.
 */
export class Desk {
	readonly #ledger = new Ledger();
	readonly #recorder: Recorder;
	readonly #schedule: Schedule;
	#subscription: Subscription;
	#paused = true;

	/** Paused, until the workflow may begin. */
	constructor(subscription: Subscription, clock: Clock) {
		this.#subscription = subscription;
		this.#recorder = new Recorder(this.#ledger.memory, clock, () => this.#subscription.wishes.timeLimitMs);
		this.#schedule = new Schedule(this.#ledger, clock, () => this.#subscription);
	}

	get subscription(): Subscription {
		return this.#subscription;
	}

	get paused(): boolean {
		return this.#paused;
	}

	/** Whether the workflow has something to do for this message. */
	wants(message: Message): boolean {
		return message.reading.ok ? this.#subscription.wants(message) : this.#subscription.wishes.unreadable !== 'discard';
	}

	/** Whether that is to record it as a failed execution, in place of a run. */
	records(message: Message): boolean {
		return !message.reading.ok && this.#subscription.wishes.unreadable === 'saveAsFailedExecution';
	}

	/** Accepts a delivery. Its `end` is called once, at the latest soon after the time limit. */
	take(share: Share): void {
		const { message } = share;
		if (this.records(message)) {
			if (this.#paused) this.#recorder.hold(share);
			else this.#recorder.record(share, this.#subscription);
			return;
		}
		const { skipDuplicates, keepOrderPerSet } = this.#subscription.wishes;
		const work = this.#ledger.open(share, { skipDuplicates, lane: keepOrderPerSet ? message.setId : null });
		if (work) this.#schedule.add(work);
	}

	/** Starts nothing more; what waits is held. */
	pause(): void {
		this.#paused = true;
		this.#schedule.pause();
	}

	/** Goes on with this version of the workflow, which may want less than the one before. */
	resume(subscription: Subscription): void {
		this.#subscription = subscription;
		this.#paused = false;
		for (const share of this.#recorder.take()) {
			if (this.wants(share.message)) this.take(share);
			else share.end('withdrawn');
		}
		this.#schedule.resume((message) => this.wants(message));
	}

	/** Lets go of everything that is not running, now and later: back to the queue, or as if it had never been wanted. */
	release(outcome: 'returned' | 'withdrawn'): void {
		this.#paused = true;
		this.#schedule.release(outcome);
		this.#recorder.end(outcome);
	}

	/** Lets go of deliveries that went with their channel: their messages come again. Runs in flight go on. */
	forgetLost(): void {
		this.#schedule.forgetLost();
		this.#recorder.end('returned', ({ lost }) => lost.aborted);
	}
}
