import { numberReadings, plainNumber } from '../../../../nodes/CargoExchange/operations/shipment/convert/number';

describe('plainNumber', () => {
	it.each([
		['12000', 12000],
		[' -12000.5 ', -12000.5],
		['61.500', 61.5],
		['.5', 0.5],
		['1e3', 1000],
		['12,000.50', 12000.5],
		['12.000,50', 12000.5],
		['1,234,567', 1234567],
		['1.234.567', 1234567],
		['12 000', 12000],
		['12\u00a0000,5', 12000.5],
		['12\u202f000', 12000],
		["12'000.50", 12000.5],
		['12\u2019000', 12000],
		['12,5', 12.5],
		['0,500', 0.5],
		['12000,500', 12000.5],
	])('reads %s', (text, number) => {
		expect(plainNumber(text)).toBe(number);
	});

	it.each(['12,000', '1,23,456', '12.000.5', '12,000,5', '1 2', '12 KGS', '', ',', 'Infinity', '0x10', '12,,000'])(
		'does not guess what %p means',
		(text) => {
			expect(plainNumber(text)).toBeNull();
		},
	);
});

describe('numberReadings', () => {
	it.each([
		['12.5', 12.5, undefined],
		['0.125', 0.125, undefined],
		['1234.500', 1234.5, undefined],
		['1,234.5', 1234.5, undefined],
		['1,234,567', 1234567, undefined],
		['1.2E+04', 12000, undefined],
		['12,5', undefined, 12.5],
		['0,125', undefined, 0.125],
		['1234,500', undefined, 1234.5],
		['9.750,50', undefined, 9750.5],
		['1.234.567', undefined, 1234567],
		['12 000,5', undefined, 12000.5],
		['12.500', 12.5, 12500],
		['12,500', 12500, 12.5],
		['-1.000', -1, -1000],
		['12 000', 12000, 12000],
		["12'000", 12000, 12000],
		['1e3', 1000, 1000],
		['7', 7, 7],
		['12.500 KGS', undefined, undefined],
		['1.234,567.8', undefined, undefined],
	])('of %s are %p with a decimal point and %p with a decimal comma', (text, point, comma) => {
		expect(numberReadings(text)).toEqual({ point, comma });
	});
});
