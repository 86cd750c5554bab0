import { waitForAbsentMs } from './limits';
/** `place`: messages run in this order. `delivery`: null while the message is in the queue again. */
type Waiting = {
	readonly message: {
		readonly place: number;
		readonly arrivedAt: number;
		readonly delivery: number | null;
		readonly content: { readonly sha256: string };
		readonly absentMs: number;
	};
	readonly dueAt: number;
	readonly alone: boolean;
	readonly triedAt: number | null;
};

/** What runs one after the other: a set, or copies of a message. `running`: how many of its tasks run, or have not ended. */
type Line<Task> = { readonly tasks: Task[]; running: number; head: Head<Task> | null };
/** The first task of a line, and since when it could start (monotonic milliseconds). */
type Head<Task> = { readonly task: Task; readonly since: number; readonly place: number };

/**
 * What may start: the tasks of one workflow that wait, in lines. Only the first of a line may start, and none while one of
 * them runs; a message that went back keeps its place. Of different lines, what could have started first comes first.
 */
export class Lines<Task extends Waiting> {
	readonly #nameOf: (task: Task) => string | null;
	/** A task without a name forms a line of its own. */
	readonly #lines = new Map<string | Task, Line<Task>>();
	/** In the order in which they may start. */
	readonly #heads: Head<Task>[] = [];
	#size = 0;

	constructor(nameOf: (task: Task) => string | null) {
		this.#nameOf = nameOf;
	}

	get size(): number {
		return this.#size;
	}

	/** When the next one may start (monotonic milliseconds). */
	get nextAt(): number {
		return this.#heads[0]?.since ?? Infinity;
	}

	*[Symbol.iterator](): Generator<Task> {
		for (const { tasks } of this.#lines.values()) yield* tasks;
	}

	add(task: Task): void {
		const line = this.#lineOf(task);
		const { place } = task.message;
		let index = line.tasks.length;
		while (index > 0 && (line.tasks[index - 1]?.message.place ?? 0) > place) index--;
		line.tasks.splice(index, 0, task);
		this.#size++;
		this.#choose(line);
	}

	remove(task: Task): void {
		const line = this.#lines.get(this.#nameOf(task) ?? task);
		const index = line?.tasks.indexOf(task) ?? -1;
		if (!line || index < 0) return;
		line.tasks.splice(index, 1);
		this.#size--;
		this.#choose(line);
		this.#drop(line, task);
	}

	/** Its line is closed until `free`. */
	close(task: Task): void {
		const line = this.#lineOf(task);
		line.running++;
		this.#choose(line);
	}

	free(task: Task): void {
		const line = this.#lineOf(task);
		line.running--;
		this.#choose(line);
		this.#drop(line, task);
	}

	/** Its message went back to the queue, or has been waited for long enough. */
	refresh(task: Task): void {
		const line = this.#lines.get(this.#nameOf(task) ?? task);
		if (line) this.#choose(line);
	}

	/** Up to `limit` tasks for one run, in order. Several of one line follow each other in it. */
	next(limit: number, now: number): readonly Task[] {
		const [first] = this.#heads;
		if (!first || first.since > now) return [];
		return first.task.alone || limit === 1 ? [first.task] : this.#batch(limit, now);
	}

	/** The first of each line of which nothing runs, whether they are here and due or not. */
	get firsts(): readonly Task[] {
		return [...this.#lines.values()].flatMap(({ running, tasks: [first] }) => (running === 0 && first ? [first] : []));
	}

	/** Those that may start now. */
	ready(now: number): readonly Task[] {
		const later = this.#heads.findIndex(({ since }) => since > now);
		return this.#heads.slice(0, later < 0 ? undefined : later).map(({ task }) => task);
	}

	#batch(limit: number, now: number): Task[] {
		const isFit = ({ since, task }: Head<Task>) => since <= now && !task.alone;
		const open = this.#heads
			.filter(isFit)
			.slice(0, limit)
			.map(({ task }) => {
				const { tasks } = this.#lineOf(task);
				return tasks.slice(tasks.indexOf(task)).values();
			});
		const fronts = open.flatMap((rest) => rest.next().value ?? []).map((task, index) => ({ task, index }));
		const batch: Task[] = [];
		const isCopy = (task: Task) => batch.some(({ message }) => message.content.sha256 === task.message.content.sha256);
		while (batch.length < limit) {
			const front = fronts.reduce<(typeof fronts)[number] | null>(
				(least, each) => (least && least.task.message.place < each.task.message.place ? least : each),
				null,
			);
			if (!front) break;
			batch.push(front.task);
			const follower = open[front.index]?.next().value;
			if (follower && !follower.alone && follower.message.delivery !== null && !isCopy(follower)) front.task = follower;
			else fronts.splice(fronts.indexOf(front), 1);
		}
		return batch;
	}

	#lineOf(task: Task): Line<Task> {
		const name = this.#nameOf(task) ?? task;
		const known = this.#lines.get(name);
		if (known) return known;
		const line: Line<Task> = { tasks: [], running: 0, head: null };
		this.#lines.set(name, line);
		return line;
	}

	#drop({ tasks, running }: Line<Task>, task: Task): void {
		if (tasks.length === 0 && running === 0) this.#lines.delete(this.#nameOf(task) ?? task);
	}

	/** Its first task that is here, unless one before it has yet to come back. */
	#choose(line: Line<Task>): void {
		const first = line.tasks.find(({ message }) => message.delivery !== null || message.absentMs < waitForAbsentMs);
		const task = line.running === 0 && first && first.message.delivery !== null ? first : null;
		if (line.head) this.#heads.splice(this.#indexOf(line.head), 1);
		line.head = null;
		if (!task) return;
		const { arrivedAt, place } = task.message;
		line.head = { task, since: Math.max(arrivedAt, task.dueAt), place };
		this.#heads.splice(this.#indexOf(line.head), 0, line.head);
	}

	/** Where a head is, or belongs. */
	#indexOf({ since, place }: Head<Task>): number {
		let [from, to] = [0, this.#heads.length];
		while (from < to) {
			const middle = (from + to) >> 1;
			const head = this.#heads[middle];
			if (head && (head.since < since || (head.since === since && head.place < place))) from = middle + 1;
			else to = middle;
		}
		return from;
	}
}
