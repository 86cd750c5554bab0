import type { Clock } from './clock';
import { Deduplication } from './deduplication';
import type { Message } from './message';
import type { DeliveryHandle } from './pendingDelivery';
import { Scheduler } from './scheduler';
import type { Fault, Subscription } from './subscription';

/**
 * `unverified`: its credential has not worked yet; what it wants is held. `active`: it runs. `away`: deactivated a moment
 * ago; what it wants is held for its return. `excluded`: unverified for too long; nothing is held. `gone`: it no longer counts.
 */
export type SubscriberState = 'unverified' | 'active' | 'away' | 'excluded' | 'gone';

/**
 * One workflow on a queue: takes the messages that it wants and runs them in its own order and time, so that nothing it
 * does delays another workflow. Keeps its history over an edit of the workflow.
 */
export class Subscriber {
	readonly #deduplication = new Deduplication();
	readonly #scheduler: Scheduler;
	#subscription: Subscription;
	#state: SubscriberState = 'gone';
	#fault: Fault | null = null;
	#reported = false;
	/** How long another workflow has read the queue while this one could not (milliseconds). */
	waitedMs = 0;

	constructor(subscription: Subscription, clock: Clock) {
		this.#subscription = subscription;
		this.#scheduler = new Scheduler(this.#deduplication, clock, () => this.#subscription);
	}

	get subscription(): Subscription {
		return this.#subscription;
	}

	get state(): SubscriberState {
		return this.#state;
	}

	/** Whether it has a free slot that no message at hand may use. */
	get idle(): boolean {
		return this.#scheduler.idle;
	}

	/** Whether messages at hand wait for one of its slots. */
	get waitsForSlot(): boolean {
		return this.#scheduler.waitsForSlot;
	}

	/** Whether anything that is not running is held here. */
	get hasWaiting(): boolean {
		return this.#scheduler.hasWaiting;
	}

	/** Whether the workflow has something to do for this message. */
	wants(message: Message): boolean {
		return message.reading.ok ? this.#subscription.wants(message) : this.#unreadable !== 'discard';
	}

	/** Whether it records unreadable messages as failed executions, in place of running them. */
	get recordsUnreadable(): boolean {
		return this.#unreadable === 'saveAsFailedExecution';
	}

	/** Accepts a delivery, whose `end` is called once, at the latest soon after the time limit. */
	take(handle: DeliveryHandle): void {
		const { skipDuplicates, keepOrderPerSet } = this.#subscription.options;
		const orderingKey = keepOrderPerSet ? handle.message.setId : null;
		const task = this.#deduplication.open(handle, { skipDuplicates, orderingKey });
		if (task) this.#scheduler.add(task);
	}

	/** A workflow, or its edited version, subscribes: what it wants is held until its credential is verified. */
	join(subscription: Subscription): void {
		this.#subscription = subscription;
		this.#state = 'unverified';
		this.#fault = null;
		this.#reported = false;
		this.waitedMs = 0;
		this.#scheduler.pause();
	}

	/** Its credential is verified: runs what was held and is still wanted. */
	activate(): void {
		const { name, queue, log } = this.#subscription;
		if (this.#fault) log.info(`The workflow "${name}" can read the queue "${queue}" now`);
		this.#fault = null;
		this.#state = 'active';
		this.#scheduler.resume((message) => this.wants(message));
	}

	/** Logs what keeps the workflow from its queue when that changes, and reports it once if it is permanent. */
	noteFault(fault: Fault): void {
		if (this.#fault?.message === fault.message) return;
		this.#fault = fault;
		const { name, queue, log } = this.#subscription;
		const text = `The workflow "${name}" cannot read the queue "${queue}" yet: ${fault.message}. ${fault.description}`;
		if (fault.permanent) log.error(text);
		else log.warn(text);
		if (fault.permanent) this.#report(fault);
	}

	/** Gives up holding messages. */
	exclude(): void {
		this.#state = 'excluded';
		const { name, queue, log } = this.#subscription;
		const { message, description } = this.#fault ?? { message: 'its credential is not verified', description: '' };
		log.error(
			`The workflow "${name}" has not been able to read the queue "${queue}" for ten minutes while other workflows read it: ` +
				`messages are no longer held for it, and it misses them until its credential works. ${message}. ${description}`,
		);
		this.#report({ permanent: true, message, description });
		this.#scheduler.unsubscribe();
	}

	/** Deactivated: what it wants is held for its return. */
	leave(): void {
		this.#state = 'away';
		this.#scheduler.pause();
	}

	/** It no longer counts: what waits ends as if it had never wanted it. */
	remove(): void {
		this.#state = 'gone';
		this.#scheduler.unsubscribe();
	}

	/** Ends the deliveries that have to go back to the queue. */
	giveBack(): void {
		this.#scheduler.giveBack();
	}

	get #unreadable(): Subscription['options']['unreadable'] {
		return this.#subscription.options.unreadable;
	}

	#report(fault: Fault): void {
		if (this.#reported) return;
		this.#reported = true;
		this.#subscription.reportFault(fault);
	}
}
