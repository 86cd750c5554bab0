import { Hub } from '../../nodes/CargoExchange/dispatch/dispatcher';
import type { Joining } from '../../nodes/CargoExchange/dispatch/subscription';
import type { ConsumeOptions, Delivery, QueueConsumer, AmqpError, Verdict } from '../../nodes/CargoExchange/amqp';
import type { FakeClock } from './fakeClock';
import { LogBook, statusMessage } from './workflows';

export const published: Joining = { throws: 'every', others: false, onCertainFault: () => undefined };

/** A consumer without a broker: the test delivers, and sees how each delivery is answered. */
class FakeConsumer implements QueueConsumer {
	readonly ready = Promise.resolve();
	readonly firstAttempt = Promise.resolve(null);
	prefetch: number;
	state: 'reading' | 'stopped' | 'closed' = 'reading';
	#channel = new AbortController();
	#tags = 0;

	constructor(
		readonly options: ConsumeOptions,
		readonly verdicts: (readonly [string, Verdict])[],
		clock: FakeClock,
	) {
		this.prefetch = options.prefetch();
		this.#clock = clock;
	}
	readonly #clock: FakeClock;

	deliver(text: string, facts: Partial<Delivery> = {}): void {
		const { signal } = this.#channel;
		let settled = false;
		this.options.onDelivery({
			body: Buffer.from(text),
			redelivered: false,
			messageId: null,
			deliveryTag: ++this.#tags,
			arrivedAt: this.#clock.now(),
			lost: signal,
			settle: (verdict) => {
				if (settled || signal.aborted) return false;
				settled = true;
				this.verdicts.push([/P-\d+/.exec(text)?.[0] ?? text, verdict]);
				return true;
			},
			...facts,
		});
	}

	deliverEvent(setId: string | null, number: number, facts: Partial<Delivery> = {}): void {
		this.deliver(statusMessage(setId, number), facts);
	}

	loseChannel(): void {
		this.#channel.abort();
		this.#channel = new AbortController();
		this.#tags = 0;
	}

	setPrefetch(count: number): void {
		this.prefetch = count;
	}

	stop(): Promise<void> {
		this.state = 'stopped';
		return Promise.resolve();
	}

	close(): Promise<void> {
		this.state = 'closed';
		return Promise.resolve();
	}
}

/** A hub whose queue is in the test's hands. */
export function hubAt(clock: FakeClock, { prove }: { prove?: () => Promise<AmqpError | null> } = {}) {
	const consumers: FakeConsumer[] = [];
	const verdicts: (readonly [string, Verdict])[] = [];
	const log = new LogBook();
	const proved: string[] = [];
	const hub = new Hub({
		consume: (options) => {
			const consumer = new FakeConsumer(options, verdicts, clock);
			consumers.push(consumer);
			return consumer;
		},
		prove: (account, queue) => {
			proved.push(`${account.username}@${queue}`);
			return prove?.() ?? Promise.resolve(null);
		},
		clock,
		random: () => 0.5,
		log,
	});
	return { hub, consumers, verdicts, log, proved };
}
