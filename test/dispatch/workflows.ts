import { Subscriber } from '../../nodes/CargoExchange/dispatch/subscriber';
import { FakeClock } from './fakeClock';
import { readMessage, type Message } from '../../nodes/CargoExchange/dispatch/message';
import type { DeliveryHandle, Outcome } from '../../nodes/CargoExchange/dispatch/pendingDelivery';
import type { Fault, RunEnd, RunOptions, Subscription } from '../../nodes/CargoExchange/dispatch/subscription';
import { LogBook } from '../helpers/broker';

export const defaults: RunOptions = {
	acknowledge: 'onSuccess',
	parallel: 5,
	keepOrderPerSet: true,
	batchSize: 1,
	batchWaitMs: 1_000,
	retries: 3,
	retryDelayMs: 5_000,
	timeLimitMs: 25 * 60_000,
	skipDuplicates: true,
	unreadable: 'saveAsFailedExecution',
};

/** A status message for the set, distinguished from others by its number. */
export function statusMessage(setId: string | null, number: number): string {
	return JSON.stringify({ newStatus: 'ISSUED', setId, parcelReference: `P-${number}`, message: `number ${number}` });
}

export function messageOf(text: string | Buffer, facts: Partial<Message> = {}): Message {
	return readMessage({ body: Buffer.from(text), messageId: null, redelivered: false, ...facts });
}

/** The number that `statusMessage` gave. */
export function numberOf({ body }: Message): number {
	return Number(/P-(\d+)/.exec(body.toString())?.[1] ?? Number.NaN);
}

/** A workflow whose runs end when and how the test says. */
export class TestWorkflow implements Subscription {
	readonly runs: { messages: readonly Message[]; numbers: number[]; end: (end: RunEnd) => void; ended: boolean }[] = [];
	readonly recorded: Message[] = [];
	readonly faults: Fault[] = [];
	readonly log = new LogBook();
	readonly options: RunOptions;
	wants: Subscription['wants'];
	/** How each run ends by itself; undefined: it waits for the test. */
	answer: ((messages: readonly Message[]) => RunEnd) | undefined;
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
		this.queue = queue;
		this.wants = wants;
		this.answer = answer;
		this.lastsMs = lastsMs;
	}

	readonly name: string;
	readonly queue: string;

	credential = (): ReturnType<Subscription['credential']> =>
		Promise.resolve({
			hostname: 'localhost',
			port: 5672,
			ssl: false,
			vhost: '/',
			username: 'u',
			password: 'p',
			ignoreSslIssues: false,
		});

	run = (messages: readonly Message[]): Promise<RunEnd> => {
		const { promise, resolve } = withResolvers<RunEnd>();
		const run = {
			messages,
			numbers: messages.map(numberOf),
			ended: false,
			end: (end: RunEnd) => {
				run.ended = true;
				resolve(end);
			},
		};
		this.runs.push(run);
		if (this.answer) run.end(this.answer(messages));
		if (this.lastsMs) setTimeout(run.end, this.lastsMs(), 'done');
		return promise;
	};

	record = (message: Message): void => {
		this.recorded.push(message);
	};

	reportFault = (fault: Fault): void => {
		this.faults.push(fault);
	};

	/** The numbers of the messages of each run so far. */
	get started(): number[][] {
		return this.runs.map(({ numbers }) => numbers);
	}
}

/** One delivery as a subscriber sees it, and how it ended. */
export class TestHandle implements DeliveryHandle {
	readonly outcomes: Outcome[] = [];
	lost = false;
	closing = false;

	constructor(
		readonly message: Message,
		readonly arrivedAt: number,
	) {}

	end = (outcome: Outcome): void => {
		this.outcomes.push(outcome);
	};
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
	let resolve: (value: T) => void = () => undefined;
	const promise = new Promise<T>((settle) => {
		resolve = settle;
	});
	return { promise, resolve };
}

/** An active workflow on a queue, a clock to move, and a way to hand it messages. */
export function subscriberAt(options: Partial<RunOptions> = {}, answer?: TestWorkflow['answer']) {
	const clock = new FakeClock();
	const workflow = new TestWorkflow('w', options, { answer });
	const subscriber = new Subscriber(workflow, clock);
	subscriber.join(workflow);
	subscriber.activate();
	// As the reader of the queue does.
	const checkTime = async (): Promise<void> => {
		for (;;) {
			await clock.sleep(1_000);
			subscriber.checkTime(0);
		}
	};
	void checkTime();
	const take = (setId: string | null, number: number, facts: Partial<Message> = {}) => {
		const handle = new TestHandle(messageOf(statusMessage(setId, number), facts), clock.now());
		subscriber.scheduler.take(handle);
		return handle;
	};
	return { clock, workflow, subscriber, take };
}
