import type { BrokerSettings } from '../amqp';
import type { Left } from './core';
import type { Message } from './message';
import * as notices from './notices';
import { type Leading, Pending, Verification, type VerificationServices, type Verified } from './verification';
import type { Fault, Report, SubscribeOptions, SubscriptionHandle, Workflow } from './workflow';
import { AmqpError } from '../errors';
import { brokerAddress, BrokerQueue, type QueueServices, type QueueStatus } from './brokerQueue';
import { holdMs, startLastsMs } from './limits';

type AddressServices = QueueServices &
	VerificationServices & {
		/** For how long n8n has been running (milliseconds). */
		uptimeMs: () => number;
	};

export type DispatcherServices = Omit<AddressServices, 'startup' | 'reportTimes'>;

/**
 * The queues of one name, each at an address of its own, and the workflows that read them. Which of them a workflow reads,
 * its verified credential decides; until then it counts for all. An address is followed nowhere: a workflow whose credential
 * names another one leaves its queue, and joins as at n8n's start. Of two addresses that may be one queue, one is read, and
 * whoever cannot read the other one counts there.
 */
export class Addresses {
	readonly #name: string;
	readonly #services: AddressServices;
	readonly #verification: Verification;
	#queues: readonly BrokerQueue[];
	readonly #pending = new Map<Workflow, Pending>();
	/** When each trigger node was last published, or replaced (monotonic milliseconds), by id; 0: not yet, and it replaces none. */
	readonly #publishedAt = new Map<string, number>();
	/** Those that others have replaced, by id: nobody misses what is kept for them. */
	readonly #replaced = new Set<string>();
	/** One at a time finds its queue or opens a consumer, so that no two readers share a queue. */
	#turn: Promise<unknown> = Promise.resolve();
	/** How many workflows are about to subscribe. */
	#subscribing = 0;

	constructor(name: string, services: Omit<AddressServices, 'reportTimes'>) {
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
		// Whoever leaves later is not replaced by it.
		if (!this.#publishedAt.has(workflow.id) && !this.#replacedBy(workflow)) this.#publishedAt.set(workflow.id, 0);
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
		return this.#at(credential)?.reader.listen(listener) ?? null;
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
			const replaced = this.#replacedBy(workflow);
			const readers = this.#queues.map(({ reader }) => reader).filter(({ core }) => core.knows(workflow, replaced));
			for (const [index, reader] of readers.entries()) {
				const notice = index === 0 ? notices.notPublished(fault) : null;
				reader.step({ type: 'notPublished', workflow, replaced, notice });
			}
			throw fault;
		}
		if (fault) this.#verifyInBackground(workflow);
	}

