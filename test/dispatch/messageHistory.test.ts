import { MessageHistory, type HistoryEntry } from '../../nodes/CargoExchange/dispatch/deduplication';

const done: HistoryEntry = { ended: 'done', failures: 0, dueAt: 0, overdue: false };

it('knows nothing of a message that never came', () => {
	expect(new MessageHistory(10).recall('a')).toEqual({ ended: null, failures: 0, dueAt: 0, overdue: false });
});

it('knows the newest messages up to its capacity, and never more than twice as many', () => {
	const history = new MessageHistory(100);
	for (let number = 0; number < 1_050; number++) history.note(`key ${number}`, done);
	const known = Array.from({ length: 1_050 }, (_, number) => history.recall(`key ${number}`).ended === 'done');
	expect(known.slice(950).every(Boolean)).toBe(true);
	expect(known.filter(Boolean).length).toBeLessThanOrEqual(200);
	expect(known.slice(0, 850).some(Boolean)).toBe(false);
});

it('counts a message that is noted again among the newest', () => {
	const history = new MessageHistory(2);
	for (const key of ['a', 'b', 'c', 'a', 'd']) history.note(key, done);
	expect(['a', 'b', 'd'].map((key) => history.recall(key).ended === 'done')).toEqual([true, false, true]);
});

it('forgets on demand', () => {
	const history = new MessageHistory(2);
	for (const key of ['b', 'c']) history.note(key, done);
	history.forget('c');
	expect(['b', 'c'].map((key) => history.recall(key).ended === 'done')).toEqual([true, false]);
});
