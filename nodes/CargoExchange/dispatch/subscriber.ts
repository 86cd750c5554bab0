import type { Message } from './message';
import { Scheduler } from './scheduler';
import type { Clock, Fault, Subscription } from './subscription';

/** How long an unverified subscriber holds messages, counted while another one reads the queue. */
const holdUnverifiedMs = 10 * 60_000;
/** How long messages that only a deactivated workflow wants are held for its return. */
const holdAwayMs = 30_000;
/** How long a workflow that has left keeps its history. Longer than any of its runs may count. */
const historyMs = 3_600_000;

/**
 * `unverified`: its credential has not worked yet; its messages are held. `active`: it runs. `away`: deactivated a moment
 * ago; its messages are held for its return. `excluded`: unverified for too long; nothing is held. `gone`: it no longer counts.
 */
export type SubscriberState = 'unverified' | 'active' | 'away' | 'excluded' | 'gone';

/**
 * One workflow on a queue: takes the messages that it wants and runs them in its own order and time, so that nothing it
 * does delays another workflow. Keeps its history over an edit of the workflow.
 */
export class Subscriber {
	readonly scheduler: Scheduler;
	readonly #clock: Clock;
	#state: SubscriberState = 'gone';
	#fault: Fault | null = null;
	#reported = false;
	/** How long another workflow has read the queue while this one could not (milliseconds). */
	#waitedMs = 0;
	#leftAt = 0;

	constructor(subscription: Subscription, clock: Clock) {
		this.#clock = clock;
		this.scheduler = new Scheduler(subscription, clock);
	}

	get subscription(): Subscription {
		return this.scheduler.subscription;
	}

	get state(): SubscriberState {
		return this.#state;
	}

	/** Whether its messages are held or run. */
	get counts(): boolean {
		return this.#state !== 'excluded' && this.#state !== 'gone';
	}

	/** Whether it has left so long ago that its history is of no use. */
	get isHistory(): boolean {
		const hasLeft = this.#state === 'away' || this.#state === 'gone';
		return hasLeft && this.#clock.now() - this.#leftAt > historyMs;
	}

	/** Whether the workflow has something to do for this message. */
	wants(message: Message): boolean {
		const { options } = this.subscription;
		return message.reading.ok ? this.subscription.wants(message) : options.unreadable !== 'discard';
	}

	/** A workflow, or its edited version, subscribes: its messages are held until its credential is verified. */
	join(subscription: Subscription): void {
		this.scheduler.subscription = subscription;
		this.scheduler.pause();
		this.#state = 'unverified';
		this.#fault = null;
		this.#reported = false;
		this.#waitedMs = 0;
	}

	/** Its credential is verified: runs the messages that were held and are still wanted. */
	activate(): void {
		const { name, queue, log } = this.subscription;
		if (this.#fault) log.info(`The workflow "${name}" can read the queue "${queue}" now`);
		this.#fault = null;
		this.#state = 'active';
		this.scheduler.resume((message) => this.wants(message));
	}

	/** Logs why the workflow cannot read its queue when that changes, and reports it once if it is permanent. */
	noteFault(fault: Fault): void {
		if (this.#fault?.message === fault.message) return;
		this.#fault = fault;
		const { name, queue, log } = this.subscription;
		const text = `The workflow "${name}" cannot read the queue "${queue}" yet: ${fault.message}. ${fault.description}`;
		if (fault.permanent) log.error(text);
		else log.warn(text);
		if (fault.permanent) this.#report(fault);
	}

	/** Deactivated: its messages are held for its return. */
	leave(): void {
		this.#leftAt = this.#clock.now();
		this.#state = this.#state === 'excluded' ? 'gone' : 'away';
		this.scheduler.pause();
	}

	/** To be called at intervals. `readMs`: for how long another workflow has read the queue since the last call. */
	checkTime(readMs: number): void {
		if (this.#state === 'unverified') this.#waitedMs += readMs;
		if (this.#state === 'unverified' && this.#waitedMs >= holdUnverifiedMs) this.#exclude();
		if (this.#state === 'away' && this.#clock.now() - this.#leftAt >= holdAwayMs) this.#remove();
		this.scheduler.checkTimeLimits();
	}

	/** Gives up holding messages. */
	#exclude(): void {
		this.#state = 'excluded';
		const { name, queue, log } = this.subscription;
		const { message, description } = this.#fault ?? { message: 'The credential is not verified yet', description: '' };
		log.error(
			`The workflow "${name}" has not been able to read the queue "${queue}" for ten minutes while other workflows read it: ` +
				`messages are no longer held for it. It misses them until its credential works. ${message}. ${description}`,
		);
		this.#report({ permanent: true, message, description });
		this.scheduler.unsubscribe();
	}

	/** It no longer counts: waiting messages end as if it had never wanted them. */
	#remove(): void {
		this.#state = 'gone';
		const { name, queue, log } = this.subscription;
		log.info(`Messages on the queue "${queue}" are no longer held for the workflow "${name}", which is not active`);
		this.scheduler.unsubscribe();
	}

	#report(fault: Fault): void {
		if (this.#reported) return;
		this.#reported = true;
		this.subscription.reportFault(fault);
	}
}