	#newQueue(): BrokerQueue {
		return new BrokerQueue(this.#name, this.#services, {
			onMoved: (workflow) => {
				this.#verifyInBackground(workflow);
			},
			onExpired: (workflow, count) => {
				this.#onExpired(workflow, count);
			},
			opening: (queue, { countConsumers, ...found }, begin) =>
				this.#inTurn(async () => {
					// Another one may have been opened before this turn.
					const { active } = queue.reader.core;
					const conflict = await this.#conflict(queue, { ...found, consumers: await countConsumers() }, active);
					if (!conflict) {
						this.#countElsewhere(queue, found);
						await begin();
						return;
					}
					for (const workflow of queue.reader.core.active) this.#verifyInBackground(workflow);
					throw conflict;
				}),
		});
	}

	async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
		const result = this.#turn.then(work);
		this.#turn = result.catch(() => {});
		return await result;
	}

	#at(credential: BrokerSettings): BrokerQueue | undefined {
		const address = brokerAddress(credential);
		return this.#queues.find((queue) => queue.address === address && queue.reader.isRead);
	}

	/** Until its credential works, a workflow counts for every queue of that name. */
	#verifyInBackground(workflow: Workflow): void {
		if (this.#pending.has(workflow)) return;
		// It is published.
		if (!this.#queues.some(({ reader }) => reader.core.active.includes(workflow)))
			this.#services.reportTimes.delete(workflow.id);
		this.#join(this.#queues, workflow);
		const pending = new Pending(workflow);
		this.#pending.set(workflow, pending);
		pending.stop = this.#verification.retry(workflow, async (result) => {
			const fault = 'credential' in result ? await this.#place(workflow, result) : result;
			if (!fault || !this.#pending.has(workflow)) return null;
			if (pending.note(fault, this.#services.clock.now())) this.#tellFault(workflow, fault);
			return fault;
		});
	}

	#join(queues: readonly BrokerQueue[], workflow: Workflow): void {
		const replaced = this.#replacedBy(workflow);
		const now = this.#services.clock.now();
		this.#publishedAt.set(workflow.id, now);
		this.#replaced.delete(workflow.id);
		if (replaced !== null) {
			this.#publishedAt.set(replaced, now);
			this.#replaced.add(replaced);
		}
		for (const { reader } of queues) reader.step({ type: 'joined', workflow, replaced });
	}

	/** The id of the trigger node of the same workflow that n8n has removed; null: none, or it is not known which of several. */
	#replacedBy({ id, workflowId }: Workflow): string | null {
		if (this.#publishedAt.has(id)) return null;
		const left = this.#queues.flatMap(({ reader }) => reader.core.left);
		const own = left.filter((each) => each.workflow.workflowId === workflowId && this.#isAway(each));
		const ids = own.map(({ workflow }) => workflow.id).filter((each) => !this.#replaced.has(each));
		const [one = null, ...others] = new Set(ids);
		return others.length === 0 ? one : null;
	}

	/** Whether it has not been published again anywhere since it left. */
	#isAway({ workflow, leftAt }: Left): boolean {
		return (this.#publishedAt.get(workflow.id) ?? 0) <= leftAt;
	}

	/** Has a workflow read the queue at the address of its verified credential. Returns why it cannot, or null. */
	async #place(workflow: Workflow, verified: Verified): Promise<AmqpError | null> {
		const wasPending = this.#pending.has(workflow);
		return await this.#inTurn(async () => {
			const address = brokerAddress(verified.credential);
			const own = this.#queues.find((queue) => queue.address === address);
			const connected = own?.reader.connection ? own : null;
			if (!connected?.reader.core.isKept([])) {
				const conflict = await this.#conflictNow(own, verified, workflow);
				if (conflict) return conflict;
				if (connected) this.#countElsewhere(connected, verified);
			}
			const isPending = this.#pending.has(workflow);
			// It has left in the meantime.
			if (wasPending && !isPending) return null;
			const found = own ?? this.#queues.find((queue) => queue.address === null) ?? this.#add();
			found.noteVerified(verified);
			this.#pending.get(workflow)?.end();
			this.#pending.delete(workflow);
			for (const { reader } of this.#queues)
				if (reader !== found.reader) reader.step({ type: 'left', workflow, holdMs: 0 });
			if (isPending) this.#publishedAt.set(workflow.id, this.#services.clock.now());
			else {
				this.#services.reportTimes.delete(workflow.id);
				this.#join([found], workflow);
			}
			found.reader.step({ type: 'verified', workflow });
			return null;
		});
	}

	/** The same by the consumers that the queue has now: the verification may have been shared. */
	async #conflictNow(own: BrokerQueue | undefined, verified: Verified, workflow: Workflow): Promise<AmqpError | null> {
		if (this.#rivals(own, verified).length === 0) return null;
		const found = await this.#services.verify(verified.credential, this.#name);
		if (found instanceof AmqpError) return found;
		return await this.#conflict(own, { ...verified, consumers: found.consumers }, [workflow]);
	}

	/**
	 * Whether a reader of ours at another address may read the queue that has these consumers: its broker calls itself the same,
	 * and its own consumer may be among them, or is not open now. Workflows of it whose credentials name another address now
	 * leave it first.
	 */
	async #conflict(
		own: BrokerQueue | undefined,
		found: Verified,
		workflows: readonly Workflow[],
	): Promise<AmqpError | null> {
		const rivals = this.#rivals(own, found).filter(({ reader }) => found.consumers > 0 || reader.isSilent);
		for (const rival of rivals) {
			await rival.letMovedGo();
			if (!rival.reader.core.isKept(workflows)) {
				rival.reader.step({ type: 'handedOver' });
				continue;
			}
			const host = `${found.credential.hostname}:${found.credential.port}`;
			const { active, held } = rival.reader.core;
			const [reader] = [...active, ...held.map(({ workflow }) => workflow)];
			return new AmqpError({ permanent: true, ...notices.twoAddresses(this.#name, host, reader?.name) });
		}
		return null;
	}

	/**
	 * Whoever cannot read now what may be the same queue counts here too: until its credential works again, or for as long as messages
	 * are held for it.
	 */
	#countElsewhere(opening: BrokerQueue, found: Leading): void {
		for (const { reader } of this.#others(opening, found)) {
			if (reader.connection && reader.isRead) continue;
			for (const workflow of reader.core.active) this.#verifyInBackground(workflow);
			this.#hold(opening, reader.core.held);
		}
	}

	/** Messages are held there as well. */
	#hold({ reader }: BrokerQueue, held: readonly Left[]): void {
		for (const each of held)
			if (this.#isAway(each)) reader.step({ type: 'held', workflow: each.workflow, holdMs: each.holdMs });
	}

	/** Those that may be the same queue at another address. */
	#others(own: BrokerQueue | undefined, found: Leading): BrokerQueue[] {
		return this.#queues.filter((each) => each !== own && each.mayBeAt(found));
	}

	#rivals(own: BrokerQueue | undefined, found: Leading): BrokerQueue[] {
		return this.#others(own, found).filter(({ reader }) => reader.isOpen);
	}

	/** Whoever left before its credential had led anywhere counts there, too. */
	#add(): BrokerQueue {
		const queue = this.#newQueue();
		for (const workflow of this.#pending.keys()) queue.reader.step({ type: 'joined', workflow, replaced: null });
		const held = this.#queues.flatMap(({ reader }) => reader.core.held).filter(({ wasActive }) => !wasActive);
		this.#hold(queue, held);
		this.#queues = [...this.#queues.filter(({ reader }) => !reader.isForgotten), queue];
		return queue;
	}

	/** Messages are no longer held for a workflow; so many were. */
	#onExpired(workflow: Workflow, count: number): void {
		if (this.#replaced.has(workflow.id)) return;
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
