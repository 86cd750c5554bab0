import { AmqpError, type BrokerSettings } from './dispatcherUnderTest';
import { SimulatedQueue, type QueueKind, type Stored } from './queue';
import type { SimulatedTime } from './time';

/** One broker with one queue. */
export class SimulatedBroker {
	readonly queue: SimulatedQueue;
	/** By user name. */
	readonly passwords = new Map<string, string>();
	away = false;
	queueMissing = false;
	/** Since when nobody can read the queue; never: Infinity. */
	unavailableSince = Infinity;
	readonly #connections = new Set<() => void>();

	constructor(
		/** Brokers that were set up alike have the same. */
		readonly clusterName: string,
		kind: QueueKind,
		time: SimulatedTime,
		onDropped: (stored: Stored) => void,
	) {
		this.queue = new SimulatedQueue(kind, time, onDropped);
	}

	/** `onCut`: called when the connection is lost. Returns how to close it. */
	connected(onCut: () => void): () => void {
		this.#connections.add(onCut);
		return () => {
			this.#connections.delete(onCut);
		};
	}

	/** To be called after every change. */
	note(now: number): void {
		const isAvailable = !this.away && !this.queueMissing;
		this.unavailableSince = isAvailable ? Infinity : Math.min(this.unavailableSince, now);
	}

	cut(): void {
		for (const onCut of [...this.#connections]) onCut();
	}
}

const fault = (permanent: boolean, message: string): AmqpError =>
	new AmqpError({ permanent, message, description: 'Check it.' });

/** Which broker a host name leads to, and whether a credential may read the queue there. */
export class Network {
	readonly hosts = new Map<string, SimulatedBroker>();

	reach(settings: BrokerSettings): SimulatedBroker | AmqpError {
		const broker = this.hosts.get(settings.hostname);
		if (!broker || broker.away) return fault(false, 'The broker cannot be reached');
		if (broker.passwords.get(settings.username) !== settings.password)
			return fault(true, 'The broker refused the user name or password');
		return broker.queueMissing ? fault(true, 'There is no such queue') : broker;
	}
}
