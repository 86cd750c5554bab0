/** What one workflow remembers of a message that may be delivered again. */
export type HistoryEntry = {
	/** How it ended here: a copy needs no run. */
	readonly ended: 'done' | 'failed' | null;
	/** Failed runs so far, if it was requeued with retries left. */
	readonly failures: number;
	/** When its next run is due (monotonic milliseconds). */
	readonly dueAt: number;
	/** Requeued once because its run did not end in time. */
	readonly overdue: boolean;
};

const unknown: HistoryEntry = { ended: null, failures: 0, dueAt: 0, overdue: false };

/** One workflow's memory of messages by their SHA-256: at least the newest `capacity` of them and never twice as many. */
export class MessageHistory {
	readonly #capacity: number;
	#entries = new Map<string, HistoryEntry>();

	constructor(capacity = 100_000) {
		this.#capacity = capacity;
	}

	recall(sha256: string): HistoryEntry {
		return this.#entries.get(sha256) ?? unknown;
	}

	note(sha256: string, facts: Partial<HistoryEntry>): void {
		this.#set(sha256, { ...this.recall(sha256), ...facts });
	}

	noteEnd(sha256: string, ended: 'done' | 'failed'): void {
		this.#set(sha256, { ...unknown, ended });
	}

	/** Until a message is settled, its end is remembered in any case. */
	settled(sha256: string, { skipDuplicates }: { skipDuplicates: boolean }): void {
		const { ended } = this.recall(sha256);
		if (ended === 'failed' || (ended === 'done' && !skipDuplicates)) this.#entries.delete(sha256);
	}

	#set(sha256: string, entry: HistoryEntry): void {
		this.#entries.delete(sha256);
		this.#entries.set(sha256, entry);
		// Many at once: taking the first key of a large, ever-changing Map is slow.
		if (this.#entries.size >= 2 * this.#capacity) this.#entries = new Map([...this.#entries].slice(-this.#capacity));
	}
}
