import type { ConsumeOptions, Log, QueueConsumer } from '../amqp';
import { Core } from './core';
import { settleAtMostMs, settleMs } from './limits';
import { readMessage, type Message, type SourceDelivery } from './message';
import type { Input, Output, ReportTimes } from './model';
import * as notices from './notices';
import type { Clock, Fault, Report, RunResult, Workflow } from './workflow';

/** What reading needs of n8n around it. */
export type ReaderServices = { clock: Clock; log: Log; startup: Startup; reportTimes: ReportTimes };

/** Where messages come from. It delivers at most as many unanswered ones as it is asked for, and again what goes back. */
export type Source = Pick<QueueConsumer, 'setPrefetch' | 'close'> &
	Partial<Pick<QueueConsumer, 'countReady' | 'isConsuming'>>;
export type SourceEvents = Pick<ConsumeOptions, 'prefetch'> & {
	onDelivery(delivery: SourceDelivery): void;
	onReady(otherReaders: number): void;
	onOutage(fault: Fault): void;
};

/** A queue, or what is polled, as its reader sees it. */
export type ReadQueue<From extends Source> = {
	readonly name: string;
	/** Begins to deliver. Called once for each time of reading. */
	open(events: SourceEvents): From;
	/** The report of an outage that only a person can end, or that lasts since then. */
	outageNotice(fault: Fault, since: Date): Report;
	/** Messages are no longer held for a workflow that is not active. */
	onExpired?(workflow: Workflow, count: number): void;
	/** So many messages were removed in the last hour because no workflow wants them. */
	onUnwanted?(count: number): void;
};

/** The start of n8n's workflows in this process: no queue is opened until the last of all has joined, whatever its queue. */
export class Startup {
	readonly #clock: Clock;
	#firstAt = -Infinity;
	#lastAt = -Infinity;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** A workflow joins that n8n starts. */
	noteJoined(): void {
		const isFirst = this.remainingMs <= 0;
		this.#lastAt = this.#clock.now();
		if (isFirst) this.#firstAt = this.#lastAt;
	}

	/** How long it lasts if no more join (milliseconds); not above 0: it is over. */
	get remainingMs(): number {
		return Math.min(this.#lastAt + settleMs, this.#firstAt + settleAtMostMs) - this.#clock.now();
	}
}

/** The shell around the core of one queue: the consumer, one timer, the runs, n8n's log. It knows no rule. */
export class Reader<From extends Source = Source> {
	readonly #queue: ReadQueue<From>;
	readonly #services: ReaderServices;
	readonly #core: Core;
	/** Test steps, which are shown each message that arrives. */
	readonly #listeners = new Set<(message: Message) => void>();
	readonly #inputs: Input[] = [];
	#isStepping = false;
	readonly #deliveries = new Map<number, SourceDelivery>();
	#delivered = 0;
	/** What is open, or about to be opened. */
	#reading: { source: From | null } | null = null;
	#connected = false;
	/** When the first attempt failed since the last success. */
	#outageSince: Date | null = null;

	constructor(queue: ReadQueue<From>, services: ReaderServices) {
		this.#queue = queue;
		this.#services = services;
		this.#core = new Core(services.clock.now(), services.reportTimes);
	}

	/** Whether nothing is known here that anybody needs. */
	get isForgotten(): boolean {
		return !this.#reading && this.#core.isForgotten;
	}

	/** Whether a workflow reads it, or could if it were connected. */
	get isRead(): boolean {
		return this.#core.isRead;
	}

	/** Whether it has not ended to read: messages of it may be here. */
	get isOpen(): boolean {
		return this.#reading !== null;
	}

	/** The source, while it is connected. */
	get connection(): From | null {
		return this.#connected ? (this.#reading?.source ?? null) : null;
	}

	/** Whether it is connected without a consumer, as while no more messages are taken for a workflow that fails. */
	get isSilent(): boolean {
		return this.connection?.isConsuming === false;
	}

	/** What it knows, to be read only. */
	get core(): Pick<Core, 'active' | 'held' | 'isKept' | 'knows' | 'left' | 'status'> {
		return this.#core;
	}

	/** Shows each message that arrives to somebody who takes no part. Returns how to end it. */
	listen(listener: (message: Message) => void): () => void {
		this.#listeners.add(listener);
		return () => {
			this.#listeners.delete(listener);
		};
	}

