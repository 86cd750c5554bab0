import type { z } from 'zod/v4';
import {
	count,
	customerList,
	list,
	numberOr,
	optionalJsonObject,
	requiredText,
	text,
	uuid,
} from '../../nodes/CargoExchange/n8n/parameters';

const id = '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4';
const other = '7d1c3b0e-52a4-4f7e-9a35-c0d4e81f6b29';

/** What the schema reads, or its complaint. */
function read(schema: z.ZodType, value: unknown): unknown {
	const parsed = schema.safeParse(value);
	return parsed.success ? parsed.data : `refused: ${parsed.error.issues[0]?.message ?? ''}`;
}

describe('what a parameter holds', () => {
	it.each([
		['text', text, ' a ', 'a'],
		['text of blanks', text, '  ', undefined],
		['a number where text is due', text, 4711, '4711'],
		['a date as text', text, new Date('2022-05-12T14:05:00Z'), '2022-05-12T14:05:00.000Z'],
		['an object where text is due', text, {}, 'refused: must be text'],
		['no text', requiredText, '', 'refused: must be filled in'],
		['an ID', uuid, ` ${id} `, id],
		[
			'an ID with a path behind',
			uuid,
			`${id}/..`,
			'refused: must be an ID such as 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
		],
		[
			'an ID with a line break',
			uuid,
			`${id}\r\nx: y`,
			'refused: must be an ID such as 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
		],
		['a list', list, ['a', '', 'b', 'a'], ['a', 'b']],
		['a list as text', list, 'a, b;c\nd,', ['a', 'b', 'c', 'd']],
		['a list as JSON text', list, '["a b", 7]', ['a b', '7']],
		['one value', list, 7, ['7']],
		['nothing', list, undefined, []],
		['a list of objects', list, [{}], 'refused: must be a list, or comma-separated text'],
		['IDs of customers', customerList, `${id},${other}`, [id, other]],
		['counterparties', customerList, [{ customerId: id, customerName: 'Shipper Ltd' }, other], [id, other]],
		['one counterparty', customerList, { customerId: id }, [id]],
		['no customers', customerList, undefined, []],
		['objects without an ID', customerList, [{ name: 'x' }], 'refused: must be a list, or comma-separated text'],
		['no list at all', customerList, true, 'refused: must be a list, or comma-separated text'],
		['an object', optionalJsonObject, { a: 1 }, { a: 1 }],
		['an object as text', optionalJsonObject, ' { "a": 1 } ', { a: 1 }],
		['a JSON list where an object is due', optionalJsonObject, '[1]', 'refused: must be a JSON object in { }'],
		['text that is no JSON', optionalJsonObject, '{ a: 1 }', 'refused: must be valid JSON'],
		['no object', optionalJsonObject, '', undefined],
		['a number as text', count(1, 9), '7', 7],
		['a number too large', count(1, 9), 10, 'refused: must be a whole number from 1 to 9'],
		['null instead of a number', numberOr(30, count(0)), null, 30],
		['empty text instead of a number', numberOr(30, count(0)), ' ', 30],
		['an empty list instead of a number', numberOr(30, count(0)), [], 30],
		['zero', numberOr(30, count(0)), '0', 0],
		['half a number', count(1), 1.5, 'refused: must be a whole number, 1 or greater'],
		['no number', count(1), 'many', 'refused: must be a whole number, 1 or greater'],
	])('is read as it is meant: %s', (_, schema, value, expected) => {
		expect(read(schema, value)).toEqual(expected);
	});
});
