import { corrections, reading } from '../../helpers/sheet';

describe('the row of the headers', () => {
	const above = [
		{ 'Packing List 7': 'Vessel', __EMPTY: 'NORD TEST' },
		{ 'Packing List 7': 'Shipment Reference', __EMPTY: 'Container No' },
		{ 'Packing List 7': 'S', __EMPTY: 'CSQU3054383' },
	];

	it('is named if it is further down, and nothing else is said', () => {
		const numbered = above.map((cells, index) => ({ row_number: index + 2, ...cells }));
		expect(reading(numbered).issues.map(({ advice, inNode }) => `${advice} ${inNode}`)).toEqual([
			'Row 3 looks like the headers ("Shipment Reference", "Container No" …). Remove the rows above it; values there, such as the voyage and the ports, need columns of their own. Or in Extract from File, set Range to 2, or for CSV Starting Line to about 3; in Google Sheets, set Header Row to 3. Edit Fields adds the values.',
		]);
	});

	it('is counted where the rows do not bring their number: nobody knows how many empty rows are above it', () => {
		expect(reading(above).issues.map(({ advice, inNode }) => `${advice} ${inNode}`)).toEqual([
			'Row 3, counted without empty rows, looks like the headers ("Shipment Reference", "Container No" …). Remove the rows above it; values there, such as the voyage and the ports, need columns of their own. Or in Extract from File, set Range to the number of all rows above it in the file, at least 2, or for CSV Starting Line to its line, at least 3. Edit Fields adds the values.',
		]);
	});

	it('is found below columns without headers, even if Edit Fields has added others with headers', () => {
		const added = {
			'Shipment Reference': 'S',
			'B/L Number': 'B',
			Shipper: 'Ex',
			Consignee: 'Ample',
			POL: 'A',
			POD: 'B',
		};
		const rows = [
			{ 'Packing List': 'Date', ...added, __EMPTY: '2026-05-12' },
			{ 'Packing List': 'Lot', ...added, __EMPTY: 'Gross Wt (kg)', __EMPTY_1: 'Net Wt (kg)' },
			{ 'Packing List': 'A1', ...added, __EMPTY: 58, __EMPTY_1: 56 },
		];
		expect(reading(rows).issues.map(({ rule }) => rule)).toEqual(['headers elsewhere']);
	});

	it('has a shipment reference, or one sentence says what may be wrong', () => {
		expect(corrections([{ 'a;b;c': '1;2;3' }])[0]).toContain('This sheet has no column Shipment Reference.');
	});
});
