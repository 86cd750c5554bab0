import { corrections, payloads, remarks, type Row } from '../../helpers/sheet';

const tea = { Container: 'CSQU3054383', Cargo: 'Tea', Cartons: 10, 'Net Weight (kg)': 450, 'Gross Weight (kg)': 500 };
const row = (cells: Row): Row => ({ 'Shipment Reference': 'S', 'B/L Number': 'B', ...tea, ...cells });
const other = { Container: 'MSCU6639870', Cartons: 12, 'Net Weight (kg)': 550, 'Gross Weight (kg)': 640 };

describe('a figure that other goods of the bill have', () => {
	it.each([
		['in another container', { ...other, 'Net Weight (kg)': '' }, ['Net Weight (kg)']],
		['under the same B/L number, merged', { ...other, 'B/L Number': '', 'Net Weight (kg)': '' }, ['Net Weight (kg)']],
		[
			'in the same container',
			{ Cargo: 'Rice', Cartons: 8, 'Gross Weight (kg)': 600, 'Net Weight (kg)': null },
			['Net Weight (kg)'],
		],
		[
			'of goods without any',
			{ Cargo: 'Rice', Cartons: '', 'Net Weight (kg)': '', 'Gross Weight (kg)': '' },
			['Cartons', 'Net Weight (kg)', 'Gross Weight (kg)'],
		],
	])('is missing %s, and not passed over in the sum', (_where, cells, headers) => {
		expect(remarks([row({}), row(cells)]).filter((line) => line.includes('is missing'))).toEqual(
			headers.map((header) => expect.stringContaining(`Row 2: ${header} is missing. Other goods`) as unknown),
		);
	});

	it.each([
		['that all of them lack', [row({}), row({ ...other })].map((each) => ({ ...each, 'Net Weight (kg)': '' }))],
		[
			'on a row that repeats them, as for another charge',
			[row({}), row({ Cartons: '', 'Net Weight (kg)': '', 'Gross Weight (kg)': '' })],
		],
		['of another bill of lading', [row({}), row({ ...other, 'B/L Number': 'B2', 'Net Weight (kg)': '' })]],
		[
			'of a row without goods',
			[row({}), row({ Cargo: '', Cartons: '', 'Net Weight (kg)': '', 'Gross Weight (kg)': '', Seal: 'S1' })],
		],
	])('is not missing %s', (_what, rows) => {
		expect(remarks(rows).filter((line) => line.includes('Other goods'))).toEqual([]);
		expect(corrections(rows)).toEqual([]);
	});
});

describe('a text below the table', () => {
	it('in the column of the reference is no shipment', () => {
		expect(corrections([row({}), { 'Shipment Reference': 'SAY TOTAL TEN CARTONS ONLY' }])).toEqual([
			'Row 2: "SAY TOTAL TEN CARTONS ONLY". Has nothing beside its Shipment Reference. Remove the row, or add the other rows of the shipment.',
		]);
	});

	it('is not said of a row that only brings a file', () => {
		expect(payloads([row({}), { 'Shipment Reference': 'S' }])).toHaveLength(1);
	});
});
