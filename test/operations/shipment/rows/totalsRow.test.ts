import { corrections, reading, type Row } from '../../../helpers/sheet';

const first = { 'Shipment Reference': 'S1', 'B/L Number': 'B1', 'Container Number': 'CSQU3054383', 'Gross Weight': 5 };
const second = { 'Shipment Reference': 'S2', 'B/L Number': 'B2', 'Container Number': 'EXAU1000003', 'Gross Weight': 7 };

function read(rows: Row[]) {
	const named = rows.map((row, index) => ({ row_number: index + 1, ...row }));
	const { shipments } = reading(named);
	return {
		shipments: shipments.map(({ name }) => name.replace('Shipment ', '')),
		leftOut: shipments.flatMap(({ notes }) =>
			notes.filter(({ rule }) => rule === 'totalsRow').map(({ value }) => value),
		),
	};
}

describe('a row of totals', () => {
	it.each([
		...['Total', 'TOTALS:', 'Grand total', 'Sub-Total', 'Subtotal', 'Sum', 'Σ'],
		...['S1 Total', 'TOTAL S1', 'Total containers', 'Total: 2', 'S1 Subtotal'],
	])('is left out, and a note says so: %s', (label) => {
		const sums = { 'Shipment Reference': label, 'Gross Weight': 5, 'Weight Unit': 'KGM', 'Number of Containers': 1 };
		expect(read([first, sums, second])).toMatchObject({ shipments: ['S1', 'S2'], leftOut: ['Row 2', 'Row 2'] });
	});

	it.each([
		{ 'Shipment Reference': 'S1', 'B/L Number': 'B1', Shipper: 'ACME', 'Container Number': 'Total', 'Gross Weight': 5 },
		{ 'Container Number': 'TOTAL:', 'Gross Weight': 5 },
		{ 'Shipment Reference': 'S1', 'B/L Number': 'Subtotal', 'Gross Weight': 5 },
		{ 'Shipment Reference': 'S1', 'B/L Number': 'B1', 'Cargo Name': 'Total', 'Gross Weight': 5 },
	])('may have its label in another reference: %j', (sums) => {
		expect(read([first, sums])).toMatchObject({ shipments: ['S1'], leftOut: ['Row 2'] });
	});

	it('stops the import if it has no reference: it may be a container', () => {
		const advice = 'Row 2: Has no Shipment Reference, so it cannot be placed: it may be a container, or a total.';
		for (const sums of [{ 'Gross Weight': 5 }, { __EMPTY: 'Summe', 'Gross Weight': 5 }])
			expect(corrections([first, sums])).toEqual([expect.stringContaining(advice)]);
	});

	it.each(['Total', 'Total Fuels 7', 'SUM 12'])('is a shipment if it has what makes one: %s', (reference) => {
		for (const thing of [
			{ 'B/L Number': 'B' },
			{ 'Container Number': 'EXAU1000003' },
			{ Shipper: 'ACME' },
			{ 'Notify Party 2 Name': 'ACME' },
			{ 'Cargo Description': 'Tea' },
			{ 'Charge Code': 'BAS' },
		]) {
			const row = { 'Shipment Reference': reference, 'Gross Weight': 5 };
			expect(read([first, { ...row, ...thing }])).toMatchObject({ shipments: ['S1', reference], leftOut: [] });
			expect(read([{ ...row, ...thing }, row])).toMatchObject({ shipments: [reference], leftOut: [] });
		}
	});

	it.each(['SUM-0001', 'TOTAL-7', 'SUMMER 12', 'Totality', 'X-SUM'])(
		'is none if the word is a part of another: %s',
		(reference) => {
			const row = { 'Shipment Reference': reference, 'Gross Weight': 5 };
			expect(read([first, row])).toMatchObject({ shipments: ['S1', reference], leftOut: [] });
		},
	);

	it('is none if a company is called so', () => {
		const companies = { 'Shipment Reference': 'S1', Shipper: 'Total', 'Notify Party Name': 'Sum' };
		expect(read([first, companies])).toMatchObject({ shipments: ['S1'], leftOut: [] });
	});

	it('is not passed over in silence if there is nothing else', () => {
		expect(corrections([{ 'Shipment Reference': 'Total 7', 'Gross Weight': 5 }, {}])).toEqual([
			'Row 1: Holds nothing but totals: rows with a word such as Total, and numbers. A shipment has at least a B/L Number.',
		]);
	});
});
