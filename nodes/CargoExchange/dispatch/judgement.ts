import { retryDelayMs } from './retry';
import type { RunEnd, Wishes } from './subscription';

/** What follows for one message from the end of a run: an outcome, or another run. */
export type Judgement =
	| { readonly outcome: 'done' | 'returned' }
	| { readonly outcome: 'failed'; readonly why: string }
	| ({ readonly outcome: 'again' } & Rerun);

/** Another run: after how many that failed, when, and not in a batch. */
export type Rerun = { readonly failures: number; readonly dueAt: number; readonly alone: true };

type Circumstances = {
	/** Whether the run had more messages than this one. */
	readonly batch: boolean;
	/** Runs of this message alone that have failed before. */
	readonly failures: number;
	readonly now: number;
	readonly wishes: Pick<Wishes, 'retries' | 'retryDelayMs'>;
};

/** A failed batch says nothing about a single message: each runs again alone, at once, and with all its retries. */
export function judge(end: RunEnd, { batch, failures, now, wishes }: Circumstances): Judgement {
	if (end === 'done') return { outcome: 'done' };
	if (end === 'unknown') return { outcome: 'returned' };
	if (end === 'failedForGood') return { outcome: 'failed', why: 'its run was stopped' };
	if (batch) return { outcome: 'again', failures, dueAt: now, alone: true };
	if (failures >= wishes.retries) {
		return { outcome: 'failed', why: failures === 0 ? 'its run failed' : `all of its ${failures + 1} runs failed` };
	}
	return {
		outcome: 'again',
		failures: failures + 1,
		dueAt: now + retryDelayMs(failures + 1, wishes.retryDelayMs),
		alone: true,
	};
}
