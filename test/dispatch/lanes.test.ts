import fc from 'fast-check';
import { Lanes, type Queued } from '../../nodes/CargoExchange/dispatch/orderedQueue';

let arrivals = 0;
const work = (lane: string | null, details: Partial<Queued> = {}): Queued => ({
	arrival: arrivals++,
	lane,
	dueAt: 0,
	alone: false,
	...details,
});

it('passes over a set that is at work, for as long as any of its work is', () => {
	const lanes = new Lanes();
	const [a1, a2, b, a3] = [work('a'), work('a'), work('b'), work('a')];
	for (const each of [a1, a2, b, a3]) lanes.add(each);
	lanes.start([a1, a2]);
	expect(lanes.ready(5, 0)).toEqual([b]);
	lanes.finish(a1);
	expect(lanes.ready(5, 0)).toEqual([b]);
	lanes.finish(a2);
	expect(lanes.ready(5, 0)).toEqual([b, a3]);
});

it('lets nothing of a set pass its work that has to bide its time', () => {
	const lanes = new Lanes();
	const [a1, a2, b] = [work('a', { dueAt: 100 }), work('a'), work('b')];
	for (const each of [a1, a2, b]) lanes.add(each);
	expect(lanes.ready(5, 99)).toEqual([b]);
	expect(lanes.nextDue(99)).toBe(100);
	expect(lanes.ready(5, 100)).toEqual([a1, a2, b]);
	expect(lanes.nextDue(100)).toBeNull();
});

it('gives work that was put back its old place', () => {
	const lanes = new Lanes();
	const [a1, b, a2] = [work('a'), work('b'), work('a')];
	for (const each of [a1, b, a2]) lanes.add(each);
	lanes.start([a1]);
	lanes.finish(a1);
	lanes.add(a1);
	expect(lanes.waiting).toEqual([a1, b, a2]);
});

it('gives work that has to be alone a run of its own, and lets nothing of its set pass it', () => {
	const lanes = new Lanes();
	const [a1, b1, b2, c] = [work('a'), work('b', { alone: true }), work('b'), work('c')];
	for (const each of [a1, b1, b2, c]) lanes.add(each);
	expect(lanes.ready(5, 0)).toEqual([a1, c]);
	lanes.start([a1, c]);
	expect(lanes.ready(5, 0)).toEqual([b1]);
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
			const lanes = new Lanes<Queued>();
			const runs: Queued[][] = [];
			const done: Queued[] = [];
			for (const step of story) {
				if ('add' in step) lanes.add(work(step.add));
				else if ('start' in step) {
					const ready = lanes.ready(step.start, 0);
					const busy = new Set(runs.flat().map(({ lane }) => lane));
					expect(ready.every(({ lane }) => lane === null || !busy.has(lane))).toBe(true);
					lanes.start(ready);
					if (ready.length > 0) runs.push(ready);
				} else {
					const [run] = runs.splice(step.end % Math.max(1, runs.length), 1);
					for (const each of run ?? []) lanes.finish(each);
					for (const each of run ?? []) {
						if (step.again) lanes.add(each);
						else done.push(each);
					}
				}
			}
			for (const lane of ['a', 'b', 'c']) {
				const order = done.filter((each) => each.lane === lane).map(({ arrival }) => arrival);
				expect(order).toEqual(order.toSorted((one, other) => one - other));
			}
		}),
		{ seed: 7, numRuns: 300 },
	);
});
