import { InvalidInput } from '../../nodes/CargoExchange/errors';
import {
	choice,
	collection,
	date,
	entries,
	flag,
	id,
	jsonObject,
	listText,
	notice,
	openChoice,
	openList,
	requiredId,
	requiredText,
	severalOf,
	text,
	textWithDefault,
	wholeNumber,
} from '../../nodes/CargoExchange/n8n/parameter';
import { propertiesOf, type ParameterTable } from '../../nodes/CargoExchange/n8n/parameterTable';
import { readerOf } from '../../nodes/CargoExchange/n8n/readParameters';
import { customers } from '../../nodes/CargoExchange/n8n/sharedParameters';

const more = { description: 'Test' };
const colours = { red: { name: 'Red' }, blue: { name: 'Blue' } };
const anId = '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4';
const another = '7d1c3b0e-52a4-4f7e-9a35-c0d4e81f6b29';
const noId = `ID: must be an ID such as ${anId}, not a reference or a B/L number`;

/** One parameter of each kind, and its value when nobody fills it in. */
const kinds = {
	text: text('Text', more),
	textWithDefault: textWithDefault('Text with Default', 'data', more),
	id: id('ID', more),
	listText: listText('List', more),
	flag: flag('Flag', true, more),
	wholeNumber: wholeNumber('Number', { from: 0, to: 9, usual: 5 }, more),
	date: date('Date', more),
	jsonObject: jsonObject('Object', { ...more, default: '{}' }),
	choice: choice('Choice', 'blue', colours, more),
	openChoice: openChoice('Open Choice', 'red', colours, more),
	severalOf: severalOf('Several', ['red'], colours, more),
	openList: openList('Open List', colours, more),
	customers: customers(),
	collection: collection('Collection', { inner: wholeNumber('Inner', { from: 0, usual: 3 }, more) }, more),
	entries: entries('Entries', { name: 'entry', label: 'Entry', table: { inner: text('Inner', more) } }, more),
};
const unfilled = {
	textWithDefault: 'data',
	listText: [],
	flag: true,
	wholeNumber: 5,
	choice: 'blue',
	openChoice: 'red',
	severalOf: [],
	openList: [],
	customers: [],
	collection: { inner: 3 },
	entries: [],
};

/** The value of one parameter, or the message about it. */
function read(table: ParameterTable, values: Record<string, unknown>): unknown {
	try {
		return readerOf(table)(values);
	} catch (error) {
		if (error instanceof InvalidInput) return error.message;
		throw error;
	}
}
const readOne = (parameter: ParameterTable[string], value: unknown) => {
	const values = read({ it: parameter }, { it: value });
	return typeof values === 'object' && values !== null && 'it' in values ? values.it : values;
};

it.each([[undefined], [null], [''], ['  '], [[]]])(
	'An expression that gives %j leaves every kind of parameter as if nobody had filled it in',
	(empty) => {
		const given = Object.fromEntries(Object.keys(kinds).map((name) => [name, empty]));
		expect(read(kinds, given)).toEqual(unfilled);
		expect(read(kinds, { collection: { inner: empty }, entries: { entry: [{ inner: empty }] } })).toEqual({
			...unfilled,
			entries: [{ inner: undefined }],
		});
	},
);

it('What the form shows for a parameter that nobody changed reads as its default', () => {
	const shown = Object.fromEntries(propertiesOf(kinds).map((property) => [property.name, property.default]));
	expect(read(kinds, shown)).toEqual({ ...unfilled, jsonObject: {}, severalOf: ['red'] });
});

