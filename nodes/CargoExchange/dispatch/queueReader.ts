import type { ConsumeOptions, Delivery, Log, QueueConsumer } from '../amqp';
import type { Clock } from './clock';
import type { Message } from './message';
import { PendingDelivery } from './pendingDelivery';
import { PrefetchWindow, type Subscribers } from './subscribers';

export type ReaderServices = { consume: (options: ConsumeOptions) => QueueConsumer; clock: Clock; log: Log };

/** n8n starts workflows one after the other: how long without a new one until all are taken to be here, and at most. */
const settleMs = 10_000;
const settleAtMostMs = 60_000;
/** An edit takes a workflow off its queue and puts it back: for so long, what has not started does not go back. */
const lingerMs = 5_000;
const lookEveryMs = 1_000;
/** AMQP cannot limit bytes: above this, no further message is parsed before some are settled. */
const bytesAtOnce = 64 * 1024 * 1024;

/**
 * One queue's only consumer in this process, while any workflow is active on it: hands each message to every workflow
 * that wants it and settles it when all have ended. Then it lets the runs in flight end and closes.
 */
export class QueueReader {
	readonly #queue: string;
	readonly #subscribers: Subscribers;
	readonly #services: ReaderServices;
	readonly #pending = new Set<PendingDelivery>();
	/** Arrived, but not parsed yet, because the bodies at hand are too large. */
	#unparsed: readonly Delivery[] = [];
	#parsedBytes = 0;
	readonly #channels = new WeakSet<AbortSignal>();
	readonly #listeners = new Set<(message: Message) => void>();
	readonly #closing = new AbortController();
	#lingering: AbortController | null = null;
	#consumer: QueueConsumer | null = null;
	#connected = false;
	readonly #window: PrefetchWindow;
	#onIdle: () => void = () => undefined;
	/** Resolves when the connection is closed. */
	readonly finished: Promise<void>;

	/** `othersFollow`: more workflows are about to subscribe; reading begins when no more come. */
	constructor(
		queue: string,
		{ subscribers, othersFollow }: { subscribers: Subscribers; othersFollow: boolean },
		services: ReaderServices,
	) {
		this.#queue = queue;
		this.#subscribers = subscribers;
		this.#services = services;
		this.#window = new PrefetchWindow(subscribers);
		this.finished = this.#live(othersFollow);
	}

	get closed(): boolean {
		return this.#closing.signal.aborted;
	}

