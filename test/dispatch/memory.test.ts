import { Memory } from '../../nodes/CargoExchange/dispatch/memory';

it('knows nothing of a message that never came', () => {
	expect(new Memory(10).recall('a')).toEqual({
		completed: false,
		failures: 0,
		dueAt: 0,
		recorded: false,
		overdue: false,
	});
});

it('keeps what was noted beside what is noted next', () => {
	const memory = new Memory(10);
	memory.note('a', { failures: 2, dueAt: 7 });
	memory.note('a', { overdue: true });
	expect(memory.recall('a')).toMatchObject({ failures: 2, dueAt: 7, overdue: true });
});

it('forgets everything else about a message that was completed', () => {
	const memory = new Memory(10);
	memory.note('a', { failures: 2, overdue: true });
	memory.complete('a');
	expect(memory.recall('a')).toMatchObject({ completed: true, failures: 0, overdue: false });
});

it('knows the newest messages up to its capacity, and never more than twice as many', () => {
	const memory = new Memory(100);
	for (let number = 0; number < 1_050; number++) memory.complete(`key ${number}`);
	const known = Array.from({ length: 1_050 }, (_, number) => memory.recall(`key ${number}`).completed);
	expect(known.slice(950).every(Boolean)).toBe(true);
	expect(known.filter(Boolean).length).toBeLessThanOrEqual(200);
	expect(known.slice(0, 850).some(Boolean)).toBe(false);
});

it('forgets on demand, also what is old', () => {
	const memory = new Memory(2);
	for (const key of ['a', 'b', 'c']) memory.complete(key);
	memory.forget('a');
	memory.forget('c');
	expect(['a', 'b', 'c'].map((key) => memory.recall(key).completed)).toEqual([false, true, false]);
});
