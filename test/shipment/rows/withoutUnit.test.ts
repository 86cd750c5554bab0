import { remarks, type Row } from '../../helpers/sheet';

const row = { 'Shipment Reference': 'S-1', 'B/L Number': 'B', 'Container No': 'CSQU3054383' };
const said = (...cells: Row[]) => remarks(cells.map((each) => ({ ...row, ...each })));

describe('numbers without a unit', () => {
	it('are a warning, once for a column of a shipment', () => {
		expect(said({ 'Gross Wt': 900, Volume: 3 }, { 'Container No': 'MSCU6639870', 'Gross Wt': 800 })).toEqual([
			'Sheet: "Gross Wt". The numbers of this column have no unit. Add it to the header, such as (kg), or add a column Weight Unit.',
			'Sheet: "Volume". The numbers of this column have no unit. Add it to the header, such as (m3), or add a column Volume Unit.',
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
