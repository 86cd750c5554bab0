import type { BrokerSettings, QueueConsumer } from '../amqp';
import { AmqpError } from '../errors';
import type { Message } from './message';
import { Queue, type QueueServices, type QueueStatus } from './queue';
import type { Subscriber } from './subscriber';
import { Verification, type VerificationServices, type Verified } from './verification';
import type { SubscribeOptions, SubscriptionHandle, Workflow } from './workflow';

export type DispatcherServices = QueueServices &
	VerificationServices & {
		/** Whether a credential leads to the queue that this consumer reads. */
		compare: (
			consumer: QueueConsumer,
			credential: BrokerSettings,
			queue: string,
		) => Promise<'same' | 'other' | 'undecided'>;
	};

/** Everything that reads queues in this process: one consumer per queue, one subscriber per workflow and queue. */
export class Dispatcher {
	readonly #services: DispatcherServices;
	readonly #queues = new Set<Queue>();
	/** By the name of the queue. */
	readonly #verifications = new Map<string, Verification>();
	/** Of the workflows whose credential is being verified in the background: how to stop that. */
	readonly #stopVerifying = new Map<Workflow, () => void>();

	#placing: Promise<unknown> = Promise.resolve();

	constructor(services: DispatcherServices) {
		this.#services = services;
	}

	/**
	 * Subscribes a workflow to its queue. It counts from now on; it runs once its own credential has been verified.
	 * @throws {AmqpError} the faults that the options ask for; the others are retried in the background.
	 */
	async subscribe(workflow: Workflow, options: SubscribeOptions): Promise<SubscriptionHandle> {
		const { throws, othersFollow } = options;
		for (const queue of this.#queues) if (queue.isForgotten) this.#queues.delete(queue);
		if (throws === 'none') this.#verifyInBackground(workflow, othersFollow);
		else {
			const verified = await this.#verificationOf(workflow.queue).now(workflow);
			const fault = verified instanceof AmqpError ? verified : await this.#place(workflow, verified, othersFollow);
			if (fault && (throws === 'all' || fault.permanent)) {
				for (const queue of this.#queuesOf(workflow.queue)) queue.subscribers.find(workflow.id)?.refuse(fault);
				throw fault;
			}
			if (fault) this.#verifyInBackground(workflow, othersFollow);
		}
		return {
			unsubscribe: () => {
				this.#stopVerifying.get(workflow)?.();
				this.#stopVerifying.delete(workflow);
				for (const [known, subscriber] of this.#membershipsOf(workflow)) known.leave(subscriber);
			},
		};
	}

	/**
	 * Shows the messages that arrive on a queue that this process reads already, without taking part.
	 * @returns how to stop listening; null if nobody here reads the queue.
	 */
	listen(credential: BrokerSettings, name: string, listener: (message: Message) => void): (() => void) | null {
		const queue = this.#queuesOf(name).find((each) => each.isAt(credential));
		return queue?.reader?.listeners.add(listener) ?? null;
	}

	/** What this process knows of a queue that it reads, or would if it could; null if nobody here reads it. */
	status(credential: BrokerSettings, name: string): QueueStatus | null {
		return this.#queuesOf(name).find((each) => each.reader && each.isAt(credential))?.status ?? null;
	}

	#queuesOf(name: string): Queue[] {
		return [...this.#queues].filter((queue) => queue.name === name);
	}

	/** Where this version of a workflow is subscribed; an edited version may have taken its place already. */
	#membershipsOf(workflow: Workflow): [Queue, Subscriber][] {
		return this.#queuesOf(workflow.queue).flatMap((queue) => {
			const subscriber = queue.subscribers.find(workflow.id);
			return subscriber?.workflow === workflow ? [[queue, subscriber]] : [];
		});
	}

	#verificationOf(name: string): Verification {
		for (const [each, verification] of this.#verifications) if (verification.isIdle) this.#verifications.delete(each);
		const verification = this.#verifications.get(name) ?? new Verification(name, this.#services);
		this.#verifications.set(name, verification);
		return verification;
	}

