import { corrections, reading, type Row } from '../../helpers/sheet';

const first = { 'Shipment Reference': 'S1', 'B/L Number': 'B1', 'Container Number': 'CSQU3054383', 'Gross Weight': 5 };
const second = { 'Shipment Reference': 'S2', 'B/L Number': 'B2', 'Container Number': 'EXAU1000003', 'Gross Weight': 7 };

function read(rows: Row[]) {
	const named = rows.map((row, index) => ({ row_number: index + 1, ...row }));
	const { shipments } = reading(named);
	return {
		shipments: shipments.map(({ name }) => name.replace('Shipment ', '')),
		leftOut: shipments.flatMap(({ issues }) =>
			issues.flatMap(({ issue: { rule, severity, source } }) =>
				rule === 'totalsRow' && severity === 'note' ? [source] : [],
			),
		),
	};
}

describe('a row of totals', () => {
	it.each([
		...['Total', 'TOTALS:', 'Grand total', 'Sub-Total', 'Subtotal', 'Sum', 'Σ'],
		...['S1 Total', 'TOTAL S1', 'Total containers', 'Total: 2', 'S1 Subtotal'],
	])('is left out, and a note says so: %s', (label) => {
		const sums = { 'Shipment Reference': label, 'Gross Weight': 5, 'Weight Unit': 'KGM', 'Number of Containers': 1 };
		expect(read([first, sums, second])).toMatchObject({ shipments: ['S1', 'S2'], leftOut: ['Row 2'] });
	});

	it('stops the import if it has no reference: it may be a container', () => {
		const advice =
			'Row 2: Has no Shipment Reference, so it is unclear which shipment it belongs to. Fill in the reference, or remove the row if it is a total.';
		for (const sums of [{ 'Gross Weight': 5 }, { __EMPTY: 'Summe', 'Gross Weight': 5 }])
			expect(corrections([first, sums])).toEqual([expect.stringContaining(advice)]);
	});

	it('is one correction if its label is in another column, and needs no value from above', () => {
		for (const label of ['TOTAL', 'Sum:']) {
			const sums = { 'Container Number': label, 'Gross Weight': 5 };
			expect(corrections([first, sums])).toEqual([
				`Row 2, Container Number: "${label}". Looks like a row of totals. Remove the row.`,
			]);
		}
		const rules = reading([first, { 'Gross Weight': 5 }]).shipments.flatMap(({ issues }) => issues);
		expect(rules.map(({ issue: { rule } }) => rule)).toContain('noShipment');
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
		'is a shipment if the word is part of another one: %s',
		(reference) => {
			const row = { 'Shipment Reference': reference, 'Gross Weight': 5 };
			expect(read([first, row])).toMatchObject({ shipments: ['S1', reference], leftOut: [] });
		},
	);

	it('is a shipment if a company has such a name', () => {
		const companies = { 'Shipment Reference': 'S1', Shipper: 'Total', 'Notify Party Name': 'Sum' };
		expect(read([first, companies])).toMatchObject({ shipments: ['S1'], leftOut: [] });
	});
});
