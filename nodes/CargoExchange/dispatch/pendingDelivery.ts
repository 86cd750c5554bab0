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
	/** Called once by each subscriber. */
	end(outcome: Outcome): void;
};

/** A receiver of deliveries. */
export type Taker = {
	take(handle: DeliveryHandle): void;
	/** The broker has its answer, and does not deliver the message again. */
	settled(message: Message): void;
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
	#takers: readonly Taker[] = [];

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

	/** A message that nobody wants is settled at once. */
	handTo(takers: readonly Taker[]): void {
		this.#takers = takers;
		if (takers.length === 0) this.#settle();
		for (const taker of takers) taker.take(this);
	}

	end(outcome: Outcome): void {
		this.#outcomes.push(outcome);
		if (this.#outcomes.length === this.#takers.length) this.#settle();
	}

	#settle(): void {
		const settlement = settlementFor(this.#outcomes);
		const answered = this.#delivery.settle(settlement);
		if (answered && settlement !== 'requeue') for (const taker of this.#takers) taker.settled(this.message);
		this.#reader.onSettled(this);
	}
}