	/** Until its credential works, a workflow counts for every queue of that name. */
	#verifyInBackground(workflow: Workflow, othersFollow: boolean): void {
		if (this.#queuesOf(workflow.queue).length === 0) this.#createQueue(workflow.queue);
		for (const queue of this.#queuesOf(workflow.queue)) {
			if (queue.subscribers.find(workflow.id)?.workflow !== workflow) queue.join(workflow);
		}
		const stop = this.#verificationOf(workflow.queue).retry(workflow, async (result) => {
			const isStopped = () => !this.#stopVerifying.has(workflow);
			const fault = 'credential' in result ? await this.#place(workflow, result, othersFollow, isStopped) : result;
			if (fault && !isStopped()) this.#membershipsOf(workflow)[0]?.[1].noteFault(fault);
			else this.#stopVerifying.delete(workflow);
			return !this.#stopVerifying.has(workflow);
		});
		this.#stopVerifying.set(workflow, stop);
	}

	/**
	 * Activates a workflow on the queue that its verified credential leads to. One at a time, so that two workflows do not
	 * create the same queue twice. Returns why it cannot, or null.
	 */
	async #place(
		workflow: Workflow,
		verified: Verified,
		othersFollow: boolean,
		isStopped = () => false,
	): Promise<AmqpError | null> {
		const placed = this.#placing.then(async () => {
			const queue = await this.#find(workflow, verified);
			if (queue instanceof AmqpError) return queue;
			if (!isStopped()) this.#activate(workflow, queue, othersFollow);
			return null;
		});
		this.#placing = placed.catch(() => {});
		return await placed;
	}

	/** The queue that a verified credential leads to. */
	async #find(workflow: Workflow, verified: Verified): Promise<Queue | AmqpError> {
		// First those that are being read: a second reader would take messages away from the first one's workflows. Of them
		// first the one that is known to be at this address, which needs no comparison.
		const queues = this.#queuesOf(workflow.queue);
		const known = queues.filter((queue) => queue.isAt(verified.credential));
		const read = queues.filter((queue) => queue.isReadBesides(workflow));
		const connected = queues.filter(({ reader }) => reader?.connection);
		const readAndKnown = read.filter((queue) => known.includes(queue));
		// Then the one that knows what was done there: a workflow that returns first must not take another's place.
		for (const queue of new Set([...readAndKnown, ...read, ...connected, ...known, ...queues])) {
			const verdict = await this.#compare(queue, workflow, verified);
			if (verdict === 'undecided') return undecided(workflow.queue, verified.credential);
			if (verdict === 'other') continue;
			queue.adopt(verified);
			return queue;
		}
		const queue = this.#createQueue(workflow.queue);
		queue.adopt(verified);
		return queue;
	}

	async #compare(queue: Queue, workflow: Workflow, verified: Verified): Promise<'same' | 'other' | 'undecided'> {
		const verdict = queue.compare(verified, workflow);
		if (verdict !== 'unknown') return verdict;
		const consumer = queue.reader?.connection;
		if (consumer) return await this.#services.compare(consumer, verified.credential, queue.name);
		// Its credential works: it must be asked about what arrives as soon as there is something to compare with.
		queue.subscribers.find(workflow.id)?.suspend();
		return 'undecided';
	}

	/** A new queue of this name. */
	#createQueue(name: string): Queue {
		const members = this.#queuesOf(name).flatMap(({ subscribers }) => subscribers.all);
		const queue = new Queue(name, this.#services, ({ workflow }) => {
			this.#moved(workflow);
		});
		this.#queues.add(queue);
		queue.invite(members);
		return queue;
	}

	#activate(workflow: Workflow, queue: Queue, othersFollow: boolean): void {
		for (const other of this.#queuesOf(workflow.queue)) if (other !== queue) other.handOver(workflow, queue);
		queue.activate(workflow, { othersFollow });
	}

	/** The credential of an active workflow leads to another address now. */
	#moved(workflow: Workflow): void {
		if (this.#stopVerifying.has(workflow)) return;
		for (const [, subscriber] of this.#membershipsOf(workflow)) subscriber.suspend();
		this.#verifyInBackground(workflow, false);
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
