import type { ConsumeOptions, QueueConsumer, Settlement } from '../../nodes/CargoExchange/amqp';
import { AmqpError } from '../../nodes/CargoExchange/errors';
import { readMessage } from '../../nodes/CargoExchange/dispatch/message';
import type { Clock } from '../../nodes/CargoExchange/dispatch/subscription';

export type Stored = {
	readonly number: number;
	readonly body: Buffer;
	firstDeliveredAt: number | null;
	deliveredAt: number;
};

const outage = new AmqpError({ permanent: false, message: 'The connection was cut', description: 'Wait.' });

type Reader = {
	options: ConsumeOptions;
	channel: AbortController;
	prefetch: number;
	/** Unanswered messages of this consumer; a replaced one begins with none. */
	window: Set<Stored>;
	unanswered: Set<Stored>;
	state: 'reading' | 'stopped' | 'closed';
};

/** A queue that keeps the places of its messages, and readers of it, without a broker. */
export class ModelQueue {
	#ready: Stored[] = [];
	readonly #all: Stored[] = [];
	readonly #readers: Reader[] = [];
	readonly #numbers = new Map<string, number>();
	readonly #clock: Clock;
	readonly #onSettled: (stored: Stored, settlement: Settlement) => void;
	readonly faults: string[] = [];

	constructor(clock: Clock, onSettled: (stored: Stored, settlement: Settlement) => void) {
		this.#clock = clock;
		this.#onSettled = onSettled;
	}

	/** The numbers of the messages that are not settled. */
	get left(): number[] {
		return [...this.#ready, ...this.#readers.flatMap(({ unanswered }) => [...unanswered])].map(({ number }) => number);
	}

	numberOf(sha256: string): number {
		return this.#numbers.get(sha256) ?? Number.NaN;
	}

	/** A message that is not settled. */
	find(number: number): Stored | undefined {
		return this.left.includes(number) ? this.#all[number] : undefined;
	}

	publish(text: string, number: number): void {
		const stored = { number, body: Buffer.from(text), firstDeliveredAt: null, deliveredAt: -Infinity };
		const { sha256 } = readMessage({ ...stored, messageId: null, redelivered: false });
		this.#numbers.set(sha256, this.#numbers.get(sha256) ?? number);
		this.#all.push(stored);
		this.#ready.push(stored);
		this.#deliverSoon();
	}

	loseConnections(): void {
		for (const reader of this.#readers.filter(({ state }) => state !== 'closed')) {
			this.#return(reader);
			reader.channel.abort();
			reader.channel = new AbortController();
			if (reader.state !== 'reading') continue;
			reader.options.onOutage?.(outage);
			this.#connect(reader);
		}
	}

	consume(options: ConsumeOptions): QueueConsumer {
		const reader: Reader = {
			options,
			channel: new AbortController(),
			prefetch: 0,
			window: new Set(),
			unanswered: new Set(),
			state: 'reading',
		};
		this.#readers.push(reader);
		this.#connect(reader);
		return {
			setPrefetch: (count) => {
				reader.prefetch = count;
				reader.window = new Set();
				this.#deliverSoon();
			},
			probe: () => Promise.resolve('undecided'),
			stop: () => {
				reader.state = 'stopped';
				return Promise.resolve();
			},
			close: () => {
				reader.state = 'closed';
				if (reader.unanswered.size > 0) this.faults.push(`closed with ${reader.unanswered.size} unanswered`);
				this.#return(reader);
				reader.channel.abort();
				return Promise.resolve();
			},
		};
	}

	#connect(reader: Reader): void {
		reader.prefetch = reader.options.prefetch();
		reader.window = new Set();
		reader.options.onReady?.(0);
		this.#deliverSoon();
	}

	#return({ unanswered }: Reader): void {
		this.#ready = [...this.#ready, ...unanswered].sort((one, other) => one.number - other.number);
		unanswered.clear();
	}

	#deliverSoon(): void {
		void Promise.resolve().then(() => {
			for (const reader of this.#readers) {
				while (reader.state === 'reading' && reader.window.size < reader.prefetch && this.#ready.length > 0)
					this.#deliver(reader, this.#ready.shift()!);
			}
		});
	}

	#deliver(reader: Reader, stored: Stored): void {
		const { window, unanswered } = reader;
		const { signal } = reader.channel;
		const redelivered = stored.firstDeliveredAt !== null;
		const arrivedAt = this.#clock.now();
		stored.firstDeliveredAt ??= arrivedAt;
		stored.deliveredAt = arrivedAt;
		window.add(stored);
		unanswered.add(stored);
		let answered = false;
		reader.options.onDelivery({
			body: stored.body,
			messageId: null,
			deliveryCount: 0,
			properties: { exchange: '', routingKey: '', headers: {}, timestamp: null },
			redelivered,
			arrivedAt,
			lost: signal,
			settle: (settlement) => {
				if (answered) this.faults.push(`${stored.number} was settled twice`);
				answered = true;
				if (signal.aborted) return false;
				if (this.#clock.now() - arrivedAt > 65_000) this.faults.push(`${stored.number} was held for too long`);
				window.delete(stored);
				unanswered.delete(stored);
				if (settlement === 'requeue')
					this.#ready = [...this.#ready, stored].sort((one, other) => one.number - other.number);
				try {
					this.#onSettled(stored, settlement);
				} catch (error) {
					this.faults.push(String(error));
				}
				this.#deliverSoon();
				return true;
			},
		});
	}
}
