import { plainNumber } from '../../../../nodes/CargoExchange/operations/shipment/form/plainNumber';

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
