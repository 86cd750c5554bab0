import type { z } from 'zod/v4';
import {
	customersValue,
	idValue,
	jsonObjectValue,
	listValue,
	textValue,
	wholeNumberValue,
} from '../../nodes/CargoExchange/n8n/values';

const id = '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4';
const other = '7d1c3b0e-52a4-4f7e-9a35-c0d4e81f6b29';

/** What the schema reads, or its complaint. */
function read(schema: z.ZodType, value: unknown): unknown {
	const parsed = schema.safeParse(value);
	return parsed.success ? parsed.data : `refused: ${parsed.error.issues[0]?.message ?? ''}`;
}

describe('what a parameter holds', () => {
	it.each([
		['text', textValue, ' a ', 'a'],
		['text of blanks', textValue, '  ', undefined],
		['a number where text is due', textValue, 4711, '4711'],
		['a date as text', textValue, new Date('2022-05-12T14:05:00Z'), '2022-05-12T14:05:00.000Z'],
		['an object where text is due', textValue, {}, 'refused: must be text'],
		['an ID', idValue, ` ${id} `, id],
		[
			'an ID with a path behind',
			idValue,
			`${id}/..`,
			'refused: must be an ID such as 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4, not a reference or a B/L number',
		],
		[
			'an ID with a line break',
			idValue,
			`${id}\r\nx: y`,
			'refused: must be an ID such as 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4, not a reference or a B/L number',
		],
		['a list', listValue, ['a', '', 'b', 'a'], ['a', 'b']],
		['a list as text', listValue, 'a, b;c\nd,', ['a', 'b', 'c', 'd']],
		['a list as JSON text', listValue, '["a b", 7]', ['a b', '7']],
		['one value', listValue, 7, ['7']],
		['nothing', listValue, undefined, []],
		['a list of objects', listValue, [{}], 'refused: must be a list, or comma-separated text'],
		['IDs of customers', customersValue, `${id},${other}`, [id, other]],
		['counterparties', customersValue, [{ customerId: id, customerName: 'Shipper Ltd' }, other], [id, other]],
		['one counterparty', customersValue, { customerId: id }, [id]],
		['no customers', customersValue, undefined, []],
		['objects without an ID', customersValue, [{ name: 'x' }], 'refused: must be a list, or comma-separated text'],
		['no list at all', customersValue, true, 'refused: must be a list, or comma-separated text'],
		['an object', jsonObjectValue, { a: 1 }, { a: 1 }],
		['an object as text', jsonObjectValue, ' { "a": 1 } ', { a: 1 }],
		['a JSON list where an object is due', jsonObjectValue, '[1]', 'refused: must be a JSON object in { }'],
		['text that is no JSON', jsonObjectValue, '{ a: 1 }', 'refused: must be valid JSON'],
		['no object', jsonObjectValue, '', undefined],
		['a number as text', wholeNumberValue(1, 9), '7', 7],
		['a number too large', wholeNumberValue(1, 9), 10, 'refused: must be a whole number from 1 to 9'],
		['zero', wholeNumberValue(0), '0', 0],
		['half a number', wholeNumberValue(1), 1.5, 'refused: must be a whole number, 1 or greater'],
		['no number', wholeNumberValue(1), 'many', 'refused: must be a whole number, 1 or greater'],
	])('is read as it is meant: %s', (_, schema, value, expected) => {
		expect(read(schema, value)).toEqual(expected);
	});
});
