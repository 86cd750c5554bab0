import { Dispatcher } from '../../nodes/CargoExchange/dispatch/dispatcher';
import type { DispatcherServices } from '../../nodes/CargoExchange/dispatch/addresses';
import type { RunOptions, SubscribeOptions } from '../../nodes/CargoExchange/dispatch/workflow';
import {
	type ConsumeOptions,
	type Delivery,
	type BrokerSettings,
	type QueueConsumer,
	type QueueState,
	type Settlement,
} from '../../nodes/CargoExchange/amqp';
import { AmqpError } from '../../nodes/CargoExchange/errors';
import { FakeClock, settled } from './fakeClock';
import { LogBook } from '../helpers/broker';
import { noProperties, statusMessage, TestWorkflow } from './workflows';

/** As n8n activates a workflow: a user publishes it; it is edited; n8n starts. */
export const published: SubscribeOptions = { throws: 'all' };
export const edited: SubscribeOptions = { throws: 'permanent' };
export const starting: SubscribeOptions = { throws: 'none' };

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
export class FakeConsumer implements QueueConsumer {
	prefetch: number;
	/** Whether its consumer is open. */
	hasBegun = false;
	closed = false;
	/** Messages in the queue. */
	ready = 0;
	#channel = new AbortController();

	constructor(
		readonly options: ConsumeOptions,
		readonly settlements: string[],
		/** What a connection with this credential finds. */
		readonly find: (credential: BrokerSettings) => Pick<QueueState, 'clusterName' | 'consumers'> = () => queueState,
	) {
		this.prefetch = options.prefetch();
		this.connect();
	}

	get state(): 'reading' | 'stopped' | 'closed' {
		if (this.closed) return 'closed';
		return this.prefetch === 0 ? 'stopped' : 'reading';
	}

	/** Returns the answer that it gets, once it has one. */
	deliver(text: string, facts: Partial<Delivery> = {}): { answer: Settlement | null } {
		const { signal } = this.#channel;
		const delivery: { answer: Settlement | null } = { answer: null };
		this.options.onDelivery({
			body: Buffer.from(text),
			redelivered: false,
			messageId: null,
			deliveryCount: 0,
			properties: noProperties,
			lost: signal,
			settle: (settlement) => {
				if (delivery.answer || signal.aborted) return false;
				delivery.answer = settlement;
				this.settlements.push(`${/P-\d+/.exec(text)?.[0] ?? text} ${settlement}`);
				return true;
			},
			...facts,
		});
		return delivery;
	}

	deliverEvent(setId: string | null, number: number, facts: Partial<Delivery> = {}): { answer: Settlement | null } {
		return this.deliver(statusMessage(setId, number), facts);
	}

	/** The connection is lost, and another one is there at once. */
	loseChannel(): void {
		this.disconnect();
		this.connect();
	}

	disconnect(fault = outage): void {
		this.#channel.abort();
		this.#channel = new AbortController();
		this.hasBegun = false;
		this.options.onOutage?.(fault);
	}

	connect(otherConsumers = 0): void {
		const begin = () => {
			this.hasBegun = true;
			this.prefetch = this.options.prefetch();
			this.options.onReady?.(otherConsumers);
			return Promise.resolve();
		};
		const open = async () => {
			const credential = await this.options.settings();
			const { clusterName } = this.find(credential);
			const countConsumers = () => Promise.resolve(this.find(credential).consumers);
			await this.options.opening?.({ credential, clusterName, countConsumers }, begin);
		};
		open().catch((fault: unknown) => {
			if (!(fault instanceof AmqpError)) throw fault;
			this.options.onOutage?.(fault);
		});
	}

	get isConsuming(): boolean {
		return this.hasBegun && this.state === 'reading';
	}

	setPrefetch(count: number): void {
		this.prefetch = count;
	}

	stop(): Promise<void> {
		return Promise.resolve();
	}

	close(): Promise<void> {
		this.closed = true;
		return Promise.resolve();
	}

	countReady(): Promise<number> {
		return Promise.resolve(this.ready);
	}
}

/** An empty queue that nobody reads. */
const queueState: QueueState = { messages: 0, consumers: 0, clusterName: 'rabbit@host' };

/** A dispatcher whose queue is in the test's hands. */
export function dispatcherAt(
	clock: FakeClock,
	{
		verify = () => Promise.resolve(null),
		random = () => 0.5,
		uptimeMs = () => Infinity,
		consume,
		clusterNameOf = () => queueState.clusterName,
		consumersOf = () => queueState.consumers,
	}: {
		verify?: (credential: BrokerSettings, queue: string) => Promise<AmqpError | null>;
		random?: () => number;
		uptimeMs?: () => number;
		consume?: (options: ConsumeOptions) => QueueConsumer;
		clusterNameOf?: (credential: BrokerSettings) => string | null;
		/** How many readers the queue there has. */
		consumersOf?: (credential: BrokerSettings) => number;
	} = {},
) {
	const consumers: FakeConsumer[] = [];
	const settlements: string[] = [];
	const log = new LogBook();
	const verified: string[] = [];
	const found = (credential: BrokerSettings) => ({
		consumers: consumersOf(credential),
		clusterName: clusterNameOf(credential),
	});
	const services: DispatcherServices = {
		consume:
			consume ??
			((options) => {
				const consumer = new FakeConsumer(options, settlements, found);
				consumers.push(consumer);
				return consumer;
			}),
		verify: async (credential, queue) => {
			verified.push(`${credential.username}@${queue}`);
			return (await verify(credential, queue)) ?? { ...queueState, ...found(credential) };
		},
		clock,
		random,
		uptimeMs,
		log,
	};
	const dispatcher = new Dispatcher(services);
	return { dispatcher, consumers, settlements, log, verified };
}

/** A queue that these workflows read, and a clock to move. */
export async function queueWith(...workflows: TestWorkflow[]) {
	const clock = new FakeClock();
	const all = dispatcherAt(clock);
	const handles = [];
	for (const workflow of workflows) handles.push(await all.dispatcher.subscribe(workflow, published));
	await settled();
	return { ...all, clock, handles, queue: all.consumers[0]! };
}

/** An active workflow that reads a queue alone, a clock to move, and a way to deliver messages to it. */
export async function workflowAt(options: Partial<RunOptions> = {}, answer?: TestWorkflow['answer']) {
	const clock = new FakeClock();
	const { dispatcher, consumers, log } = dispatcherAt(clock);
	const workflow = new TestWorkflow('w', options, { answer });
	const handle = await dispatcher.subscribe(workflow, published);
	const [consumer] = consumers;
	const deliver = (setId: string | null, number: number, facts: Partial<Delivery> = {}) => {
		const live = consumers.at(-1);
		if (!live) throw new Error('Nobody reads the queue');
		return live.deliverEvent(setId, number, facts);
	};
	return { clock, dispatcher, workflow, handle, consumer: consumer!, consumers, log, deliver };
}
