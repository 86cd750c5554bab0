import { corrections, reading, shipments, type Row } from '../../../helpers/sheet';

const row = { 'Shipment Reference': 'S', 'B/L Number': 'B', 'Container Number': 'CSQU3054383' };

function only(rows: Row[]) {
	const [shipment, ...others] = shipments(rows);
	expect(others).toEqual([]);
	return { container: shipment!.payload.sets?.[0]?.containers?.[0], ...shipment! };
}

describe('spreadsheets as people have them', () => {
	it('may have units behind their headers, and a note says that these are not sent', () => {
		const { container, notes } = only([
			{ ...row, 'Gross Wt (KGS)': '12.000,5', 'Net Weight kg': 11000, 'Volume [m³]': 33 },
		]);
		expect(container).toMatchObject({
			containerQuantity: { quantityGross: 12000.5, quantityNet: 11000 },
			containerVolume: { quantityGross: 33 },
		});
		expect(notes.map(({ path, rule }) => [path, rule])).toEqual([
			['Gross Wt (KGS)', 'unitInHeader'],
			['Net Weight kg', 'unitInHeader'],
			['Volume [m³]', 'unitInHeader'],
		]);
		expect(corrections([{ ...row, 'Seal No. (carrier)': 'x' }])).toEqual([
			'Column Seal No. (carrier): No field of the import has this name. Did you mean Container Seal Number?',
		]);
	});

	it('may begin with a byte order mark, and hold spaces that look like others', () => {
		const { payload } = only([
			{ '\uFEFFShipment Reference': 'SHP\u00a0001 ', 'B/L Number': '\u200bB' },
			{ '\uFEFFShipment Reference': 'SHP 001', 'B/L Number': 'B' },
		]);
		expect(payload).toEqual({ shipmentReference: 'SHP 001', sets: [{ blNumber: 'B' }] });
	});

	it('are refused once if no column names the shipment, with a word about headers further down', () => {
		const titled = [
			{ 'Shipments of March': 'Shipment Reference', __EMPTY: 'B/L Number' },
			{ 'Shipments of March': 'S', __EMPTY: 'B' },
			{},
		];
		expect(corrections(titled)).toEqual([
			'Sheet: No column is a Shipment Reference. Row 1 looks like the row of the headers: read the sheet from there on, by the range of the node that reads it.',
		]);
		expect(corrections([{ Remarks: 'x', 'Shipmnt Ref': 'S' }])).toEqual([
			'Sheet: No column is a Shipment Reference. Add one, or rename one of these: row_number, Remarks, Shipmnt Ref.',
			'Column Remarks: No field of the import has this name.',
			'Column Shipmnt Ref: No field of the import has this name. Did you mean Shipment Reference?',
		]);
	});

	it.each([';', '\t', '|'])('are refused with the delimiter that the file has: %j', (separator) => {
		const [issue] = reading([{ [`Shipment Reference${separator}B/L Number`]: `S1${separator}B1` }]).issues;
		expect(issue?.advice).toContain(`set the delimiter ${JSON.stringify(separator)} in the options`);
	});

	it('are refused if two columns for the same field differ, not if they agree', () => {
		expect(corrections([{ ...row, POL: 'Rotterdam', 'Port of Loading': 'Antwerp' }])).toEqual([
			'Row 1, Port of Loading: "Antwerp". POL means the same and has "Rotterdam". Keep one of the two columns, and add the other one to Ignore Columns.',
		]);
		expect(corrections([{ ...row, POL: 'Rotterdam', 'Port of Loading': 'Rotterdam ' }])).toEqual([]);
	});

	it.each(['#N/A', '#REF!', '#VALUE!', '#DIV/0!'])('are refused if a formula has no result: %s', (cell) => {
		expect(corrections([{ ...row, 'Seal Number': cell }])).toEqual([
			`Row 1, Seal Number: "${cell}". A spreadsheet shows this if a formula has no result. Correct the cell.`,
		]);
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

	it('may number further fields behind the header if they number what names the entry', () => {
		const numbered = { 'Notify Party Address 2': 'b', 'Notify Party Code_1': 'c' };
		const named = { 'Notify Party Name': 'A', 'Notify Party Code': 'a', 'Notify Party 2 Name': 'B' };
		const { payload } = only([{ ...row, ...named, ...numbered }]);
		expect(payload.sets?.[0]?.notifyParties).toEqual([
			{ name: 'A', code: 'a' },
			{ name: 'B', address: 'b', code: 'c' },
		]);
		const containers = { 'Container Number 2': 'EXAU1000003', 'Container Seal Number 2': 's' };
		expect(only([{ ...row, ...containers }]).payload.sets?.[0]?.containers).toEqual([
			{ containerNumber: 'CSQU3054383' },
			{ containerNumber: 'EXAU1000003', sealNumber: 's' },
		]);
		const others = { ...numbered, 'Container Seal Number 2': 's', 'B/L Number_1': 'B2', 'Shipper Address 2': 'x' };
		expect(
			corrections([{ ...row, 'Notify Party Name': 'A', 'Notify Party Code': '', ...others }]).map(
				(line) => line.split(':')[0],
			),
		).toEqual(Object.keys(others).map((header) => `Column ${header}`));
	});

	it('never stop at columns of the node that gives the rows, nor at columns without a header or a cell', () => {
		const beside = { row_number: 2, id: 7, createdAt: 'x', updatedAt: 'x', __EMPTY: 'x', __EMPTY_1: 'y', '': 'z' };
		expect(only([{ ...row, ...beside, Remarks: '  ', Mood: null }]).notes).toEqual([]);
		expect(only([{ ...row, _files: { data: { mimeType: 'application/pdf' } } }]).notes).toEqual([]);
	});

	it('stop at all columns that mean nothing at once, unless these are to be ignored', () => {
		const cells = { ETD: 'x', 'Remarks, internal': 'y', Contaner: 'z' };
		expect(corrections([{ ...row, ...cells }])).toEqual([
			'Column ETD: No field of the import has this name.',
			'Column Remarks, internal: No field of the import has this name.',
			'Column Contaner: No field of the import has this name. Did you mean Container Number?',
		]);
		const ignoreColumns = 'etd, "Remarks, internal", Contaner';
		expect(corrections([{ ...row, ...cells }], { ignoreColumns })).toEqual([]);
	});

	it('may have a column Freight, of amounts or of who pays', () => {
		const charges = (Freight: unknown) =>
			only([{ ...row, 'Charge Code': 'BAS', Curr: 'USD', Freight }]).payload.sets?.[0]?.freightCharges?.charges;
		expect(charges(1250.5)).toMatchObject([{ amount: { currency: 'USD', value: 1250.5 } }]);
		expect(charges('Prepaid')).toMatchObject([{ prepaidType: 'PREPAID' }]);
	});

	it('may name the ship if its IMO number is there, too; a name alone stops the import', () => {
		const { payload, notes } = only([{ ...row, Vessel: 'Ever Example', IMO: 9074729 }]);
		expect(payload.vessel).toEqual({ imo: 9074729 });
		expect(notes).toMatchObject([{ path: 'Vessel', rule: 'shipName', severity: 'note' }]);
		expect(only([{ ...row, Vessel: 'IMO 9074729' }]).payload.vessel).toEqual({ imo: 9074729 });
		expect(corrections([{ ...row, Vessel: 'Ever Example' }])).toEqual([
			'Column Vessel: The import knows a ship by its IMO number, not by its name. Add a column IMO Number, and this one to Ignore Columns.',
		]);
	});
});
