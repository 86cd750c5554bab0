import { readFileSync } from 'node:fs';
import { labels } from '../../../nodes/CargoExchange/shipment/sheet/labels';
import { corrections, payloads, reading, remarks, type Row } from '../../helpers/sheet';

const first: Row = {
	...{
		'Shipment Reference': 'FX-1',
		'B/L Number': 'BL-1',
		'Port of Loading': 'Rotterdam',
		'Port of Discharge': 'Singapore',
	},
	...{ Shipper: 'Alpha Ltd', Consignee: 'Beta Ltd', Cargo: 'Shirts', Kind: 'CARTONS', Pkgs: 10, 'Weight (kg)': 100 },
};
const figures = (Pkgs: number, weight: number): Row => ({ Kind: 'CARTONS', Pkgs, 'Weight (kg)': weight });
const goods = (Cargo: string, Pkgs: number, weight: number): Row => ({
	...{ 'Shipment Reference': 'FX-1', 'B/L Number': 'BL-1', Cargo },
	...figures(Pkgs, weight),
});
const second = (shipment: string, more: Row = {}): Row => ({
	...first,
	...{ 'Shipment Reference': shipment, 'B/L Number': `BL-${shipment}` },
	...more,
});
const charge = (code: string, Amount: number): Row => ({
	...{ 'Shipment Reference': 'FX-1', 'B/L Number': 'BL-1', Charge: code, Amount, Currency: 'USD' },
});
const withoutReference = { 'Shipment Reference': '', 'B/L Number': '' };

/** How many values in what would be sent; a row that is lost takes its own with it. */
const sent = (rows: Row[]) => JSON.stringify(payloads(rows));

describe('a row is not left out because its figures look like a sum', () => {
	it.each<[string, Row]>([
		['a second bill of lading for another consignee', { ...first, 'B/L Number': 'BL-2', Consignee: 'Gamma Ltd' }],
		['a bill of lading of its own row alone', { 'B/L Number': 'BL-2', ...figures(10, 100) }],
		['goods of the same bill in merged cells', { Cargo: 'Trousers', ...figures(10, 100) }],
		['goods that only differ in their marks', { Cargo: 'Shirts', Marks: 'LOT 2', ...figures(10, 100) }],
		['a container with a mistyped number', { ...first, Container: 'MSCU663987' }],
		['a seal', { Seal: 'SL200', ...figures(10, 100) }],
		['figures and nothing else', figures(10, 100)],
		['a reference that is only said to come', { ...first, 'Shipment Reference': 'TBA', 'B/L Number': 'BL-2' }],
	])('without a reference: %s', (_, row) => {
		const rows = [first, { ...row, ...(row['Shipment Reference'] === 'TBA' ? {} : { 'Shipment Reference': '' }) }];
		expect(corrections(rows).join('\n')).toMatch(/Row 2(?:: Has no Shipment Reference|, Shipment Reference: "TBA")/);
		expect(remarks(rows).join('\n')).not.toContain('left out');
	});

	it.each<[string, Row[], string]>([
		['a second charge of the same amount', [charge('OFR', 50), charge('THC', 50)], 'THC'],
		['a third charge', [charge('OFR', 50), charge('THC', 60), charge('BAF', 110)], 'BAF'],
		['a third shipment', [second('FX-2', figures(20, 200)), second('FX-3', figures(30, 300))], 'BL-FX-3'],
		['goods', [goods('Tea', 20, 200), goods('Rice', 30, 300)], 'Rice'],
		['goods called Total Base Oil', [goods('Base Oil', 20, 200), goods('Total Base Oil', 30, 300)], 'Total Base Oil'],
		['goods called Suma Beans', [goods('Beans', 20, 200), goods('Suma Beans', 30, 300)], 'Suma Beans'],
		['a party called Total', [second('FX-2', { ...figures(20, 200), Consignee: 'Total' })], '"name":"Total"'],
		['a party called Suma', [second('FX-2', { 'Notify Party': 'Suma', ...figures(20, 200) })], '"name":"Suma"'],
		[
			'goods called Result, of a shipment of their own',
			[second('FX-2', { Cargo: 'Result', ...figures(10, 100) })],
			'Result',
		],
		['a port called Somme', [second('FX-2', { 'Port of Loading': 'Somme', ...figures(10, 100) })], 'Somme'],
		[
			'a reference called Sum 5',
			[second('Sum 5', figures(10, 100)), { 'Shipment Reference': 'Sum 5', Cargo: 'Rice', ...figures(5, 50) }],
			'Sum 5',
		],
		['goods in a container', [{ ...goods('Tea', 10, 100), Container: 'CSQU3054383' }], 'CSQU3054383'],
	])('with a reference: %s', (_, rows, value) => {
		expect(sent([first, ...rows])).toContain(value);
	});

	it('but stops if they are the sums of its bill of lading and it has nothing of its own', () => {
		const rows = [goods('Tea', 10, 500), goods('Tea', 20, 700), { ...goods('', 30, 1200) }];
		expect(corrections(rows)).toEqual([
			'Row 3: Has nothing of its own but figures, and these are the sums of the other rows of its bill of lading. Remove the row, or fill in what it is about.',
		]);
	});
});

