import type { BrokerSettings, MessageProperties } from '../../nodes/CargoExchange/amqp';
import { readMessage, type Message } from '../../nodes/CargoExchange/dispatch/message';
import type { Report, RunEnd, RunOptions, RunResult, Workflow } from '../../nodes/CargoExchange/dispatch/workflow';
import { LogBook } from '../helpers/broker';

export const defaults: RunOptions = {
	acknowledge: 'onSuccess',
	parallel: 5,
	keepOrderPerSet: true,
	batchSize: 1,
	batchWaitMs: 1_000,
	retries: 3,
	retryDelayMs: 5_000,
	freeSlotAfterMs: 60 * 60_000,
	pauseOnFailures: true,
	skipDuplicates: true,
	unreadable: 'saveAsFailedExecution',
};

export const noProperties: MessageProperties = { exchange: '', routingKey: 'queue', headers: {}, timestamp: null };

/** A status message for the set, distinguished from others by its number. */
export function statusMessage(setId: string | null, number: number): string {
	return JSON.stringify({ newStatus: 'ISSUED', setId, parcelReference: `P-${number}`, message: `number ${number}` });
}

export function messageOf(text: string | Buffer, facts: Partial<Message> = {}): Message {
	return readMessage({
		body: Buffer.from(text),
		messageId: null,
		redelivered: false,
		deliveryCount: 0,
		properties: noProperties,
		...facts,
	});
}

/** The number that `statusMessage` gave. */
export function numberOf({ body }: Message): number {
	return Number(/P-(\d+)/.exec(body.toString())?.[1] ?? Number.NaN);
}

/** A workflow whose runs end when and how the test says. */
export class TestWorkflow implements Workflow {
	readonly runs: {
		messages: readonly Message[];
		numbers: number[];
		end: (end: RunEnd, later?: Promise<RunResult>) => void;
		ended: boolean;
	}[] = [];
	readonly recorded: Message[] = [];
	readonly notices: Report[] = [];
	readonly log = new LogBook();
	readonly options: RunOptions;
	wants: Workflow['wants'];
	/** How each run ends by itself; without an answer, it waits for the test. */
	answer: ((messages: readonly Message[]) => RunEnd | null) | undefined;
	/** How long each run lasts until it is done by itself, in milliseconds of real time. */
	lastsMs: (() => number) | undefined;

	constructor(
		readonly id: string,
		options: Partial<RunOptions> = {},
		{
			name = id,
			queue = 'queue',
			wants = () => true,
			answer,
			lastsMs,
		}: Partial<Pick<TestWorkflow, 'name' | 'queue' | 'wants' | 'answer' | 'lastsMs'>> = {},
	) {
		this.options = { ...defaults, ...options };
		this.name = name;
		this.workflowId = id;
		this.queue = queue;
		this.wants = wants;
		this.answer = answer;
		this.lastsMs = lastsMs;
	}

	readonly name: string;
	readonly queue: string;
	/** Nodes of one workflow have the same. */
	workflowId: string;

	credential = (): ReturnType<Workflow['credential']> =>
		Promise.resolve({
			hostname: 'localhost',
			port: 5672,
			ssl: false,
			vhost: '/',
			username: 'u',
			password: 'p',
			ignoreSslIssues: false,
		});

	/** With a credential that differs in this from that of the others. */
	withCredential(changes: Partial<BrokerSettings>): this {
		const { credential } = this;
		this.credential = async () => ({ ...(await credential()), ...changes });
		return this;
	}

	run = (messages: readonly Message[]): Promise<RunResult> =>
		new Promise((resolve) => {
			const run = {
				messages,
				numbers: messages.map(numberOf),
				ended: false,
				end: (end: RunEnd, later?: Promise<RunResult>) => {
					run.ended = true;
					resolve({ end, reason: end === 'done' ? '' : 'it failed.', ...(later && { later }) });
				},
			};
			this.runs.push(run);
			const end = this.answer?.(messages);
			if (end) run.end(end);
			if (this.lastsMs) setTimeout(run.end, this.lastsMs(), 'done');
		});

	record = (message: Message): void => {
		this.recorded.push(message);
	};

	report = (notice: Report): void => {
		this.notices.push(notice);
	};

	/** The numbers of the messages of each run so far. */
	get started(): number[][] {
		return this.runs.map(({ numbers }) => numbers);
	}
}
