import type { ConsumeOptions, Log, QueueConsumer } from '../amqp';
import { Listeners } from './listeners';
import type { Origin, SourceDelivery } from './message';
import { PauseLimits } from './pauseLimits';
import { PrefetchWindow } from './prefetchWindow';
import type { Startup } from './startup';
import { tellAfterMs } from './subscriber';
import type { QueueSubscribers } from './subscribers';
import { UnsettledMessages } from './unsettledMessages';
import type { Clock, Fault, Report } from './workflow';

export type ReaderServices = { clock: Clock; log: Log; startup: Startup };

/** Where messages come from. It delivers at most as many unanswered ones as it is asked for, and again what goes back. */
export type Source = Pick<QueueConsumer, 'setPrefetch' | 'close'> & Partial<Pick<QueueConsumer, 'countReady'>>;
export type SourceEvents = Pick<ConsumeOptions, 'prefetch'> & {
	onDelivery(delivery: SourceDelivery): void;
	onReady(otherReaders: number): void;
	onOutage(fault: Fault): void;
};

/** The queue as its reader sees it: who reads it, and how. */
export type ReadQueue<From extends Source> = Origin & {
	readonly name: string;
	readonly subscribers: QueueSubscribers;
	/** Begins to deliver. Called once for each reader. */
	open(events: SourceEvents): From;
	/** The report of an outage that only a person can end, or that lasts. */
	outageNotice(fault: Fault): Report;
};

/** An edit takes a workflow off its queue and puts it back: for so long, messages that have not started are kept. */
const lingerMs = 5_000;
const tickMs = 1_000;
/** The broker closes the channel when a message is unanswered for 30 minutes. */
const answerWithinMs = 25 * 60_000;

/**
 * A queue's only reader in this process, from the first active workflow until the last has left and its runs have ended.
 *
 *   waiting ──(no more workflows join)──▶ reading ──leave──▶ lingering ──(5 s)──▶ draining ──(nothing is unsettled)──▶ closed
 *   lingering, draining ──resume──▶ reading;  waiting ──leave──▶ closed
 *
 * `waiting`: n8n has just started. `lingering`: an edit takes a moment; what is here waits. `draining`: what does not run
 * has gone back to the queue.
 */
export class QueueReader<From extends Source = Source> {
	readonly #queue: ReadQueue<From>;
	readonly #services: ReaderServices;
	readonly #window: PrefetchWindow;
	readonly #pauses = new PauseLimits();
	readonly #messages: UnsettledMessages;
	/** Test steps, which are shown each message that arrives. */
	readonly listeners: Listeners;
	#state: 'waiting' | 'reading' | 'lingering' | 'draining' | 'closed';
	#source: From | null = null;
	#prefetch = 0;
	/** How many messages went back while the queue is to give none. */
	#heldBack = 0;
	#connected = false;
	#lingersUntil = 0;
	/** Why the queue cannot be read, and since when. */
	#outage: { fault: Fault; since: number } | null = null;
	#wake = new AbortController();

