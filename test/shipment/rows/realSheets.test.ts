import { corrections, payloads, shipments, type Row } from '../../helpers/sheet';

const row = { 'Shipment Reference': 'S', 'B/L Number': 'B', 'Container Number': 'CSQU3054383' };

function only(rows: Row[]) {
	const [shipment, ...others] = shipments(rows);
	expect(others).toEqual([]);
	return { container: shipment!.payload.sets?.[0]?.containers?.[0], ...shipment! };
}

describe('spreadsheets as people have them', () => {
	it('may have units in their headers, which are sent as codes', () => {
		const { container } = only([
			{ ...row, 'Gross Wt (KGS)': '12.000,5', 'Net Weight in kg': 11000, 'Volume [m³]': 33 },
		]);
		expect(container).toMatchObject({
			containerQuantity: { quantityGross: 12000.5, quantityNet: 11000, crossRefId: 'KGM' },
			containerVolume: { quantityGross: 33, crossRefId: 'MTQ' },
		});
	});

	it.each([
		['Gross Weight (lbs)', 'LBR'],
		['Gross Weight [t]', 'TNE'],
		['KGS', 'KGM'],
		['gross_weight_kg', 'KGM'],
		['grossWeightKg', 'KGM'],
		['Gross Weight/kg', 'KGM'],
		['Gross Weight (in kilos)', 'KGM'],
	])('have the unit of a header %s', (header, crossRefId) => {
		const { container } = only([{ ...row, [header]: 5 }]);
		expect(container?.containerQuantity).toEqual({ quantityGross: 5, crossRefId });
	});

	it('have the unit of a header only for rows with a figure, and for cargo in a sheet without containers', () => {
		expect(only([{ ...row, 'Gross Weight (kg)': '' }]).container).toEqual({ containerNumber: 'CSQU3054383' });
		const [payload] = payloads([{ 'Shipment Reference': 'S', 'Cargo Name': 'Tea', 'Gross Weight (kg)': 5, CBM: 2 }]);
		expect(payload?.sets?.[0]?.cargos?.[0]?.packaging).toEqual([
			{ weight: { quantityGross: 5, crossRefId: 'KGM' }, volume: { quantityGross: 2, crossRefId: 'MTQ' } },
		]);
	});

	it('may have a unit in the header and in a column, if both say the same', () => {
		const cells = { ...row, 'Gross Weight (kg)': 5, 'Weight Unit': 'KGS' };
		expect(only([cells]).container?.containerQuantity).toEqual({ quantityGross: 5, crossRefId: 'KGM' });
		expect(corrections([cells, { ...cells, 'Weight Unit': '' }])).toEqual([]);
		expect(corrections([{ ...cells, 'Weight Unit': 'LBR' }])).toEqual([
			'Row 1, Gross Weight (kg): "5". The unit in its header contradicts Weight Unit, which has "LBR". Correct one of the two.',
		]);
		expect(corrections([{ ...row, 'Gross Weight (kg)': 5, 'Net Weight (lbs)': 9 }])).toEqual([
			'Row 1, Net Weight (lbs): "9". The unit in its header contradicts Gross Weight (kg), which has "KGM". Correct one of the two.',
		]);
	});

	it('have a unit of their measure in a header', () => {
		expect(corrections([{ ...row, 'Gross Weight (cbm)': 5 }])).toEqual([
			'Column Gross Weight (cbm): cbm is not a unit of weight. Correct the header.',
		]);
		expect(corrections([{ ...row, Volume_kg: 5 }])).toEqual([
			'Column Volume_kg: kg is not a unit of volume. Correct the header.',
		]);
	});

	it.each(['Amount (USD)', 'Freight Amount [USD]', 'Amount in USD', 'charge_amount_USD', 'Freight (USD)'])(
		'have the currency of a header %s',
		(header) => {
			const [payload] = payloads([{ ...row, 'Charge Code': 'BAS', [header]: 5 }]);
			expect(payload?.sets?.[0]?.freightCharges?.charges).toEqual([
				{ code: 'BAS', amount: { currency: 'USD', value: 5 } },
			]);
		},
	);

	it('have no currency of a header that contradicts its column, or of another word', () => {
		const charge = { ...row, 'Charge Code': 'BAS' };
		expect(corrections([{ ...charge, 'Amount (USD)': 5, Currency: 'EUR' }])).toEqual([
			'Row 1, Amount (USD): "5". The currency in its header contradicts Currency, which has "EUR". Correct one of the two.',
		]);
		for (const header of ['Amount (local)', 'AMOUNT ALL', 'Rate USD', 'Freight (PPD)'])
			expect(corrections([{ ...charge, [header]: 5 }])).toEqual([
				expect.stringContaining(`Column ${header}: No field`),
			]);
		const [payload] = payloads([{ ...charge, 'Amount (JPY)': '12.500' }]);
		expect(payload?.sets?.[0]?.freightCharges?.charges?.[0]?.amount?.value).toBe(12500);
	});

	it('are refused if a header has a unit that is not known, or another addition', () => {
		expect(corrections([{ ...row, 'Gross Weight (stone)': 5 }])).toEqual([
			'Column Gross Weight (stone): The unit stone is unknown. Remove it from the header, and put it into a separate column, such as Weight Unit.',
		]);
		expect(corrections([{ ...row, 'Seal No. (carrier)': 'x' }])).toEqual([
			'Column Seal No. (carrier): No field of the import has this name. Choose its field in Column Mapping, or add it to Ignore Columns.',
		]);
	});

	it('may have the form of dates behind their header', () => {
		expect(only([{ ...row, 'B/L Date (YYYY-MM-DD)': '2026-05-12' }]).payload.sets?.[0]?.blDate).toBe('2026-05-12');
	});

	it('may begin with a byte order mark, and hold spaces that look like others', () => {
		const { payload } = only([
			{ '\uFEFFShipment Reference': 'SHP\u00a0001 ', 'B/L Number': '\u200bB' },
			{ '\uFEFFShipment Reference': 'SHP 001', 'B/L Number': 'B' },
		]);
		expect(payload).toEqual({ shipmentReference: 'SHP 001', sets: [{ blNumber: 'B' }] });
	});

	it('are refused once if no column names the shipment', () => {
		const [sheet, ...columns] = corrections([{ Remarks: 'x', 'Shipmnt Ref': 'S' }]);
		expect(sheet).toBe(
			'Sheet: There is no column Shipment Reference. Add it, or choose it for one of these in Column Mapping: Remarks, Shipmnt Ref. If these are not the headers, set the row of the headers, or the sheet, in the node that reads the file. In Extract from File, this is Range (the number of rows above the headers: 2 if they are in row 3) or Sheet Name or, for CSV, Starting Line.',
		);
		expect(columns).toEqual([
			'Column Remarks: No field of the import has this name. Choose its field in Column Mapping, or add it to Ignore Columns.',
			'Column Shipmnt Ref: No field of the import has this name. Did you mean Shipment Reference? Rename the column, or choose its field in Column Mapping.',
		]);
	});

	it.each(['CSQU3054383, MSCU6639870', 'CSQU 305438-3\nMSCU 663987-0', 'CSQU3054383/MSCU6639870'])(
		'are refused if a cell has several containers: %j',
		(cell) => {
			expect(corrections([{ ...row, 'Container Number': cell }])).toEqual([
				`Row 1, Container Number: "${cell}". Has several container numbers. Give each container its own row.`,
			]);
		},
	);

	it.each([
		[['A', 'B'], '["A","B"]. Not text.'],
		[{ error: '#N/A' }, '{"error":"#N/A"}. Not text.'],
		[1234567890123456789, '1234567890123456800. Has more digits than a number cell can hold. Store it as text.'],
	])('are refused if the value of a cell cannot be text: %j', (cell, expected) => {
		const quoted = expected.replace(/^(.*?[\]}0])\. /, '"$1". ');
		expect(corrections([{ ...row, 'Seal Number': cell }])).toEqual([`Row 1, Seal Number: ${quoted}`]);
	});

	it('are refused if two columns for the same field differ, not if they agree', () => {
		expect(corrections([{ ...row, POL: 'Rotterdam', 'Port of Loading': 'Antwerp' }])).toEqual([
			'Row 1, Port of Loading: "Antwerp". The column POL is for the same field and has "Rotterdam". Keep one of the two columns, and add the other to Ignore Columns.',
		]);
		expect(corrections([{ ...row, POL: 'Rotterdam', 'Port of Loading': 'Rotterdam ' }])).toEqual([]);
	});

	it.each(['#N/A', '#REF!', '#VALUE!', '#DIV/0!'])('are refused if a formula has no result: %s', (cell) => {
		expect(corrections([{ ...row, 'Seal Number': cell }])).toEqual([
			`Row 1, Seal Number: "${cell}". The formula of this cell has no valid result. Correct the cell.`,
		]);
	});

	it.each([
		[{ 'Notify Party 1 Name': 'A', 'Notify Party 2 Name': 'B' }, ['A', 'B']],
		[{ 'Notify Party': 'A', 'Notify Party 2': 'B', 'Notify 3': 'C' }, ['A', 'B', 'C']],
		[{ 'Notify Party Name': '', 'Notify Party 2 Name': 'B' }, ['B']],
		[{ 'notifyParties[0].name': 'A', 'notifyParties[1].name': 'B' }, ['A', 'B']],
	])('may number entries in their headers: %j', (cells, names) => {
		const { payload } = only([{ ...row, ...cells }]);
		expect(payload.sets?.[0]?.notifyParties?.map(({ name }) => name)).toEqual(names);
	});

	it('are refused if n8n has numbered columns of one name', () => {
		expect(corrections([{ ...row, 'Notify Party': 'A', 'Notify Party_1': 'B' }])).toEqual([
			'Column Notify Party_1: The sheet has several columns named Notify Party. Combine them in one, or number the entries of a list, as in Notify Party 2 Name.',
		]);
		expect(corrections([{ ...row, 'Shipper Address': 'A', 'Shipper Address_1': 'B' }])).toEqual([
			'Column Shipper Address_1: The sheet has several columns named Shipper Address. Combine them in one, or number the entries of a list, as in Notify Party 2 Name.',
		]);
		expect(only([{ ...row, notify_1: 'A', notify_2: 'B' }]).payload.sets?.[0]?.notifyParties).toHaveLength(2);
	});

	it('never stop at columns of the node that gives the rows, nor at columns without a cell', () => {
		const adviceOn = (text: string, wayOut: string) =>
			`Values in a column without a header are not imported: "${text}". Give the column a header, ${wayOut}.`;
		const beside = { row_number: 2, id: 7, createdAt: 'x', updatedAt: 'x', __EMPTY: 'x', __EMPTY_1: 'y', '': 'z' };
		expect(only([{ ...row, ...beside, Remarks: '  ', Mood: null }]).issues).toMatchObject([
			{ issue: { rule: 'withoutHeader', advice: adviceOn('x', 'or add __EMPTY to Ignore Columns') } },
			{ issue: { rule: 'withoutHeader', advice: adviceOn('y', 'or add __EMPTY_1 to Ignore Columns') } },
			{ issue: { rule: 'withoutHeader', advice: adviceOn('z', 'or empty the column') } },
		]);
		const ignoring = { ignoreColumns: '__EMPTY, __EMPTY_1' };
		expect(shipments([{ ...row, __EMPTY: 'x', __EMPTY_1: 'y' }], ignoring)[0]!.issues).toEqual([]);
		expect(only([{ ...row, _files: { data: { mimeType: 'application/pdf' } } }]).issues).toEqual([]);
	});

	it('stop at all columns that mean nothing at once, unless these are to be ignored', () => {
		const cells = { ETD: 'x', 'Remarks, internal': 'y', Contaner: 'z' };
		expect(corrections([{ ...row, ...cells }])).toEqual([
			'Column ETD: No field of the import has this name. Choose its field in Column Mapping, or add it to Ignore Columns.',
			'Column Remarks, internal: No field of the import has this name. Choose its field in Column Mapping, or add it to Ignore Columns.',
			'Column Contaner: No field of the import has this name. Did you mean Container Number? Rename the column, or choose its field in Column Mapping.',
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

	it.each([
		['PP', 'PREPAID'],
		['Pre-paid', 'PREPAID'],
		['Freight Prepaid', 'PREPAID'],
		['c', 'COLLECT'],
		['FREIGHT COLLECT', 'COLLECT'],
	])('may shorten who pays: %s', (cell, prepaidType) => {
		const { payload } = only([{ ...row, 'PP/CC': cell, Charge: 'BAS', Amount: 5 }]);
		expect(payload.sets?.[0]?.freightCharges?.charges).toMatchObject([{ prepaidType }]);
	});

	it('are refused if they name a ship by its name, for which the import has no field', () => {
		const expected =
			'Column Vessel: The import identifies a ship by its IMO number, not by its name. Add a column IMO Number, or add IMO Number to Accept Values and this column to Ignore Columns.';
		expect(corrections([{ ...row, Vessel: 'Ever Example' }])).toEqual([expected]);
	});

	it('may name a ship beside its IMO number, with a note unless the column is ignored', () => {
		const named = [{ ...row, Vessel: 'Ever Example', IMO: 9074729 }];
		const [noted, ignored] = [{}, { ignoreColumns: 'Vessel' }].map((options) => shipments(named, options)[0]!);
		expect(noted!.payload.vessel).toEqual({ imo: 9074729 });
		expect(noted!.issues).toMatchObject([{ issue: { source: 'Row 2 (B, CSQU3054383), Vessel', severity: 'note' } }]);
		expect(ignored).toMatchObject({ payload: { vessel: { imo: 9074729 } }, issues: [] });
		expect(
			shipments([...named, { ...named[0]!, 'Shipment Reference': 'OTHER', 'B/L Number': 'B2', IMO: '' }]).at(-1)!
				.issues,
		).toMatchObject([{ issue: { source: 'Row 3 (B2, CSQU3054383), Vessel', severity: 'warning' } }]);
	});

	it('get all suggestions for a header that several fields end with', () => {
		const [, correction] = corrections([{ Ref: 'S', 'B/L Number': 'B', 'Container Number': 'CSQU3054383' }]);
		expect(correction).toBe(
			'Column Ref: No field of the import has this name. It can be Shipment Reference, External Reference, Voyage Reference, Export Reference, Set Reference. Rename the column, choose its field in Column Mapping, or add it to Ignore Columns. Each column needs a header of its own.',
		);
	});

	it('that are numbered without their list get its numbered header as a suggestion', () => {
		expect(corrections([{ ...row, 'Container 1': 'CSQU3054383', 'Seal 2': 'S-2' }])).toEqual([
			expect.stringContaining('Did you mean Container 2 Seal Number?'),
		]);
	});
});
