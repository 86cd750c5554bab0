import type { BrokerSettings, ConsumeOptions, QueueConsumer } from '../amqp';
import { AmqpError } from '../errors';
import { MessageHistory } from './messageHistory';
import { outage } from './notices';
import { QueueReader, type ReadQueue, type ReaderServices, type SourceEvents } from './queueReader';
import type { PendingDelivery } from './pendingDelivery';
import type { Subscriber } from './subscriber';
import { Subscribers } from './subscribers';
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

export type QueueServices = ReaderServices & { consume: (options: ConsumeOptions) => QueueConsumer };

/**
 * One queue as this process reads it, whatever the spelling of its broker's address. Until a credential for it has worked,
 * it is only a name.
 */
export class Queue implements ReadQueue<QueueConsumer> {
	readonly name: string;
	readonly subscribers: Subscribers;
	readonly history = new MessageHistory();
	readonly #services: QueueServices;
	readonly #onMoved: (subscriber: Subscriber) => void;
	#vhost = '';
	#clusterName: string | null = null;
	#addresses = new Set<string>();
	/** Where the credentials of workflows that have read this queue lead now, as far as that is not verified yet. */
	readonly #movedTo = new Set<string>();
	#reader: QueueReader<QueueConsumer> | null = null;
	#connectedSince: string | null = null;
	#lastEventAt: string | null = null;
	#lastFault: string | null = null;
	/** Attempts to connect since the last connection. */
	#attempts = 0;

	/** `onMoved`: the credential of a workflow leads to another address now, which has to be verified. */
	constructor(name: string, services: QueueServices, onMoved: (subscriber: Subscriber) => void) {
		this.name = name;
		this.#services = services;
		this.#onMoved = onMoved;
		this.subscribers = new Subscribers(this, services.clock);
	}

	get reader(): QueueReader<QueueConsumer> | null {
		return this.#reader?.closed === false ? this.#reader : null;
	}

	/** Whether nobody needs it any more. */
	get isForgotten(): boolean {
		return !this.reader && this.subscribers.isForgotten;
	}

	/** Whether this credential is known to lead here. */
	isAt(credential: BrokerSettings): boolean {
		return this.#addresses.has(addressOf(credential));
	}

	/** Whether other workflows than this one read it. */
	isReadBesides({ id }: Workflow): boolean {
		return this.subscribers.active.some(({ workflow }) => workflow.id !== id);
	}

	/**
	 * Whether a verified credential leads here: two addresses may be one broker, and two brokers may have the same name.
	 * `unknown`: only a comparison with the reader's connection can decide.
	 */
	compare({ credential, clusterName }: Verified, workflow: Workflow): 'same' | 'other' | 'unknown' {
		if (this.#addresses.size === 0) return 'same';
		if (this.#clusterName !== clusterName || this.#vhost !== credential.vhost) return 'other';
		if (this.isAt(credential)) return 'same';
		if (this.isReadBesides(workflow) || this.reader?.connection) return 'unknown';
		// There is nothing to compare with, and nobody whose messages could be taken away. Where the queue's own workflows lead
		// now, it is. Else who returns at the old address finds the queue there, and who returns at this one is handed over.
		const othersReturn = this.subscribers.all.some((each) => each.isReturning && each.workflow.id !== workflow.id);
		return othersReturn && !this.#movedTo.has(addressOf(credential)) ? 'other' : 'same';
	}

	/** This credential leads here. An address that nobody uses any more may lead elsewhere tomorrow. */
	adopt({ credential, clusterName }: Verified): void {
		if (this.subscribers.active.length === 0) this.#addresses.clear();
		this.#addresses.add(addressOf(credential));
		this.#movedTo.clear();
		this.#clusterName = clusterName;
		this.#vhost = credential.vhost;
	}

	/** A workflow counts from now on: it is asked about everything that is here. */
	join(workflow: Workflow): Subscriber {
		const subscriber = this.subscribers.join(workflow);
		this.reader?.messages.ask(subscriber);
		return subscriber;
	}

	/** Those of another queue whose credential does not work yet, or that have just left, may belong to this one. */
	invite(members: readonly Subscriber[]): void {
		for (const { state, workflow } of members) {
			if (this.subscribers.known(workflow)?.counts) continue;
			if (state === 'unverified' || state === 'away') this.join(workflow);
			if (state === 'away') this.subscribers.find(workflow.id)?.leave();
		}
	}

	/** Its credential leads here: it runs. */
	activate(workflow: Workflow, { othersFollow }: { othersFollow: boolean }): void {
		const known = this.subscribers.find(workflow.id);
		const subscriber = known?.workflow === workflow ? known : this.join(workflow);
		subscriber.activate();
		this.#reader = this.reader ?? new QueueReader(this, { othersFollow }, this.#services);
		this.#reader.resume();
		this.#reader.messages.ask(subscriber);
	}

	/** A workflow was deactivated. */
	leave(subscriber: Subscriber): void {
		subscriber.leave();
		this.#stopIfUnread();
	}

	/** A workflow reads another queue from now on. If that may be this one at another address, it keeps what it knows. */
	handOver(workflow: Workflow, to: Queue): void {
		const subscriber = this.subscribers.known(workflow);
		const knownThere = to.subscribers.known(workflow);
		if (subscriber?.hasRead && !knownThere?.hasRead && !this.reader?.connection) {
			this.subscribers.delete(subscriber);
			if (knownThere) to.subscribers.delete(knownThere);
			to.subscribers.add(subscriber);
			to.join(workflow);
			knownThere?.tasks.releaseWaiting();
			to.invite(this.subscribers.all);
		} else if (subscriber?.workflow === workflow) subscriber.remove();
		this.#stopIfUnread();
	}

	#stopIfUnread(): void {
		if (this.subscribers.active.length === 0) this.reader?.leave();
	}

	/** Something changed for these deliveries. */
	onChange(deliveries: Iterable<PendingDelivery>): void {
		this.reader?.messages.check(deliveries);
	}

	readonly outageNotice = outage;

	get status(): QueueStatus {
		const active = this.subscribers.active;
		const paused = active.filter((subscriber) => subscriber.paused).map(({ workflow }) => workflow.workflowId);
		const retries = active.flatMap(({ tasks }) =>
			[...tasks.scheduler.waiting].filter(({ triedAt }) => triedAt !== null),
		);
		const reading = (this.reader?.connection ?? null) !== null;
		return {
			reading,
			connectedSince: reading ? this.#connectedSince : null,
			held: this.reader?.messages.count ?? 0,
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
			this.#movedTo.add(addressOf(credential));
			this.#onMoved(subscriber);
		}
		throw fault;
	}

	/** A credential that leads to another broker is not used, and where the others lead has to be verified again. */
	#accepts({ clusterName, settings }: { clusterName: string | null; settings: BrokerSettings }): boolean {
		if (clusterName === this.#clusterName) return true;
		this.#addresses.delete(addressOf(settings));
		for (const subscriber of this.subscribers.active) this.#onMoved(subscriber);
		return false;
	}
}

/** As far as two credentials with the same one need no comparison. */
function addressOf({ hostname, port, vhost }: BrokerSettings): string {
	return JSON.stringify([hostname.toLowerCase().replace(/\.$/, ''), port, vhost]);
}
