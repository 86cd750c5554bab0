import fc from 'fast-check';
import { WaitingTasks } from '../../nodes/CargoExchange/dispatch/waitingTasks';

const task = (orderingKey: string | null, { alone = false, arrivedAt = 0 } = {}) => ({
	orderingKey,
	dueAt: 0,
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

it('gives work that has to be alone a run of its own', () => {
	const [a, b] = [task('a', { alone: true }), task('b')];
	expect(waitingTasks(a, b).ready(5, 0)).toEqual([a]);
});

it('does not find what has not waited for too long behind what has, without a set', () => {
	const [old, young] = [task(null), task(null, { arrivedAt: 9 })];
	expect(waitingTasks(old, young).overdue(5)).toEqual([old]);
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
