import type { ConsumeOptions, Delivery, Log, QueueConsumer } from '../amqp';
import type { Message } from './message';
import { PendingDelivery } from './pendingDelivery';
import { PrefetchWindow } from './prefetchWindow';
import type { Subscribers } from './subscribers';
import type { Clock } from './subscription';

export type ReaderServices = { consume: (options: ConsumeOptions) => QueueConsumer; clock: Clock; log: Log };

/** n8n starts workflows one after the other: how long without a new one until all are taken to be here, and at most. */
const settleMs = 10_000;
const settleAtMostMs = 60_000;
/** An edit takes a workflow off its queue and puts it back: for so long, messages that have not started are kept. */
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
	/** Whether this or a later reader reads the queue: then a message that waits for a run keeps its place here. */
	readonly queueIsRead: () => boolean;
	readonly #services: ReaderServices;
	readonly #window: PrefetchWindow;
	readonly #pending = new Set<PendingDelivery>();
	/** Arrived, but not parsed yet, because the bodies of unsettled messages are too large. */
	#unparsed: readonly Delivery[] = [];
	#parsedBytes = 0;
	readonly #listeners = new Set<(message: Message) => void>();
	#consumer: QueueConsumer | null = null;
	#prefetch = 0;
	#connected = false;
	/** No workflow is active: when to close unless one returns (monotonic milliseconds). */
	#closesAt: number | null = null;
	readonly #closing = new AbortController();
	readonly #drained = new AbortController();

	/** `othersFollow`: more workflows are about to subscribe; reading begins when no more come. */
	constructor(
		queue: string,
		{
			subscribers,
			othersFollow,
			queueIsRead,
		}: { subscribers: Subscribers; othersFollow: boolean; queueIsRead: () => boolean },
		services: ReaderServices,
	) {
		this.#queue = queue;
		this.#subscribers = subscribers;
		this.queueIsRead = queueIsRead;
		this.#services = services;
		this.#window = new PrefetchWindow(subscribers);
		this.#live(othersFollow).catch((error: unknown) => {
			services.log.error(`Reading the queue "${queue}" ended unexpectedly: ${String(error)}`);
			this.#closing.abort();
		});
	}

	get closed(): boolean {
		return this.#closing.signal.aborted;
	}

	/** A workflow is active from now on: goes on reading, for as many messages as it needs. */
	resume(): void {
		this.#closesAt = null;
		this.#window.widen();
		this.#applyWindow();
	}

	/** No workflow is active any more: closes, or waits a moment for its return while messages wait for it here. */
	leave(): void {
		if (this.#subscribers.counting.some(({ scheduler }) => scheduler.waiting.length > 0)) {
			this.#closesAt = this.#services.clock.now() + lingerMs;
			this.#applyWindow();
		} else this.#closing.abort();
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
		if (othersFollow && !(await this.#othersHaveJoined())) return;
		const consumer = this.#consume();
		this.#consumer = consumer;
		while (!this.closed) await this.#look(this.#closing.signal);
		// In this order: a message that is requeued before the broker has stopped sending would be sent again.
		await consumer.stop();
		this.#requeueStale();
		while (this.#pending.size > 0) await this.#look(this.#drained.signal);
		await consumer.close();
	}

	/** Returns whether a workflow is still active then. */
	async #othersHaveJoined(): Promise<boolean> {
		const { clock } = this.#services;
		const startedAt = clock.now();
		const waitMs = () => Math.min(this.#subscribers.lastJoinedAt + settleMs, startedAt + settleAtMostMs) - clock.now();
		while (!this.closed && waitMs() > 0) await clock.sleep(waitMs(), this.#closing.signal);
		return !this.closed;
	}

	#consume(): QueueConsumer {
		const { consume, log } = this.#services;
		this.#prefetch = this.#wantedPrefetch;
		return consume({
			queue: this.#queue,
			settings: () => this.#subscribers.nextCredential(),
			prefetch: () => (this.#prefetch = this.#wantedPrefetch),
			onDelivery: (delivery) => {
				this.#accept(delivery);
			},
			onReady: (otherConsumers) => {
				this.#connected = true;
				this.#subscribers.connected();
				if (otherConsumers === 0) return;
				const readers = `${otherConsumers} other ${otherConsumers === 1 ? 'reader' : 'readers'}`;
				log.info(`The queue "${this.#queue}" has ${readers}: the broker delivers each message to only one of them`);
			},
			onOutage: () => {
				this.#connected = false;
				this.#window.reset();
				// There is nothing left to wait with.
				if (this.#closesAt !== null) this.#closing.abort();
			},
			log,
		});
	}

	#accept(delivery: Delivery): void {
		if (this.closed) {
			delivery.settle('requeue');
			return;
		}
		// The same listener for all deliveries of a channel is called once.
		delivery.lost.addEventListener('abort', this.#onLost);
		this.#unparsed = [...this.#unparsed, delivery];
		this.#dispatchUnparsed();
		if (this.#unparsed.length > 0) this.#window.narrow();
		this.#applyWindow();
	}

	/** In order of arrival, as far as memory allows; at least one at a time. */
	#dispatchUnparsed(): void {
		for (let [next, ...rest] = this.#unparsed; next; [next, ...rest] = this.#unparsed) {
			if (this.#pending.size > 0 && this.#parsedBytes + next.body.length > bytesAtOnce) return;
			this.#unparsed = rest;
			this.#dispatch(new PendingDelivery(next, this));
		}
	}

	#dispatch(pending: PendingDelivery): void {
		const { message } = pending;
		for (const listener of this.#listeners) {
			try {
				listener(message);
			} catch (error) {
				// It must not keep the message from the workflows.
				this.#services.log.error(`A test step on the queue "${this.#queue}" threw: ${String(error)}`);
			}
		}
		this.#pending.add(pending);
		this.#parsedBytes += message.body.length;
		pending.dispatchTo(this.#subscribers.wanting(message));
	}

	onSettled(pending: PendingDelivery): void {
		this.#pending.delete(pending);
		this.#parsedBytes -= pending.message.body.length;
		// Not at once: each message that nobody wants is settled on the spot, and thousands would exceed the stack.
		queueMicrotask(() => {
			this.#dispatchUnparsed();
		});
		if (this.closed && this.#pending.size === 0) this.#drained.abort();
	}

	/** After a moment, or when the signal aborts: everything that changes with time alone. */
	async #look(signal: AbortSignal): Promise<void> {
		const { clock } = this.#services;
		await clock.sleep(lookEveryMs, signal);
		const now = clock.now();
		this.#subscribers.checkTime(this.#connected && !this.closed ? lookEveryMs : 0);
		if (this.#closesAt !== null && this.#closesAt <= now) this.#closing.abort();
		if (this.closed) return;
		const limits = this.#subscribers.counting.map(({ subscription }) => subscription.options.timeLimitMs);
		this.#requeueUnparsed(({ arrivedAt }) => arrivedAt <= now - Math.min(...limits));
		const unanswered = { messages: this.#pending.size + this.#unparsed.length, bytes: this.#parsedBytes };
		this.#window.adapt(unanswered, lookEveryMs);
		this.#applyWindow();
	}

	get #wantedPrefetch(): number {
		return this.#closesAt === null ? this.#window.size : 0;
	}

	#applyWindow(): void {
		if (this.#prefetch === this.#wantedPrefetch) return;
		this.#prefetch = this.#wantedPrefetch;
		this.#consumer?.setPrefetch(this.#prefetch);
	}

	/** The broker delivers the messages of a lost channel again; workflows must not wait for the right to settle them. */
	readonly #onLost = (): void => {
		const count = this.#pending.size + this.#unparsed.length;
		if (count > 0) {
			this.#services.log.info(
				`The connection to the queue "${this.#queue}" was lost with ${count} unacknowledged ${count === 1 ? 'message' : 'messages'}; the broker delivers them again`,
			);
		}
		this.#requeueStale();
	};

	/** Ends lost deliveries and, when nobody reads any more, those that have not started. */
	#requeueStale(): void {
		this.#requeueUnparsed(({ lost }) => this.closed || lost.aborted);
		this.#subscribers.requeueStale();
	}

	#requeueUnparsed(isStale: (delivery: Delivery) => boolean): void {
		const stale = this.#unparsed.filter(isStale);
		this.#unparsed = this.#unparsed.filter((delivery) => !stale.includes(delivery));
		for (const delivery of stale) delivery.settle('requeue');
	}
}
