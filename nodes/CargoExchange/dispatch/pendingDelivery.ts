import type { Delivery, Settlement } from '../amqp';
import { readMessage, type Message } from './message';

/**
 * What one subscriber says about one message in the end: `done`; `failed` for good; `requeue`: it has to come again;
 * `unsubscribed`: the subscriber no longer counts.
 */
export type Outcome = 'done' | 'failed' | 'requeue' | 'unsubscribed';

/** One delivery as a subscriber sees it. */
export type DeliveryHandle = {
	readonly message: Message;
	/** Monotonic milliseconds. */
	readonly arrivedAt: number;
	/** Whether the broker has taken the delivery back with its channel. */
	readonly lost: boolean;
	/** Whether it has to go back, unless it is running: it is lost, or nobody reads any more. */
	readonly goesBack: boolean;
	/** Called once by each subscriber. `onSettled`: once the broker has been told for good, so that it does not come again. */
	end(outcome: Outcome, onSettled?: () => void): void;
};

/** The settlement once every subscriber that wants the message has ended: one that has to see it again outweighs a failed one. */
export function settlementFor(outcomes: readonly Outcome[]): Settlement {
	if (outcomes.includes('requeue')) return 'requeue';
	return outcomes.includes('failed') ? 'reject' : 'ack';
}

/** One delivery on its way through the subscribers that want it; settled when the last of them has ended. */
export class PendingDelivery implements DeliveryHandle {
	readonly message: Message;
	readonly #delivery: Delivery;
	readonly #reader: { readonly closed: boolean; onSettled(pending: PendingDelivery): void };
	readonly #outcomes: Outcome[] = [];
	#onSettled: (() => void)[] = [];
	#expected = 0;

	constructor(delivery: Delivery, reader: { readonly closed: boolean; onSettled(pending: PendingDelivery): void }) {
		this.message = readMessage(delivery);
		this.#delivery = delivery;
		this.#reader = reader;
	}

	get arrivedAt(): number {
		return this.#delivery.arrivedAt;
	}

	get lost(): boolean {
		return this.#delivery.lost.aborted;
	}

	get goesBack(): boolean {
		return this.lost || this.#reader.closed;
	}

	/** Waits for the ends of this many subscribers. A message that nobody wants is settled at once. */
	expect(subscribers: number): void {
		this.#expected = subscribers;
		if (subscribers === 0) this.#settle();
	}

	end(outcome: Outcome, onSettled?: () => void): void {
		this.#outcomes.push(outcome);
		if (onSettled) this.#onSettled.push(onSettled);
		if (this.#outcomes.length === this.#expected) this.#settle();
	}

	#settle(): void {
		const settlement = settlementFor(this.#outcomes);
		const told = this.#delivery.settle(settlement);
		if (told && settlement !== 'requeue') for (const call of this.#onSettled) call();
		this.#onSettled = [];
		this.#reader.onSettled(this);
	}
}
