import fc from 'fast-check';
import { readyTasks, retryDelayMs } from '../../nodes/CargoExchange/dispatch/task';

const task = (orderingKey: string | null, details: { dueAt?: number; alone?: boolean } = {}) => ({
	orderingKey,
	running: false,
	dueAt: 0,
	alone: false,
	...details,
});

function setRunning(running: boolean, ...tasks: ReturnType<typeof task>[]): void {
	for (const each of tasks) each.running = running;
}

it('skips a set while any of its work is running', () => {
	const [a1, a2, b, a3] = [task('a'), task('a'), task('b'), task('a')];
	const tasks = new Set([a1, a2, b, a3]);
	setRunning(true, a1, a2);
	expect(readyTasks(tasks, 5, 0)).toEqual([b]);
	tasks.delete(a1);
	expect(readyTasks(tasks, 5, 0)).toEqual([b]);
	tasks.delete(a2);
	expect(readyTasks(tasks, 5, 0)).toEqual([b, a3]);
});

it('starts nothing of a set before its earlier work that is not due yet', () => {
	const tasks = [task('a', { dueAt: 100 }), task('a'), task('b')];
	expect(readyTasks(tasks, 5, 99)).toEqual([tasks[2]]);
	expect(readyTasks(tasks, 5, 100)).toEqual(tasks);
});

it('gives work that has to be alone a run of its own, and lets nothing of its set pass it', () => {
	const [a1, b1, b2, c] = [task('a'), task('b', { alone: true }), task('b'), task('c')];
	const tasks = [a1, b1, b2, c];
	expect(readyTasks(tasks, 5, 0)).toEqual([a1, c]);
	setRunning(true, a1, c);
	expect(readyTasks(tasks, 5, 0)).toEqual([b1]);
});

it.each([
	[0, 5_000],
	[1, 10_000],
	[2, 20_000],
	[60, 3_600_000],
])('after %i failed runs before, waits twice as long as before, and never longer than an hour', (failures, delayMs) => {
	expect(retryDelayMs(failures, { retryDelayMs: 5_000 })).toBe(delayMs);
});

it('keeps the order of every set whatever is started, finished and put back', () => {
	const steps = fc.array(
		fc.oneof(
			fc.record({ add: fc.constantFrom('a', 'b', 'c', null) }),
			fc.record({ start: fc.integer({ min: 1, max: 4 }) }),
			fc.record({ end: fc.nat(), again: fc.boolean() }),
		),
		{ maxLength: 60 },
	);
	fc.assert(
		fc.property(steps, (story) => {
			const tasks = new Set<ReturnType<typeof task>>();
			const added: ReturnType<typeof task>[] = [];
			const runs: (typeof added)[] = [];
			const done: typeof added = [];
			for (const step of story) {
				if ('add' in step) {
					added.push(task(step.add));
					tasks.add(added.at(-1)!);
				} else if ('start' in step) {
					const ready = readyTasks(tasks, step.start, 0);
					const busy = new Set(runs.flat().map(({ orderingKey }) => orderingKey));
					expect(ready.every(({ orderingKey }) => orderingKey === null || !busy.has(orderingKey))).toBe(true);
					setRunning(true, ...ready);
					if (ready.length > 0) runs.push(ready);
				} else {
					const [run] = runs.splice(step.end % Math.max(1, runs.length), 1);
					setRunning(false, ...(run ?? []));
					if (step.again) continue;
					for (const each of run ?? []) tasks.delete(each);
					done.push(...(run ?? []));
				}
			}
			for (const set of ['a', 'b', 'c']) {
				const order = done.filter((each) => each.orderingKey === set).map((each) => added.indexOf(each));
				expect(order).toEqual(order.toSorted((one, other) => one - other));
			}
		}),
		{ seed: 7, numRuns: 300 },
	);
});