	/** A workflow is active from now on: goes on reading, for as many messages as it needs. */
	resume(): void {
		const lingering = this.#lingering;
		this.#lingering = null;
		lingering?.abort();
		if (this.#window.widen() || lingering) this.#applyWindow();
		this.#subscribers.unreadable.review(this.#services.clock.now());
	}

	/** No workflow is active any more: closes, or waits a moment for its return while messages wait for it here. */
	async leave(): Promise<void> {
		if (!this.#subscribers.counting.some(({ hasWaiting }) => hasWaiting)) {
			this.#closing.abort();
			return;
		}
		const lingering = new AbortController();
		this.#lingering = lingering;
		this.#consumer?.setPrefetch(0);
		await this.#services.clock.sleep(lingerMs, lingering.signal);
		if (this.#lingering === lingering) this.#closing.abort();
	}

	/** Shows each message that arrives to a listener as well, until the returned function is called. */
	listen(listener: (message: Message) => void): () => void {
		this.#listeners.add(listener);
		return () => {
			this.#listeners.delete(listener);
		};
	}

	/** From the first active workflow to the last: wait for the others, read, let the runs in flight end, close. */
	async #live(othersFollow: boolean): Promise<void> {
		if (othersFollow) await this.#settle();
		if (this.closed) return;
		const consumer = this.#consume();
		this.#consumer = consumer;
		while (await this.#open(lookEveryMs)) this.#look();
		// In this order: what goes back before the broker has stopped sending would be sent again.
		await consumer.stop();
		this.#giveBack();
		if (this.#pending.size > 0) {
			await new Promise<void>((resolve) => {
				this.#onIdle = resolve;
			});
		}
		await consumer.close();
	}

	/** Waits, and says whether it is still open then. */
	async #open(afterMs: number): Promise<boolean> {
		await this.#services.clock.sleep(afterMs, this.#closing.signal);
		return !this.closed;
	}

	async #settle(): Promise<void> {
		const { clock } = this.#services;
		const startedAt = clock.now();
		const waitMs = () => Math.min(this.#subscribers.lastJoinedAt + settleMs, startedAt + settleAtMostMs) - clock.now();
		while (waitMs() > 0 && (await this.#open(waitMs())));
	}

	#consume(): QueueConsumer {
		const { consume, log } = this.#services;
		return consume({
			queue: this.#queue,
			settings: () => this.#subscribers.nextCredential(),
			prefetch: () => this.#window.size,
			onDelivery: (delivery) => {
				this.#accept(delivery);
			},
			onReady: ({ otherConsumers }) => {
				this.#connected = true;
				this.#subscribers.connected();
				if (otherConsumers > 0) log.info(sharedQueueText(this.#queue, otherConsumers));
			},
			onOutage: () => {
				this.#connected = false;
				this.#window.reset();
				// There is nothing left to wait with.
				if (this.#lingering) this.#closing.abort();
			},
			log,
		});
	}

	#accept(delivery: Delivery): void {
		if (this.closed) {
			delivery.settle('requeue');
			return;
		}
		this.#watch(delivery.lost);
		this.#unparsed = [...this.#unparsed, delivery];
		this.#dispatchUnparsed();
		if (this.#unparsed.length > 0 && this.#window.narrow()) this.#applyWindow();
	}

	/** In order of arrival, as far as memory allows; at least one at a time. */
	#dispatchUnparsed(): void {
		for (let [next, ...rest] = this.#unparsed; next; [next, ...rest] = this.#unparsed) {
			if (this.#pending.size > 0 && this.#parsedBytes + next.body.length > bytesAtOnce) return;
			this.#unparsed = rest;
			this.#dispatch(new PendingDelivery(next, this));
		}
	}

	/** A listener that throws must not keep the message from the workflows. */
	#show(listener: (message: Message) => void, message: Message): void {
		try {
			listener(message);
		} catch (error) {
			this.#services.log.error(`A test step on the queue "${this.#queue}" threw: ${String(error)}`);
		}
	}

	#dispatch(pending: PendingDelivery): void {
		const { message } = pending;
		for (const listener of this.#listeners) this.#show(listener, message);
		this.#pending.add(pending);
		this.#parsedBytes += message.body.length;
		const { counting, unreadable } = this.#subscribers;
		const takers: { take(handle: PendingDelivery): void }[] = counting.filter(
			(subscriber) => subscriber.wants(message) && (message.reading.ok || !subscriber.recordsUnreadable),
		);
		if (unreadable.wants(message)) takers.push(unreadable);
		pending.expect(takers.length);
		for (const taker of takers) taker.take(pending);
	}

	onSettled(pending: PendingDelivery): void {
		if (!this.#pending.delete(pending)) return;
		this.#parsedBytes -= pending.message.body.length;
		this.#dispatchUnparsed();
		if (this.#pending.size === 0) this.#onIdle();
	}

	/** What time alone changes. */
	#look(): void {
		const now = this.#services.clock.now();
		if (this.#connected) this.#subscribers.countWait(lookEveryMs);
		this.#subscribers.unreadable.review(now);
		const limits = this.#subscribers.counting.map(({ subscription }) => subscription.options.timeLimitMs);
		const overdue = this.#unparsed.filter(({ arrivedAt }) => arrivedAt <= now - Math.min(...limits));
		this.#unparsed = this.#unparsed.filter((delivery) => !overdue.includes(delivery));
		for (const delivery of overdue) delivery.settle('requeue');
		const atHand = { messages: this.#pending.size + this.#unparsed.length, bytes: this.#parsedBytes };
		if (this.#window.adapt(atHand, lookEveryMs)) this.#applyWindow();
	}

	#applyWindow(): void {
		if (!this.#lingering) this.#consumer?.setPrefetch(this.#window.size);
	}

	/** The broker delivers again what went with a channel; the workflows must not wait for the right to settle it. */
	#watch(lost: AbortSignal): void {
		if (this.#channels.has(lost)) return;
		this.#channels.add(lost);
		const onLost = () => {
			const count = this.#pending.size + this.#unparsed.length;
			if (count > 0) this.#services.log.info(lostText(this.#queue, count));
			this.#giveBack();
		};
		lost.addEventListener('abort', onLost, { once: true });
	}

	/** Ends what is lost, and, when nobody reads any more, what has not started. */
	#giveBack(): void {
		const unparsed = this.#unparsed;
		this.#unparsed = this.closed ? [] : unparsed.filter(({ lost }) => !lost.aborted);
		for (const delivery of unparsed) if (!this.#unparsed.includes(delivery)) delivery.settle('requeue');
		for (const subscriber of this.#subscribers.counting) subscriber.giveBack();
		this.#subscribers.unreadable.review(this.#services.clock.now());
	}
}

function sharedQueueText(queue: string, others: number): string {
	return `The queue "${queue}" has ${others} other ${others === 1 ? 'reader' : 'readers'}: the broker gives each message to only one of them`;
}

function lostText(queue: string, count: number): string {
	return `The connection to the queue "${queue}" was lost with ${count} unanswered ${count === 1 ? 'message' : 'messages'}; the broker delivers them again`;
}
