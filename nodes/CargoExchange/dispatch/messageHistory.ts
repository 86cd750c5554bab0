import { historyAtLeast } from './limits';

/** Some workflows by their id. Those of a queue form few different sets, which all messages share. */
class WorkflowSet {
	readonly #members: ReadonlySet<string>;
	readonly #larger = new Map<string, WorkflowSet>();

	constructor(members: ReadonlySet<string> = new Set()) {
		this.#members = members;
	}

	has(id: string): boolean {
		return this.#members.has(id);
	}

	with(id: string): WorkflowSet {
		if (this.has(id)) return this;
		const larger = this.#larger.get(id) ?? new WorkflowSet(new Set([...this.#members, id]));
		this.#larger.set(id, larger);
		return larger;
	}
}

/**
 * Which workflows of one queue are done with which messages, by their SHA-256, so that duplicates are skipped: at least the
 * newest `capacity` messages and never twice as many.
 */
export class MessageHistory {
	readonly #capacity: number;
	readonly #nobody = new WorkflowSet();
	#doneBy = new Map<string, WorkflowSet>();

	constructor(capacity = historyAtLeast) {
		this.#capacity = capacity;
	}

	isDone(sha256: string, workflowId: string): boolean {
		return this.#doneBy.get(sha256)?.has(workflowId) ?? false;
	}

	noteDone(sha256: string, workflowId: string): void {
		const doneBy = (this.#doneBy.get(sha256) ?? this.#nobody).with(workflowId);
		this.#doneBy.delete(sha256);
		this.#doneBy.set(sha256, doneBy);
		// Many at once: taking the first key of a large, ever-changing Map is slow.
		if (this.#doneBy.size >= 2 * this.#capacity) this.#doneBy = new Map([...this.#doneBy].slice(-this.#capacity));
	}
}
