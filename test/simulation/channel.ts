import type { SimulatedBroker } from './broker';
import {
	AmqpError,
	type BrokerSettings,
	type ConsumeOptions,
	type Delivery,
	type Settlement,
} from './dispatcherUnderTest';
import type { Stored, Taker } from './queue';
import type { World } from './world';

/** One delivery of a message to a process. */
export type Handover = {
	readonly stored: Stored;
	readonly processNumber: number;
	/** As the credential writes it with which its reader is connected. */
	readonly host: string;
	/** In the order of deliveries, over all processes. */
	readonly order: number;
	readonly arrivedAt: number;
	answered: Settlement | null;
	/** When it was answered, or lost with its channel. */
	overAt: number | null;
};

/** The process that a consumer belongs to. */
export type Home = { readonly number: number; readonly killed: AbortSignal };

type SizedTaker = Taker & { readonly size: number };

/** The broker gives a channel up on which a delivery is unanswered for longer. */
const answerWithinMs = 30 * 60_000;

export const outage = (message: string): AmqpError =>
	new AmqpError({ permanent: false, message, description: 'The trigger tries again.' });

/** One connection of a process to a broker, with what it was given and has not answered. */
export class SimulatedChannel {
	readonly lost = new AbortController();
	/** Whether what still arrives goes back at once. */
	isStopped = false;
	/** In the order of arrival, until the broker has its answer; and how to free its place in the window. */
	readonly #unanswered = new Map<Handover, () => void>();
	/** While a consumer is replaced, there are two. */
	readonly #takers = new Set<SizedTaker>();
	#taker: SizedTaker | null = null;
	#toRequeue: Handover[] = [];
	/** One change at a time; requeued messages wait for it. */
	#turn: Promise<void> = Promise.resolve();
	readonly #disconnect: () => void;

	constructor(
		readonly broker: SimulatedBroker,
		private readonly credential: BrokerSettings,
		private readonly options: ConsumeOptions,
		private readonly world: World,
		private readonly home: Home,
		/** Not called when we close it ourselves. */
		private readonly onLost: (fault: AmqpError) => void,
	) {
		this.#disconnect = broker.connected(() => {
			this.#cut(outage('The connection was cut'));
		});
		this.#watchTime();
	}

	/** A function, because it changes while somebody waits. */
	isLost(): boolean {
		return this.lost.signal.aborted;
	}

	get forgotten(): number {
		return [...this.#unanswered.keys()].filter(({ answered }) => answered === null).length;
	}

	get isConsuming(): boolean {
		return this.#taker !== null && !this.isLost();
	}

	/** Begins to read where nothing was read; the first change of the window comes after it. Rejects if it must not. */
	begin(size: number): Promise<void> {
		const begun = this.#turn.then(() => this.#begin(size));
		this.#turn = begun.catch(() => undefined);
		return begun;
	}

	async #begin(size: number): Promise<void> {
		const { broker, credential, options } = this;
		const countConsumers = () => Promise.resolve(broker.queue.takers.length);
		const found = { credential, clusterName: broker.clusterName, countConsumers };
		const begin = async () => {
			await this.world.slowly('answer');
			if (!this.isLost()) this.#take(size);
		};
		if (size > 0) await options.opening?.(found, begin);
	}

	#take(size: number): void {
		const window = new Set<Handover>();
		const taker: SizedTaker = {
			size,
			get hasRoom() {
				return window.size < size;
			},
			take: (stored) => {
				this.#deliver(window, stored);
			},
		};
		this.#taker = taker;
		this.#takers.add(taker);
		this.broker.queue.attach(taker);
	}

	/** As the real one: the new consumer is opened before the old one is cancelled. */
	setPrefetch(count: number): Promise<void> {
		return (this.#turn = this.#turn.then(async () => {
			const old = this.#taker;
			if (this.isLost() || (old?.size ?? 0) === count) return;
			await this.world.slowly('answer');
			if (this.isLost()) return;
			if (!old) {
				await this.#begin(count).catch((fault: unknown) => {
					if (!(fault instanceof AmqpError)) throw fault;
					if (!this.isLost()) this.#cut(fault);
				});
				return;
			}
			if (count > 0) this.#take(count);
			if (count > 0) await this.world.slowly('answer');
			this.broker.queue.detach(old);
			this.#takers.delete(old);
			if (this.#taker === old) this.#taker = null;
		}));
	}

	/** The broker sends no more, and takes back what it has no answer to. */
	lose(): void {
		if (this.isLost()) return;
		for (const taker of this.#takers) this.broker.queue.detach(taker);
		this.#disconnect();
		const unanswered = [...this.#unanswered.keys()];
		this.#unanswered.clear();
		for (const handover of unanswered) {
			handover.overAt ??= this.world.time.now();
			if (handover.answered === 'ack' || handover.answered === 'reject') this.world.ledger.answerLost(handover);
		}
		this.#toRequeue = [];
		this.broker.queue.takeBack(
			unanswered.map(({ stored }) => stored),
			'closed',
		);
		this.lost.abort();
	}

	/** Requeues in the order of arrival. */
	flush(): void {
		const inOrder = this.#toRequeue.sort((one, other) => one.order - other.order);
		this.#toRequeue = [];
		for (const handover of inOrder) this.#forget(handover);
		this.broker.queue.takeBack(
			inOrder.map(({ stored }) => stored),
			'nack',
		);
	}

	/** A message that nobody is there for any more. */
	requeue(handover: Handover): void {
		handover.answered = 'requeue';
		handover.overAt = this.world.time.now();
		if (this.#toRequeue.push(handover) > 1) return;
		void this.#turn
			.then(() => this.world.slowly('wire'))
			.then(() => {
				if (!this.isLost()) this.flush();
			});
	}

	#cut(fault: AmqpError): void {
		this.lose();
		this.onLost(fault);
	}

	#forget(handover: Handover): void {
		this.#unanswered.get(handover)?.();
		this.#unanswered.delete(handover);
	}

	#watchTime(): void {
		this.world.time.after(60_000, () => {
			if (this.isLost()) return;
			const [oldest] = this.#unanswered.keys();
			if (oldest && this.world.time.now() - oldest.arrivedAt > answerWithinMs)
				this.#cut(outage('A message was not acknowledged'));
			else this.#watchTime();
		});
	}

	#deliver(window: Set<Handover>, stored: Stored): void {
		const handover = this.world.ledger.delivered(stored, this.home.number, this.credential.hostname);
		window.add(handover);
		this.#unanswered.set(handover, () => window.delete(handover));
		const delivery: Delivery = {
			body: stored.body,
			messageId: null,
			redelivered: stored.redelivered,
			deliveryCount: stored.queue.kind.type === 'quorum' ? stored.deliveries : 0,
			properties: { exchange: '', routingKey: 'queue', headers: {}, timestamp: null },
			lost: this.lost.signal,
			settle: (settlement) => this.#settle(handover, settlement),
		};
		if (this.isStopped) this.requeue(handover);
		else this.options.onDelivery(delivery);
	}

	#settle(handover: Handover, settlement: Settlement): boolean {
		if (handover.answered !== null || this.isLost() || this.home.killed.aborted) return false;
		handover.answered = settlement;
		handover.overAt = this.world.time.now();
		this.world.oracle.answered(handover, settlement);
		if (settlement === 'requeue') this.requeue(handover);
		else {
			void this.world.slowly('wire').then(() => {
				if (this.isLost() || !this.#unanswered.has(handover)) return;
				this.#forget(handover);
				handover.stored.queue.settle(handover.stored, settlement);
			});
		}
		return true;
	}
}
