import type { ConsumeOptions, Delivery, Log, QueueConsumer } from '../amqp';
import type { Clock } from './clock';
import type { Desk } from './subscriber';
import { Handling } from './pendingDelivery';
import { readMessage, type Message } from './message';
import { Roster } from './subscribers';

export type ReaderServices = { consume: (options: ConsumeOptions) => QueueConsumer; clock: Clock; log: Log };

/** n8n starts workflows one after the other: how long without a new one until all are taken to be here, and at most. */
const settleMs = 10_000;
const settleAtMostMs = 60_000;
/** How long what only an absent workflow wants is kept for its return: an edit takes it off and puts it back. */
const holdMs = 30_000;

/**
 * One queue's only consumer in this process: hands each message to every workflow that wants it and answers the broker
 * when all have spoken. Starts with the first workflow; when the last has left, it lets the runs in flight end and closes.
 */
export class Reader {
	readonly #queue: string;
	readonly #services: ReaderServices;
	readonly #roster = new Roster();
	readonly #handlings = new Set<Handling>();
	readonly #channels = new WeakSet<AbortSignal>();
	readonly #listeners = new Set<(message: Message) => void>();
	readonly #closing = new AbortController();
	#consumer: QueueConsumer | null = null;
	#prefetch = 0;
	#joinedAt: number;
	#onIdle: () => void = () => undefined;
	/** Resolves when the connection is closed. */
	readonly closed: Promise<void>;

	/** `others`: more workflows are about to join; reading begins when no more come. */
	constructor(queue: string, others: boolean, services: ReaderServices) {
		this.#queue = queue;
		this.#services = services;
		this.#joinedAt = services.clock.now();
		this.closed = this.#live(others);
	}

	get open(): boolean {
		return !this.#closing.signal.aborted;
	}

	/** Puts a workflow on the queue, or back on it with what was held for it. */
	join(desk: Desk): void {
		this.#joinedAt = this.#services.clock.now();
		this.#roster.join(desk);
		this.#askForEnough();
	}

	/**
	 * Takes a workflow off the queue. While others read on, what it wants is held for its return, unless its wishes are
	 * to count no more at once; the last one out closes.
	 */
	leave(desk: Desk, { hold }: { hold: boolean }): void {
		const returned = this.open ? this.#roster.leave(desk) : null;
		if (!returned) return;
		desk.pause();
		if (!this.#roster.deserted) {
			void this.#strike(desk, returned, hold ? holdMs : 0);
			return;
		}
		this.#closing.abort();
		for (const each of this.#roster.desks) each.release('returned');
	}

	/** Shows each message that arrives to a listener as well, until the returned function is called. Answers nothing. */
	listen(listener: (message: Message) => void): () => void {
		this.#listeners.add(listener);
		return () => {
			this.#listeners.delete(listener);
		};
	}

	async #strike(desk: Desk, returned: AbortSignal, afterMs: number): Promise<void> {
		if (afterMs > 0) await this.#services.clock.sleep(afterMs, AbortSignal.any([returned, this.#closing.signal]));
		if (returned.aborted || !this.open) return;
		this.#roster.strike(desk);
		desk.release('withdrawn');
		this.#askForEnough();
	}

	/** Another prefetch costs the broker a new consumer: asked for only where it differs. */
	#askForEnough(): void {
		const { prefetch } = this.#roster;
		if (prefetch === this.#prefetch) return;
		this.#prefetch = prefetch;
		this.#consumer?.setPrefetch(prefetch);
	}

	/** From the first workflow to the last: wait for the others, read, let the runs in flight end, close. */
	async #live(others: boolean): Promise<void> {
		if (others) await this.#settle();
		// The workflow that opened the reader joins right after; nothing is read before that.
		await Promise.resolve();
		if (!this.open) return;
		const consumer = this.#consume();
		this.#consumer = consumer;
		await aborted(this.#closing.signal);
		await consumer.stop();
		if (this.#handlings.size > 0) {
			await new Promise<void>((resolve) => {
				this.#onIdle = resolve;
			});
		}
		await consumer.close();
	}

	async #settle(): Promise<void> {
		const { clock } = this.#services;
		const startedAt = clock.now();
		while (this.open) {
			const waitMs = Math.min(this.#joinedAt + settleMs, startedAt + settleAtMostMs) - clock.now();
			if (waitMs <= 0) return;
			await clock.sleep(waitMs, this.#closing.signal);
		}
	}

	#consume(): QueueConsumer {
		const { consume, log } = this.#services;
		return consume({
			queue: this.#queue,
			account: () => this.#roster.nextAccount(),
			connectionName: () => `n8n-nodes-cargo-exchange: ${this.#roster.names}`,
			prefetch: () => this.#prefetch,
			onDelivery: (delivery) => {
				this.#take(delivery);
			},
			onReady: ({ otherConsumers }) => {
				this.#roster.connected();
				if (otherConsumers > 0) log.info(sharedQueueText(this.#queue, otherConsumers));
			},
			log,
		});
	}

	#take(delivery: Delivery): void {
		if (!this.open) {
			delivery.settle('requeue');
			return;
		}
		this.#watch(delivery.lost);
		const message = readMessage(delivery);
		for (const listener of this.#listeners) listener(message);
		const takers = this.#takers(message);
		const handling = new Handling(delivery, message, this.#answered);
		this.#handlings.add(handling);
		handling.expect(takers.length);
		for (const desk of takers) desk.take(handling);
	}

	/** Who has something to do. An unreadable message is recorded once, by the workflow that has been here longest. */
	#takers(message: Message): Desk[] {
		const wanting = this.#roster.desks.filter((desk) => desk.wants(message));
		if (message.reading.ok) return wanting;
		const recording = wanting.filter((desk) => desk.records(message));
		const recorder = recording.find((desk) => !desk.paused) ?? recording[0];
		return wanting.filter((desk) => desk === recorder || !recording.includes(desk));
	}

	readonly #answered = (handling: Handling): void => {
		this.#handlings.delete(handling);
		if (this.#handlings.size === 0) this.#onIdle();
	};

	/** The broker delivers again what went with a channel; the workflows must not wait for the right to answer it. */
	#watch(lost: AbortSignal): void {
		if (this.#channels.has(lost)) return;
		this.#channels.add(lost);
		const forget = () => {
			const { size } = this.#handlings;
			if (size > 0) this.#services.log.info(lostText(this.#queue, size));
			for (const desk of this.#roster.desks) desk.forgetLost();
		};
		lost.addEventListener('abort', forget, { once: true });
	}
}

function sharedQueueText(queue: string, others: number): string {
	return `The queue "${queue}" has ${others} other ${others === 1 ? 'reader' : 'readers'}: the broker gives each message to only one of them`;
}

function lostText(queue: string, count: number): string {
	return `The connection to the queue "${queue}" was lost with ${count} unanswered ${count === 1 ? 'message' : 'messages'}; the broker delivers them again`;
}

async function aborted(signal: AbortSignal): Promise<void> {
	if (signal.aborted) return;
	await new Promise((resolve) => {
		signal.addEventListener('abort', resolve, { once: true });
	});
}
