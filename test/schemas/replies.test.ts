import { counterparties } from '../../nodes/CargoExchange/schemas/counterparty';
import { fileNameOf } from '../../nodes/CargoExchange/exchange/calls/pdf';
import { readImportReply } from '../../nodes/CargoExchange/schemas/importReply';
import { statedLifetimeSeconds, tokenReply } from '../../nodes/CargoExchange/schemas/token';
import { findUuids, isUuid } from '../../nodes/CargoExchange/schemas/json';

const id = '01234567-89ab-cdef-0123-456789abcdef';

describe('the token reply', () => {
	it('has a token that fits into a header', () => {
		expect(tokenReply.safeParse({ token: 'abc', more: 1 }).success).toBe(true);
		for (const token of ['', 'a b', 'a\r\nb', 'ä', 5, undefined])
			expect(tokenReply.safeParse({ token }).success).toBe(false);
	});

	it('states its lifetime when it is a JWT with both claims', () => {
		const jwt = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
		expect(statedLifetimeSeconds(jwt({ iat: 100, exp: 3_700 }))).toBe(3_600);
		for (const token of [
			'opaque',
			'a.b.c',
			jwt({ exp: 5 }),
			jwt({ iat: 1, exp: '5' }),
			jwt(null),
			'a.b',
			`${jwt({ iat: 1, exp: 2 })}.x`,
		]) {
			expect(statedLifetimeSeconds(token)).toBeNull();
		}
	});
});

describe('the counterparties reply', () => {
	it('is a list of ids and names; more fields pass and a missing name reads as empty', () => {
		expect(
			counterparties.parse([
				{ customerId: id, customerName: 'A', city: 'B' },
				{ customerId: id, customerName: null },
			]),
		).toEqual([
			{ customerId: id, customerName: 'A', city: 'B' },
			{ customerId: id, customerName: '' },
		]);
	});
});

describe('a counterparties reply with odd entries', () => {
	it('gives the others, and takes a number for an id', () => {
		expect(counterparties.parse([{ customerId: 7 }, { customerName: 'No id' }, null, 'Acme'])).toEqual([
			{ customerId: '7', customerName: '' },
		]);
	});

	it('is refused when no entry is a counterparty', () => {
		expect(counterparties.safeParse([{ id }]).error?.issues[0]?.path).toEqual([0, 'customerId']);
		expect(counterparties.parse([])).toEqual([]);
	});
});

describe('the import reply', () => {
	it('is its JSON, with every id in it once', () => {
		const body = JSON.stringify({
			sets: [{ setId: id }, { setId: id.toUpperCase() }],
			note: `see ${id.replace('0', 'f')}`,
		});
		expect(readImportReply(200, body)).toEqual({
			status: 200,
			response: JSON.parse(body) as unknown,
			setIds: [id, id.replace('0', 'f')],
		});
	});

	it('is null when that is what came', () => {
		expect(readImportReply(200, 'null')).toEqual({ status: 200, response: null, setIds: [] });
	});

	it('is its text when it is no JSON, also when it is empty', () => {
		expect(readImportReply(201, 'OK')).toEqual({ status: 201, response: 'OK', setIds: [] });
		expect(readImportReply(204, '')).toEqual({ status: 204, response: '', setIds: [] });
	});
});

describe('ids', () => {
	it('are UUIDs of any version, in either case, and nothing around them', () => {
		expect([id, id.toUpperCase()].every(isUuid)).toBe(true);
		for (const other of [`${id}\n`, ` ${id}`, id.slice(1), `${id}0`, id.replaceAll('-', ''), 5, null])
			expect(isUuid(other)).toBe(false);
	});

	it('are found in text, but not inside longer words', () => {
		expect(findUuids(`a ${id}, (${id}) x${id} ${id}0 /${id}/`)).toEqual([id]);
	});
});

describe('the file name of a download', () => {
	it.each([
		['attachment; filename="BL 1.pdf"', 'BL 1.pdf'],
		['attachment; filename=BL1.pdf; size=5', 'BL1.pdf'],
		['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
		['attachment; filename="x.pdf"; filename*=UTF-8\'\'na%C3%AFve.pdf', 'naïve.pdf'],
		["attachment; filename*=iso-8859-1'en'na%EFve.pdf", 'naïve.pdf'],
		["attachment; filename*=UTF-8''%zz; filename=y.pdf", 'y.pdf'],
		[`attachment; filename="${Buffer.from('naïve.pdf').toString('latin1')}"`, 'naïve.pdf'],
		['attachment', null],
		['inline; filename=""', null],
		[null, null],
	])('of %p is %p', (header, name) => {
		expect(fileNameOf(header)).toBe(name);
	});
});
