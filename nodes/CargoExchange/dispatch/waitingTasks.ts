import type { Task } from './task';

type Item = Pick<Task, 'position' | 'orderingKey' | 'dueAt' | 'alone' | 'arrivedBy'>;

/**
 * The tasks of one workflow that wait for a run, in order of arrival. A task behind unfinished work of its own set has to
 * wait, however long that takes; other sets pass it.
 */
export class WaitingTasks<Each extends Item = Task> {
	#tasks = new Set<Each>();
	#added = 0;
	readonly #runningKeys = new Set<string | null>();

	get tasks(): ReadonlySet<Each> {
		return this.#tasks;
	}

	add(task: Each): void {
		task.position = this.#added++;
		this.#tasks.add(task);
	}

	delete(task: Each): void {
		this.#tasks.delete(task);
	}

	/** A task that has run returns to its place in the order. */
	putBack(task: Each): void {
		this.#tasks = new Set([...this.#tasks, task].sort((one, other) => one.position - other.position));
	}

	/** Up to `limit` tasks for one run. Several of one set are in it only as they follow each other. */
	ready(limit: number, now: number): Each[] {
		const ready: Each[] = [];
		const blocked = new Set<string>();
		for (const task of this.#tasks) {
			const { orderingKey, dueAt, alone } = task;
			if (orderingKey !== null && (this.#runningKeys.has(orderingKey) || blocked.has(orderingKey))) continue;
			if (dueAt <= now && !(alone && ready.length > 0)) {
				ready.push(task);
				if (alone || ready.length === limit) break;
			} else if (orderingKey !== null) blocked.add(orderingKey);
		}
		return ready;
	}

	/** Those that arrived at the given time or before, and those behind them in the same set: requeued together, they keep their order. */
	overdue(arrivedBy: number): Each[] {
		const overdueKeys = new Set<string | null>();
		return [...this.#tasks].filter((task) => {
			const overdue = task.arrivedBy(arrivedBy).length > 0 || overdueKeys.has(task.orderingKey);
			if (overdue && task.orderingKey !== null) overdueKeys.add(task.orderingKey);
			return overdue;
		});
	}

	/** The tasks run from now on: the rest of their sets waits until `free`. */
	start(tasks: readonly Each[]): void {
		for (const task of tasks) {
			this.#tasks.delete(task);
			this.#runningKeys.add(task.orderingKey);
		}
	}

	/** The run of these tasks has ended, or was given up. */
	free(tasks: readonly Each[]): void {
		for (const { orderingKey } of tasks) this.#runningKeys.delete(orderingKey);
	}
}
