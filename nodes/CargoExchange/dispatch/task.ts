import type { Rerun } from './judgement';
import type { Message } from './message';
import type { Outcome } from './verdict';

/** One delivery as one workflow sees it: the message, and where to say what became of it (once). */
export type Share = {
	readonly message: Message;
	/** Monotonic milliseconds. */
	readonly arrivedAt: number;
	/** Aborts when the broker has taken the delivery back with its channel. */
	readonly lost: AbortSignal;
	end(outcome: Outcome): void;
};

/**
 * What one workflow has to do for one message, from its arrival to its last run.
 * It serves every delivery of the message that comes meanwhile: after a lost connection the copy takes over where the
 * first one was.
 */
export class Work {
	readonly message: Message;
	readonly arrival: number;
	readonly lane: string | null;
	/** When the first delivery came. */
	readonly since: number;
	dueAt = 0;
	failures = 0;
	alone = false;
	#shares: readonly Share[];

	constructor(first: Share, { arrival, lane }: { arrival: number; lane: string | null }) {
		this.message = first.message;
		this.since = first.arrivedAt;
		this.arrival = arrival;
		this.lane = lane;
		this.#shares = [first];
	}

	join(share: Share): void {
		this.#shares = [...this.#shares, share];
	}

	/** Makes ready for another run. */
	runAgain({ failures, dueAt, alone }: Rerun): void {
		this.failures = failures;
		this.dueAt = dueAt;
		this.alone = alone;
	}

	/** Whether a delivery waits for its end. */
	get awaited(): boolean {
		return this.#shares.length > 0;
	}

	/** Its deliveries that came at the given time or before. */
	arrivedBy(time: number): Share[] {
		return this.#shares.filter(({ arrivedAt }) => arrivedAt <= time);
	}

	/** Its deliveries that the broker has taken back. */
	lost(): Share[] {
		return this.#shares.filter(({ lost }) => lost.aborted);
	}

	/** Tells these deliveries what became of them; all where none are named. */
	end(outcome: Outcome, shares: readonly Share[] = this.#shares): void {
		this.#shares = shares === this.#shares ? [] : this.#shares.filter((share) => !shares.includes(share));
		for (const share of shares) share.end(outcome);
	}
}

/** Work that has waited past its time, and what waits behind it in the same set: returned together, it keeps its order. */
export function overdueWith(waiting: readonly Work[], arrivedBy: number): Work[] {
	const lanes = new Set<string>();
	return waiting.filter((work) => {
		if (work.lane !== null && lanes.has(work.lane)) return true;
		if (work.arrivedBy(arrivedBy).length === 0) return false;
		if (work.lane !== null) lanes.add(work.lane);
		return true;
	});
}
