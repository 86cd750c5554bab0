import type { BrokerSettings } from '../amqp';
import { AmqpError } from '../errors';
import type { Message } from './message';
import { Queue, type QueueServices, type QueueStatus } from './queue';
import type { Subscriber } from './subscriber';
import { Subscribers } from './subscribers';
import { Verification, type VerificationServices, type Verified } from './verification';
import type { SubscribeOptions, SubscriptionHandle, Workflow } from './workflow';

type QueuesServices = QueueServices &
	VerificationServices & {
		/** For how long n8n has been running (milliseconds). */
		uptimeMs: () => number;
	};

export type DispatcherServices = Omit<QueuesServices, 'startup'>;

/** n8n starts its workflows in this time, and may publish some of them before it starts the others. */
const startLastsMs = 120_000;

/**
 * The queues of one name, on one broker or several, and the workflows that read them. Which of them a workflow reads, its
 * verified credential decides; until then it counts for all.
 */
export class Queues {
	readonly #name: string;
	readonly #services: QueuesServices;
	readonly #subscribers: Subscribers;
	readonly #verification: Verification;
	/** Those that are being read. Two of them have proved to be different ones. */
	#queues: readonly Queue[] = [];
	/** Of the workflows whose credential is being verified in the background: how to stop that. */
	readonly #stopVerifying = new Map<Workflow, () => void>();
	#placing: Promise<unknown> = Promise.resolve();
	/** How many workflows are about to subscribe. */
	#subscribing = 0;

	constructor(name: string, services: QueuesServices) {
		this.#name = name;
		this.#services = services;
		this.#subscribers = new Subscribers(services.clock);
		this.#verification = new Verification(name, services);
	}

	/** Whether nobody needs what is known here. */
	get isForgotten(): boolean {
		return this.#subscribing + this.#read.length === 0 && this.#verification.isIdle && this.#subscribers.isForgotten;
	}

	/** See `Dispatcher.subscribe`. */
	async subscribe(workflow: Workflow, options: SubscribeOptions): Promise<SubscriptionHandle> {
		this.#subscribing++;
		try {
			await this.#subscribe(workflow, options);
		} finally {
			this.#subscribing--;
		}
		return {
			unsubscribe: () => {
				this.#stopVerifying.get(workflow)?.();
				this.#stopVerifying.delete(workflow);
				this.#subscriberOf(workflow)?.leave();
				for (const queue of this.#read) queue.stopIfUnread();
			},
		};
	}

	async #subscribe(workflow: Workflow, { throws }: SubscribeOptions): Promise<void> {
		const { startup, uptimeMs } = this.#services;
		if (throws === 'none' || uptimeMs() < startLastsMs) startup.noteJoined();
		if (throws === 'none') {
			this.#warnIfLate(workflow);
			this.#verifyInBackground(workflow);
			return;
		}
		const verified = await this.#verification.now(workflow);
		const fault = verified instanceof AmqpError ? verified : await this.#place(workflow, verified);
		if (fault && (throws === 'all' || fault.permanent)) {
			this.#subscribers.predecessorOf(workflow)?.refuse(fault);
			throw fault;
		}
		if (fault) this.#verifyInBackground(workflow);
	}

	#warnIfLate({ name, log }: Workflow): void {
		if (this.#read.every(({ reader }) => reader.connection === null)) return;
		log.warn(`n8n started the workflow "${name}" after its queue was being read: it may have missed messages`);
	}

	/** See `Dispatcher.listen`. */
	listen(credential: BrokerSettings, listener: (message: Message) => void): (() => void) | null {
		return this.#at(credential)?.reader.listeners.add(listener) ?? null;
	}

	/** See `Dispatcher.status`. */
	status(credential: BrokerSettings): QueueStatus | null {
		return this.#at(credential)?.status ?? null;
	}