	/** Something happens: does what the core makes of it. */
	step(input: Input): void {
		this.#inputs.push(input);
		if (this.#isStepping) return;
		this.#isStepping = true;
		const { clock, log } = this.#services;
		for (let next = this.#inputs.shift(); next; next = this.#inputs.shift()) {
			if (next.type !== 'tick') log.debug(`Queue "${this.#queue.name}": ${describe(next)}`);
			try {
				for (const output of this.#core.step(clock.now(), next)) this.#execute(output);
			} catch (error) {
				// It must not end the reading.
				log.error(`Reading the queue "${this.#queue.name}" threw: ${String(error)}`);
			}
			if (this.#core.isRead && !this.#reading) void this.#open();
		}
		this.#isStepping = false;
	}

	#execute(output: Output): void {
		switch (output.do) {
			case 'settle':
				this.#deliveries.get(output.delivery)?.settle(output.settlement);
				this.#deliveries.delete(output.delivery);
				break;
			case 'start':
				void this.#run(output);
				break;
			case 'record':
			case 'report':
				save(output);
				break;
			case 'log':
				output.workflow.log[output.level](output.text);
				break;
			case 'expire':
				this.#queue.onExpired?.(output.workflow, output.count);
				break;
			case 'sayUnwanted':
				this.#queue.onUnwanted?.(output.count);
				break;
			case 'prefetch':
				this.#reading?.source?.setPrefetch(output.count);
				break;
			case 'count':
				void this.#count();
				break;
			case 'wake':
				void this.#services.clock.sleep(output.at - this.#services.clock.now()).then(() => {
					this.step({ type: 'tick' });
				});
				break;
			case 'close':
				this.#close();
		}
	}

	/** Not before all workflows have joined that n8n starts. */
	async #open(): Promise<void> {
		const { clock, startup } = this.#services;
		const reading: { source: From | null } = { source: null };
		this.#reading = reading;
		while (startup.remainingMs > 0 && this.#reading === reading) await clock.sleep(startup.remainingMs);
		const isOver = () => this.#reading !== reading;
		if (isOver()) return;
		const onChannelLost = () => {
			if (!isOver()) this.#onChannelLost();
		};
		reading.source = this.#queue.open({
			prefetch: () => this.#core.prefetch,
			onDelivery: (delivery) => {
				// The same listener for all deliveries of a channel is called once.
				delivery.lost.addEventListener('abort', onChannelLost);
				if (isOver()) delivery.settle('requeue');
				else this.#accept(delivery);
			},
			onReady: (otherReaders) => {
				if (isOver()) return;
				this.#outageSince = null;
				this.#noteConnected(true, { type: 'opened' });
				if (otherReaders > 0) this.#services.log.info(notices.otherReaders(this.#queue.name, otherReaders));
			},
			onOutage: (fault) => {
				this.#outageSince ??= new Date();
				const notice = this.#queue.outageNotice(fault, this.#outageSince);
				const outage = { notice, isPermanent: fault.permanent };
				if (!isOver()) this.#noteConnected(false, { type: 'outage', outage });
			},
		});
	}

	#close(): void {
		const source = this.#reading?.source;
		this.#reading = null;
		this.#connected = false;
		this.#deliveries.clear();
		void source?.close();
	}

	#noteConnected(connected: boolean, input: Input): void {
		this.#connected = connected;
		this.step(input);
	}

	#accept(delivery: SourceDelivery): void {
		this.#deliveries.set(++this.#delivered, delivery);
		const message = readMessage(delivery);
		this.#show(message);
		this.step({ type: 'delivered', delivery: this.#delivered, message });
	}

	/** What a listener throws must not keep the message from the workflows. */
	#show(message: Message): void {
		for (const listener of this.#listeners) {
			try {
				listener(message);
			} catch (error) {
				this.#services.log.error(`A test step on the queue "${this.#queue.name}" threw: ${String(error)}`);
			}
		}
	}

	/** The broker delivers the messages of a lost channel again. */
	#onChannelLost(): void {
		const count = this.#deliveries.size;
		this.#deliveries.clear();
		this.#noteConnected(false, { type: 'lost' });
		if (count > 0) this.#services.log.info(notices.connectionLost(this.#queue.name, count));
	}

	async #run({ run, workflow, messages }: Extract<Output, { do: 'start' }>): Promise<void> {
		let result: RunResult | undefined = await resultOf(workflow, messages);
		while (result) {
			const { later }: RunResult = result;
			this.step({ type: 'ended', run, result, isLast: later === undefined });
			result = await later;
		}
	}

	async #count(): Promise<void> {
		const ready = (await this.connection?.countReady?.().catch(() => 0)) ?? 0;
		this.step({ type: 'counted', ready });
	}
}

/** n8n may be unable to save an execution, which must not disturb the messages. */
function save(output: Extract<Output, { do: 'record' | 'report' }>): void {
	const { name, log } = output.workflow;
	try {
		if (output.do === 'record') output.workflow.record(output.message);
		else output.workflow.report(output.notice);
	} catch (error) {
		log.error(`A failed execution of the workflow "${name}" could not be saved: ${String(error)}`);
	}
}

/** Hands a run to n8n and waits for its end. What could not even be handed over was not started. */
async function resultOf(
	workflow: Workflow,
	messages: Extract<Output, { do: 'start' }>['messages'],
): Promise<RunResult> {
	try {
		return await workflow.run(messages);
	} catch (error) {
		return { end: 'notStarted', reason: String(error) };
	}
}

/** An input as a line of a story. */
function describe(input: Input): string {
	if (input.type === 'ended') return `${input.type} ${input.run} ${input.result.end}`;
	if ('workflow' in input) return `${input.type} ${input.workflow.id} ${'holdMs' in input ? input.holdMs : ''}`;
	if (input.type !== 'delivered') return input.type;
	const { sha256, setId, redelivered, deliveryCount } = input.message;
	return `${input.type} ${input.delivery} ${sha256} ${setId} ${redelivered} ${deliveryCount}`;
}
