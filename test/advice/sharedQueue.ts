import type { ConsumeOptions } from '../../nodes/CargoExchange/amqp';
import type { RunEnd, RunOptions, SubscribeOptions } from '../../nodes/CargoExchange/dispatch/workflow';
import { FakeClock } from '../dispatch/fakeClock';
import { dispatcherAt, FakeConsumer, published } from '../dispatch/fakeQueue';
import { numberOf, statusMessage, TestWorkflow } from '../dispatch/workflows';
import { tollOf, type Toll } from './scenario';

type Stored = { number: number; deliveries: number; state: 'ready' | 'delivered' | 'gone' };

/** A classic queue: what is put back is at its place again, and is delivered as soon as a reader has room. */
class Queue {
	readonly #stored: Stored[] = [];
	readonly readers: Reader[] = [];

	publish(number: number): void {
		this.#stored.push({ number, deliveries: 0, state: 'ready' });
		this.pump();
	}

	get waiting(): number {
		return this.#stored.filter(({ state }) => state === 'ready').length;
	}

	/** What is neither acknowledged nor rejected. */
	get left(): number {
		return this.#stored.filter(({ state }) => state !== 'gone').length;
	}

	pump(): void {
		queueMicrotask(() => {
			for (const reader of this.readers)
				while (reader.hasRoom) {
					const next = this.#stored.find(({ state }) => state === 'ready');
					if (!next) return;
					this.#deliver(next, reader);
				}
		});
	}

	#deliver(stored: Stored, reader: Reader): void {
		stored.state = 'delivered';
		reader.unanswered++;
		reader.deliver(statusMessage(`set ${stored.number}`, stored.number), {
			redelivered: stored.deliveries++ > 0,
			settle: (settlement) => {
				if (stored.state !== 'delivered') return false;
				stored.state = settlement === 'requeue' ? 'ready' : 'gone';
				reader.unanswered--;
				this.pump();
				return true;
			},
		});
	}
}

class Reader extends FakeConsumer {
	unanswered = 0;
	readonly #queue: Queue;

	constructor(options: ConsumeOptions, queue: Queue, find?: FakeConsumer['find']) {
		const onReady = (otherConsumers: number) => {
			options.onReady?.(otherConsumers);
			queue.pump();
		};
		super({ ...options, onReady }, [], find);
		this.#queue = queue;
		queue.readers.push(this);
		queue.pump();
	}

	get hasRoom(): boolean {
		return this.state === 'reading' && this.unanswered < this.prefetch;
	}

	override setPrefetch(count: number): void {
		super.setPrefetch(count);
		this.#queue.pump();
	}

	override countReady(): Promise<number> {
		return Promise.resolve(this.#queue.waiting);
	}
}

/** A workflow that counts what its executions have done. */
export class CountedWorkflow extends TestWorkflow {
	/** The number of each event for which an execution has succeeded. */
	readonly done: number[] = [];
	/** How executions end by themselves; null: the test ends them. */
	ends: RunEnd | null = 'done';
	/** The number of the event for which every execution fails. */
	fails: number | null = null;

	constructor(id: string, options: Partial<RunOptions> = {}) {
		super(id, { retries: 10, retryDelayMs: 30_000, ...options });
		this.answer = (messages) => {
			if (messages.some((message) => numberOf(message) === this.fails)) return 'failed';
			if (this.ends === 'done') this.done.push(...messages.map(numberOf));
			return this.ends;
		};
	}

	/** Ends the executions that still run. */
	endAll(end: RunEnd): void {
		for (const run of this.runs.filter(({ ended }) => !ended)) {
			if (end === 'done') this.done.push(...run.numbers);
			run.end(end);
		}
	}
}

/** Two workflows that read one queue: one that works, and one of which the test decides what becomes of it. */
export async function sharedQueue({
	setup = {},
	servers = 1,
	...options
}: Partial<RunOptions> & { setup?: Setup; servers?: number } = {}) {
	const clock = new FakeClock();
	const queues = Array.from({ length: servers }, () => new Queue());
	let readers = 0;
	const { dispatcher } = dispatcherAt(clock, {
		consume: (consume) => new Reader(consume, queues[readers++ % servers]!),
		...setup,
	});
	const other = new CountedWorkflow('other');
	const first = new CountedWorkflow('w', options);
	const versions = [first];
	await dispatcher.subscribe(other, published);
	let handle = await dispatcher.subscribe(first, published);
	let events = 0;
	return {
		clock,
		other,
		workflow: first,
		/** Publishes so many events, each of a set of its own, on each queue server. */
		deliver(count: number): void {
			while (count-- > 0) {
				events++;
				for (const queue of queues) queue.publish(events);
			}
		},
		/** Messages that are in the queue, delivered or not. */
		get left(): number {
			return queues.reduce((sum, { left }) => sum + left, 0);
		},
		unpublish(): void {
			handle.unsubscribe();
		},
		/** What "Publish" does after the trigger's own node was changed. */
		async publishAgain(
			joining: SubscribeOptions,
			version = new CountedWorkflow('w', options),
		): Promise<CountedWorkflow> {
			handle.unsubscribe();
			versions.push(version);
			handle = await dispatcher.subscribe(version, joining);
			return version;
		},
		/** Of both workflows. `read`: what the users of these have read, by default of the second one. */
		toll(read: readonly TestWorkflow[] = versions): Toll & { read: string[] } {
			const wanted = Array.from({ length: events }, (_, index) => index + 1);
			const tolls = [other.done, versions.flatMap(({ done }) => done)].map((done) => tollOf(wanted, done));
			return {
				lost: tolls.reduce((sum, { lost }) => sum + lost, 0),
				doubled: tolls.reduce((sum, { doubled }) => sum + doubled, 0),
				read: read.flatMap(({ notices }) => notices.flatMap(({ message, description }) => [message, description])),
			};
		},
	};
}

type Setup = Parameters<typeof dispatcherAt>[1];
