import { plainDate } from '../../../nodes/CargoExchange/shipment/convert/date';
import { corrections, payloads, remarks, type Row } from '../../helpers/sheet';

const row = { 'Shipment Reference': 'S', 'B/L Number': 'B', 'Container Number': 'CSQU3054383' };
const containerOf = (cells: Row) => payloads([{ ...row, ...cells }])[0]?.sets?.[0]?.containers?.[0];

describe('a number cell', () => {
	it('has the 15 digits that its spreadsheet program shows', () => {
		for (const [cell, shown] of [
			[1250.1 * 3, 3750.3],
			[0.1 + 0.2, 0.3],
			[19400.100000000002, 19400.1],
			[46154, 46154],
		])
			expect(containerOf({ 'Gross Weight (kg)': cell })?.containerQuantity?.quantityGross).toBe(shown);
	});

	it('is a warning in a column of texts if it has decimals', () => {
		for (const header of ['B/L Number', 'Seal No', 'Voyage'])
			expect(remarks([{ ...row, [header]: 4711.5 }])).toEqual([
				`Row 1, ${header}: "4711.5". Is a number with decimals. Format the column as text, and enter the value as it is meant.`,
			]);
		expect(containerOf({ 'Seal No': 0.1 + 0.2 })?.sealNumber).toBe('0.3');
	});

	it('is a warning as a code if a program has added .0', () => {
		expect(remarks([{ ...row, 'Seal No': '1001.0' }])).toEqual([
			'Row 1, Seal No: "1001.0". Probably means 1001: programs add .0 to numbers. Write it as it is meant.',
		]);
		expect(remarks([{ ...row, Marks: '1001.0', 'Gross Weight (kg)': '1001.0', 'Seal No': 'V1.0' }])).toEqual([]);
	});
});

it('reads 23:59:59 as the day that it is', () => {
	for (const time of [86_399, 86_399.6, 86_370]) expect(plainDate(46154 + time / 86_400)).toBe('2026-05-12');
	expect(plainDate(46153.9999999999)).toBe('2026-05-12');
});

it("reads a code without the apostrophe of Excel's texts", () => {
	expect(containerOf({ 'Seal No': "'000123" })?.sealNumber).toBe('000123');
	expect(payloads([{ ...row, Shipper: "'t Hooft" }])[0]?.sets?.[0]?.shipper?.name).toBe("'t Hooft");
});

it.each(['1e3', '19.4e3', '1.2E+04'])('stops at a shortened number in a column of numbers: %s', (cell) => {
	expect(corrections([{ ...row, Packages: cell }])).toEqual([expect.stringContaining('has shortened this number')]);
});

it('does not take words for a currency', () => {
	expect(corrections([{ ...row, Packages: 'TWO (2)' }])).toEqual([expect.stringContaining('Not a number.')]);
	for (const amount of ['USD 100', 'US$ 100', '100 €'])
		expect(corrections([{ ...row, 'Charge Code': 'BAS', Amount: amount }])).toEqual([
			expect.stringContaining('Remove the currency'),
		]);
});

it.each([
	['Café Santos', 'Cafe\u0301 Santos'],
	['Nord  Trading', 'Nord Trading'],
	['Nord\u00a0Trading', 'Nord Trading'],
])('takes texts that read the same as equal: %s', (one, other) => {
	expect(corrections([one, other].map((Shipper) => ({ ...row, Shipper })))).toEqual([]);
});
