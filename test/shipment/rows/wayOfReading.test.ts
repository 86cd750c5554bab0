import { corrections, type Row } from '../../helpers/sheet';

const inOneColumn = (delimiter: string): Row => ({
	[['Shipment Reference', 'B/L Number', 'Container Number'].join(delimiter)]: ['S1', 'B1', 'CSQU3054383'].join(
		delimiter,
	),
});

describe('a file that was read in the wrong way gives one line, which says what to set', () => {
	it.each([
		[';', 'Sheet: The whole row is in one column, separated by semicolons. Add the option Delimiter in'],
		[';', 'and enter ;'],
		['\t', 'and enter {{ "\\t" }} as an expression'],
		['|', 'and enter |'],
	])('with a delimiter of its own: %j', (delimiter, words) => {
		expect(corrections([inOneColumn(delimiter)])).toEqual([expect.stringContaining(words)]);
	});

	it('with a first line that names the delimiter', () => {
		expect(corrections([{ 'sep=;': 'Shipment Reference;B/L Number' }, { 'sep=;': 'S1;B1' }])).toEqual([
			expect.stringContaining('Set Starting Line to 2 and Delimiter to ; in the node that reads the file'),
		]);
	});

	it('in UTF-16', () => {
		const header = Buffer.from('\ufeffShipment Reference\tB/L Number', 'utf16le').toString('utf8');
		expect(corrections([{ [header]: 'S1' }])).toEqual([expect.stringContaining('The file is in UTF-16.')]);
	});

	it('with titles above the headers', () => {
		const rows = [
			{ 'Packing overview': 'Shipment Reference', __EMPTY: 'B/L Number' },
			{ 'Packing overview': 'S1', __EMPTY: 'B1' },
		];
		const line =
			/Column Mapping: Packing overview\. If these are not the headers, .* Range \(the number of rows above the headers: 2 if they are in row 3\)/;
		expect(corrections(rows)).toEqual([expect.stringMatching(line)]);
	});
});
