import { checkQueue, consume, type Log, type ConnectionSettings } from '../amqp';
import { AmqpError } from '../errors';
import { processClock } from './clock';
import type { Message } from './message';
import { QueueReader, type ReaderServices } from './queueReader';
import { Subscriber } from './subscriber';
import { Subscribers } from './subscribers';
import type { SubscribeOptions, Subscription, SubscriptionHandle } from './subscription';
import { Verification, type VerificationServices } from './verification';

export type DispatcherServices = ReaderServices & VerificationServices;

/** How long what only a deactivated workflow wants is held for its return. */
const holdMs = 30_000;
/** How long a workflow that has left keeps its history. Longer than any of its runs may count. */
const historyMs = 3_600_000;

/** A workflow's place on a queue, and which version of it is there: an edited one may arrive before the old one leaves. */
type Registration = { readonly subscriber: Subscriber; owner: symbol | null; leftAt: number };

/** One queue as this process reads it. */
type Queue = {
	readonly name: string;
	readonly subscribers: Subscribers;
	readonly verification: Verification;
	readonly registrations: Map<string, Registration>;
	reader: QueueReader | null;
};

/** Everything that reads queues in this process: one consumer per queue, one subscriber per workflow and queue. */
export class Dispatcher {
	readonly #services: DispatcherServices;
	readonly #queues = new Map<string, Queue>();

	constructor(services: DispatcherServices) {
		this.#services = services;
	}

	/**
	 * Subscribes a workflow to its queue. It counts from now on; it runs once its own credential has been verified.
	 * @throws {AmqpError} the faults that the options ask for; the others are retried in the background.
	 */
	async subscribe(subscription: Subscription, { throws, othersFollow }: SubscribeOptions): Promise<SubscriptionHandle> {
		const queue = this.#queueFor(await subscription.credential(), subscription.queue);
		const fault = throws === 'none' ? null : await queue.verification.now(subscription);
		if (fault && (throws === 'all' || fault.permanent)) throw fault;

		const registration = this.#register(queue, subscription);
		const { subscriber } = registration;
		const owner = Symbol(subscription.id);
		registration.owner = owner;
		subscriber.join(subscription);
		queue.subscribers.add(subscriber, this.#services.clock.now());
		const activate = () => {
			subscriber.activate();
			this.#readerFor(queue, othersFollow).resume();
		};
		let stopVerifying = () => {};
		if (throws !== 'none' && !fault) activate();
		else {
			stopVerifying = queue.verification.retry(subscription, (found) => {
				if (found) subscriber.noteFault(found);
				else activate();
			});
		}
		return {
			unsubscribe: () => {
				stopVerifying();
				if (registration.owner === owner) this.#leave(queue, registration);
			},
		};
	}

	/**
	 * Shows what arrives on a queue that this process reads already, without taking part.
	 * @returns how to stop listening; null if nobody here reads the queue.
	 */
	listen(credential: ConnectionSettings, queue: string, listener: (message: Message) => void): (() => void) | null {
		const reader = this.#queues.get(keyOf(credential, queue))?.reader;
		return reader && !reader.closed ? reader.listen(listener) : null;
	}

	#leave(queue: Queue, registration: Registration): void {
		const { clock } = this.#services;
		const { subscriber } = registration;
		const leftAt = clock.now();
		registration.owner = null;
		registration.leftAt = leftAt;
		const held = subscriber.state !== 'excluded';
		subscriber.leave();
		if (queue.subscribers.active.length === 0) void queue.reader?.leave();
		void clock.sleep(held ? holdMs : 0).then(() => {
			if (registration.owner === null && registration.leftAt === leftAt) this.#remove(queue, subscriber);
		});
	}

	#remove({ name, subscribers, reader }: Queue, subscriber: Subscriber): void {
		subscriber.remove();
		subscribers.remove(subscriber);
		if (!reader || reader.closed) return;
		const { log, name: workflow } = subscriber.subscription;
		log.info(`Messages on the queue "${name}" are no longer held for the workflow "${workflow}", which is not active`);
	}

	#readerFor(queue: Queue, othersFollow: boolean): QueueReader {
		const known = queue.reader;
		if (known && !known.closed) return known;
		const { name, subscribers } = queue;
		const reader = new QueueReader(name, { subscribers, othersFollow }, this.#services);
		queue.reader = reader;
		void reader.finished.catch((error: unknown) => {
			this.#services.log.error(`Reading the queue "${name}" ended unexpectedly: ${String(error)}`);
			if (queue.reader === reader) queue.reader = null;
		});
		return reader;
	}

	#queueFor(credential: ConnectionSettings, name: string): Queue {
		const key = keyOf(credential, name);
		const known = this.#queues.get(key);
		if (known) return known;
		const queue: Queue = {
			name,
			subscribers: new Subscribers(),
			verification: new Verification(name, this.#services),
			registrations: new Map(),
			reader: null,
		};
		this.#queues.set(key, queue);
		return queue;
	}

	#register({ registrations }: Queue, subscription: Subscription): Registration {
		const { clock } = this.#services;
		const now = clock.now();
		for (const [id, { owner, leftAt }] of registrations)
			if (!owner && now - leftAt > historyMs) registrations.delete(id);
		const known = registrations.get(subscription.id);
		if (known) return known;
		const registration = { subscriber: new Subscriber(subscription, clock), owner: null, leftAt: now };
		registrations.set(subscription.id, registration);
		return registration;
	}
}

/** One consumer per broker address, virtual host and queue, whoever logs in. */
function keyOf({ hostname, port, vhost }: ConnectionSettings, queue: string): string {
	return JSON.stringify([hostname.toLowerCase(), port, vhost, queue]);
}

/**
 * Where the dispatcher is kept: n8n deletes a package's files from `require.cache` when it updates it while running, and
 * the new copy has to find the consumers of the old one.
 */
const registryKey = Symbol.for('n8n-nodes-cargo-exchange');
/** The version of what two copies of the package may call on each other's dispatcher. */
const interfaceName = 'dispatcher1';
/** n8n waits for a trigger to start, and tries five times before its user sees why it does not. */
const connectLimitMs = 5_000;

/** What copies of the package share. */
export type ProcessDispatcher = Pick<Dispatcher, 'subscribe' | 'listen'>;

/** The one dispatcher of this process, made by whichever copy of the package asks first. */
export function processDispatcher(log: Log): ProcessDispatcher {
	const existing: unknown = Reflect.get(globalThis, registryKey);
	const registry = isRecord(existing) ? existing : {};
	Reflect.set(globalThis, registryKey, registry);
	const known: unknown = registry[interfaceName];
	if (isDispatcher(known)) return known;
	const dispatcher = new Dispatcher({ consume, verifyCredential, clock: processClock, random: Math.random, log });
	registry[interfaceName] = dispatcher;
	return dispatcher;
}

/** Whether a credential may read a queue: null, or what prevents it. Never throws, because it is tried again for ever. */
export async function verifyCredential(credential: ConnectionSettings, queue: string): Promise<AmqpError | null> {
	try {
		await checkQueue(credential, queue, { timeoutMs: connectLimitMs });
		return null;
	} catch (error) {
		if (error instanceof AmqpError) return error;
		const message = `The queue "${queue}" could not be checked`;
		return new AmqpError({ permanent: false, message, description: String(error), cause: error });
	}
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

function isDispatcher(value: unknown): value is ProcessDispatcher {
	return isRecord(value) && typeof value['subscribe'] === 'function' && typeof value['listen'] === 'function';
}
