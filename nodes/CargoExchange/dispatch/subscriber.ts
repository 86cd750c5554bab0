import type { Message, Origin } from './message';
import * as notices from './notices';
import type { PendingDelivery } from './pendingDelivery';
import type { Clock, Fault, Report, Workflow } from './workflow';
import { WorkflowTasks, type TasksServices } from './workflowTasks';

/** How long a subscriber whose credential does not work holds messages, counted while another one reads the queue. */
const holdUnverifiedMs = 10 * 60_000;
/** How long messages that a deactivated workflow wants are held for its return, while another one reads the queue. */
const holdAwayMs = 30_000;
/** The same if its new version could not be published: somebody has to correct that. */
const holdRefusedMs = 10 * 60_000;
/** How long a workflow that has left keeps what it knows. */
const rememberMs = 3_600_000;
/** A fault that lasts as long is reported to people, and a permanent one at once. */
export const tellAfterMs = 5 * 60_000;

/**
 * `unverified`: its credential has not worked yet; its messages are held. `active`: it runs. `away`: deactivated a moment
 * ago; its messages are held for its return. `excluded`: unverified for too long; nothing is held. `gone`: it is not asked.
 *
 *   gone ──join──▶ unverified ──activate──▶ active ──leave──▶ away ──(30 s)──▶ gone
 *   away ──refuse──▶ away, for 10 min
 *   unverified ──(10 min)──▶ excluded ──activate──▶ active
 *   active, excluded ──suspend──▶ unverified;  unverified ──leave──▶ away;  excluded ──leave──▶ gone;  any ──join──▶ unverified
 */
export type SubscriberState = 'unverified' | 'active' | 'away' | 'excluded' | 'gone';

/**
 * One workflow, and its queue: takes the messages that it wants and runs them in its own order and time, so that nothing it
 * does delays another workflow. Keeps what it knows of them when the workflow is edited or its queue gets another address.
 */
export class Subscriber {
	readonly tasks: WorkflowTasks;
	readonly #clock: Clock;
	#state: SubscriberState = 'gone';
	/** The queue that it reads, or has read until it left; null: any of that name may be its own. */
	#queue: Origin | null = null;
	/** Where its credential found that queue. */
	#address = '';
	#fault: Fault | null = null;
	#faultSince = 0;
	/** How long another workflow has read the queue while this one could not (milliseconds). */
	#waitedMs = 0;
	/** Until when that is known (monotonic milliseconds). */
	#readUntil = -Infinity;
	#leftAt = 0;
	#holdMs = holdAwayMs;

	constructor(workflow: Workflow, services: TasksServices) {
		this.#clock = services.clock;
		const owner = {
			canRun: () => this.#state === 'active',
			wants: (message: Message) => this.wants(message),
			isAsked: ({ message, origin }: PendingDelivery) => this.counts(origin) && this.wants(message),
		};
		this.tasks = new WorkflowTasks(workflow, owner, services);
	}

	get workflow(): Workflow {
		return this.tasks.scheduler.workflow;
	}

	get state(): SubscriberState {
		return this.#state;
	}

	/** Whether this queue is its own, or may be. */
	mayRead(queue: Origin): boolean {
		return this.#state !== 'active' || this.#queue === queue;
	}

