import { MessageHistory } from '../../nodes/CargoExchange/dispatch/deduplication';

it('knows nothing of a message that never came', () => {
	expect(new MessageHistory(10).recall('a')).toEqual({
		ended: null,
		failures: 0,
		dueAt: 0,
		overdue: false,
	});
});

it('keeps what was noted beside what is noted next', () => {
	const history = new MessageHistory(10);
	history.note('a', { failures: 2, dueAt: 7 });
	history.note('a', { overdue: true });
	expect(history.recall('a')).toMatchObject({ failures: 2, dueAt: 7, overdue: true });
});

it('forgets everything else about a message that was completed', () => {
	const history = new MessageHistory(10);
	history.note('a', { failures: 2, overdue: true });
	history.noteDone('a');
	expect(history.recall('a')).toMatchObject({ ended: 'done', failures: 0, overdue: false });
});

it('knows the newest messages up to its capacity, and never more than twice as many', () => {
	const history = new MessageHistory(100);
	for (let number = 0; number < 1_050; number++) history.noteDone(`key ${number}`);
	const known = Array.from({ length: 1_050 }, (_, number) => history.recall(`key ${number}`).ended === 'done');
	expect(known.slice(950).every(Boolean)).toBe(true);
	expect(known.filter(Boolean).length).toBeLessThanOrEqual(200);
	expect(known.slice(0, 850).some(Boolean)).toBe(false);
});

it('forgets on demand, also what is old', () => {
	const history = new MessageHistory(2);
	for (const key of ['a', 'b', 'c']) history.noteDone(key);
	history.forget('a');
	history.forget('c');
	expect(['a', 'b', 'c'].map((key) => history.recall(key).ended === 'done')).toEqual([false, true, false]);
});