it.each<[string, ParameterTable[string], unknown, unknown]>([
	['text without the blanks around it', kinds.text, ' a ', 'a'],
	['a number as text', kinds.text, 7, '7'],
	['a date as text', kinds.text, new Date('2022-05-12T14:05:00Z'), '2022-05-12T14:05:00.000Z'],
	['digits as a number', kinds.wholeNumber, '7', 7],
	['zero', kinds.wholeNumber, 0, 0],
	['text as a list', kinds.listText, 'a, b;c\nd,', ['a', 'b', 'c', 'd']],
	['JSON text as a list', kinds.listText, '["a b", 7]', ['a b', '7']],
	['one value as a list', kinds.listText, 7, ['7']],
	['a list without repeats and empty values', kinds.listText, ['a', '', 'b', 'a'], ['a', 'b']],
	['text as a list of choices', kinds.severalOf, 'red, blue', ['red', 'blue']],
	['JSON text as a list of choices', kinds.severalOf, '["blue"]', ['blue']],
	['text as a list of any values', kinds.openList, 'red, green', ['red', 'green']],
	['an unknown value of an open choice', kinds.openChoice, 'green', 'green'],
	['a date', kinds.date, '2022-05-12', '2022-05-12'],
	['JSON text as an object', kinds.jsonObject, '{ "a": 1 }', { a: 1 }],
	['an ID', kinds.id, ` ${anId} `, anId],
	['IDs of customers', kinds.customers, `${anId},${another}`, [anId, another]],
	['customers', kinds.customers, [{ customerId: anId, customerName: 'Shipper Ltd' }, another], [anId, another]],
	['one customer', kinds.customers, { customerId: anId }, [anId]],
])('A parameter reads %s', (_, parameter, value, expected) => {
	expect(readOne(parameter, value)).toEqual(expected);
});

it.each<[string, ParameterTable[string], unknown, string]>([
	['an object for text', kinds.text, {}, 'Text: must be text'],
	['text for a flag', kinds.flag, 'yes', 'Flag: must be true or false'],
	['a number outside its bounds', kinds.wholeNumber, 10, 'Number: must be a whole number from 0 to 9'],
	['half a number', kinds.wholeNumber, '1.5', 'Number: must be a whole number from 0 to 9'],
	['words for a number', kinds.wholeNumber, 'many', 'Number: must be a whole number from 0 to 9'],
	['false for a number', kinds.wholeNumber, false, 'Number: must be a whole number from 0 to 9'],
	['a value that is not a choice', kinds.choice, 'green', 'Choice: must be one of red, blue'],
	['a list with such a value', kinds.severalOf, ['red', 'green'], 'Several: must be one of red, blue'],
	['a word for a date', kinds.date, 'today', 'Date: must be a date such as 2022-05-12 or 2022-05-12T14:05:00'],
	['a name for an ID', kinds.id, 'Nordhavn', noId],
	['an ID with a path behind', kinds.id, `${anId}/..`, noId],
	['an ID with a line break', kinds.id, `${anId}\r\nx: y`, noId],
	['a list of objects', kinds.listText, [{}], 'List: must be a list, or comma-separated text'],
	[
		'customers without an ID',
		kinds.customers,
		[{ name: 'x' }],
		'Customer Names or IDs: must be a list, or comma-separated text',
	],
	['text that is not JSON for an object', kinds.jsonObject, '{ a: 1 }', 'Object: must be valid JSON'],
	['a list for an object', kinds.jsonObject, '[1]', 'Object: must be a JSON object in { }'],
	[
		'a number outside its bounds in a collection',
		kinds.collection,
		{ inner: -1 },
		'Inner: must be a whole number, 0 or greater',
	],
	['an object for text in an entry', kinds.entries, { entry: [{ inner: {} }] }, 'Inner: must be text'],
])('A parameter refuses %s, with its label', (_, parameter, value, message) => {
	expect(readOne(parameter, value)).toBe(message);
});

describe('A parameter that must be filled in', () => {
	const table = {
		source: choice('Source', 'input', { input: { name: 'Input' }, id: { name: 'ID' } }, more),
		setId: requiredId('Set ID', { ...more, show: { source: ['id'] } }),
		queue: requiredText('Queue', more),
	};

	it.each([[undefined], [null], [''], [[]]])('refuses an expression that gives %j', (empty) => {
		expect(read(table, { source: 'input', queue: empty })).toBe('Queue: must be filled in');
	});

	it('may be empty while n8n hides it', () => {
		expect(read(table, { source: 'input', queue: 'q' })).toEqual({ source: 'input', setId: '', queue: 'q' });
		expect(read(table, { source: 'id', queue: 'q' })).toBe('Set ID: must be filled in');
	});
});

it('The fields of a table have its keys as names; a notice has no value, and options are sorted by label', () => {
	const table = {
		options: collection('Options', { b: flag('Zoom', false, more), a: flag('Aim', false, more) }, more),
		note: notice('Be kind', { options: [true] }),
	};
	expect(propertiesOf(table)).toMatchObject([
		{ name: 'options', options: [{ name: 'a' }, { name: 'b' }] },
		{ name: 'note', type: 'notice', displayOptions: { show: { options: [true] } } },
	]);
	expect(read(table, { note: 'x' })).toEqual({ options: { a: false, b: false } });
});
