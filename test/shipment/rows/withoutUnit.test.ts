import { remarks, type Row } from '../../helpers/sheet';

const row = { 'Shipment Reference': 'S-1', 'B/L Number': 'B', 'Container No': 'CSQU3054383' };
const said = (...cells: Row[]) => remarks(cells.map((each) => ({ ...row, ...each })));

describe('numbers without a unit', () => {
	it('are a warning, once for a column of a shipment', () => {
		expect(said({ 'Gross Wt': 900, Volume: 3 }, { 'Container No': 'MSCU6639870', 'Gross Wt': 800, Volume: 2 })).toEqual(
			[
				'Sheet: "Gross Wt". The numbers of this column have no unit. Add it to the header, such as (kg), or add a column Weight Unit.',
				'Sheet: "Volume". The numbers of this column have no unit. Add it to the header, such as (m3), or add a column Volume Unit.',
			],
		);
	});

	it('are a warning for packages, too', () => {
		const kind = 'with the kind of packages, such as CARTONS.';
		for (const header of ['Packages', 'No. of Pkgs', 'Pcs'])
			expect(said({ [header]: 10 })).toEqual([
				`Sheet: "${header}". The numbers of this column have no unit. Add a column Packing Unit, ${kind}`,
			]);
		expect(said({ 'Packaging Number of Packing Items': 10 })).toEqual([
			`Sheet: "Packaging Number of Packing Items". The numbers of this column have no unit. Add a column Packaging Packing Unit, ${kind}`,
		]);
		expect(said({ Packages: 10, 'Kind of Packages': 'Bags' })).toEqual([]);
		const twoRows = said({ Packages: 10, 'Packing Unit': 'Bags' }, { 'Container No': 'MSCU6639870', Packages: 9 });
		expect(twoRows).toEqual([expect.stringContaining('Row 2: Packing Unit is missing.')]);
	});

	it('name the column of the unit that their field has', () => {
		const advice = (cells: Row) => said(cells).map((line) => /or add a column (.*)\.$/.exec(line)?.[1]);
		expect(advice({ 'Packaging Weight Gross': 5 })).toEqual(['Packaging Weight Unit']);
		expect(advice({ Cargo: 'Tea', 'Cargo Quantity Gross': 5 })).toEqual(['Cargo Quantity Unit']);
		const goods = { 'Shipment Reference': 'S', Cargo: 'Tea', Packages: 1, 'Gross Weight': 5 };
		expect(remarks([goods])).toEqual([
			expect.stringContaining('Add a column Packing Unit,'),
			expect.stringContaining('or add a column Weight Unit.'),
		]);
	});

	it('are not those that cannot be read', () => {
		expect(said({ 'Gross Wt': '900 KGS' }, { 'Container No': 'MSCU6639870', 'Gross Wt': '800 KGS' })).toEqual([]);
	});

	it('have one if it is in the header, in its column, in another header of the same measure or on the label', () => {
		expect(said({ 'Gross Wt (kg)': 900, 'Net Weight': 800, CBM: 3 })).toEqual([]);
		expect(said({ 'Gross Wt': 900, 'Weight Unit': 'KGM' })).toEqual([]);
		expect(said({ 'Gross Wt': 900, 'Container Quantity Label': 'kg' })).toEqual([]);
		expect(
			said({ 'Gross Wt': 900, 'Weight Unit': 'KGM' }, { 'Container No': 'MSCU6639870', 'Gross Wt': 1 }),
		).toHaveLength(1);
	});
});
