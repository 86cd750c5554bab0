import fc from 'fast-check';
import { OrderedQueue, type Queued } from '../../nodes/CargoExchange/dispatch/orderedQueue';

let positions = 0;
const task = (orderingKey: string | null, details: Partial<Queued> = {}): Queued => ({
	position: positions++,
	orderingKey,
	dueAt: 0,
	alone: false,
	...details,
});

it('skips a set while any of its work is running', () => {
	const queue = new OrderedQueue();
	const [a1, a2, b, a3] = [task('a'), task('a'), task('b'), task('a')];
	for (const each of [a1, a2, b, a3]) queue.add(each);
	queue.start([a1, a2]);
	expect(queue.ready(5, 0)).toEqual([b]);
	queue.finish(a1);
	expect(queue.ready(5, 0)).toEqual([b]);
	queue.finish(a2);
	expect(queue.ready(5, 0)).toEqual([b, a3]);
});

it('starts nothing of a set before its earlier work that is not due yet', () => {
	const queue = new OrderedQueue();
	const [a1, a2, b] = [task('a', { dueAt: 100 }), task('a'), task('b')];
	for (const each of [a1, a2, b]) queue.add(each);
	expect(queue.ready(5, 99)).toEqual([b]);
	expect(queue.ready(5, 100)).toEqual([a1, a2, b]);
});

it('gives work that was put back its old place', () => {
	const queue = new OrderedQueue();
	const [a1, b, a2] = [task('a'), task('b'), task('a')];
	for (const each of [a1, b, a2]) queue.add(each);
	queue.start([a1]);
	queue.finish(a1);
	queue.add(a1);
	expect(queue.waiting).toEqual([a1, b, a2]);
});

it('gives work that has to be alone a run of its own, and lets nothing of its set pass it', () => {
	const queue = new OrderedQueue();
	const [a1, b1, b2, c] = [task('a'), task('b', { alone: true }), task('b'), task('c')];
	for (const each of [a1, b1, b2, c]) queue.add(each);
	expect(queue.ready(5, 0)).toEqual([a1, c]);
	queue.start([a1, c]);
	expect(queue.ready(5, 0)).toEqual([b1]);
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
			const queue = new OrderedQueue<Queued>();
			const runs: Queued[][] = [];
			const done: Queued[] = [];
			for (const step of story) {
				if ('add' in step) queue.add(task(step.add));
				else if ('start' in step) {
					const ready = queue.ready(step.start, 0);
					const busy = new Set(runs.flat().map(({ orderingKey }) => orderingKey));
					expect(ready.every(({ orderingKey }) => orderingKey === null || !busy.has(orderingKey))).toBe(true);
					queue.start(ready);
					if (ready.length > 0) runs.push(ready);
				} else {
					const [run] = runs.splice(step.end % Math.max(1, runs.length), 1);
					for (const each of run ?? []) queue.finish(each);
					for (const each of run ?? []) {
						if (step.again) queue.add(each);
						else done.push(each);
					}
				}
			}
			for (const set of ['a', 'b', 'c']) {
				const order = done.filter((each) => each.orderingKey === set).map(({ position }) => position);
				expect(order).toEqual(order.toSorted((one, other) => one - other));
			}
		}),
		{ seed: 7, numRuns: 300 },
	);
});