const fx1 = [first, goods('Tea', 20, 200)];
const fx2 = [second('FX-2', figures(5, 50)), second('FX-2', { Cargo: 'Rice', ...figures(7, 70) })];
const inReference = (label: string, pkgs: number, weight: number): Row => ({
	...withoutReference,
	'Shipment Reference': label,
	...{ Pkgs: pkgs, 'Weight (kg)': weight },
});
const inColumn = (header: string, label: string, pkgs: number, weight: number): Row => ({
	...inReference('', pkgs, weight),
	[header]: label,
});

it('the labels of totals are those that the page lists', () => {
	const [, list = ''] = /- Labels: (.*)/.exec(readFileSync('docs/import-columns.md', 'utf8')) ?? [];
	expect(list.split(', ')).toEqual(labels);
});

describe('rows of totals are left out with one note', () => {
	it.each<[string, Row[]]>([
		...labels.flatMap((label): [string, Row[]][] => [
			[`${label}, as a reference`, [...fx1, inReference(label, 30, 300)]],
			[`${label}, as goods`, [...fx1, inColumn('Cargo', label, 30, 300)]],
		]),
		...['TOTAL:', 'Sub-Total', 'G R A N D  TOTAL', '总计：', '合 計', '** TOTAL **'].map((label): [string, Row[]] => [
			label,
			[...fx1, inColumn('Cargo', label, 30, 300)],
		]),
		[
			'Excel',
			[
				...fx1,
				inReference('FX-1 Total', 30, 300),
				...fx2,
				inReference('FX-2 Total', 12, 120),
				inReference('Grand Total', 42, 420),
			],
		],
		[
			'Excel, above their rows',
			[
				inReference('Grand Total', 42, 420),
				inReference('FX-1 Total', 30, 300),
				...fx1,
				inReference('FX-2 Total', 12, 120),
				...fx2,
			],
		],
		['Excel in German', [...fx1, inReference('FX-1 Ergebnis', 30, 300), inReference('Gesamtergebnis', 30, 300)]],
		['Excel in French', [...fx1, inReference('Total FX-1', 30, 300), inReference('Total général', 30, 300)]],
		['Excel in Chinese', [...fx1, inReference('FX-1 汇总', 30, 300), inReference('总计', 30, 300)]],
		[
			'LibreOffice',
			[
				...fx1,
				inReference('FX-1 Sum', 30, 300),
				...fx2,
				inReference('FX-2 Sum', 12, 120),
				inReference('Grand Sum', 42, 420),
			],
		],
		[
			'a pivot table of LibreOffice',
			[...fx1, inReference('FX-1 Result', 30, 300), inReference('Total Result', 30, 300)],
		],
		[
			'a pivot table of Google Sheets',
			[...fx1, inColumn('B/L Number', 'BL-1 Total', 30, 300), inReference('FX-1 Total', 30, 300)],
		],
		['by goods', [first, goods('Shirts', 5, 50), inColumn('Cargo', 'Shirts Total', 15, 150), goods('Tea', 20, 200)]],
		['with the reference and the B/L number of the row above', [...fx1, goods('Total', 30, 300)]],
		['with another kind of packages', [...fx1, { ...inReference('Total', 30, 300), Kind: 'PACKAGES' }]],
		[
			'rounded to their decimals',
			[{ ...first, 'Weight (kg)': 100.26 }, goods('Tea', 20, 200.1), inReference('Total', 30, 300.4)],
		],
		[
			'with dashes and zeros beside them',
			[...fx1.map((row) => ({ ...row, CBM: '' })), { ...inReference('Total', 30, 300), CBM: 0, Seal: '-' }],
		],
		['whose group is written in another way', [...fx1, inReference('TOTAL: 30 CARTONS', 30, 300)]],
		['of a single row', [first, inReference('Total', 10, 100)]],
		[
			'page by page',
			[
				...[...fx1, inReference('Subtotal', 30, 300)],
				...[...fx2, inReference('Subtotal', 12, 120), inReference('Total', 42, 420)],
			],
		],
		[
			'in a column that is not read',
			[...fx1.map((row) => ({ ...row, Remarks: 'x' })), { ...inReference('', 30, 300), Remarks: 'TOTAL' }],
		],
		['among charges', [charge('OFR', 50), charge('THC', 60), { ...charge('Total', 110), 'Payment Type': 'Prepaid' }]],
	])('%s', (_, rows) => {
		const label = /left out, since their figures are the sums of other rows: Row \d+ \(/;
		expect(remarks(rows).filter((line) => line.includes('left out'))).toEqual([expect.stringMatching(label)]);
		expect(sent(rows)).not.toMatch(new RegExp(labels.join('|'), 'i'));
	});

	it('which names each', () => {
		const rows = [...fx1, inReference('FX-1 Total', 30, 300), ...fx2, inReference('Grand Total', 42, 420)];
		expect(remarks(rows)).toEqual([
			'Sheet: Rows of totals were left out, since their figures are the sums of other rows: Row 3 ("FX-1 Total"), Row 6 ("Grand Total").',
		]);
	});
});

describe('a row of totals stops, and is never sent,', () => {
	it.each<[string, Row[], string]>([
		[
			'if a figure is not the sum',
			[...fx1, inReference('Total', 30, 301)],
			'Row 3: "Total". Is a row of totals that does not add up: Weight (kg) has 301, but its rows have 300. Correct the wrong figure, or remove this row.',
		],
		[
			'if it is of no group of the sheet',
			[...fx1, inReference('FX-7 Total', 30, 301)],
			'Row 3: "FX-7 Total". Is a row of totals that does not add up: Weight (kg) has 301, but its rows have 300. Correct the wrong figure, or remove this row.',
		],
		[
			'if it has a number that is not summed',
			[...fx1, { ...inReference('Total', 30, 300), 'Number of Containers': 2 }],
			'Row 3: "Total". Is the label of a row of totals, but the row has a value in Number of Containers, too. Remove the row; if it is not a total, write more than this word.',
		],
		[
			'if it has a text',
			[...fx1, { ...goods('Total', 30, 300), Marks: '2 lots' }],
			'Row 3: "Total". Is the label of a row of totals, but the row has a value in Marks, too. Remove the row; if it is not a total, write more than this word.',
		],
		[
			'if it has no figures',
			[...fx1, inReference('Total', 0, 0)],
			'Row 3: "Total". Is the label of a row of totals, but the row has no figures. Remove it.',
		],
		[
			'if a figure cannot be read',
			[...fx1, { ...inReference('Total', 30, 300), 'Weight (kg)': '300 all' }],
			'Row 3, Weight (kg): "300 all". Is not a number. Write a number like 12000.5, with its unit or currency in the header or in a column of its own.',
		],
	])('%s', (_, rows, line) => {
		expect(corrections(rows)).toEqual([line]);
		const { shipments } = reading(rows);
		expect(JSON.stringify(shipments.map(({ payload }) => payload))).not.toContain('otal');
	});
});
