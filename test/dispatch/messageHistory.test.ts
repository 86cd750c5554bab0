import { MessageHistory } from '../../nodes/CargoExchange/dispatch/messageHistory';

it('knows nothing of a message that never came', () => {
	expect(new MessageHistory(10).recall('a')).toEqual({ ended: null, failures: 0, dueAt: 0, overdue: false });
});

it('knows the newest messages up to its capacity, and never more than twice as many', () => {
	const history = new MessageHistory(100);
	for (let number = 0; number < 1_050; number++) history.noteEnd(`key ${number}`, 'done');
	const known = Array.from({ length: 1_050 }, (_, number) => history.recall(`key ${number}`).ended === 'done');
	expect(known.slice(950).every(Boolean)).toBe(true);
	expect(known.filter(Boolean).length).toBeLessThanOrEqual(200);
	expect(known.slice(0, 850).some(Boolean)).toBe(false);
});

it('counts a message that is noted again among the newest', () => {
	const history = new MessageHistory(2);
	for (const key of ['a', 'b', 'c', 'a', 'd']) history.noteEnd(key, 'done');
	expect(['a', 'b', 'd'].map((key) => history.recall(key).ended === 'done')).toEqual([true, false, true]);
});

it('forgets a message that is settled, unless its copies are to be skipped', () => {
	const history = new MessageHistory(3);
	for (const key of ['a', 'b']) history.noteEnd(key, 'done');
	history.noteEnd('c', 'failed');
	history.settled('a', { skipDuplicates: true });
	history.settled('b', { skipDuplicates: false });
	history.settled('c', { skipDuplicates: true });
	expect(['a', 'b', 'c'].map((key) => history.recall(key).ended)).toEqual(['done', null, null]);
});