	/** Whether it is asked about messages of this queue. One that was opened after it left may be its own at another address. */
	counts(queue: Origin): boolean {
		if (this.#state === 'away') return this.#queue === null || this.#queue === queue || queue.openedAt >= this.#leftAt;
		return this.mayRead(queue) && this.#state !== 'excluded' && this.#state !== 'gone';
	}

	/** Whether this address is known to lead to this queue, because this workflow reads it there or has just done so. */
	knows(queue: Origin, address: string): boolean {
		return this.#queue === queue && this.#address === address && (this.#state === 'active' || this.#state === 'away');
	}

	/** Whether its runs fail, so that only one is tried from time to time. */
	get paused(): boolean {
		return this.#state === 'active' && this.tasks.scheduler.health.paused;
	}

	/** Whether it is not active in n8n any more. */
	get hasLeft(): boolean {
		return this.#state === 'away' || this.#state === 'gone';
	}

	/** Whether it has left so long ago that what it knows is of no use. */
	get isForgotten(): boolean {
		return this.hasLeft && this.tasks.scheduler.isIdle && this.#clock.now() - this.#leftAt > rememberMs;
	}

	/** Whether the workflow has something to do for this message. */
	wants(message: Message): boolean {
		const { options } = this.workflow;
		return message.reading.ok ? this.workflow.wants(message) : options.unreadable !== 'discard';
	}

	/** A workflow, or its edited version, subscribes: its messages are held until its credential is verified. */
	join(workflow: Workflow): void {
		this.#state = 'unverified';
		this.#queue = null;
		this.#fault = null;
		this.#waitedMs = 0;
		this.tasks.scheduler.publish(workflow);
	}

	/** Its credential is verified, and leads to this queue at this address: it has nothing to do with other queues. */
	activate(queue: Origin, address: string): void {
		const { name, queue: queueName, log } = this.workflow;
		if (this.#fault) log.info(`The workflow "${name}" can read the queue "${queueName}" now`);
		this.#fault = null;
		this.#state = 'active';
		[this.#queue, this.#address] = [queue, address];
		this.tasks.releaseUnasked();
		this.tasks.scheduler.resume();
	}

	/** Its credential has to be verified again, or works again although it is not certain yet where it leads. */
	suspend(): void {
		if (this.#state === 'active' || this.#state === 'excluded') this.#state = 'unverified';
		this.#queue = null;
		this.#waitedMs = 0;
	}

	/** Logs why the workflow cannot read its queue when that changes, and reports it if it is permanent or lasts. */
	noteFault(fault: Fault): void {
		if (this.#fault?.message !== fault.message) {
			const { name, queue, log } = this.workflow;
			const text = `The workflow "${name}" cannot read the queue "${queue}" yet: ${fault.message}. ${fault.description}`;
			if (fault.permanent) log.error(text);
			else log.warn(text);
		}
		const now = this.#clock.now();
		if (!this.#fault) this.#faultSince = now;
		this.#fault = fault;
		if (fault.permanent || now - this.#faultSince >= tellAfterMs) this.tellFault(fault, notices.cannotRead(fault));
	}

	/** Saves a failed execution, at most once in six hours for the same permanent fault, and for all that end by themselves. */
	tellFault({ message, permanent }: Fault, notice: Report): void {
		this.tasks.scheduler.health.tell(permanent ? message : 'outage', notice);
	}

	/** Deactivated: its messages are held for its return. */
	leave(): void {
		this.#leftAt = this.#clock.now();
		this.#holdMs = holdAwayMs;
		this.#state = this.#state === 'excluded' ? 'gone' : 'away';
	}

	/** Its new version could not be published: n8n may still call the workflow active. */
	refuse(fault: Fault): void {
		if (this.#state !== 'away') return;
		this.#holdMs = holdRefusedMs;
		const notice = notices.notPublished(fault);
		this.tasks.scheduler.health.tell(notice.message, notice);
	}

	/**
	 * To be called at intervals, for each queue that may be its own. `ofQueueMs`: for how long that one has been read since.
	 * `hasRoom`: whether the broker would have delivered what is still in it.
	 */
	checkTime(ofQueueMs: number, { hasRoom }: { hasRoom: boolean }): void {
		const now = this.#clock.now();
		const readMs = Math.min(ofQueueMs, now - this.#readUntil);
		if (ofQueueMs > 0) this.#readUntil = now;
		if (this.#state === 'unverified') {
			this.#waitedMs += readMs;
			if (this.#waitedMs >= holdUnverifiedMs) this.#exclude();
		} else if (this.#state === 'away' && readMs > 0 && now - this.#leftAt >= this.#holdMs) {
			const { name, queue, log } = this.workflow;
			log.info(
				`Messages on the queue "${queue}" are no longer held for the workflow "${name}", which is not published`,
			);
			this.#state = 'gone';
			this.tasks.releaseUnasked();
		}
		this.tasks.checkTime(hasRoom ? readMs : 0);
	}

	/** Gives up holding messages. */
	#exclude(): void {
		const { name, queue, log } = this.workflow;
		const fault = this.#fault ?? { message: 'The credential is not verified yet', description: '', permanent: false };
		log.error(
			`The workflow "${name}" has not been able to read the queue "${queue}" for ten minutes while other workflows read it: ` +
				`messages are no longer held for it. It misses them until its credential works. ${fault.message}. ${fault.description}`,
		);
		this.tellFault(fault, notices.cannotRead(fault));
		this.#state = 'excluded';
		this.tasks.releaseUnasked();
	}
}
