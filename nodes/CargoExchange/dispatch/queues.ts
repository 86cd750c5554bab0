import type { BrokerSettings } from '../amqp';
import type { Message } from './message';
import * as notices from './notices';
import { Verification, type VerificationServices, type Verified } from './verification';
import type { Fault, Report, SubscribeOptions, SubscriptionHandle, Workflow } from './workflow';
import { AmqpError } from '../errors';
import { holdMs } from './asking';
import { Pending } from './pending';
import { brokerAddress, Queue, type QueueServices, type QueueStatus } from './queue';

type QueuesServices = QueueServices &
	VerificationServices & {
		/** For how long n8n has been running (milliseconds). */
		uptimeMs: () => number;
	};

export type DispatcherServices = Omit<QueuesServices, 'startup' | 'reportTimes'>;

/** n8n starts its workflows in this time, and may publish some of them before it starts the others. */
const startLastsMs = 120_000;
/** So long a reader without an open consumer is waited for, so that it can be compared. */
const compareWithinMs = 5 * 60_000;

/**
 * The queues of one name, each at an address of its own, and the workflows that read them. Which of them a workflow reads,
 * its verified credential decides; until then it counts for all.
 */
export class Queues {
	readonly #name: string;
	readonly #services: QueuesServices;
	readonly #verification: Verification;
	#queues: readonly Queue[];
	readonly #pending = new Map<Workflow, Pending>();
	/** One at a time, so that two workflows do not open the same queue twice. */
	#placing: Promise<unknown> = Promise.resolve();
	/** How many workflows are about to subscribe. */
	#subscribing = 0;

	constructor(name: string, services: Omit<QueuesServices, 'reportTimes'>) {
		this.#name = name;
		this.#services = { ...services, reportTimes: new Map() };
		this.#verification = new Verification(name, services);
		this.#queues = [this.#newQueue()];
	}

	/** Whether nobody needs what is known here. */
	get isForgotten(): boolean {
		return (
			this.#subscribing === 0 && this.#verification.isIdle && this.#queues.every(({ reader }) => reader.isForgotten)
		);
	}

