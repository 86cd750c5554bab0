/** Any story of a queue, told to the real dispatcher by a queue and workflows that check each step. */
import fc from 'fast-check';
import type { Message } from '../../nodes/CargoExchange/dispatch/message';
import type { RunEnd, RunOptions, SubscriptionHandle } from '../../nodes/CargoExchange/dispatch/subscription';
import { FakeClock } from './fakeClock';
import { dispatcherAt, edited, unreachable } from './fakeQueue';
import { ModelQueue, type Stored } from './modelQueue';
import { numberOf, statusMessage, TestWorkflow } from './workflows';

type Run = { of: number; options: RunOptions; numbers: number[]; startedAt: number; end: (end: RunEnd) => void };

const holdAwayMs = 29_000;
const timeLimitMs = 60_000;

class Story {
	readonly clock = new FakeClock();
	readonly queue = new ModelQueue(this.clock, (stored, settlement) => {
		this.#checkSettlement(stored, settlement);
	});
	readonly runs: Run[] = [];
	readonly published: { number: number; set: string | null; original: number }[] = [];
	readonly copied = new Set<number>();
	readonly broken = new Set<number>();
	readonly workflows = [0, 1, 2].map(() => ({
		handle: null as SubscriptionHandle | null,
		subscribed: false,
		countedSince: Infinity,
		leftAt: -Infinity,
		done: new Set<number>(),
		failed: new Set<number>(),
		failures: new Map<number, number>(),
	}));
	readonly #dispatcher = dispatcherAt(this.clock, {
		consume: (options) => this.queue.consume(options),
		verify: ({ username }) => Promise.resolve(this.broken.has(Number(username)) ? unreachable : null),
	}).dispatcher;

	/** The first wants everything, the second half of the messages, the third those of one set. */
	wants(of: number, number: number): boolean {
		const { set } = this.published[number]!;
		return of === 0 || (of === 1 ? number % 2 === 0 : set === 'a');
	}

	publish(set: string | null): void {
		const number = this.published.length;
		this.published.push({ number, set, original: number });
		this.queue.publish(statusMessage(set, number), number);
	}

	/** The same message once more. What it does to order and repeats depends on the options of the moment. */
	copy(index: number): void {
		const { set, original } = this.published[index % Math.max(1, this.published.length)] ?? {};
		if (set === undefined || original === undefined) return;
		const number = this.published.length;
		this.copied.add(original);
		this.published.push({ number, set, original });
		this.queue.publish(statusMessage(set, original), number);
	}

	/** Publishes the workflow, or its edited version. */
	async subscribe(of: number, options: Partial<RunOptions>): Promise<void> {
		const workflow = this.workflows[of]!;
		this.leave(of);
		const version = new TestWorkflow(String(of), options, { wants: (message) => this.wants(of, numberOf(message)) });
		const credential = await version.credential();
		version.credential = () => Promise.resolve({ ...credential, username: String(of) });
		version.run = (messages) => {
			try {
				return this.#run(of, version.options, messages);
			} catch (error) {
				// The dispatcher takes it for a failed run.
				this.queue.faults.push(String(error));
				throw error;
			}
		};
		version.log.warn = (line) => {
			const [, sha256] = /rejected a message.*"sha256":"(\w+)"/.exec(line) ?? [];
			if (sha256) workflow.failed.add(this.queue.numberOf(sha256));
		};
		workflow.subscribed = true;
		workflow.handle = await this.#dispatcher.subscribe(version, edited);
		if (this.clock.now() - workflow.leftAt > holdAwayMs) workflow.countedSince = this.clock.now();
		workflow.leftAt = Infinity;
	}

	leave(of: number): void {
		const workflow = this.workflows[of]!;
		if (!workflow.handle) return;
		workflow.handle.unsubscribe();
		workflow.handle = null;
		workflow.subscribed = false;
		workflow.leftAt = this.clock.now();
	}

	end(index: number, end: RunEnd): void {
		const [run] = this.runs.splice(index % Math.max(1, this.runs.length), 1);
		if (!run) return;
		const { done, failures } = this.workflows[run.of]!;
		for (const number of run.numbers) {
			if (end === 'done') done.add(number);
			else if (end === 'failed' && run.numbers.length === 1) failures.set(number, (failures.get(number) ?? 0) + 1);
		}
		run.end(end);
	}

	/** Whatever happened: once everybody is back and every run ends well, nothing is left. */
	async conclude(): Promise<void> {
		this.broken.clear();
		for (const [of, { handle }] of this.workflows.entries()) if (!handle) await this.subscribe(of, { timeLimitMs });
		for (let second = 0; second < 900 && this.queue.left.length > 0; second++) {
			while (this.runs.length > 0) this.end(0, 'done');
			await this.clock.advance(1_000);
		}
		expect(this.queue.left).toEqual([]);
		expect(this.queue.faults).toEqual([]);
	}

	#run(of: number, options: RunOptions, messages: readonly Message[]): Promise<RunEnd> {
		const { done, failed, failures, countedSince } = this.workflows[of]!;
		const numbers = messages.map(numberOf);
		const now = this.clock.now();
		const setOf = (number: number) => this.published[number]!.set;
		// Others may have been given up.
		const others = this.runs.filter(
			(run) => run.of === of && now - run.startedAt < timeLimitMs && !run.numbers.every((number) => failed.has(number)),
		);
		expect(others.length).toBeLessThan(options.parallel);
		expect(numbers.length).toBeLessThanOrEqual(options.batchSize);
		for (const [index, number] of numbers.entries()) {
			const set = setOf(number);
			if (!this.copied.has(number)) {
				expect([number, done.has(number) ? 'done before' : 'new']).toEqual([number, 'new']);
				expect(failures.get(number) ?? 0).toBeLessThanOrEqual(options.retries);
			}
			if (set === null) continue;
			expect(others.filter((run) => run.numbers.some((other) => setOf(other) === set))).toEqual([]);
			const skipped = this.published.filter((other) => {
				if (other.number >= number || other.set !== set || !this.wants(of, other.number)) return false;
				if (this.copied.has(number) || this.copied.has(other.original)) return false;
				if (numbers.slice(0, index).includes(other.number)) return false;
				if (done.has(other.number) || failed.has(other.number)) return false;
				const { firstDeliveredAt = null, deliveredAt = now } = this.queue.find(other.number) ?? {};
				if (firstDeliveredAt === null || firstDeliveredAt < countedSince) return false;
				// One that is overdue here may be held for another workflow, and come later than the rest of its set.
				return now - deliveredAt < timeLimitMs && deliveredAt <= (this.queue.find(number)?.deliveredAt ?? now);
			});
			expect([number, skipped]).toEqual([number, []]);
		}
		return new Promise((resolve) => {
			this.runs.push({ of, options, numbers, startedAt: now, end: resolve });
			if (options.acknowledge === 'onReceipt') for (const number of numbers) done.add(number);
		});
	}

	#checkSettlement(stored: Stored, settlement: 'ack' | 'reject' | 'requeue'): void {
		const { deliveredAt } = stored;
		const number = this.published[stored.number]!.original;
		const now = this.clock.now();
		const anyReads = this.workflows.some(({ subscribed }) => subscribed);
		const wanting = this.workflows.filter(
			({ countedSince, leftAt }, of) =>
				this.wants(of, number) && countedSince < deliveredAt && (!anyReads || now - leftAt < holdAwayMs),
		);
		if (settlement === 'ack')
			expect([number, wanting.filter(({ done }) => !done.has(number)).length]).toEqual([number, 0]);
		if (settlement === 'reject') expect(this.workflows.some(({ failed }) => failed.has(number))).toBe(true);
	}
}

