import { shipmentsFromRows } from '../../../../nodes/CargoExchange/operations/shipment/rows/shipments';

type Row = Record<string, unknown>;

const first = { 'Shipment Reference': 'S1', 'B/L Number': 'B1', 'Container Number': 'CSQU3054383', 'Gross Weight': 5 };
const second = { 'Shipment Reference': 'S2', 'B/L Number': 'B2', 'Container Number': 'EXAU1000003', 'Gross Weight': 7 };

function read(rows: Row[]) {
	const groups = shipmentsFromRows(rows);
	return {
		shipments: groups.map((group) => ('payload' in group ? group.payload.shipmentReference : group.refusal.message)),
		leftOut: groups.flatMap((group) =>
			'payload' in group ? group.notes.filter(({ rule }) => rule === 'totalsRow').map(({ value }) => value) : [],
		),
		groups,
	};
}

describe('a row of totals', () => {
	it.each([
		...['Total', 'TOTALS:', 'Grand total', 'Sub-Total', 'Subtotal', 'Sum', 'Summe', 'Gesamt', 'Zwischensumme'],
		...['Totaal', 'Totale', 'Somme', 'Suma', 'Gesamtergebnis', 'Итого', '合计', '总计:', 'Σ'],
		...['S1 Total', 'S1 Ergebnis', 'TOTAL S1', 'Total containers', 'Total: 2', 'S1 合计'],
	])('is left out and told of: %s', (label) => {
		const sums = { 'Shipment Reference': label, 'Gross Weight': 5, 'Weight Unit': 'KGM', 'Number of Containers': 1 };
		expect(read([first, sums, second])).toMatchObject({ shipments: ['S1', 'S2'], leftOut: ['Row 2', 'Row 2'] });
	});

	it.each([
		{ 'Container Number': 'TOTAL:', 'Gross Weight': 5 },
		{ 'Container Number': 'Total S1', 'Gross Weight': 5 },
		{ __EMPTY: 'Summe', 'Gross Weight': 5 },
		{ 'Shipment Reference': 'S1', 'B/L Number': 'B1', Shipper: 'ACME', 'Container Number': 'Total', 'Gross Weight': 5 },
		{ 'Shipment Reference': 'S1', 'B/L Number': 'Subtotal', 'Gross Weight': 5 },
		{ 'Shipment Reference': 'S1', 'B/L Number': 'B1', 'Cargo Name': 'Total', 'Gross Weight': 5 },
	])('may have its label elsewhere: %j', (sums) => {
		expect(read([first, sums])).toMatchObject({ shipments: ['S1'], leftOut: ['Row 2'] });
	});

	it.each(['Total', 'Total Fuels 7', 'SUM 12'])('is a shipment where it has what makes one: %s', (reference) => {
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

	it.each(['SUM-0001', 'TOTAL-7', 'SUMMER 12', 'Totality', 'Gesamthafen', 'Resum', 'X-SUM'])(
		'is none where the word is a part of another: %s',
		(reference) => {
			const row = { 'Shipment Reference': reference, 'Gross Weight': 5 };
			expect(read([first, row])).toMatchObject({ shipments: ['S1', reference], leftOut: [] });
		},
	);

	it('is none where a company is called so', () => {
		const companies = { 'Shipment Reference': 'S1', Shipper: 'Total', 'Notify Party Name': 'Sum' };
		expect(read([first, companies])).toMatchObject({ shipments: ['S1'], leftOut: [] });
	});

	it('is not passed over in silence where there is nothing else', () => {
		const { shipments, groups } = read([{ 'Shipment Reference': 'Total 7', 'Gross Weight': 5 }, {}]);
		expect(shipments).toEqual(['The sheet holds nothing but totals']);
		expect(groups.map(({ rows }) => rows)).toEqual([[0]]);
	});
});
