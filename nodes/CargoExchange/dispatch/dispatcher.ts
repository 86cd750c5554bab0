import { checkQueue, consume, type ConnectionSettings, type Log } from '../amqp';
import { sleep } from '../backoff';
import { AmqpError } from '../errors';
import { oncePerProcess } from '../processWide';
import { isRecord } from '../schemas/json';
import type { Message } from './message';
import { QueueReader, type ReaderServices } from './queueReader';
import { Subscribers } from './subscribers';
import type { Clock, SubscribeOptions, Subscription, SubscriptionHandle } from './subscription';
import { Verification, type VerificationServices } from './verification';

/** One queue as this process reads it. */
type Queue = {
	readonly name: string;
	readonly subscribers: Subscribers;
	readonly verification: Verification;
	reader: QueueReader | null;
};

/** Everything that reads queues in this process: one consumer per queue, one subscriber per workflow and queue. */
export class Dispatcher {
	readonly #services: ReaderServices & VerificationServices;
	readonly #queues = new Map<string, Queue>();

	constructor(services: ReaderServices & VerificationServices) {
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

		const subscriber = queue.subscribers.join(subscription);
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
		let subscribed = true;
		return {
			unsubscribe: () => {
				stopVerifying();
				// An edited version may be here before the old one leaves.
				if (!subscribed || subscriber.subscription !== subscription) return;
				subscribed = false;
				subscriber.leave();
				if (queue.subscribers.active.length === 0) queue.reader?.leave();
			},
		};
	}

	/**
	 * Shows the messages that arrive on a queue that this process reads already, without taking part.
	 * @returns how to stop listening; null if nobody here reads the queue.
	 */
	listen(credential: ConnectionSettings, queue: string, listener: (message: Message) => void): (() => void) | null {
		const reader = this.#queues.get(keyOf(credential, queue))?.reader;
		return reader && !reader.closed ? reader.listen(listener) : null;
	}

	#readerFor(queue: Queue, othersFollow: boolean): QueueReader {
		const { name, subscribers, reader } = queue;
		if (reader && !reader.closed) return reader;
		const queueIsRead = () => queue.reader?.closed === false;
		return (queue.reader = new QueueReader(name, { subscribers, othersFollow, queueIsRead }, this.#services));
	}

	#queueFor(credential: ConnectionSettings, name: string): Queue {
		const key = keyOf(credential, name);
		const known = this.#queues.get(key);
		if (known) return known;
		const queue: Queue = {
			name,
			subscribers: new Subscribers(this.#services.clock),
			verification: new Verification(name, this.#services),
			reader: null,
		};
		this.#queues.set(key, queue);
		return queue;
	}
}

/** One consumer per broker address, virtual host and queue, for all users. */
function keyOf({ hostname, port, vhost }: ConnectionSettings, queue: string): string {
	return JSON.stringify([hostname.toLowerCase(), port, vhost, queue]);
}

/** A real broker, time and chance. */
export const liveServices = {
	consume,
	verifyCredential,
	clock: {
		now: () => performance.now(),
		// Node's timers cut fractions off and may end a millisecond early; what is not due then would wait for the next look.
		sleep: (delayMs, signal) => sleep(Math.ceil(delayMs) + 1, signal).catch(() => {}),
	} satisfies Clock,
	random: Math.random,
};

/** What copies of the package share. */
export type ProcessDispatcher = Pick<Dispatcher, 'subscribe' | 'listen'>;

/** The one dispatcher of this process, made by whichever copy of the package asks first. */
export function processDispatcher(log: Log): ProcessDispatcher {
	return oncePerProcess('dispatcher1', isDispatcher, () => new Dispatcher({ ...liveServices, log }));
}

/** Whether a credential may read a queue: null, or why it may not. */
async function verifyCredential(credential: ConnectionSettings, queue: string): Promise<AmqpError | null> {
	try {
		await checkQueue(credential, queue);
		return null;
	} catch (error) {
		if (error instanceof AmqpError) return error;
		throw error;
	}
}

function isDispatcher(value: unknown): value is ProcessDispatcher {
	return isRecord(value) && typeof value['subscribe'] === 'function' && typeof value['listen'] === 'function';
}
