import { shipmentsFromRows } from '../../../../nodes/CargoExchange/operations/shipment/rows/shipments';

type Row = Record<string, unknown>;

const row = { 'Shipment Reference': 'S', 'B/L Number': 'B', 'Container Number': 'CSQU3054383' };

function only(rows: Row[]) {
	const [group, ...others] = shipmentsFromRows(rows);
	expect(others).toEqual([]);
	if (!group || 'refusal' in group) throw group?.refusal ?? new Error('There is no shipment');
	return { container: group.payload.sets?.[0]?.containers?.[0], ...group };
}

function refusals(rows: Row[]) {
	return shipmentsFromRows(rows).map((group) => ('refusal' in group ? group.refusal : undefined));
}

describe('spreadsheets as people have them', () => {
	it('may have units behind their headers, and a note says that these are not sent', () => {
		const { container, notes } = only([
			{
				...row,
				'Gross Weight (KGS)': '12.000,5',
				'Net Weight kg': 11000,
				'Volume [m³]': 33,
				'Seal No. (carrier)': 'x',
			},
		]);
		expect(container).toMatchObject({
			containerQuantity: { quantityGross: 12000.5, quantityNet: 11000 },
			containerVolume: { quantityGross: 33 },
		});
		expect(container).not.toHaveProperty('sealNumber');
		expect(notes.map(({ path, rule }) => [path, rule])).toEqual([
			['Seal No. (carrier)', 'unknownColumn'],
			['Gross Weight (KGS)', 'unitInHeader'],
			['Net Weight kg', 'unitInHeader'],
			['Volume [m³]', 'unitInHeader'],
		]);
	});

	it('may begin with a byte order mark, and hold spaces that look like others', () => {
		const { payload } = only([
			{ '\uFEFFShipment Reference': 'SHP\u00a0001 ', 'B/L Number': '\u200bB' },
			{ '\uFEFFShipment Reference': 'SHP 001', 'B/L Number': 'B' },
		]);
		expect(payload).toEqual({ shipmentReference: 'SHP 001', sets: [{ blNumber: 'B' }] });
	});

	it('may end in a row of totals, which is left out and told of', () => {
		const sums = { 'Container Number': 'TOTAL', 'Gross Weight': 5 };
		for (const totals of [sums, { 'Shipment Reference': 'Grand Total:', 'Gross Weight': 5 }]) {
			const { payload, notes } = only([{ ...row, 'Gross Weight': 5 }, totals]);
			expect(payload.sets?.[0]?.containers).toHaveLength(1);
			expect(notes).toMatchObject([{ rule: 'totalsRow', value: 'Row 2' }]);
		}
		const { payload } = only([{ ...row, Shipper: 'Total' }]);
		expect(payload.sets?.[0]?.shipper?.name).toBe('Total');
	});

	it('are refused once where no column names the shipment, with a word about headers further down', () => {
		const rows = [
			{ 'Shipments of March': 'Shipment Reference', __EMPTY: 'B/L Number' },
			{ 'Shipments of March': 'S', __EMPTY: 'B' },
			{},
		];
		const [refusal, ...others] = refusals(rows);
		expect(others).toEqual([]);
		expect(refusal?.message).toBe('No row of the sheet has a Shipment Reference');
		expect(refusal?.description).toMatch(
			/^The columns that hold something are: Shipments of March, __EMPTY\..*Row 1 looks like/,
		);
		expect(refusals([{ Remarks: 'x' }])[0]?.description).not.toMatch(/looks like/);
		expect(shipmentsFromRows([{}, { Remarks: '' }])).toEqual([]);
	});

	it('are refused where two columns for the same field differ, not where they agree', () => {
		expect(refusals([{ ...row, POL: 'Rotterdam', 'Port of Loading': 'Antwerp' }])[0]?.message).toBe(
			'Row 1 has "Antwerp" under Port of Loading, but "Rotterdam" under POL, which means the same',
		);
		expect(refusals([{ ...row, POL: 'Rotterdam', 'Port of Loading': 'Rotterdam ' }])).toEqual([undefined]);
	});

	it.each(['#N/A', '#REF!', '#VALUE!', '#DIV/0!'])('are refused where a formula has no result: %s', (cell) => {
		expect(refusals([{ ...row, 'Seal Number': cell }])[0]?.message).toBe(
			`Row 1: "${cell}" under Seal Number is what a sheet shows where a formula has no result`,
		);
	});

	it('may have empty columns without a header', () => {
		expect(only([{ ...row, __EMPTY: '', __EMPTY_1: null, '': '  ' }]).notes).toEqual([]);
	});
});
