import { bytesAtOnce } from './message';
import type { Task } from './pendingDelivery';

/**
 * The tasks of one workflow that wait for a run, in order. A task behind unfinished work of its own set has to
 * wait, however long that takes; other sets pass it.
 */
export class WaitingTasks {
	#tasks = new Set<Task>();
	/** Of the last task. */
	#lastPlace = 0;
	readonly #runningKeys = new Set<string | null>();

	get size(): number {
		return this.#tasks.size;
	}

	/** In order. */
	[Symbol.iterator](): IterableIterator<Task> {
		return this.#tasks.values();
	}

	/** At its place in the order. */
	add(task: Task): void {
		this.#tasks.delete(task);
		if (this.#tasks.size === 0) this.#lastPlace = 0;
		if (task.place >= this.#lastPlace) this.#tasks.add(task);
		else this.#tasks = new Set([...this.#tasks, task].sort((one, other) => one.place - other.place));
		this.#lastPlace = Math.max(this.#lastPlace, task.place);
	}

	delete(task: Task): void {
		this.#tasks.delete(task);
	}

	/**
	 * Up to `limit` tasks for one run, unless their bodies are too large. Several of one set follow each other in it. Of
	 * different sets, what could have started first comes first: retries must not hold up everything else, nor wait for ever.
	 */
	ready(limit: number, now: number): Task[] {
		const batch: Task[] = [];
		let bytes = 0;
		/** Of the tasks that run by themselves, the first. */
		let single: Task | undefined;
		const blocked = new Set<string>();
		for (const task of this.#tasks) {
			const { orderingKey, dueAt, alone, isForRecord, message } = task;
			if (isForRecord) continue;
			if (orderingKey !== null && (this.#runningKeys.has(orderingKey) || blocked.has(orderingKey))) continue;
			if (!alone && batch.length < limit && bytes < bytesAtOnce) {
				batch.push(task);
				bytes += message.body.length;
				continue;
			}
			if (orderingKey !== null) blocked.add(orderingKey);
			if (alone && dueAt <= now && (!single || isBefore(task, single))) single = task;
		}
		const [first] = batch;
		return single && (!first || isBefore(single, first)) ? [single] : batch;
	}

	/** Whether a message that has not been run yet could start, as far as its set is concerned. */
	get hasUntried(): boolean {
		return this.#heads().some(isUntried);
	}

	/**
	 * What a paused workflow tries next: one that has not been run, the newest because bad messages often follow each other,
	 * or the oldest while n8n refuses all; else the one that was run longest ago.
	 */
	nextProbe({ refused }: { refused: boolean }): Task | undefined {
		const heads = this.#heads();
		const untried = refused ? heads.find(isUntried) : heads.findLast(isUntried);
		return untried ?? heads.toSorted((one, other) => (one.triedAt ?? 0) - (other.triedAt ?? 0))[0];
	}

	/** Those of the same set that wait before a task. */
	ahead({ orderingKey, place }: Task): Task[] {
		if (orderingKey === null) return [];
		return [...this.#tasks].filter((task) => task.orderingKey === orderingKey && task.place < place);
	}

	/** Those of the same set that wait behind a task. */
	behind({ orderingKey, place }: Task): Task[] {
		if (orderingKey === null) return [];
		return [...this.#tasks].filter((task) => task.orderingKey === orderingKey && task.place > place);
	}

	/** The tasks run from now on: the rest of their sets waits until `free`. */
	start(tasks: readonly Task[]): void {
		for (const task of tasks) {
			this.#tasks.delete(task);
			task.state = 'running';
			this.#runningKeys.add(task.orderingKey);
		}
	}

	/** The run of these tasks has ended, or was given up. */
	free(tasks: readonly Task[]): void {
		for (const { orderingKey } of tasks) this.#runningKeys.delete(orderingKey);
	}

	/** The first tasks of their sets that need a run, whether they are due or not. */
	#heads(): Task[] {
		const seen = new Set<string>();
		return [...this.#tasks].filter(({ orderingKey, isForRecord }) => {
			if (orderingKey === null) return !isForRecord;
			if (this.#runningKeys.has(orderingKey) || seen.has(orderingKey)) return false;
			seen.add(orderingKey);
			return true;
		});
	}
}

function isUntried({ triedAt }: Task): boolean {
	return triedAt === null;
}

/** Whether a task could have started before another one. */
function isBefore(one: Task, other: Task): boolean {
	return readySince(one) < readySince(other) || (readySince(one) === readySince(other) && one.place < other.place);
}

/** In monotonic milliseconds. */
function readySince({ arrivedAt, dueAt }: Task): number {
	return Math.max(arrivedAt, dueAt);
}
