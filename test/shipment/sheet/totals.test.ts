import { corrections, type Row } from '../../helpers/sheet';

const bill = { 'Shipment Reference': 'S', 'B/L Number': 'B' };
const goods = (Cargo: string, Pkgs: number, weight: number): Row => ({
	...bill,
	Cargo,
	Pkgs,
	Kind: 'BAGS',
	'Weight (kg)': weight,
});
const charge = (code: string, Amount: number): Row => ({ ...bill, 'Charge Code': code, Amount, Currency: 'USD' });

describe('a row of totals', () => {
	it.each<[string, Row[], string[]]>([
		...['Gesamt', 'TOTAL 2 ITEMS', '合计', 'Carried forward'].map((label): [string, Row[], string[]] => [
			`whatever its words: ${label}`,
			[goods('Tea', 10, 500.25), goods('Rice', 20, 700), goods(label, 30, 1200.25)],
			[label],
		]),
		[
			'rounded to its decimals',
			[goods('Tea', 10, 500.26), goods('Rice', 20, 700.1), goods('Sum', 30, 1200.4)],
			['Sum'],
		],
		[
			'behind each container',
			[
				...[goods('Tea', 10, 500), goods('Rice', 20, 700), goods('Zwischensumme', 30, 1200)],
				...[goods('Salt', 1, 50), goods('Sand', 2, 70), goods('Zwischensumme 2', 3, 120)],
			],
			['Zwischensumme', 'Zwischensumme 2'],
		],
		[
			'for each bill and each shipment',
			[
				...[goods('Tea', 10, 500), goods('Salt', 5, 100), goods('Sub-total', 15, 600)],
				...[goods('Rice', 20, 700), goods('Shipment', 35, 1300)].map((row) => ({ ...row, 'B/L Number': 'B2' })),
			],
			['Sub-total', 'Shipment'],
		],
		['among charges', [charge('OFR', 500), charge('BAF', 60), charge('Total freight', 560)], ['Total freight']],
		[
			'behind one row, if it is the last and fills fewer columns',
			[goods('Tea', 10, 500), { ...bill, Cargo: 'Net result', Pkgs: 10, 'Weight (kg)': 500 }],
			['Net result'],
		],
	])('is found by arithmetic, %s', (_, rows, labels) => {
		const isTotals = 'Is a row of totals: its figures are the sums of the rows above it.';
		expect(corrections(rows)).toEqual(
			labels.map((label) => expect.stringContaining(`"${label}". ${isTotals}`) as unknown),
		);
	});

	it('is found although its other cells are filled down, with a reference of its own', () => {
		const total = { ...goods('Rice', 30, 1200), 'Shipment Reference': 'GESAMT', 'B/L Number': 'B9' };
		expect(corrections([goods('Tea', 10, 500), goods('Rice', 20, 700), total])).toEqual([
			expect.stringContaining('Is a row of totals'),
		]);
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
