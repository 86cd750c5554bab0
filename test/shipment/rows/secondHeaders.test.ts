import { corrections, payloads, remarks } from '../../helpers/sheet';

const row = {
	'Shipment Reference': 'S-1',
	'B/L Number': 'B',
	'Container No': 'CSQU3054383',
	'Gross Weight': 900,
	Volume: 3,
};

describe('a second row of headers stops the sheet with one line', () => {
	it.each([
		[{ 'Gross Weight': 'kg', Volume: 'm3' }],
		[{ 'Gross Weight': '(KGS)', Volume: 'CBM', 'Container No': 'ISO 6346' }],
		[{ 'Shipment Reference': '-', 'B/L Number': 'text', 'Gross Weight': 'lbs' }],
	])('with units: %j', (cells) => {
		expect(corrections([cells, row])).toEqual([
			'Row 1: Looks like a second row of headers. Write the units into the headers, as in Gross Weight (kg), and remove the row.',
		]);
	});

	it('with parts of headers and units below a merged Container', () => {
		const below = { Container: 'No.', __EMPTY: 'Type', __EMPTY_1: 'Seal', __EMPTY_2: 'Net (kg)', 'Gross Weight': 'kg' };
		expect(corrections([below, { ...row, Container: 'CSQU3054383', __EMPTY: '22G1', __EMPTY_1: 'SL1' }])).toEqual([
			expect.stringMatching(/^Row 1: Looks like a second row of headers\. Write each header into one cell/),
		]);
	});

	it('with parts of headers below merged ones', () => {
		const below = { Shipper: 'Name', __EMPTY: 'Address', Consignee: 'Name' };
		expect(corrections([below, { ...row, Shipper: 'A', __EMPTY: 'Bremen', Consignee: 'B' }])).toEqual([
			'Row 1: Looks like a second row of headers. Write each header into one cell, as in Shipper Address, and remove the row.',
		]);
	});

	it('with units, which the columns then do not lack', () => {
		expect(remarks([{ 'Gross Weight': 'kg', Volume: 'm3' }, row])).toEqual([]);
	});

	it('with the headers again, as after a page break', () => {
		const again = {
			'Shipment Reference': 'Shipment reference',
			'B/L Number': 'B/L  Number',
			'Container No': 'Container No',
		};
		expect(corrections([row, again])).toEqual(['Row 2: Repeats the headers. Remove the row.']);
	});

	it('but not a row of a shipment whose figures are wrong', () => {
		expect(corrections([{ ...row, 'Gross Weight': 'kg' }])).toEqual([
			expect.stringContaining('Row 1, Gross Weight: "kg". Not a number.'),
		]);
		expect(payloads([{ ...row, 'B/L Number': 'B/L Number' }])).toHaveLength(1);
	});
});
