import { readNumber } from '../../../nodes/CargoExchange/shipment/fields/number';

/** The number that a text is with a decimal separator; null if it is not one. */
function read(text: string, separator: 'ask' | '.' | ','): unknown {
	const conversion = readNumber(text, separator);
	return 'value' in conversion ? conversion.value : null;
}

describe('readNumber', () => {
	it.each([
		['12.5', 12.5, null],
		['0.125', 0.125, null],
		['1234.500', 1234.5, null],
		['1,234.5', 1234.5, null],
		['1,234,567', 1234567, null],
		['12,5', null, 12.5],
		['0,125', null, 0.125],
		['1234,500', null, 1234.5],
		['9.750,50', null, 9750.5],
		['1.234.567', null, 1234567],
		['12 000,5', null, 12000.5],
		['12\u00a0000,5', null, 12000.5],
		['12.500', 12.5, 12500],
		['12,500', 12500, 12.5],
		['-1.000', -1, -1000],
		['12 000', 12000, 12000],
		['12\u202f000', 12000, 12000],
		["12'000", 12000, 12000],
		['12\u2019000', 12000, 12000],
		['.5', 0.5, null],
		['7', 7, 7],
	])(
		'reads %s as %p with a decimal point and %p with a decimal comma, and else if only one is possible',
		(text, point, comma) => {
			expect([read(text, '.'), read(text, ',')]).toEqual([point, comma]);
			const isClear = point === null || comma === null || point === comma;
			expect(read(text, 'ask')).toBe(isClear ? (point ?? comma) : null);
		},
	);

	it.each([
		'12.500 KGS',
		'1.234,567.8',
		'1,23,456',
		'12.000.5',
		'12,000,5',
		'1 2',
		'',
		',',
		'Infinity',
		'0x10',
		'1e3',
		'1.2E+04',
		'12,,000',
	])('does not guess the meaning of %p', (text) => {
		for (const separator of ['ask', '.', ','] as const) expect(read(text, separator)).toBeNull();
	});
});
