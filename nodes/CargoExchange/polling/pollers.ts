import type { Log } from '../amqp';
import { liveClock } from '../dispatch/processDispatcher';
import { holdMs } from '../dispatch/limits';
import { searchOutage } from '../dispatch/notices';
import { Reader, Startup, type ReaderServices, type ReadQueue, type SourceEvents } from '../dispatch/reader';
import type { Fault, Report, Workflow } from '../dispatch/workflow';
import { oncePerProcess } from '../processWide';
import { isRecord } from '../schemas/json';
import { PollMemory, type StoredMemory } from './memory';
import { PollingSource, type Poll, type PollServices } from './source';

/** A workflow with a polling trigger, and where its memory is kept. */
export type PolledWorkflow = Workflow & {
	readonly poll: Poll;
	/** What n8n has stored. */
	readonly stored: unknown;
	/** Passes the memory to n8n, which stores it when it next starts an execution of the workflow. */
	keep(memory: StoredMemory): void;
	/** Has n8n store what was kept. */
	save(): void;
};

/** So long after the last execution started or ended, what has been processed since is stored. */
const saveAfterMs = 3_000;

/** The exchange as one workflow polls it: the counterpart of a queue, for a single workflow. */
class PolledExchange implements ReadQueue<PollingSource> {
	readonly name: string;
	readonly #reader: Reader<PollingSource>;
	readonly #services: PollServices & { log: Log };
	readonly #reportTimes: ReaderServices['reportTimes'] = new Map();
	#workflow: PolledWorkflow;
	/** The same as its reader has it. */
	#running: Workflow | null = null;
	#memory: PollMemory;
	/** The revision of the memory that n8n has. */
	#kept = -1;
	#lastActivity = 0;
	#savePlanned = false;

	constructor(workflow: PolledWorkflow, services: PollServices & { log: Log }) {
		this.name = workflow.queue;
		this.#services = services;
		this.#workflow = workflow;
		this.#memory = new PollMemory(workflow.stored);
		// It waits for no other workflow.
		this.#reader = new Reader(this, {
			...services,
			startup: new Startup(services.clock),
			reportTimes: this.#reportTimes,
		});
	}

	get isForgotten(): boolean {
		return this.#reader.isForgotten;
	}

	/** The workflow was published, or n8n has started. */
	join(workflow: PolledWorkflow): void {
		this.#workflow = workflow;
		const stored = new PollMemory(workflow.stored);
		// What another main process of n8n has stored in the meantime is newer.
		if (!this.#reader.isOpen && stored.revision > this.#memory.revision) this.#memory = stored;
		this.#kept = stored.revision;
		this.#keep();
		const running: Workflow = {
			...workflow,
			run: async (messages) => {
				this.#lastActivity = this.#services.clock.now();
				this.#keep();
				return await workflow.run(messages);
			},
		};
		this.#running = running;
		this.#reportTimes.clear();
		this.#reader.step({ type: 'joined', workflow: running, replaced: null });
		this.#reader.step({ type: 'verified', workflow: running });
		this.#reader.connection?.pollNow();
	}

	/** This version of the workflow was deactivated; an edited one may have taken its place already. */
	leave(workflow: PolledWorkflow): void {
		if (workflow !== this.#workflow || !this.#running) return;
		this.#reader.step({ type: 'left', workflow: this.#running, holdMs });
		this.#save();
	}

	outageNotice(fault: Fault, since: Date): Report {
		return searchOutage(fault, since);
	}

	open(events: SourceEvents): PollingSource {
		const onNoted = () => {
			this.#planSave();
		};
		return new PollingSource(
			{ poll: () => this.#workflow.poll, memory: this.#memory, onNoted },
			events,
			this.#services,
		);
	}

	#keep(): void {
		if (this.#kept === this.#memory.revision) return;
		this.#kept = this.#memory.revision;
		this.#workflow.keep(this.#memory.stored());
	}

	#save(): void {
		if (this.#kept === this.#memory.revision) return;
		this.#keep();
		this.#workflow.save();
	}

	/** n8n stores the memory with each start. What nothing follows has to be stored as well. */
	#planSave(): void {
		this.#lastActivity = this.#services.clock.now();
		if (!this.#savePlanned) void this.#saveLater();
	}

	async #saveLater(): Promise<void> {
		const { clock } = this.#services;
		this.#savePlanned = true;
		const waitMs = () => this.#lastActivity + saveAfterMs - clock.now();
		while (waitMs() > 0) await clock.sleep(waitMs());
		this.#savePlanned = false;
		this.#save();
	}
}

/** What copies of the package share, with all that is passed to it. */
export type ProcessPollers = Pick<Pollers, 'subscribe'>;

/** Everything that this process polls. */
export class Pollers {
	readonly #services: PollServices & { log: Log };
	readonly #polled = new Map<string, PolledExchange>();

	constructor(services: PollServices & { log: Log }) {
		this.#services = services;
	}

	/** Polls for a workflow from now on. Its memory and its unfinished changes outlive an edit. Returns how to stop. */
	subscribe(workflow: PolledWorkflow): () => void {
		for (const [id, { isForgotten }] of this.#polled) if (isForgotten) this.#polled.delete(id);
		const polled = this.#polled.get(workflow.id) ?? new PolledExchange(workflow, this.#services);
		this.#polled.set(workflow.id, polled);
		polled.join(workflow);
		return () => {
			polled.leave(workflow);
		};
	}
}

/** The one register of this process, made by whichever copy of the package asks first. */
export function processPollers(log: Log): ProcessPollers {
	const make = () => new Pollers({ clock: liveClock, date: Date.now, random: Math.random, log });
	return oncePerProcess({ name: 'pollers', version: 1, isKind: isPollers, make });
}

function isPollers(value: unknown): value is ProcessPollers {
	return isRecord(value) && typeof value['subscribe'] === 'function';
}