	constructor(queue: ReadQueue<From>, services: ReaderServices) {
		this.#queue = queue;
		this.#services = services;
		this.listeners = new Listeners(queue.name, services.log);
		this.#window = new PrefetchWindow(queue.subscribers);
		this.#state = services.startup.remainingMs > 0 ? 'waiting' : 'reading';
		const isHolding = () => this.#state === 'reading' || this.#state === 'lingering';
		this.#messages = new UnsettledMessages(queue.subscribers, {
			origin: queue,
			get holdsMessages() {
				return isHolding();
			},
			onMessage: ({ message }) => {
				this.listeners.show(message);
			},
			onSettled: () => {
				if (this.#state === 'draining' && this.#messages.count === 0) this.#wake.abort();
			},
		});
		void this.#live();
	}

	get closed(): boolean {
		return this.#state === 'closed';
	}

	/** The source, while it is connected. */
	get connection(): From | null {
		return this.#connected ? this.#source : null;
	}

	/** Why it cannot read, if only a person can end that, or it lasts. */
	get lastingFault(): Fault | null {
		if (!this.#outage) return null;
		const { fault, since } = this.#outage;
		return fault.permanent || this.#services.clock.now() - since >= tellAfterMs ? fault : null;
	}

	get messages(): UnsettledMessages {
		return this.#messages;
	}

	/** A workflow is active from now on: goes on reading, for as many messages as it needs. */
	resume(): void {
		if (this.#state === 'lingering' || this.#state === 'draining') this.#state = 'reading';
		this.#window.widen();
		this.#applyWindow();
	}

	/** No workflow is active any more: stops, unless one returns in a moment. */
	leave(): void {
		if (this.#state === 'waiting') this.#state = 'closed';
		if (this.#state === 'reading') this.#state = this.#connected ? 'lingering' : 'draining';
		this.#lingersUntil = this.#services.clock.now() + lingerMs;
		this.#applyWindow();
		this.#wake.abort();
	}

	/** From the first active workflow to the last. Whatever happens, no consumer remains open. */
	async #live(): Promise<void> {
		const { clock, log } = this.#services;
		try {
			await this.#allHaveStarted();
			if (!this.closed) this.#source = this.#open();
			while (!this.closed) {
				if (this.#wake.signal.aborted) this.#wake = new AbortController();
				await clock.sleep(tickMs, this.#wake.signal);
				try {
					this.#tick();
				} catch (error) {
					log.error(`Reading the queue "${this.#queue.name}": ${String(error)}`);
				}
			}
		} finally {
			this.#state = 'closed';
			this.#connected = false;
			await this.#source?.close();
		}
	}

	async #allHaveStarted(): Promise<void> {
		const { clock, startup } = this.#services;
		while (this.#state === 'waiting' && startup.remainingMs > 0)
			await clock.sleep(startup.remainingMs, this.#wake.signal);
		if (this.#state === 'waiting') this.#state = 'reading';
	}

	#open(): From {
		const { log, clock } = this.#services;
		const { name } = this.#queue;
		return this.#queue.open({
			prefetch: () => (this.#prefetch = this.#wantedPrefetch),
			onDelivery: (delivery) => {
				this.#accept(delivery);
			},
			onReady: (otherReaders) => {
				this.#connected = true;
				this.#outage = null;
				if (otherReaders === 0) return;
				const readers = `${otherReaders} other ${otherReaders === 1 ? 'reader' : 'readers'}`;
				log.info(`The queue "${name}" has ${readers}: the broker delivers each message to only one of them`);
			},
			onOutage: (fault) => {
				this.#connected = false;
				this.#outage = { fault, since: this.#outage?.since ?? clock.now() };
				this.#window.reset();
			},
		});
	}

	#accept(delivery: SourceDelivery): void {
		if (this.#state !== 'reading' && this.#state !== 'lingering') {
			delivery.settle('requeue');
			return;
		}
		// The same listener for all deliveries of a channel is called once.
		delivery.lost.addEventListener('abort', this.#onLost);
		this.#messages.add(delivery, this.#services.clock.now());
		if (this.#messages.isFull) this.#window.narrow();
		this.#applyWindow();
	}

	/** Everything that changes with time alone. */
	#tick(): void {
		const now = this.#services.clock.now();
		const isRead = this.#state === 'reading' && this.#connected && this.#pauses.flow === 'all';
		const hasRoom = this.#messages.count < this.#prefetch;
		this.#queue.subscribers.checkTime(isRead ? tickMs : 0, { hasRoom });
		const returned = this.#messages.returnOlder(now - answerWithinMs);
		this.#heldBack = this.#pauses.flow === 'none' ? this.#heldBack + returned : 0;
		if (this.#state === 'reading' && this.#pauses.check(this.#queue.subscribers.active)) {
			this.#applyWindow();
			this.#messages.returnWaiting();
		}
		if (this.#pauses.needsMore(this.#queue.subscribers.active, now)) void this.#fetch();
		if (this.#state === 'lingering' && (this.#lingersUntil <= now || !this.#connected)) this.#state = 'draining';
		if (this.#state === 'draining') {
			this.#applyWindow();
			this.#messages.returnWaiting();
			if (this.#messages.count === 0) this.#state = 'closed';
		}
		const fault = this.#state === 'reading' && this.lastingFault;
		if (fault)
			for (const each of this.#queue.subscribers.active) each.tellFault(fault, this.#queue.outageNotice(fault));
		this.#window.adapt({ messages: this.#messages.count, bytes: this.#messages.bytes }, tickMs);
		this.#applyWindow();
	}

	/** Takes messages for paused workflows to try, if the queue has any that are not known yet. */
	async #fetch(): Promise<void> {
		const ready = (await this.connection?.countReady?.().catch(() => 0)) ?? 0;
		if (ready <= this.#heldBack || this.#pauses.flow !== 'none') return;
		this.#window.widen(this.#heldBack);
		this.#pauses.fetch(this.#services.clock.now());
		this.#applyWindow();
	}

	get #wantedPrefetch(): number {
		if (this.#state === 'reading') return { all: this.#window.size, one: 1, none: 0 }[this.#pauses.flow];
		return this.#state === 'lingering' ? 1 : 0;
	}

	#applyWindow(): void {
		if (this.#prefetch === this.#wantedPrefetch) return;
		this.#prefetch = this.#wantedPrefetch;
		this.#source?.setPrefetch(this.#prefetch);
	}

	/** The broker delivers the messages of a lost channel again; workflows must not wait for the right to settle them. */
	readonly #onLost = (): void => {
		const { count } = this.#messages;
		this.#messages.returnLost();
		if (count === 0) return;
		this.#services.log.info(
			`The connection to the queue "${this.#queue.name}" was lost with ${count} unacknowledged ${count === 1 ? 'message' : 'messages'}; unless the queue was deleted, the broker delivers them again`,
		);
	};
}
