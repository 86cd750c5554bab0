import type { Delivery, Settlement } from '../amqp';
import { readMessage, type Message } from './message';
import type { Scheduler } from './scheduler';

/**
 * What one subscriber says about one message in the end: `done`; `failed` for good; `requeue`: it has to be delivered
 * again; `unsubscribed`: the subscriber no longer counts.
 */
export type Outcome = 'done' | 'failed' | 'requeue' | 'unsubscribed';

/** The settlement once every subscriber has its outcome: one that needs another delivery outweighs a failed one. */
export function settlementFor(outcomes: readonly Outcome[]): Settlement {
	if (outcomes.includes('requeue')) return 'requeue';
	return outcomes.includes('failed') ? 'reject' : 'ack';
}

type Reader = { queueIsRead(): boolean; onSettled(pending: PendingDelivery): void };

/** One delivery on its way through the subscribers that want it; settled when the last of them has its outcome. */
export class PendingDelivery {
	readonly message: Message;
	readonly #delivery: Delivery;
	readonly #reader: Reader;
	readonly #outcomes: Outcome[] = [];
	#subscribers: readonly Scheduler[] = [];

	constructor(delivery: Delivery, reader: Reader) {
		this.message = readMessage(delivery);
		this.#delivery = delivery;
		this.#reader = reader;
	}

	/** Monotonic milliseconds. */
	get arrivedAt(): number {
		return this.#delivery.arrivedAt;
	}

	/** Whether its channel is closed: the broker delivers the message again. */
	get lost(): boolean {
		return this.#delivery.lost.aborted;
	}

	/** Whether the queue is no longer read here: only runs in flight still settle their messages. */
	get closing(): boolean {
		return !this.#reader.queueIsRead();
	}

	/** A message that nobody wants is settled at once. */
	dispatchTo(subscribers: readonly Scheduler[]): void {
		this.#subscribers = subscribers;
		if (subscribers.length === 0) this.#settle();
		for (const subscriber of subscribers) subscriber.take(this);
	}

	/** Called once by each subscriber. */
	end(outcome: Outcome): void {
		this.#outcomes.push(outcome);
		if (this.#outcomes.length === this.#subscribers.length) this.#settle();
	}

	#settle(): void {
		const settlement = settlementFor(this.#outcomes);
		const settled = this.#delivery.settle(settlement);
		if (settled && settlement !== 'requeue') for (const each of this.#subscribers) each.settled(this.message);
		this.#reader.onSettled(this);
	}
}

/** A delivery as one of its subscribers sees it. */
export type DeliveryHandle = Pick<PendingDelivery, 'message' | 'arrivedAt' | 'lost' | 'closing' | 'end'>;
