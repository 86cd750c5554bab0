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
	const known = { customerId: id, customerName: 'A' };

	it.each<[string, unknown[], unknown[]]>([
		['other fields', [{ ...known, city: 'B' }], [{ ...known, city: 'B' }]],
		['a missing name', [{ customerId: id, customerName: null }], [{ customerId: id, customerName: '' }]],
		['a number as an ID', [{ customerId: 7 }], [{ customerId: '7', customerName: '' }]],
		['what is no counterparty', [known, { customerName: 'No id' }, null, 'Acme'], [known]],
		['an ID twice', [known, { customerId: id.toUpperCase() }], [known]],
		['nothing', [], []],
	])('may have %s', (_what, given, read) => {
		expect(counterparties.parse(given)).toEqual(read);
	});

	it('is rejected if no entry is a counterparty', () => {
		expect(counterparties.safeParse([{ id }]).error?.issues[0]?.path).toEqual([0, 'customerId']);
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
