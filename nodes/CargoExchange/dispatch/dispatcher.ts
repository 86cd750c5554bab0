import type { QueueAccount, AmqpError } from '../amqp';
import { Desk } from './subscriber';
import type { Message } from './message';
import { provesGood } from './proof';
import { Reader, type ReaderServices } from './queueReader';
import type { Joining, Membership, Subscription } from './subscription';

export type HubServices = ReaderServices & {
	/** Whether this account may read this queue, found out by a short connection of its own: null, or what is in the way. */
	prove: (account: QueueAccount, queue: string) => Promise<AmqpError | null>;
	/** 0 ≤ random() < 1. */
	random: () => number;
};

/** How long a workflow that has left keeps its memory of messages. Longer than any of its runs may count. */
const remembranceMs = 3_600_000;
/** A workflow's desk, and who sits there: an edited workflow may arrive before its old version has left. */
type Place = { readonly desk: Desk; holder: symbol | null; leftAt: number };

/** Everything that reads queues in this process: one reader per queue, one desk per workflow and queue. */
export class Hub {
	readonly #services: HubServices;
	readonly #readers = new Map<string, Reader>();
	readonly #places = new Map<string, Place>();

	constructor(services: HubServices) {
		this.#services = services;
	}

	/**
	 * Puts a workflow on its queue; it gets nothing before its own credential has proved good.
	 * @throws {AmqpError} the faults that `joining` asks for; the others are waited out in the background.
	 */
	async subscribe(subscription: Subscription, joining: Joining): Promise<Membership> {
		const key = queueKey(await subscription.account(), subscription.queue);
		const fault = joining.throws === 'none' ? null : await this.#prove(subscription);
		if (fault && (joining.throws === 'every' || fault.certain)) throw fault;

		const place = this.#placeFor(key, subscription);
		const holder = Symbol(subscription.id);
		place.holder = holder;
		const left = new AbortController();
		const enter = () => {
			this.#readerFor(key, subscription, joining.others).join(place.desk);
		};
		const proved = joining.throws !== 'none' && !fault;
		if (proved) place.desk.resume(subscription);
		enter();
		if (!proved) {
			const waiting = this.#resumeOnceProved(subscription, joining, {
				key,
				desk: place.desk,
				enter,
				left: left.signal,
			});
			void waiting.catch((error: unknown) => {
				subscription.log.error(`The workflow "${subscription.name}" could not be put on its queue: ${String(error)}`);
			});
		}

		return {
			leave: () => {
				left.abort();
				if (place.holder !== holder) return;
				place.holder = null;
				place.leftAt = this.#services.clock.now();
				this.#readers.get(key)?.leave(place.desk, { hold: true });
			},
		};
	}

	/**
	 * Shows what arrives on a queue that this process reads already, without taking part.
	 * @returns how to stop listening; null when nobody here reads the queue.
	 */
	listen(account: QueueAccount, queue: string, listener: (message: Message) => void): (() => void) | null {
		const reader = this.#readers.get(queueKey(account, queue));
		return reader?.open ? reader.listen(listener) : null;
	}

	async #prove(subscription: Subscription): Promise<AmqpError | null> {
		return await this.#services.prove(await subscription.account(), subscription.queue);
	}

	/** Holds what the workflow wants until its credential has proved good; a certain fault takes it off until it has. */
	async #resumeOnceProved(
		subscription: Subscription,
		joining: Joining,
		{ key, desk, enter, left }: { key: string; desk: Desk; enter: () => void; left: AbortSignal },
	): Promise<void> {
		const { clock, random } = this.#services;
		let told = false;
		const proof = {
			clock,
			random,
			tried: joining.throws !== 'none',
			prove: () =>
				this.#prove(subscription).catch((error: unknown) => {
					subscription.log.warn(`The queue credential of "${subscription.name}" could not be read: ${String(error)}`);
					return undefined;
				}),
			onCertainFault: (fault: AmqpError) => {
				this.#readers.get(key)?.leave(desk, { hold: false });
				if (!told) joining.onCertainFault(fault);
				told = true;
			},
		};
		if (!(await provesGood(proof, left))) return;
		desk.resume(subscription);
		enter();
	}

	#readerFor(key: string, { queue }: Subscription, others: boolean): Reader {
		const known = this.#readers.get(key);
		if (known?.open) return known;
		const reader = new Reader(queue, others, this.#services);
		this.#readers.set(key, reader);
		void reader.closed
			.catch((error: unknown) => {
				this.#services.log.error(`The reading of the queue "${queue}" ended unexpectedly: ${String(error)}`);
			})
			.then(() => {
				if (this.#readers.get(key) === reader) this.#readers.delete(key);
			});
		return reader;
	}

	#placeFor(key: string, subscription: Subscription): Place {
		const now = this.#services.clock.now();
		for (const [id, { holder, leftAt }] of this.#places)
			if (!holder && now - leftAt > remembranceMs) this.#places.delete(id);
		const id = JSON.stringify([key, subscription.id]);
		const place = this.#places.get(id) ?? {
			desk: new Desk(subscription, this.#services.clock),
			holder: null,
			leftAt: now,
		};
		this.#places.set(id, place);
		return place;
	}
}

/** One consumer per broker address, virtual host and queue, whoever logs in. */
function queueKey({ hostname, port, vhost }: QueueAccount, queue: string): string {
	return JSON.stringify([hostname.toLowerCase(), port, vhost, queue]);
}
