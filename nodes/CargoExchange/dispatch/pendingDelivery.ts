import type { Delivery } from '../amqp';
import type { Message } from './message';
import { verdictOf, type Outcome } from './verdict';
import type { Share } from './task';

/**
 * One delivery on its way through the workflows that want it, each of which says once what became of it; answers the
 * broker when the last of them has.
 */
export class Handling implements Share {
	readonly message: Message;
	readonly #delivery: Delivery;
	readonly #onAnswered: (handling: Handling) => void;
	readonly #outcomes: Outcome[] = [];
	#awaited = 0;

	constructor(delivery: Delivery, message: Message, onAnswered: (handling: Handling) => void) {
		this.message = message;
		this.#delivery = delivery;
		this.#onAnswered = onAnswered;
	}

	get arrivedAt(): number {
		return this.#delivery.arrivedAt;
	}

	get lost(): AbortSignal {
		return this.#delivery.lost;
	}

	/** Waits for this many workflows. What nobody wants is answered at once. */
	expect(workflows: number): void {
		this.#awaited = workflows;
		if (workflows === 0) this.#answer();
	}

	end(outcome: Outcome): void {
		this.#outcomes.push(outcome);
		if (this.#outcomes.length === this.#awaited) this.#answer();
	}

	#answer(): void {
		this.#delivery.settle(verdictOf(this.#outcomes));
		this.#onAnswered(this);
	}
}
