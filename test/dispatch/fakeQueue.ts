import { Dispatcher } from '../../nodes/CargoExchange/dispatch/dispatcher';
import type { SubscribeOptions } from '../../nodes/CargoExchange/dispatch/subscription';
import {
	type ConsumeOptions,
	type Delivery,
	type ConnectionSettings,
	type QueueConsumer,
	type Settlement,
} from '../../nodes/CargoExchange/amqp';
import { AmqpError } from '../../nodes/CargoExchange/errors';
import type { FakeClock } from './fakeClock';
import { LogBook } from '../helpers/broker';
import { statusMessage } from './workflows';

/** As n8n activates a workflow: a user publishes it; it is edited; n8n starts. */
export const published: SubscribeOptions = { throws: 'all', othersFollow: false };
export const edited: SubscribeOptions = { throws: 'permanent', othersFollow: false };
export const starting: SubscribeOptions = { throws: 'none', othersFollow: true };

export const wrongPassword = new AmqpError({
	permanent: true,
	message: 'The broker refused the user name or password',
	description: 'Check both.',
});
export const unreachable = new AmqpError({
	permanent: false,
	message: 'The broker cannot be reached',
	description: 'Check the host.',
});

const outage = new AmqpError({ permanent: false, message: 'The connection was cut', description: 'Wait.' });

/** A consumer without a broker: the test delivers, and sees how each delivery is answered. */
class FakeConsumer implements QueueConsumer {
	prefetch: number;
	state: 'reading' | 'stopped' | 'closed' = 'reading';
	#channel = new AbortController();

	constructor(
		readonly options: ConsumeOptions,
		readonly settlements: (readonly [string, Settlement])[],
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
			deliveryCount: 0,
			properties: { exchange: '', routingKey: '', headers: {}, timestamp: null },
			arrivedAt: this.#clock.now(),
			lost: signal,
			settle: (verdict) => {
				if (settled || signal.aborted) return false;
				settled = true;
				this.settlements.push([/P-\d+/.exec(text)?.[0] ?? text, verdict]);
				return true;
			},
			...facts,
		});
	}

	deliverEvent(setId: string | null, number: number, facts: Partial<Delivery> = {}): void {
		this.deliver(statusMessage(setId, number), facts);
	}

	/** The connection is lost, and another one is there at once. */
	loseChannel(): void {
		this.#channel.abort();
		this.#channel = new AbortController();
		this.options.onOutage?.(outage);
		this.connect();
	}

	connect(otherConsumers = 0): void {
		this.prefetch = this.options.prefetch();
		this.options.onReady?.(otherConsumers);
	}

	setPrefetch(count: number): void {
		this.prefetch = count;
	}

	probe(): Promise<'undecided'> {
		return Promise.resolve('undecided');
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

/** A dispatcher whose queue is in the test's hands. */
export function dispatcherAt(
	clock: FakeClock,
	{
		verify = () => Promise.resolve(null),
		random = () => 0.5,
		consume,
	}: {
		verify?: (credential: ConnectionSettings, queue: string) => Promise<AmqpError | null>;
		random?: () => number;
		consume?: (options: ConsumeOptions) => QueueConsumer;
	} = {},
) {
	const consumers: FakeConsumer[] = [];
	const settlements: (readonly [string, Settlement])[] = [];
	const log = new LogBook();
	const verified: string[] = [];
	const dispatcher = new Dispatcher({
		consume:
			consume ??
			((options) => {
				const consumer = new FakeConsumer(options, settlements, clock);
				consumers.push(consumer);
				return consumer;
			}),
		verifyCredential: (credential, queue) => {
			verified.push(`${credential.username}@${queue}`);
			return verify(credential, queue);
		},
		clock,
		random,
		log,
	});
	return { dispatcher, consumers, settlements, log, verified };
}
