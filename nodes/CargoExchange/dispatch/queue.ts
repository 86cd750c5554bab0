import type { BrokerSettings, ConsumeOptions, QueueConsumer } from '../amqp';
import { AmqpError } from '../errors';
import type { Origin } from './message';
import { outage } from './notices';
import { QueueReader, type ReadQueue, type ReaderServices, type SourceEvents } from './queueReader';
import type { Subscriber } from './subscriber';
import { QueueSubscribers, type Subscribers } from './subscribers';
import type { Verified } from './verification';
import type { Workflow } from './workflow';

/** How this process reads a queue. Times are ISO 8601. */
export type QueueStatus = {
	/** Whether it is connected. */
	readonly reading: boolean;
	readonly connectedSince: string | null;
	/** Messages that are here and not settled. */
	readonly held: number;
	/** Those of them that have failed and run again. */
	readonly waitingForRetry: number;
	/** How many workflows are paused, and their IDs. */
	readonly paused: number;
	readonly pausedWorkflows: readonly string[];
	readonly lastEventAt: string | null;
	readonly lastFault: string | null;
};

export type QueueServices = ReaderServices & {
	consume: (options: ConsumeOptions) => QueueConsumer;
	/** Whether a credential leads to the queue that this consumer reads. */
	compare: (
		consumer: QueueConsumer,
		credential: BrokerSettings,
		queue: string,
	) => Promise<'same' | 'other' | 'undecided'>;
};

type QueueOptions = {
	readonly name: string;
	/** The first credential for it. */
	readonly verified: Verified;
	/** Of all queues of this name. */
	readonly subscribers: Subscribers;
	/** The credential of one of its workflows has to be verified again. */
	readonly onMoved: (subscriber: Subscriber) => void;
};

/** A queue of one broker, whatever the spelling of its address, as long as this process reads it. */
export class Queue implements ReadQueue<QueueConsumer>, Origin {
	readonly name: string;
	readonly subscribers: QueueSubscribers;
	readonly openedAt: number;
	readonly reader: QueueReader<QueueConsumer>;
	readonly #services: QueueServices;
	readonly #onMoved: (subscriber: Subscriber) => void;
	readonly #vhost: string;
	readonly #clusterName: string | null;
	#connectedSince: string | null = null;
	#lastEventAt: string | null = null;
	#lastFault: string | null = null;
	/** Attempts to connect since the last connection. */
	#attempts = 0;

	constructor({ name, verified, subscribers, onMoved }: QueueOptions, services: QueueServices) {
		this.name = name;
		this.subscribers = new QueueSubscribers(subscribers, this);
		this.openedAt = services.clock.now();
		this.#services = services;
		this.#onMoved = onMoved;
		this.#vhost = verified.credential.vhost;
		this.#clusterName = verified.clusterName;
		this.reader = new QueueReader(this, services);
	}

	/** Whether this credential is known to lead here. */
	isAt(credential: BrokerSettings): boolean {
		return this.subscribers.all.some((subscriber) => subscriber.knows(this, addressOf(credential)));
	}

	/**
	 * Whether a verified credential leads here: two addresses may be one broker, and two brokers may have the same name. Then
	 * only a comparison with the reader's connection can decide.
	 */
	async compare({ credential, clusterName }: Verified, workflow: Workflow): Promise<'same' | 'other' | 'undecided'> {
		if (this.#clusterName !== clusterName || this.#vhost !== credential.vhost) return 'other';
		if (this.isAt(credential)) return 'same';
		const { connection } = this.reader;
		if (connection) return await this.#services.compare(connection, credential, this.name);
		// A second reader would take messages away from others. If there are none, another reader does no harm.
		return this.subscribers.active.some(({ workflow: { id } }) => id !== workflow.id) ? 'undecided' : 'other';
	}

	/** Its workflows have been unable to read it for long: they give it up, so that others can whose credential works. */
	makeWay(): void {
		for (const subscriber of this.subscribers.active) this.#onMoved(subscriber);
	}

	/** A workflow whose credential leads here runs from now on. It is asked about everything that is here. */
	activate(subscriber: Subscriber, credential: BrokerSettings): void {
		subscriber.activate(this, addressOf(credential));
		this.reader.resume();
		this.reader.messages.ask(subscriber);
	}

	/** A workflow has left, or moved. */
	stopIfUnread(): void {
		if (!this.subscribers.isRead) this.reader.leave();
	}

	readonly outageNotice = outage;

	get status(): QueueStatus {
		const { active } = this.subscribers;
		const paused = active.filter((subscriber) => subscriber.paused).map(({ workflow }) => workflow.workflowId);
		const retries = active.flatMap(({ tasks }) =>
			[...tasks.scheduler.waiting].filter(({ triedAt }) => triedAt !== null),
		);
		const reading = this.reader.connection !== null;
		return {
			reading,
			connectedSince: reading ? this.#connectedSince : null,
			held: this.reader.messages.count,
			waitingForRetry: new Set(retries.map(({ message }) => message.sha256)).size,
			paused: paused.length,
			pausedWorkflows: paused,
			lastEventAt: this.#lastEventAt,
			lastFault: this.#lastFault,
		};
	}

	open(events: SourceEvents): QueueConsumer {
		const { consume, log } = this.#services;
		return consume({
			...events,
			queue: this.name,
			settings: () => this.#credential(),
			accepts: (broker) => this.#accepts(broker),
			onDelivery: (delivery) => {
				this.#lastEventAt = new Date().toISOString();
				events.onDelivery(delivery);
			},
			onOutage: (fault) => {
				this.#lastFault = `${fault.message}. ${fault.description}`;
				events.onOutage(fault);
			},
			onReady: (otherReaders) => {
				this.#attempts = 0;
				this.#connectedSince = new Date().toISOString();
				events.onReady(otherReaders);
			},
			log,
		});
	}

	/** The credential for the next connection: the newest workflow's first, because it knows a changed password; then the others' in turn. */
	async #credential(): Promise<BrokerSettings> {
		const newestFirst = this.subscribers.active.toReversed();
		let fault: unknown = new AmqpError({
			permanent: false,
			message: 'The address of the queue has changed',
			description: 'The trigger connects again as soon as the new address has been verified.',
		});
		for (const each of newestFirst.keys()) {
			const subscriber = newestFirst[(this.#attempts + each) % newestFirst.length];
			// It may have been deleted.
			const credential = await subscriber?.workflow.credential().catch((error: unknown) => {
				fault = error;
			});
			// It may have left in the meantime.
			if (subscriber?.state !== 'active' || !credential) continue;
			if (this.isAt(credential)) {
				this.#attempts += each + 1;
				return credential;
			}
			this.#onMoved(subscriber);
		}
		throw fault;
	}

	/** An address that leads to another broker now is not used; where its workflows read has to be found out again. */
	#accepts({ clusterName, settings }: { clusterName: string | null; settings: BrokerSettings }): boolean {
		if (clusterName === this.#clusterName) return true;
		const address = addressOf(settings);
		for (const each of this.subscribers.active) if (each.knows(this, address)) this.#onMoved(each);
		return false;
	}
}

/** As far as two credentials with the same one need no comparison. */
function addressOf({ hostname, port, vhost }: BrokerSettings): string {
	return JSON.stringify([hostname.toLowerCase().replace(/\.$/, ''), port, vhost]);
}
