import { Alarm } from './alarm';
import type { Clock } from './clock';
import { judge } from './judgement';
import { Lanes } from './orderedQueue';
import type { Ledger } from './deduplication';
import type { Message } from './message';
import type { RunEnd, Subscription, Wishes } from './subscription';
import { overdueWith, type Work } from './task';

/** How often overdue work is looked for: little beside the minutes that the limit is given in. */
const lookEveryMs = 5_000;

/** One execution of the workflow. `counts`: its end decides about its messages (not so with `onReceipt`). */
type Run = { works: readonly Work[]; readonly startedAt: number; readonly counts: boolean };

/** When one workflow runs what: one set at a time and in order, as many runs as it has slots, failed work again later. */
export class Schedule {
	readonly #ledger: Ledger;
	readonly #clock: Clock;
	readonly #workflow: () => Subscription;
	readonly #alarm: Alarm;
	readonly #lanes = new Lanes<Work>();
	readonly #runs = new Set<Run>();
	#paused = true;
	/** What becomes of work that would have to wait, once the workflow is gone for good. */
	#afterwards: 'returned' | 'withdrawn' | null = null;

	constructor(ledger: Ledger, clock: Clock, workflow: () => Subscription) {
		this.#ledger = ledger;
		this.#clock = clock;
		this.#workflow = workflow;
		this.#alarm = new Alarm(clock, () => {
			this.#look();
		});
	}

	add(work: Work): void {
		const now = this.#clock.now();
		this.#lanes.add(work);
		this.#alarm.at(work.dueAt > now ? Math.min(work.dueAt, now + lookEveryMs) : now + lookEveryMs);
		this.#proceed();
	}

	pause(): void {
		this.#paused = true;
	}

	/** Goes on with what is still wanted. */
	resume(wanted: (message: Message) => boolean): void {
		this.#paused = false;
		this.#afterwards = null;
		for (const work of [...this.#lanes.waiting]) if (!wanted(work.message)) this.#drop(work, 'withdrawn');
		this.#look();
	}

	release(outcome: 'returned' | 'withdrawn'): void {
		this.#paused = true;
		this.#afterwards = outcome;
		for (const work of [...this.#lanes.waiting]) this.#drop(work, outcome);
	}

	forgetLost(): void {
		const running = [...this.#runs].flatMap(({ works }) => works);
		for (const work of [...this.#lanes.waiting, ...running]) work.end('returned', work.lost());
		for (const work of [...this.#lanes.waiting]) if (!work.awaited) this.#drop(work, 'returned');
	}

	get #wishes(): Wishes {
		return this.#workflow().wishes;
	}

	/** Starts what may start. */
	#proceed(): void {
		const { parallel, batchSize, batchWaitMs } = this.#wishes;
		const now = this.#clock.now();
		while (!this.#paused && this.#runs.size < parallel) {
			const ready = this.#lanes.ready(batchSize, now);
			const [first] = ready;
			if (!first) return;
			const startAt = ready.length === batchSize || first.alone ? now : first.since + batchWaitMs;
			if (startAt > now) {
				this.#alarm.at(startAt);
				return;
			}
			this.#start(ready, now);
		}
	}

	#start(works: Work[], startedAt: number): void {
		this.#lanes.start(works);
		const run: Run = { works, startedAt, counts: this.#wishes.acknowledge === 'onSuccess' };
		this.#runs.add(run);
		const workflow = this.#workflow();
		const running = workflow.run(works.map(({ message }) => message));
		if (!run.counts) for (const work of works) this.#ledger.complete(work, workflow.wishes);
		void running
			.catch((error: unknown): RunEnd => {
				workflow.log.error(`A run of the workflow "${workflow.name}" could not be started: ${String(error)}`);
				return 'failed';
			})
			.then((end) => {
				this.#finish(run, end);
			})
			.catch((error: unknown) => {
				workflow.log.error(`What follows a run of the workflow "${workflow.name}" did not work: ${String(error)}`);
			});
	}

	#finish(run: Run, end: RunEnd): void {
		// A run that was given up has had its verdict.
		if (!this.#runs.delete(run)) return;
		const batch = run.works.length > 1;
		for (const work of run.works) this.#lanes.finish(work);
		if (run.counts) for (const work of run.works) this.#conclude(work, end, batch);
		this.#proceed();
	}

	#conclude(work: Work, end: RunEnd, batch: boolean): void {
		const { failures } = work;
		const judgement = judge(end, { batch, failures, now: this.#clock.now(), wishes: this.#wishes });
		switch (judgement.outcome) {
			case 'done':
				this.#ledger.complete(work, this.#wishes);
				break;
			case 'failed':
				this.#reject(work, judgement.why);
				break;
			case 'returned':
				this.#ledger.drop(work, 'returned');
				break;
			case 'again':
				work.runAgain(judgement);
				this.#putBack(work);
		}
	}

	/** Work for another run waits for it where it was, unless there is nobody left to run it or to hear of it. */
	#putBack(work: Work): void {
		if (this.#afterwards !== null || !work.awaited) {
			this.#ledger.drop(work, this.#afterwards ?? 'returned');
			return;
		}
		this.#lanes.add(work);
		this.#alarm.at(work.dueAt);
	}

	#reject(work: Work, why: string): void {
		const { messageId, setId, key } = work.message;
		const sha256 = Buffer.from(key, 'base64').toString('hex');
		// All in the text: n8n's log shows what stands beside it only when it is set to debug or to JSON.
		const identity = JSON.stringify({ setId, messageId, sha256 });
		const { name, log } = this.#workflow();
		log.warn(`The workflow "${name}" gave up on a message, which is rejected: ${why}. ${identity}`);
		this.#ledger.fail(work);
	}

	/** Ends work that is not running. */
	#drop(work: Work, outcome: 'returned' | 'withdrawn'): void {
		this.#lanes.remove(work);
		this.#ledger.drop(work, outcome);
	}

	/** What time alone brings: retries that fall due, limits that are passed. */
	#look(): void {
		const now = this.#clock.now();
		const limit = now - this.#wishes.timeLimitMs;
		for (const work of overdueWith(this.#lanes.waiting, limit)) this.#drop(work, 'returned');
		for (const run of this.#runs) this.#checkTime(run, limit);
		this.#proceed();
		const due = this.#lanes.nextDue(now) ?? Infinity;
		if (this.#lanes.waiting.length + this.#runs.size > 0) this.#alarm.at(Math.min(due, now + lookEveryMs));
	}

	/**
	 * The message of a run that does not end goes back once; the run goes on, and its end counts when the message is here
	 * again. After the second limit the message is rejected, and its set and its slot are free.
	 */
	#checkTime(run: Run, limit: number): void {
		for (const work of run.works) {
			const late = work.arrivedBy(limit);
			const twice = late.length > 0 && this.#ledger.wasOverdue(work);
			if (twice || run.startedAt <= limit - this.#wishes.timeLimitMs) {
				run.works = run.works.filter((other) => other !== work);
				this.#lanes.finish(work);
				if (run.counts) this.#reject(work, 'its run did not end in time, twice');
			} else if (late.length > 0) this.#ledger.returnOverdue(work, late);
		}
		if (run.works.length === 0) this.#runs.delete(run);
	}
}
