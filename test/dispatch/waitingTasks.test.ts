import fc from 'fast-check';
import { WaitingTasks } from '../../nodes/CargoExchange/dispatch/waitingTasks';

const task = (orderingKey: string | null, { dueAt = 0, alone = false, arrivedAt = 0 } = {}) => ({
	orderingKey,
	dueAt,
	alone,
	position: 0,
	arrivedBy: (time: number) => (arrivedAt <= time ? [null as never] : []),
});
type FakeTask = ReturnType<typeof task>;

function waitingTasks(...tasks: FakeTask[]): WaitingTasks<FakeTask> {
	const waiting = new WaitingTasks<FakeTask>();
	for (const each of tasks) waiting.add(each);
	return waiting;
}

it('skips a set while any of its work is running', () => {
	const [a1, a2, b, a3] = [task('a'), task('a'), task('b'), task('a')];
	const waiting = waitingTasks(a1, a2, b, a3);
	waiting.start([a1, a2]);
	expect(waiting.ready(5, 0)).toEqual([b]);
	waiting.free([a1, a2]);
	expect(waiting.ready(5, 0)).toEqual([b, a3]);
});

it('lets tasks without a set run beside each other', () => {
	const [one, other] = [task(null), task(null)];
	const waiting = waitingTasks(one, other);
	waiting.start([one]);
	expect(waiting.ready(5, 0)).toEqual([other]);
});

it('starts nothing of a set before its earlier work that is not due yet', () => {
	const tasks = [task('a', { dueAt: 100 }), task('a'), task('b')];
	const waiting = waitingTasks(...tasks);
	expect(waiting.ready(5, 99)).toEqual([tasks[2]]);
	expect(waiting.ready(5, 100)).toEqual(tasks);
});

it('gives work that has to be alone a run of its own, and lets nothing of its set pass it', () => {
	const [a1, b1, b2, c] = [task('a'), task('b', { alone: true }), task('b'), task('c')];
	const waiting = waitingTasks(a1, b1, b2, c);
	expect(waiting.ready(5, 0)).toEqual([a1, c]);
	waiting.start([a1, c]);
	expect(waiting.ready(5, 0)).toEqual([b1]);
});

it('finds what has waited for too long, and what waits behind it in the same set', () => {
	const [a1, b, a2, free] = [task('a'), task('b', { arrivedAt: 9 }), task('a', { arrivedAt: 9 }), task(null)];
	const waiting = waitingTasks(a1, b, a2, free, task(null, { arrivedAt: 9 }));
	expect(waiting.overdue(5)).toEqual([a1, a2, free]);
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
			const waiting = waitingTasks();
			const added: FakeTask[] = [];
			const runs: FakeTask[][] = [];
			const done: FakeTask[] = [];
			for (const step of story) {
				if ('add' in step) {
					added.push(task(step.add));
					waiting.add(added.at(-1)!);
				} else if ('start' in step) {
					const ready = waiting.ready(step.start, 0);
					const busy = new Set(runs.flat().map(({ orderingKey }) => orderingKey));
					expect(ready.every(({ orderingKey }) => orderingKey === null || !busy.has(orderingKey))).toBe(true);
					waiting.start(ready);
					if (ready.length > 0) runs.push(ready);
				} else {
					const [run = []] = runs.splice(step.end % Math.max(1, runs.length), 1);
					waiting.free(run);
					if (step.again) for (const each of run) waiting.putBack(each);
					else done.push(...run);
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
