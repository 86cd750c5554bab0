import type { Settlement } from './dispatcherUnderTest';
import type { SimulatedTime } from './time';

/** How a queue behaves: `deliveryLimit` counts only for quorum queues. */
export type QueueKind = {
	readonly version: '3.10' | '4.0' | '4.3';
	readonly type: 'classic' | 'quorum';
	readonly deliveryLimit: number | null;
	readonly deadLetters: boolean;
};

/** What a publisher sends; copies have the body of the original. */
export type Published = {
	/** Of the original: it stands in the body. */
	readonly content: number;
	readonly set: string | null;
	readonly readable: boolean;
	readonly body: Buffer;
};

/** One message of a queue, from its publishing to its settlement. */
export type Stored = Published & {
	/** In the order of publishing. */
	readonly number: number;
	readonly queue: SimulatedQueue;
	state: 'ready' | 'unanswered' | 'ack' | 'reject' | 'dropped';
	redelivered: boolean;
	/** Earlier deliveries that count toward the limit. */
	deliveries: number;
};

/** Whoever takes messages from a queue, one after the other, as long as it has room. */
export type Taker = { readonly hasRoom: boolean; take(stored: Stored): void };

/** A queue of one of RabbitMQ's kinds: places and counts of what is returned as measured on these versions. */
export class SimulatedQueue {
	readonly all: Stored[] = [];
	readonly takers: Taker[] = [];
	/** How many are neither settled nor given up. */
	unsettled = 0;
	#main: Stored[] = [];
	/** A quorum queue delivers these first, in the order of their return. */
	#returned: Stored[] = [];
	#pumping = false;
	#turn = 0;

	constructor(
		readonly kind: QueueKind,
		private readonly time: SimulatedTime,
		/** Called when the broker gives a message up because of its deliveries. */
		private readonly onDropped: (stored: Stored) => void,
	) {}

	get ready(): number {
		return this.#main.length + this.#returned.length;
	}

	get left(): Stored[] {
		return this.all.filter(({ state }) => state === 'ready' || state === 'unanswered');
	}

	publish(message: Published, number: number): Stored {
		const stored: Stored = {
			...message,
			number,
			queue: this,
			state: 'ready',
			redelivered: false,
			deliveries: 0,
		};
		this.all.push(stored);
		this.unsettled++;
		this.#main.push(stored);
		this.pump();
		return stored;
	}

	attach(taker: Taker): void {
		this.takers.push(taker);
		this.pump();
	}

	detach(taker: Taker): void {
		const index = this.takers.indexOf(taker);
		if (index >= 0) this.takers.splice(index, 1);
	}

	settle(stored: Stored, settlement: Exclude<Settlement, 'requeue'>): void {
		stored.state = settlement;
		this.unsettled--;
		this.pump();
	}

	/** Takes messages back, in this order. `closed`: their channel or connection has ended. */
	takeBack(messages: readonly Stored[], how: 'nack' | 'closed'): void {
		const { version, type, deliveryLimit } = this.kind;
		for (const stored of messages) {
			stored.state = 'ready';
			stored.redelivered = true;
			if (type === 'classic') {
				this.#main.push(stored);
				continue;
			}
			if (how === 'closed' || version !== '4.3') stored.deliveries++;
			if (deliveryLimit !== null && stored.deliveries > deliveryLimit) {
				stored.state = 'dropped';
				this.unsettled--;
				this.onDropped(stored);
			} else if (how === 'nack' && deliveryLimit === null && version !== '4.3') this.#main.push(stored);
			else this.#returned.push(stored);
		}
		// A classic queue puts each back at its place.
		if (type === 'classic') this.#main.sort((one, other) => one.number - other.number);
		this.pump();
	}

	pump(): void {
		if (this.#pumping) return;
		this.#pumping = true;
		this.time.after(0, () => {
			this.#pumping = false;
			this.#deliver();
		});
	}

	#deliver(): void {
		while (this.ready > 0) {
			const open = this.takers.filter(({ hasRoom }) => hasRoom);
			const taker = open[this.#turn++ % open.length];
			const stored = taker && (this.#returned.shift() ?? this.#main.shift());
			if (!stored) return;
			stored.state = 'unanswered';
			taker.take(stored);
		}
	}
}