	get #read(): readonly Queue[] {
		this.#queues = this.#queues.filter(({ reader }) => !reader.closed);
		return this.#queues;
	}

	#at(credential: BrokerSettings): Queue | undefined {
		return this.#read.find((queue) => queue.isAt(credential));
	}

	/** That of this version of a workflow; an edited version may have taken its place already. */
	#subscriberOf(workflow: Workflow): Subscriber | undefined {
		const subscriber = this.#subscribers.find(workflow.id);
		return subscriber?.workflow === workflow ? subscriber : undefined;
	}

	/** A workflow counts from now on: it is asked about everything that is here. */
	#join(workflow: Workflow): Subscriber {
		const subscriber = this.#subscribers.join(workflow);
		for (const { reader } of this.#read) reader.messages.ask(subscriber);
		return subscriber;
	}

	/** Until its credential works, a workflow counts for every queue of that name. */
	#verifyInBackground(workflow: Workflow): void {
		if (!this.#subscriberOf(workflow)) this.#join(workflow);
		const stop = this.#verification.retry(workflow, async (result) => {
			const isStopped = () => !this.#stopVerifying.has(workflow);
			const fault = 'credential' in result ? await this.#place(workflow, result, isStopped) : result;
			if (fault && !isStopped()) this.#subscriberOf(workflow)?.noteFault(fault);
			else this.#stopVerifying.delete(workflow);
			return !this.#stopVerifying.has(workflow);
		});
		this.#stopVerifying.set(workflow, stop);
	}

	/**
	 * Activates a workflow on the queue that its verified credential leads to. One at a time, so that two workflows do not
	 * open the same queue twice. Returns why it cannot, or null.
	 */
	async #place(workflow: Workflow, verified: Verified, isStopped = () => false): Promise<AmqpError | null> {
		const placed = this.#placing.then(async () => {
			const found = await this.#find(workflow, verified);
			if (found === 'undecided') {
				// Its credential works: it must be asked about what arrives as soon as there is something to compare with.
				this.#subscriberOf(workflow)?.suspend();
				return undecided(this.#name, verified.credential);
			}
			if (isStopped()) return null;
			const subscriber = this.#subscriberOf(workflow) ?? this.#join(workflow);
			const queue = found ?? this.#open(verified);
			queue.activate(subscriber, verified.credential);
			for (const other of this.#read) if (other !== queue) other.stopIfUnread();
			return null;
		});
		this.#placing = placed.catch(() => {});
		return await placed;
	}

	/** The queue that a verified credential leads to, if it is being read; first the one that is known to be at this address. */
	async #find(workflow: Workflow, verified: Verified): Promise<Queue | 'undecided' | null> {
		const known = this.#read.filter((queue) => queue.isAt(verified.credential));
		for (const queue of new Set([...known, ...this.#read])) {
			const verdict = await queue.compare(verified, workflow);
			if (verdict === 'undecided') {
				if (!queue.reader.lastingFault) return verdict;
				queue.makeWay();
			}
			// While it was compared, its last workflow may have left.
			if (verdict === 'same') return queue.reader.closed ? null : queue;
		}
		return null;
	}

	#open(verified: Verified): Queue {
		const queue = new Queue(
			{
				name: this.#name,
				verified,
				subscribers: this.#subscribers,
				onMoved: ({ workflow }) => {
					this.#onMoved(workflow);
				},
			},
			this.#services,
		);
		this.#queues = [...this.#read, queue];
		return queue;
	}

	/** The credential of an active workflow leads to another address now, or has not worked for long. */
	#onMoved(workflow: Workflow): void {
		if (this.#stopVerifying.has(workflow)) return;
		this.#subscriberOf(workflow)?.suspend();
		this.#verifyInBackground(workflow);
		for (const queue of this.#read) queue.stopIfUnread();
	}
}

function undecided(queue: string, { hostname, port }: BrokerSettings): AmqpError {
	return new AmqpError({
		permanent: false,
		message: `It is not certain whether two addresses lead to the same queue "${queue}"`,
		description:
			`Another workflow reads a queue of that name on a broker that calls itself the same as ${hostname}:${port}. ` +
			'If it is the same queue, use one credential for both workflows, or enter the same address in both credentials. If not, try again in a minute.',
	});
}
