import { reading, type Row } from '../../helpers/sheet';

const bad: Row = { 'B/L Date': 'TBA' };

/** The names of the rows with a date that cannot be read. */
function namesIn(rows: Row[]): (string | undefined)[] {
	const { shipments, issues: ofSheet } = reading([
		{ 'Shipment Reference': 'S0', 'B/L Number': 'B0', Container: 'C0', Cargo: 'C' },
		...rows,
	]);
	const issues = [...ofSheet, ...shipments.flatMap((shipment) => shipment.issues)];
	return issues.flatMap(({ source, value }) => (value === 'TBA' ? [source?.replace(', B/L Date', '')] : [])).sort();
}

describe('a row is named in messages', () => {
	it('by its place and what people find it by, because empty rows were left out before', () => {
		expect(
			namesIn([
				{ ...bad, 'Shipment Reference': 'S1', 'B/L Number': 'B1', Container: 'MSCU6639870' },
				{ ...bad, 'Shipment Reference': 'S2', Container: 'CSQU3054383' },
				{ ...bad, 'Shipment Reference': '="S3"' },
				{ ...bad, 'B/L Number': 'a very long number that nobody would write' },
				{ ...bad, Cargo: 'Green coffee' },
			]),
		).toEqual([
			'Row 3 (B1, MSCU6639870)',
			'Row 4 (S2, CSQU3054383)',
			'Row 5 (S3)',
			'Row 6 (a very long number that nobody…)',
			'Row 7 (Green coffee)',
		]);
	});

	it('by its number in the sheet if the node before gives it, openly or hidden', () => {
		const hidden = Object.defineProperty({ ...bad, 'B/L Number': 'B2' }, '__rowNum__', { value: 8, enumerable: false });
		expect(namesIn([{ ...bad, 'B/L Number': 'B1', row_number: 7 }, hidden])).toEqual(['Row 7', 'Row 9']);
	});
});
