import type { BrokerSettings } from '../amqp';
import { Addresses, type DispatcherServices } from './addresses';
import type { QueueStatus } from './brokerQueue';
import type { Message } from './message';
import { Startup } from './reader';
import type { SubscribeOptions, SubscriptionHandle, Workflow } from './workflow';

/** Everything that reads queues in this process: one consumer per queue, one subscriber per trigger node. */
export class Dispatcher {
	readonly #services: ConstructorParameters<typeof Addresses>[1];
	/** By the name of the queue. */
	readonly #addresses = new Map<string, Addresses>();

	constructor(services: DispatcherServices) {
		this.#services = { ...services, startup: new Startup(services.clock) };
	}

	/**
	 * Subscribes a workflow to its queue. It counts from now on; it runs once its own credential has been verified.
	 * @throws {AmqpError} the faults that the options ask for; the others are retried in the background.
	 */
	async subscribe(workflow: Workflow, options: SubscribeOptions): Promise<SubscriptionHandle> {
		for (const [name, { isForgotten }] of this.#addresses) if (isForgotten) this.#addresses.delete(name);
		const addresses = this.#addresses.get(workflow.queue) ?? new Addresses(workflow.queue, this.#services);
		this.#addresses.set(workflow.queue, addresses);
		return await addresses.subscribe(workflow, options);
	}

	/**
	 * Shows the messages that arrive on a queue that this process reads already, without taking part.
	 * @returns how to stop listening; null if nobody here reads the queue.
	 */
	listen(credential: BrokerSettings, name: string, listener: (message: Message) => void): (() => void) | null {
		return this.#addresses.get(name)?.listen(credential, listener) ?? null;
	}

	/** What this process knows of a queue that it reads, or would if it could; null if nobody here reads it. */
	status(credential: BrokerSettings, name: string): QueueStatus | null {
		return this.#addresses.get(name)?.status(credential) ?? null;
	}
}
