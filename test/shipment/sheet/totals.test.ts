import { corrections, payloads, remarks, type Row } from '../../helpers/sheet';

const bill = { 'Shipment Reference': 'S', 'B/L Number': 'B' };
const goods = (Cargo: string, Pkgs: number, weight: number): Row => ({
	...bill,
	Cargo,
	Pkgs,
	Kind: 'BAGS',
	'Weight (kg)': weight,
});
const isTotals = (label: string) => `"${label}". Is a row of totals: its figures are the sums of the rows above it.`;

describe('a row of totals', () => {
	it.each(['Gesamt', 'TTL', 'TOTAL 2 ITEMS', 'Total général', '合计', 'Carried forward'])(
		'is found by arithmetic, whatever its words: %s',
		(label) => {
			const rows = [goods('Tea', 10, 500.25), goods('Rice', 20, 700), goods(label, 30, 1200.25)];
			expect(corrections(rows)).toEqual([expect.stringContaining(isTotals(label))]);
		},
	);

	it('is rounded to its decimals', () => {
		const rows = [goods('Tea', 10, 500.26), goods('Rice', 20, 700.1), goods('Sum', 30, 1200.4)];
		expect(corrections(rows)).toEqual([expect.stringContaining(isTotals('Sum'))]);
	});

	it('is found behind each container', () => {
		const rows = [
			...[goods('Tea', 10, 500), goods('Rice', 20, 700), goods('Zwischensumme', 30, 1200)],
			...[goods('Salt', 1, 50), goods('Sand', 2, 70), goods('Zwischensumme 2', 3, 120)],
		];
		expect(corrections(rows)).toEqual([
			expect.stringContaining(isTotals('Zwischensumme')),
			expect.stringContaining(isTotals('Zwischensumme 2')),
		]);
	});

	it('is said to differ if it is not the sum and has no reference', () => {
		const rows = [goods('Tea', 10, 500), goods('Rice', 20, 640), { Cargo: 'TOTAL', Pkgs: 30, 'Weight (kg)': 1410 }];
		expect(corrections(rows)).toEqual([
			expect.stringMatching(/^Row 3: Has no Shipment Reference.*If it is a row of totals/),
			expect.stringContaining('Row 3, Cargo: "TOTAL". Is a placeholder.'),
		]);
	});

	it('is left out with a note if it has no reference', () => {
		const rows = [goods('Tea', 10, 500), goods('Rice', 20, 700), { Cargo: 'All', Pkgs: 30, 'Weight (kg)': 1200 }];
		expect(remarks(rows)).toEqual([expect.stringContaining('Is a row of totals, and was left out')]);
		expect(payloads(rows)[0]?.sets?.[0]?.cargos).toHaveLength(2);
	});

	it('is found for each bill, each shipment and the sheet', () => {
		const other = { ...goods('Rice', 20, 700), 'B/L Number': 'B2' };
		const rows = [
			goods('Tea', 10, 500),
			goods('Salt', 5, 100),
			goods('Sub-total', 15, 600),
			other,
			{ ...goods('Shipment', 35, 1300), 'B/L Number': 'B2' },
		];
		expect(corrections(rows)).toEqual([
			expect.stringContaining(isTotals('Sub-total')),
			expect.stringContaining(isTotals('Shipment')),
		]);
	});

	it('is found although its other cells are filled down, with a reference of its own', () => {
		const total = { ...goods('Rice', 30, 1200), 'Shipment Reference': 'GESAMT', 'B/L Number': 'B9' };
		expect(corrections([goods('Tea', 10, 500), goods('Rice', 20, 700), total])).toEqual([
			expect.stringContaining('Is a row of totals'),
		]);
	});

	it('is found among charges', () => {
		const charge = (code: string, Amount: number) => ({ ...bill, 'Charge Code': code, Amount, Currency: 'USD' });
		const rows = [charge('OFR', 500), charge('BAF', 60), charge('Total freight', 560)];
		expect(corrections(rows)).toEqual([expect.stringContaining(isTotals('Total freight'))]);
	});

	it('may follow one row if it is the last and fills fewer columns', () => {
		const rows = [goods('Tea', 10, 500), { ...bill, Cargo: 'Net result', Pkgs: 10, 'Weight (kg)': 500 }];
		expect(corrections(rows)).toEqual([expect.stringContaining(isTotals('Net result'))]);
	});

	it.each([
		['a figure is no sum', [goods('Tea', 10, 500), goods('Rice', 20, 700), goods('Total Chem', 30, 1201)]],
		[
			'it has a container',
			[
				{ ...goods('Tea', 10, 500), Container: 'CSQU3054383' },
				{ ...goods('Tea', 20, 700), Container: 'MSCU6639870' },
				{ ...goods('Tea', 30, 1200), Container: 'EXAU1000003' },
			],
		],
		[
			'it has more texts of its own',
			[goods('Tea', 10, 500), goods('Rice', 20, 700), { ...goods('Salt', 30, 1200), Marks: 'S 1' }],
		],
		['only one row is before it', [goods('Tea', 10, 500), goods('Rice', 10, 500), goods('Salt', 5, 100)]],
	])('is none if %s', (_, rows) => {
		expect(corrections(rows)).toEqual([]);
	});

	it('that is a coincidence passes with its label in Accept Values', () => {
		const rows = [goods('Tea', 10, 500), goods('Rice', 20, 700), goods('Salt', 30, 1200)];
		expect(corrections(rows, { acceptValues: 'Salt' })).toEqual([]);
	});
});
