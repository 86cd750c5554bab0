import type { Delivery } from '../queue';
import { verdictOf, type Outcome } from './verdict';

/** One delivery on its way through the workflows that want it: answers the broker when the last of them has spoken. */
export class Handling {
	readonly #delivery: Delivery;
	readonly #outcomes: Outcome[] = [];
	readonly #onAnswered: (handling: Handling, answered: boolean) => void;
	#awaited: number;

	constructor(delivery: Delivery, awaited: number, onAnswered: (handling: Handling, answered: boolean) => void) {
		this.#delivery = delivery;
		this.#awaited = awaited;
		this.#onAnswered = onAnswered;
	}

	/** To be called at once for a delivery that nobody wants, and by each workflow that has ended with it. */
	readonly hear = (outcome?: Outcome): void => {
		if (outcome) {
			this.#outcomes.push(outcome);
			this.#awaited--;
		}
		if (this.#awaited > 0) return;
		this.#onAnswered(this, this.#delivery.settle(verdictOf(this.#outcomes)));
	};
}
