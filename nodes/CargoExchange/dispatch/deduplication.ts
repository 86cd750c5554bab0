import { Memory } from './memory';
import type { Outcome } from './verdict';
import { Work, type Share } from './task';

/** Messages that a workflow remembers, to know copies of them. */
const rememberedMessages = 100_000;

/**
 * What one workflow knows of its messages, whichever delivery brought them: which it has processed, which it is working
 * on, how often they have failed. A delivery that comes again goes on where the one before was.
 */
export class Ledger {
	readonly memory = new Memory(rememberedMessages);
	/** Unfinished work by message key, for copies to join. */
	readonly #open = new Map<string, Work>();
	#arrivals = 0;

	/** The work that a delivery asks for; null when it is answered already, or waits for work in progress. */
	open(share: Share, { skipDuplicates, lane }: { skipDuplicates: boolean; lane: string | null }): Work | null {
		const { key, reading } = share.message;
		const trace = this.memory.recall(key);
		if (trace.completed) {
			// Without skipDuplicates only a run that outlasted its message leaves this note, for the message's return.
			if (!skipDuplicates) this.memory.forget(key);
			share.end('done');
			return null;
		}
		const known = this.#open.get(key);
		if (known && (skipDuplicates || trace.overdue)) {
			known.join(share);
			return null;
		}
		const work = new Work(share, { arrival: this.#arrivals++, lane });
		work.failures = trace.failures;
		work.dueAt = trace.dueAt;
		work.alone = !reading.ok || trace.failures > 0;
		if (!known) this.#open.set(key, work);
		return work;
	}

	complete(work: Work, { skipDuplicates }: { skipDuplicates: boolean }): void {
		const { key } = work.message;
		const comesBack = !work.awaited && this.memory.recall(key).overdue;
		if (skipDuplicates || comesBack) this.memory.complete(key);
		else this.memory.forget(key);
		this.#close(work, 'done');
	}

	/** A message that failed for good: a copy of it would run anew. */
	fail(work: Work): void {
		this.memory.forget(work.message.key);
		this.#close(work, 'failed');
	}

	/** Work that ends without a result of its own: what has failed before counts when the message comes again. */
	drop(work: Work, outcome: Outcome): void {
		const { failures, dueAt } = work;
		if (failures > 0) this.memory.note(work.message.key, { failures, dueAt });
		this.#close(work, outcome);
	}

	/** Whether the message has gone back before because its run did not end in time. */
	wasOverdue(work: Work): boolean {
		return this.memory.recall(work.message.key).overdue;
	}

	/** Gives these deliveries back and goes on with the work; the next delivery of the message waits for it. */
	returnOverdue(work: Work, late: readonly Share[]): void {
		this.memory.note(work.message.key, { overdue: true });
		this.#open.set(work.message.key, work);
		work.end('returned', late);
	}

	#close(work: Work, outcome: Outcome): void {
		if (this.#open.get(work.message.key) === work) this.#open.delete(work.message.key);
		work.end(outcome);
	}
}