const options = fc.record({
	parallel: fc.constantFrom(1, 2, 100),
	batchSize: fc.constantFrom(1, 1, 3),
	batchWaitMs: fc.constantFrom(0, 500),
	retries: fc.constant(2),
	retryDelayMs: fc.constantFrom(0, 2_000, 20_000),
	timeLimitMs: fc.constant(timeLimitMs),
	skipDuplicates: fc.boolean(),
	acknowledge: fc.constantFrom('onSuccess', 'onSuccess', 'onReceipt'),
});
const workflow = fc.nat(2);
const step = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ publish: fc.constantFrom('a', 'b', null) }) },
	{
		weight: 6,
		arbitrary: fc.record({
			end: fc.nat(20),
			as: fc.constantFrom<RunEnd>('done', 'done', 'failed', 'failed', 'failedForGood', 'unknown'),
		}),
	},
	{ weight: 4, arbitrary: fc.record({ pass: fc.constantFrom(0, 100, 1_000, 6_000, 25_000, 61_000) }) },
	{ weight: 2, arbitrary: fc.record({ edit: workflow, options, working: fc.constantFrom(true, true, false) }) },
	{ weight: 1, arbitrary: fc.record({ copy: fc.nat(20) }) },
	{ weight: 1, arbitrary: fc.record({ leave: workflow }) },
	{ weight: 1, arbitrary: fc.constant('lose' as const) },
	{ weight: 1, arbitrary: fc.constant('repair' as const) },
);

it('settles every message once, in order, for everybody who wants it, whatever happens', async () => {
	await fc.assert(
		fc.asyncProperty(options, fc.array(step, { maxLength: 60 }), async (first, steps) => {
			const story = new Story();
			await story.subscribe(0, first);
			for (const each of steps) {
				if (each === 'lose') story.queue.loseConnections();
				else if (each === 'repair') story.broken.clear();
				else if ('publish' in each) story.publish(each.publish);
				else if ('end' in each) story.end(each.end, each.as);
				else if ('pass' in each) await story.clock.advance(each.pass);
				else if ('copy' in each) story.copy(each.copy);
				else if ('leave' in each) story.leave(each.leave);
				else {
					if (!each.working) story.broken.add(each.edit);
					await story.subscribe(each.edit, each.options);
				}
				await story.clock.advance(1);
			}
			expect(story.queue.faults).toEqual([]);
			await story.conclude();
		}),
		{ seed: 1, numRuns: 3_000 },
	);
}, 600_000);
