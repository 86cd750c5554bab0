import { findUuids, isUuid } from '../../nodes/CargoExchange/schemas/ids';
import { counterparties, tokenReply } from '../../nodes/CargoExchange/schemas/replies';

const id = '01234567-89ab-cdef-0123-456789abcdef';

describe('the token response', () => {
	it('has a token that is valid in a header', () => {
		expect(tokenReply.safeParse({ token: 'abc', more: 1 }).success).toBe(true);
		for (const token of ['', 'a b', 'a\r\nb', 'ä', 5, undefined])
			expect(tokenReply.safeParse({ token }).success).toBe(false);
	});
});

describe('the counterparties response', () => {
	it('is a list of IDs and names; other fields are allowed, and a missing name is empty', () => {
		expect(
			counterparties.parse([
				{ customerId: id, customerName: 'A', city: 'B' },
				{ customerId: `${id}-2`, customerName: null },
			]),
		).toEqual([
			{ customerId: id, customerName: 'A', city: 'B' },
			{ customerId: `${id}-2`, customerName: '' },
		]);
	});
});

describe('a counterparties response with invalid entries', () => {
	it('skips them, and accepts a number as an ID', () => {
		expect(counterparties.parse([{ customerId: 7 }, { customerName: 'No id' }, null, 'Acme'])).toEqual([
			{ customerId: '7', customerName: '' },
		]);
	});

	it('has each ID once', () => {
		const repeated = [{ customerId: id, customerName: 'A' }, { customerId: id.toUpperCase() }];
		expect(counterparties.parse(repeated)).toEqual([{ customerId: id, customerName: 'A' }]);
	});

	it('is rejected if no entry is a counterparty', () => {
		expect(counterparties.safeParse([{ id }]).error?.issues[0]?.path).toEqual([0, 'customerId']);
		expect(counterparties.parse([])).toEqual([]);
	});
});

describe('IDs', () => {
	it('are UUIDs of any version and case, with nothing around them', () => {
		expect([id, id.toUpperCase()].every(isUuid)).toBe(true);
		for (const other of [`${id}\n`, ` ${id}`, id.slice(1), `${id}0`, id.replaceAll('-', ''), 5, null])
			expect(isUuid(other)).toBe(false);
	});

	it('are found in text, but not inside longer words', () => {
		expect(findUuids(`a ${id}, (${id}) x${id} ${id}0 /${id}/`)).toEqual([id]);
	});
});
