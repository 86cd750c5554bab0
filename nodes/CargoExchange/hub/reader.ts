import type { ConsumeOptions, Delivery, Log, QueueAccount, QueueConsumer } from '../queue';
import type { Clock } from './clock';
import type { Desk } from './desk';
import { Handling } from './handling';
import { readMessage, type Message } from './message';
import { prefetchFor } from './prefetch';

export type ReaderServices = { consume: (options: ConsumeOptions) => QueueConsumer; clock: Clock; log: Log };

/** n8n starts workflows one after the other: how long without a new one until all are taken to be here, and at most. */
const settleMs = 10_000;
const settleAtMostMs = 60_000;
/** How long what only an absent workflow wants is kept for its return: an edit takes it off and puts it back. */
const holdMs = 30_000;

/** A workflow on the queue, in order of joining. `absent`: it has left, and is waited for until this aborts. */
type Member = { readonly desk: Desk; absent: AbortController | null };

/**
 * One queue's only consumer in this process: hands each message to every workflow that wants it and answers the broker
 * when all have spoken. Starts with the first workflow; when the last has left, it lets the runs in flight end and closes.
 */
export class Reader {
	readonly #queue: string;
	readonly #services: ReaderServices;
	readonly #members: Member[] = [];
	readonly #handlings = new Set<Handling>();
	readonly #channels = new WeakSet<AbortSignal>();
	readonly #listeners = new Set<(message: Message) => void>();
	readonly #closing = new AbortController();
	#consumer: QueueConsumer | null = null;
	#joinedAt: number;
	#connects = 0;
	#prefetch = 0;
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
		const known = this.#members.find((member) => member.desk === desk);
		known?.absent?.abort();
		if (known) known.absent = null;
		else this.#members.push({ desk, absent: null });
		this.#askForEnough();
	}

	/**
	 * Takes a workflow off the queue. While others read on, what it wants is held for its return, unless its wishes are
	 * to count no more at once; the last one out closes.
	 */
	leave(desk: Desk, { hold }: { hold: boolean }): void {
		const member = this.#members.find((candidate) => candidate.desk === desk);
		if (!member || member.absent || !this.open) return;
		desk.pause();
		member.absent = new AbortController();
		if (this.#members.every(({ absent }) => absent)) {
			this.#closing.abort();
			for (const each of this.#members) each.desk.release('returned');
			return;
		}
		void this.#drop(member, member.absent.signal, hold ? holdMs : 0);
	}

	/** Shows each message that arrives to a listener as well, until the returned function is called. Answers nothing. */
	listen(listener: (message: Message) => void): () => void {
		this.#listeners.add(listener);
		return () => {
			this.#listeners.delete(listener);
		};
	}

	async #drop(member: Member, returned: AbortSignal, afterMs: number): Promise<void> {
		if (afterMs > 0) await this.#services.clock.sleep(afterMs, AbortSignal.any([returned, this.#closing.signal]));
		if (returned.aborted || !this.open) return;
		this.#members.splice(this.#members.indexOf(member), 1);
		member.desk.release('withdrawn');
		this.#askForEnough();
	}

	/** Another prefetch costs the broker a new consumer: asked for only where it differs. */
	#askForEnough(): void {
		const wanted = prefetchFor(this.#members.map(({ desk }) => desk.subscription.wishes));
		if (wanted === this.#prefetch) return;
		this.#prefetch = wanted;
		this.#consumer?.setPrefetch(wanted);
	}

	/** From the first workflow to the last: wait for the others, read, let the runs in flight end, close. */
	async #live(others: boolean): Promise<void> {
		const { clock, consume, log } = this.#services;
		const closing = this.#closing.signal;
		const startedAt = clock.now();
		for (let now = startedAt; others && !closing.aborted; now = clock.now()) {
			const quietAt = Math.min(this.#joinedAt + settleMs, startedAt + settleAtMostMs);
			if (now >= quietAt) break;
			await clock.sleep(quietAt - now, closing);
		}
		// The workflow that opened the reader joins right after; nothing is read before that.
		await Promise.resolve();
		if (closing.aborted) return;
		const consumer = consume({
			queue: this.#queue,
			account: () => this.#account(),
			connectionName: () => `n8n-nodes-cargo-exchange: ${this.#names()}`,
			prefetch: () => this.#prefetch,
			onDelivery: (delivery) => {
				this.#take(delivery);
			},
			onReady: ({ otherConsumers }) => {
				this.#connects = 0;
				if (otherConsumers > 0) log.info(sharedQueueText(this.#queue, otherConsumers));
			},
			log,
		});
		this.#consumer = consumer;
		await aborted(closing);
		await consumer.stop();
		if (this.#handlings.size > 0) await new Promise<void>((resolve) => { this.#onIdle = resolve; });
		await consumer.close();
	}

	/** The newest workflow's credential first: where a password was changed, the newest knows it. Then the others in turn. */
	#account(): Promise<QueueAccount> {
		const newestFirst = this.#members.filter(({ absent }) => !absent).reverse();
		const member = newestFirst[this.#connects++ % newestFirst.length] ?? this.#members[0];
		if (!member) throw new Error(`No workflow reads the queue "${this.#queue}" any more`);
		return member.desk.subscription.account();
	}

	#names(): string {
		return this.#members.map(({ desk }) => desk.subscription.name).join(', ');
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
		const handling = new Handling(delivery, takers.length, this.#answered);
		this.#handlings.add(handling);
		if (takers.length === 0) handling.hear();
		const { arrivedAt, lost } = delivery;
		for (const desk of takers) desk.take({ message, arrivedAt, lost, end: handling.hear });
	}

	/** Who has something to do. An unreadable message is recorded once, by the workflow that has been here longest. */
	#takers(message: Message): Desk[] {
		const wanting = this.#members.map(({ desk }) => desk).filter((desk) => desk.wants(message));
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
		lost.addEventListener('abort', () => {
			for (const { desk } of this.#members) desk.forgetLost();
		}, { once: true });
	}
}

function sharedQueueText(queue: string, others: number): string {
	return `The queue "${queue}" has ${others} other ${others === 1 ? 'reader' : 'readers'}: the broker gives each message to only one of them`;
}

async function aborted(signal: AbortSignal): Promise<void> {
	if (signal.aborted) return;
	await new Promise((resolve) => {
		signal.addEventListener('abort', resolve, { once: true });
	});
}
