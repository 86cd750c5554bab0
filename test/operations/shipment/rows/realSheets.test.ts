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

	it.each([';', '\t', '|'])('are refused with the delimiter that the file has: %j', (separator) => {
		const [refusal] = refusals([{ [`Shipment Reference${separator}B/L Number`]: `S1${separator}B1` }]);
		expect(refusal?.description).toContain(`set the delimiter ${JSON.stringify(separator)} in the options`);
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

	it.each([
		[{ 'Notify Party Name 1': 'A', 'Notify Party Name 2': 'B' }, ['A', 'B']],
		[{ 'Notify Party Name': 'A', 'Notify Party Name_1': 'B', 'Notify Party Name_2': 'C' }, ['A', 'B', 'C']],
		[{ 'Notify Party Name_1': 'A', 'Notify Party Name_2': 'B' }, ['A', 'B']],
		[{ 'Notify Party': 'A', 'Notify Party_1': 'B' }, ['A', 'B']],
		[{ 'Notify Party Name': '', 'Notify Party Name_1': 'B' }, ['B']],
	])('may number entries behind the header, as n8n does with columns of one name: %j', (cells, names) => {
		const { payload, notes } = only([{ ...row, ...cells }]);
		expect(payload.sets?.[0]?.notifyParties?.map(({ name }) => name)).toEqual(names);
		expect(notes).toEqual([]);
	});

	it('may number further fields behind the header where they number what names the entry', () => {
		const numbered = { 'Notify Party Address 2': 'b', 'Notify Party Code_1': 'c', 'Container Seal Number 2': 's' };
		const named = { 'Notify Party Name': 'A', 'Notify Party Code': 'a', 'Notify Party 2 Name': 'B' };
		const { payload, container } = only([{ ...row, ...named, ...numbered }]);
		expect(payload.sets?.[0]?.notifyParties).toEqual([
			{ name: 'A', code: 'a' },
			{ name: 'B', address: 'b', code: 'c' },
		]);
		expect(container).not.toHaveProperty('sealNumber');
		const others = { ...numbered, 'B/L Number_1': 'B2', 'Shipper Address 2': 'x' };
		const alone = only([{ ...row, 'Notify Party Name': 'A', 'Notify Party Code': '', ...others }]);
		expect(alone.payload.sets).toMatchObject([{ blNumber: 'B', notifyParties: [{ name: 'A' }] }]);
		expect(alone.notes.map(({ path }) => path)).toEqual(Object.keys(others));
		const containers = { 'Container Number 2': 'EXAU1000003', 'Container Seal Number 2': 's' };
		expect(only([{ ...row, ...containers }]).payload.sets?.[0]?.containers).toEqual([
			{ containerNumber: 'CSQU3054383' },
			{ containerNumber: 'EXAU1000003', sealNumber: 's' },
		]);
	});

	it('may have empty columns without a header', () => {
		expect(only([{ ...row, __EMPTY: '', __EMPTY_1: null, '': '  ' }]).notes).toEqual([]);
	});
});
