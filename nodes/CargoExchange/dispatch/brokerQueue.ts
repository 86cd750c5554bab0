import type { BrokerSettings, ConsumeOptions, FoundQueue, QueueConsumer } from '../amqp';
import { AmqpError } from '../errors';
import { outage, unwanted } from './notices';
import type { Fault, Report, Workflow } from './workflow';
import type { Leading } from './verification';
import type { CoreStatus } from './core';
import { Reader, type ReaderServices, type ReadQueue, type SourceEvents } from './reader';

/** How this process reads a queue. Times are ISO 8601. */
export type QueueStatus = {
	/** Messages that are here and not settled. */
	readonly received: number;
	/** Those of them that have failed and run again. */
	readonly waitingForRetry: number;
	/** How many workflows are paused, and which. */
	readonly paused: number;
	readonly pausedWorkflows: CoreStatus['pausedWorkflows'];
	/** Whether it is connected. */
	readonly reading: boolean;
	readonly connectedSince: string | null;
	readonly lastEventAt: string | null;
	readonly lastFault: string | null;
};

export type QueueServices = ReaderServices & { consume: (options: ConsumeOptions) => QueueConsumer };

/** What a queue needs of those of the same name. */
type Others = {
	/** The credential of one of its workflows names another address. */
	onMoved(workflow: Workflow): void;
	onExpired(workflow: Workflow, count: number): void;
	/** Opens a consumer, unless another queue of the name may be the same: then throws an AmqpError. */
	opening(queue: BrokerQueue, found: FoundQueue, begin: () => Promise<void>): Promise<void>;
};

/** The queue at one address, as long as anything is known of it. */
export class BrokerQueue implements ReadQueue<QueueConsumer> {
	readonly name: string;
	readonly reader: Reader<QueueConsumer>;
	/** null: not known before a credential has been verified. */
	address: string | null = null;
	readonly #services: QueueServices;
	readonly #others: Others;
	#clusterName: string | null = null;
	#vhost: string | null = null;
	#connectedSince: string | null = null;
	#lastEventAt: string | null = null;
	#lastFault: string | null = null;
	/** Attempts to connect since the last connection. */
	#attempts = 0;

	constructor(name: string, services: QueueServices, others: Others) {
		this.name = name;
		this.#services = services;
		this.#others = others;
		this.reader = new Reader(this, services);
	}

	/** Whether a broker with this name and virtual host may be its own. */
	mayBeAt({ credential, clusterName }: Leading): boolean {
		return this.address !== null && this.#clusterName === clusterName && this.#vhost === credential.vhost;
	}

	/** Workflows read it at this address. */
	noteVerified({ credential, clusterName }: Leading): void {
		this.address = brokerAddress(credential);
		this.#vhost = credential.vhost;
		this.#clusterName = clusterName;
	}

	/** Its workflows whose credentials name another address now leave it. */
	async letMovedGo(): Promise<void> {
		for (const workflow of this.reader.core.active) {
			const credential = await workflow.credential().catch(() => null);
			if (credential) this.#isHere(workflow, credential);
		}
	}

	/** Whether this credential names its address; if not, the workflow leaves. */
	#isHere(workflow: Workflow, credential: BrokerSettings): boolean {
		const isHere = brokerAddress(credential) === this.address;
		if (!isHere && this.reader.core.active.includes(workflow)) this.#others.onMoved(workflow);
		return isHere;
	}

	onExpired(workflow: Workflow, count: number): void {
		this.#others.onExpired(workflow, count);
	}

	onUnwanted(count: number): void {
		this.#services.log.info(unwanted(this.name, count));
	}

	outageNotice(fault: Fault, since: Date): Report {
		return outage(fault, since);
	}

	get status(): QueueStatus {
		const { received, waitingForRetry, pausedWorkflows } = this.reader.core.status;
		const reading = this.reader.connection !== null;
		return {
			received,
			waitingForRetry,
			paused: pausedWorkflows.length,
			pausedWorkflows,
			reading,
			connectedSince: reading ? this.#connectedSince : null,
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
			opening: (found, begin) => {
				this.#clusterName = found.clusterName;
				return this.#others.opening(this, found, begin);
			},
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
		const newestFirst = this.reader.core.active.toReversed();
		let fault: unknown = new AmqpError({
			permanent: false,
			message: 'The address of the queue has changed',
			description: 'The trigger connects again as soon as the new address has been verified.',
		});
		for (const each of newestFirst.keys()) {
			const workflow = newestFirst[(this.#attempts + each) % newestFirst.length];
			// It may have been deleted.
			const credential = await workflow?.credential().catch((error: unknown) => {
				fault = error;
			});
			// It may have left in the meantime.
			if (!workflow || !credential || !this.reader.core.active.includes(workflow)) continue;
			if (!this.#isHere(workflow, credential)) continue;
			this.#attempts += each + 1;
			return credential;
		}
		throw fault;
	}
}

/** One reader per address: host, port and virtual host as written, the host in lower case and without a final dot. */
export function brokerAddress({ hostname, port, vhost }: Pick<BrokerSettings, 'hostname' | 'port' | 'vhost'>): string {
	return JSON.stringify([hostname.toLowerCase().replace(/\.$/, ''), port, vhost]);
}
