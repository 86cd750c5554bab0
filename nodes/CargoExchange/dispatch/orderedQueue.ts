/** What waits in an ordered queue. */
export type Queued = {
	/** Grows with each new task; a task that is put back keeps its number and with it its place. */
	readonly position: number;
	/** Tasks with the same key run one after the other; null: no order to keep. */
	readonly orderingKey: string | null;
	/** Not to be started before this time (monotonic milliseconds). */
	readonly dueAt: number;
	/** To be run by itself, never in a batch. */
	readonly alone: boolean;
};

/**
 * Tasks in order of arrival, one set at a time: a task behind unfinished work of its own set is not ready, however long
 * that takes; other sets pass it.
 */
export class OrderedQueue<Task extends Queued> {
	readonly #waiting: Task[] = [];
	readonly #running = new Map<string, number>();

	get waiting(): readonly Task[] {
		return this.#waiting;
	}

	/** Inserts by position: a new task at the end, one that was put back at its old place. */
	add(task: Task): void {
		let index = this.#waiting.length;
		while (index > 0 && (this.#waiting[index - 1]?.position ?? 0) > task.position) index--;
		this.#waiting.splice(index, 0, task);
	}

	remove(task: Task): void {
		const index = this.#waiting.indexOf(task);
		if (index >= 0) this.#waiting.splice(index, 1);
	}

	/** Up to `limit` tasks for one run, in order; several of one set only as they follow each other in it. */
	ready(limit: number, now: number): Task[] {
		const ready: Task[] = [];
		const blocked = new Set<string>();
		for (const task of this.#waiting) {
			const { orderingKey } = task;
			if (orderingKey !== null && (blocked.has(orderingKey) || this.#running.has(orderingKey))) continue;
			if (task.dueAt <= now && !(task.alone && ready.length > 0)) {
				ready.push(task);
				if (task.alone || ready.length === limit) break;
			} else if (orderingKey !== null) blocked.add(orderingKey);
		}
		return ready;
	}

	/** Takes ready tasks out and blocks their sets until `finish` has been called for each task. */
	start(tasks: readonly Task[]): void {
		for (const task of tasks) {
			this.remove(task);
			const { orderingKey } = task;
			if (orderingKey !== null) this.#running.set(orderingKey, (this.#running.get(orderingKey) ?? 0) + 1);
		}
	}

	/** Unblocks the set of a task, unless more tasks of the same run belong to it. */
	finish({ orderingKey }: Task): void {
		if (orderingKey === null) return;
		const left = (this.#running.get(orderingKey) ?? 0) - 1;
		if (left > 0) this.#running.set(orderingKey, left);
		else this.#running.delete(orderingKey);
	}
}
