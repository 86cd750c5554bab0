import { randomUUID } from 'node:crypto';
import { keyOf, PollMemory } from '../../nodes/CargoExchange/polling/memory';

const all = { filters: '{}', customerIds: [], visible: [] };
const keys = (count: number) =>
	Array.from({ length: count }, () => keyOf({ setId: randomUUID(), transactionId: randomUUID() }));

function filled(count: number) {
	const memory = new PollMemory();
	const known = keys(count);
	for (const key of known) memory.note(key, 'ISSUED');
	memory.saw(known, all);
	return { memory, known };
}

it('takes at most 1 MB for 20,000 sets, and comes back as it was', () => {
	const { memory, known } = filled(20_000);
	const text = JSON.stringify(memory.stored());
	expect(text.length).toBeLessThan(1_000_000);
	const restored = new PollMemory(JSON.parse(text));
	expect(known.every((key) => restored.statusOf(key) === 'issued')).toBe(true);
	expect(restored.stored()).toEqual(memory.stored());
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

describe('a search is divided into what was searched before and what is new', () => {
	const search = (customerIds: string[], visible: string[] = [], filters = '{}') => ({ filters, customerIds, visible });
	function after(...searches: ReturnType<typeof search>[]): PollMemory {
		const memory = new PollMemory();
		for (const each of searches) memory.saw([], each);
		return new PollMemory(memory.stored());
	}
	const everything = [{ customerIds: [], isNew: false }];
	const othersAreNew = [
		{ customerIds: ['a'], isNew: false },
		{ customerIds: [], isNew: true },
	];

	it('if customers are chosen', () => {
		expect(after().partsOf(search(['a']))).toEqual([{ customerIds: ['a'], isNew: true }]);
		expect(after(search(['a'])).partsOf(search(['a', 'b']))).toEqual([
			{ customerIds: ['a'], isNew: false },
			{ customerIds: ['b'], isNew: true },
		]);
		const otherFilters = search(['a'], [], '{"shipmentRef":"S"}');
		expect(after(search(['a'])).partsOf(otherFilters)).toEqual([{ customerIds: ['a'], isNew: true }]);
	});

	it('if all are asked for later, or chosen ones after all', () => {
		expect(after(search(['a'])).partsOf(search([]))).toEqual(othersAreNew);
		expect(after(search(['a'])).partsOf(search([], ['a', 'b']))).toEqual(othersAreNew);
		expect(after(search([])).partsOf(search(['c']))).toEqual([{ customerIds: ['c'], isNew: false }]);
		expect(after(search([], ['a'])).partsOf(search(['c']))).toEqual([{ customerIds: ['c'], isNew: true }]);
	});

	it('if the login sees another customer, unless the exchange does not list them', () => {
		expect(after(search([], ['a', 'b'])).partsOf(search([], ['b']))).toEqual(everything);
		expect(after(search([], ['a', 'b'])).partsOf(search([], ['a', 'c']))).toEqual(othersAreNew);
		expect(after(search([], ['a'])).partsOf(search([]))).toEqual(everything);
		expect(after(search([])).partsOf(search([], ['a']))).toEqual(everything);
	});
});
