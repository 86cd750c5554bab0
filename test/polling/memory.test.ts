import { randomUUID } from 'node:crypto';
import { keyOf, PollMemory, scopeOf } from '../../nodes/CargoExchange/polling/memory';

const all = scopeOf({ customerIds: [], request: {} });
const keys = (count: number) =>
	Array.from({ length: count }, () => keyOf({ setId: randomUUID(), transactionId: randomUUID() }));

function filled(count: number) {
	const memory = new PollMemory();
	const known = keys(count);
	for (const [index, key] of known.entries()) memory.note(key, index % 2 === 0 ? 'ISSUED' : 'SIGNED');
	memory.saw(known, all);
	return { memory, known };
}

it('takes at most 1 MB for 20,000 sets, and comes back as it was', () => {
	const { memory, known } = filled(20_000);
	const text = JSON.stringify(memory.stored());
	expect(text.length).toBeLessThan(1_000_000);
	const restored = new PollMemory(JSON.parse(text));
	expect(known.every((key, index) => restored.statusOf(key) === (index % 2 === 0 ? 'issued' : 'signed'))).toBe(true);
	expect(restored.stored()).toEqual(memory.stored());
});

it('takes the statuses for one that are more than it can number, and mixes up no set', () => {
	const memory = new PollMemory();
	const known = keys(1_300);
	for (const [index, key] of known.entries()) memory.note(key, `word${index}`);
	const restored = new PollMemory(memory.stored());
	expect(known.every((key, index) => restored.statusOf(key) === `word${Math.min(index, 1_295)}`)).toBe(true);
});

it('forgets those that were unseen longest when there are too many', () => {
	const { memory, known } = filled(100_000);
	const [first, second] = known;
	memory.saw([first!], all);
	for (const key of keys(1)) memory.note(key, 'SIGNED');
	memory.saw([], all);
	expect(memory.size).toBe(100_000);
	expect(memory.statusOf(first!)).toBe('issued');
	expect(memory.statusOf(second!)).toBeUndefined();
	expect(JSON.stringify(memory.stored()).length).toBeLessThanOrEqual(1_048_576);
});

it('knows a set in any spelling of its IDs, and in each transaction by itself', () => {
	expect(keyOf({ setId: 'ABC', transactionId: 'x' })).toBe(keyOf({ setId: 'abc', transactionId: 'X' }));
	expect(keyOf({ setId: 'abc', transactionId: 'x' })).not.toBe(keyOf({ setId: 'abc', transactionId: 'y' }));
	expect(keyOf({ setId: 'abc' })).toHaveLength(8);
});

it.each([[undefined], [null], ['text'], [{ version: 2 }], [{ version: 1, sets: 7 }]])(
	'takes %j for no memory',
	(stored) => {
		expect(new PollMemory(stored).size).toBe(0);
	},
);

describe('a set that is not known', () => {
	const day = 24 * 60 * 60_000;
	const then = Date.UTC(2026, 10, 20, 12);
	const search = { scope: all, at: then };
	const later = { scope: all, at: then + 5 * day };
	const ofOthers = { scope: scopeOf({ customerIds: ['a'], request: {} }), at: then + 5 * day };

	function after(ended: { scope: string; at: number } | null): PollMemory {
		const memory = new PollMemory();
		if (ended) memory.noteEnded(ended);
		return new PollMemory(memory.stored());
	}

	it.each([
		['no search has ended yet', null, then + day, later, false],
		['it changed since the last search that has ended', search, then + 1, later, true],
		['it changed on the day before that', search, then - day + 1, later, true],
		['it changed earlier', search, then - day - 1, later, false],
		['it changed since then, and the customers are others', search, then + 1, ofOthers, true],
		['it has no date', search, Infinity, later, true],
		['it has no date, and the customers are others', search, Infinity, ofOthers, false],
		['the clock was wrong then, and it changed now', { scope: all, at: then + 90 * day }, then + 5 * day, later, true],
	])('is news or not: %s', (_what, ended, changedAt, now, isNews) => {
		expect(after(ended).isNews(changedAt, now)).toBe(isNews);
	});
});

it('takes the same customers in another order for the same scope, and other filters for another', () => {
	const request = { shipmentRef: 'S' };
	expect(scopeOf({ customerIds: ['a', 'b'], request })).toBe(scopeOf({ customerIds: ['b', 'a'], request }));
	expect(scopeOf({ customerIds: ['a'], request })).not.toBe(scopeOf({ customerIds: ['a'], request: {} }));
});