	/** See `Dispatcher.subscribe`. */
	async subscribe(workflow: Workflow, options: SubscribeOptions): Promise<SubscriptionHandle> {
		this.#subscribing++;
		await this.#subscribe(workflow, options).finally(() => {
			this.#subscribing--;
		});
		return {
			unsubscribe: () => {
				this.#pending.get(workflow)?.stop();
				this.#pending.delete(workflow);
				for (const { reader } of this.#queues) reader.step({ type: 'left', workflow, holdMs });
			},
		};
	}

	/** See `Dispatcher.listen`. */
	listen(credential: BrokerSettings, listener: (message: Message) => void): (() => void) | null {
		return this.#at(credential)?.reader.listeners.add(listener) ?? null;
	}

	/** See `Dispatcher.status`. */
	status(credential: BrokerSettings): QueueStatus | null {
		return this.#at(credential)?.status ?? null;
	}

	async #subscribe(workflow: Workflow, { throws }: SubscribeOptions): Promise<void> {
		const { startup, uptimeMs } = this.#services;
		if (throws === 'none' || uptimeMs() < startLastsMs) startup.noteJoined();
		if (throws === 'none') {
			if (this.#queues.some(({ reader }) => reader.connection)) workflow.log.warn(notices.joinedLate(workflow.name));
			this.#verifyInBackground(workflow);
			return;
		}
		const verified = await this.#verification.now(workflow);
		const fault = verified instanceof AmqpError ? verified : await this.#place(workflow, verified);
		if (fault && (throws === 'all' || fault.permanent)) {
			const readers = this.#queues.map(({ reader }) => reader).filter(({ core }) => core.knows(workflow));
			for (const [index, reader] of readers.entries())
				reader.step({ type: 'refused', workflow, notice: index === 0 ? notices.notPublished(fault) : null });
			throw fault;
		}
		if (fault) this.#verifyInBackground(workflow);
	}

	#newQueue(): Queue {
		return new Queue(this.#name, this.#services, {
			onMoved: (workflow) => {
				this.#verifyInBackground(workflow);
			},
			onExpired: (workflow, count) => {
				this.#onExpired(workflow, count);
			},
			hasRival: (queue, clusterName) => this.#queues.some((other) => other !== queue && other.isRivalTo(clusterName)),
		});
	}

	#at(credential: BrokerSettings): Queue | undefined {
		const address = brokerAddress(credential);
		return this.#queues.find((queue) => queue.address === address && queue.reader.isRead);
	}

	/** Until its credential works, a workflow counts for every queue of that name. */
	#verifyInBackground(workflow: Workflow): void {
		if (this.#pending.has(workflow)) return;
		const isRunning = ({ reader }: Queue) => reader.core.active.includes(workflow);
		const from =
			this.#queues.find(isRunning) ?? this.#queues.find(({ reader }) => reader.core.wasReadBy(workflow)) ?? null;
		// It is published.
		if (!this.#queues.some(isRunning)) this.#services.reportTimes.delete(workflow.id);
		for (const queue of this.#queues) queue.reader.step({ type: isRunning(queue) ? 'suspended' : 'joined', workflow });
		const pending = new Pending(workflow, from);
		this.#pending.set(workflow, pending);
		pending.stop = this.#verification.retry(workflow, async (result) => {
			const fault = 'credential' in result ? await this.#place(workflow, result) : result;
			if (!fault || !this.#pending.has(workflow)) return null;
			if (pending.note(fault, this.#services.clock.now())) this.#tellFault(workflow, fault);
			return fault;
		});
	}

	/** Has a workflow read the queue that its verified credential leads to. Returns why it cannot, or null. */
	async #place(workflow: Workflow, verified: Verified): Promise<AmqpError | null> {
		const wasPending = this.#pending.has(workflow);
		const placed = this.#placing.then(async () => {
			const found = await this.#find(workflow, verified);
			if (found instanceof AmqpError) return found;
			const isPending = this.#pending.has(workflow);
			// It has left in the meantime.
			if (wasPending && !isPending) return null;
			this.#pending.get(workflow)?.end();
			this.#pending.delete(workflow);
			found.noteVerified(verified);
			const isReplaced = (queue: Queue) => queue !== found && queue.address === found.address;
			holdAt(found, this.#queues.filter(isReplaced));
			this.#queues = this.#queues.filter((queue) => !isReplaced(queue));
			for (const { reader } of this.#queues)
				if (reader !== found.reader) reader.step({ type: 'left', workflow, holdMs: 0 });
			if (!isPending) this.#services.reportTimes.delete(workflow.id);
			if (!isPending) found.reader.step({ type: 'joined', workflow });
			found.reader.step({ type: 'verified', workflow });
			return null;
		});
		this.#placing = placed.catch(() => {});
		return await placed;
	}

	/** The queue at the address of a verified credential, if no reader at another address may be the same. */
	async #find(workflow: Workflow, verified: Verified): Promise<Queue | AmqpError> {
		const address = brokerAddress(verified.credential);
		const own = this.#queues.find((queue) => queue.address === address);
		if (own?.reader.isOpen) return own;
		const others = this.#queues.filter((other) => other !== own && other.mayBeAt(verified));
		// What is known where nobody reads any more comes last.
		for (const other of others.sort((one, two) => Number(two.reader.isOpen) - Number(one.reader.isOpen))) {
			const verdict = await this.#compare(other, workflow, verified);
			if (verdict instanceof AmqpError) return verdict;
			// Messages that are known at the address itself come before those of another one.
			if (verdict === 'moved' && (other.reader.isOpen || own?.reader.core.isEmpty !== false)) return other;
		}
		return own ?? this.#queues.find((queue) => queue.address === null) ?? this.#add();
	}

	/**
	 * Whether a verified credential leads to the same queue as a reader at another address. It is another queue only if the
	 * passive check there shows no reader and ours, asked afterwards, still shows one. Nothing is opened or proved.
	 */
	async #compare(other: Queue, workflow: Workflow, { credential }: Verified): Promise<'other' | 'moved' | AmqpError> {
		const host = `${credential.hostname}:${credential.port}`;
		const undecided = new AmqpError({ permanent: false, ...notices.notComparable(this.#name, host) });
		const { connection } = other.reader;
		if (connection && other.reader.closedForMs() === 0) {
			const there = await this.#services.verify(credential, this.#name);
			if (there instanceof AmqpError) return there;
			const here = await connection.countConsumers().catch(() => 0);
			const isSteady = other.reader.connection === connection && other.reader.closedForMs() === 0;
			if (there.consumers === 0) return isSteady && here > 0 ? 'other' : undecided;
		}
		if (await this.#isMoved(other, workflow, credential)) return 'moved';
		if (!other.reader.isOpen) return 'other';
		if (other.reader.closedForMs() > 0 || !connection) {
			if (other.reader.closedForMs() < compareWithinMs) return undecided;
			// It counts as no reader: its workflows are verified again, and compared then.
			for (const each of other.reader.core.active) this.#verifyInBackground(each);
			return 'other';
		}
		return new AmqpError({ permanent: true, ...notices.twoAddresses(this.#name, host) });
	}

	/** Whether all workflows of a reader write this address now, as those with the same stored credential do: then it moves with them. */
	async #isMoved(other: Queue, workflow: Workflow, credential: BrokerSettings): Promise<boolean> {
		const { core, isOpen } = other.reader;
		// A workflow that is pending counts for every queue, but has read one at most.
		const isItsOwn = (each: Workflow) => (this.#pending.get(each) ?? { from: other }).from === other;
		const published = core.published.filter((each) => each.id !== workflow.id && isItsOwn(each));
		// Those that have left decide only about a newcomer.
		const isNewcomer = published.length === 0 && !core.wasReadBy(workflow);
		const others = isNewcomer ? core.held.map((each) => each.workflow) : published;
		if (!isOpen && isNewcomer && others.length === 0) return false;
		const isShared = ({ credentialId }: Workflow) => credentialId !== null && credentialId === workflow.credentialId;
		const read = others.filter((each) => !isShared(each)).map(async (each) => brokerAddress(await each.credential()));
		const addresses = await Promise.all(read.map((each) => each.catch(() => null)));
		return addresses.every((address) => address === brokerAddress(credential));
	}

	#add(): Queue {
		const queue = this.#newQueue();
		holdAt(queue, this.#queues);
		this.#queues = [...this.#queues.filter(({ reader }) => !reader.isForgotten), queue];
		for (const workflow of this.#pending.keys()) queue.reader.step({ type: 'joined', workflow });
		return queue;
	}

	/** Messages are no longer held for a workflow; so many were. */
	#onExpired(workflow: Workflow, count: number): void {
		const pending = this.#pending.get(workflow);
		const notice = pending ? notices.misses(count, pending.fault) : notices.notKept(count);
		const text = `Workflow "${workflow.name}", queue "${workflow.queue}": ${notice.message}. ${notice.description}`;
		workflow.log[pending ? 'error' : 'info'](text);
		if (count > 0) this.#tell(workflow, 'notKept', notice);
		else if (pending) this.#tellFault(workflow, pending.fault);
	}

	#tellFault(workflow: Workflow, fault: Fault): void {
		this.#tell(workflow, fault.permanent ? fault.message : 'outage', notices.cannotRead(fault));
	}

	#tell(workflow: Workflow, subject: string, notice: Report): void {
		this.#queues[0]?.reader.step({ type: 'fault', workflow, subject, notice });
	}
}

/** Messages are held here too for those that have left other queues: they may come back to this one. */
function holdAt({ reader }: Queue, others: readonly Queue[]): void {
	const isPublished = (id: string) => reader.core.published.some((each) => each.id === id);
	const held = others.flatMap((other) => other.reader.core.held).filter(({ workflow }) => !isPublished(workflow.id));
	for (const [workflow, holdMs] of new Map(held.map((each) => [each.workflow, each.holdMs]))) {
		reader.step({ type: 'joined', workflow });
		reader.step({ type: 'left', workflow, holdMs });
	}
}
