import type { DecimalSeparator } from '../../../nodes/CargoExchange/shipment/convert/number';
import { corrections, payloads } from '../../helpers/sheet';

const row = (cells: object) => ({ 'Shipment Reference': 'S', 'B/L Number': 'B', 'Container Number': 'C', ...cells });

function correction(cells: object, decimalSeparator: DecimalSeparator = 'ask'): string | undefined {
	return corrections([row(cells)], { decimalSeparator })[0];
}

describe('a number written as text', () => {
	it.each(['12.500', '12,500', '1.000', '-7.250'])(
		'a number with two possible meanings is refused, and the option that decides is named: %s',
		(text) => {
			const value = Number(text.replace(/[.,]/, ''));
			const [larger, smaller] = Math.abs(value) > 0 ? [value, value / 1000] : [0, 0];
			expect(correction({ 'Gross Weight': text })).toBe(
				`Row 1, Gross Weight: "${text}". Can mean ${larger} or ${smaller}. Set Decimal Separator in the options, or write ${larger} or ${smaller}.`,
			);
		},
	);

	it('is never decided by other cells of the sheet', () => {
		const rows = [row({ 'Gross Weight': '12.500' }), row({ 'Container Number': 'D', 'Gross Weight': '0.75' })];
		expect(corrections(rows)).toEqual([expect.stringContaining('Can mean 12500 or 12.5')]);
	});

	it('is refused if it does not fit the separator of the option', () => {
		expect(correction({ 'Gross Weight': '12,5' }, '.')).toContain(
			'Not a number with a decimal point, as set in Decimal Separator.',
		);
		expect(correction({ 'Gross Weight': '0.75' }, ',')).toContain('Not a number with a decimal comma');
	});

	it.each([
		['Gross Weight', '1,5E+04'],
		['Gross Weight', '1.23E+04'],
		['Packages', '1.2E+03'],
	])('is refused if the spreadsheet program has shortened it: %s %s', (header, text) => {
		expect(correction({ [header]: text })).toContain('has shortened this number');
	});

	it('has to be whole if it counts something', () => {
		expect(payloads([row({ Packages: '1.000' })], { decimalSeparator: ',' })).toMatchObject([
			{ sets: [{ containers: [{ totalNumberOfPackingItems: 1000 }] }] },
		]);
		expect(correction({ Packages: '1.500' }, '.')).toContain('Not a whole number.');
	});

	it.each(['12.500 KGS', '12.500,00 kg', '400 ctns'])('is not read from a text with a unit: %s', (text) => {
		expect(correction({ 'Gross Weight': text })).toBe(
			`Row 1, Gross Weight: "${text}". Contains more than a number. Enter only the number: a unit belongs in the header, as in Gross Weight (kg), or in its own column.`,
		);
	});
});
