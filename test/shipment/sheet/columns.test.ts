import { corrections, payloads, remarks, type Row } from '../../helpers/sheet';

const row = (cells: Row): Row => ({ 'Shipment Reference': 'S', 'B/L Number': 'B', ...cells });
const container = { 'Container Number': 'CSQU3054383' };
const containersOf = (rows: Row[], options = {}) => payloads(rows, options)[0]?.sets?.[0]?.containers;

describe('seals in several columns', () => {
	it.each([
		[{ 'Seal 1': 'S1', 'Seal 2': 'S2' }, 'S1, S2'],
		[{ 'Carrier Seal': 'S1', 'Customs Seal No': 'S2', 'Shipper Seal': 'S1' }, 'S1, S2'],
		[{ 'Seal 1': 'S1', 'Seal 2': '' }, 'S1'],
		[{ 'Seal Numbers': 'S1, S3', 'Seal 2': 'S2' }, 'S1, S3, S2'],
	])('are all sent: %j', (seals, sealNumber) => {
		expect(containersOf([row({ ...container, ...seals })])).toMatchObject([{ sealNumber }]);
	});

	it('can be chosen in Column Mapping, each', () => {
		const field = 'sets.containers.sealNumber';
		const columns = ['Bolt', 'Lock'].map((column) => ({ column, field }));
		expect(containersOf([row({ ...container, Bolt: 'S1', Lock: 'S2' })], { columns })).toMatchObject([
			{ sealNumber: 'S1, S2' },
		]);
	});

	it('are still one by one what a seal can be', () => {
		expect(corrections([row({ ...container, 'Seal 1': 'S1', 'Seal 2': 'TBA' })])).toEqual([
			expect.stringContaining('Seal 2: "TBA"'),
		]);
	});
});

describe('two columns for one field', () => {
	it('agree, and are one', () => {
		const cells = { POL: 'Santos', 'Port of Loading': 'Santos' };
		expect(payloads([row(cells)])[0]?.sets).toMatchObject([{ loadingLocation: 'Santos' }]);
	});

	it.each([
		[{ POL: 'Santos', 'Port of Loading': 'Durban' }, 'Port of Loading: "Durban"', 'POL', 'Santos'],
		[{ 'B/L Date': '2026-11-20', 'BL Date': '2026-11-21' }, 'BL Date: "2026-11-21"', 'B/L Date', '2026-11-20'],
	])('or stop: %j', (cells, where, header, other) => {
		const advice = `The column ${header} is for the same field and has "${other}". Keep one of the two columns`;
		expect(corrections([row(cells)])).toEqual([expect.stringContaining(`${where}. ${advice}`)]);
	});
});

describe('a header that stands for a field', () => {
	it.each(['Booking No. 订舱号', 'Booking No./订舱号', '订舱号 Booking No.', 'Reference'])(
		'is the shipment reference if no other is: %s',
		(header) => {
			expect(payloads([{ [header]: 'S1', 'B/L Number': 'B' }])[0]?.shipmentReference).toBe('S1');
		},
	);

	it('is the packages if no other is, and else a column without a field', () => {
		expect(containersOf([row({ ...container, Qty: 10, Kind: 'BAGS' })])).toMatchObject([
			{ totalNumberOfPackingItems: 10 },
		]);
		for (const header of ['Pkgs', 'Goods Packages']) {
			const rows = [row({ Qty: 1800, ...container, [header]: 10, Kind: 'CARTONS' })];
			expect(containersOf(rows)).toMatchObject([{ totalNumberOfPackingItems: 10 }]);
			expect(remarks(rows)).toEqual([expect.stringContaining('The import has no field for Qty')]);
		}
	});

	it('is not chosen from two columns that differ, as one may be the pieces in the packages', () => {
		const two = (pieces: number) => [row({ ...container, Qty: 1800, Pcs: pieces, Kind: 'CARTONS' })];
		expect(corrections(two(10))).toEqual([expect.stringContaining('Pcs')]);
		expect(containersOf(two(1800))).toMatchObject([{ totalNumberOfPackingItems: 1800 }]);
	});
});

describe('a header in parts', () => {
	it.each([
		['Gross Weight / 毛重 (kg)', 'KGM'],
		['毛重 Gross Weight kgs', 'KGM'],
		['gross_weight_kg', 'KGM'],
		['Weight (Gross lbs)', 'LBR'],
		['Gross Weight in t', 'TNE'],
		['Gross Weight (in kilos)', 'KGM'],
		['Gross\nWt [kg]', 'KGM'],
	])('is read if its known parts name one field, with its unit: %s', (header, crossRefId) => {
		expect(containersOf([row({ ...container, [header]: 5 })])).toMatchObject([
			{ containerQuantity: { quantityGross: 5, crossRefId } },
		]);
	});

	it.each([
		['No. & Kind of Packages', 'Packing Unit, No.'],
		['Vessel / Voyage', 'Voyage Reference, Vessel. The import sends no name of a ship'],
	])('stops if they name several: %s', (header, names) => {
		expect(corrections([row({ [header]: 'x' })])).toEqual([
			`Column ${header}: It names several fields. Give each its own column: ${names}. To leave it out, choose (Ignore) in Column Mapping.`,
		]);
	});

	it.each(['Weight/CTN', 'MEAS per carton', 'Net Weight (kg) per bag', 'Qty per Box', 'Pcs/Pallet', 'G.W. / Pkg'])(
		'is named as one without a field if it is a figure of one package: %s',
		(header) => {
			expect(remarks([row({ [header]: 5 })])).toEqual([
				`Sheet: The import has no field for ${header}: these columns are not sent.`,
			]);
		},
	);

	it('is read with a number in front, or in short', () => {
		const rows = [row({ 'Container Number': 'CSQU3054383', '1. POL': 'Oslo', '12) Sz/Tp': '22G1' })];
		expect(payloads(rows)[0]?.sets).toMatchObject([
			{ loadingLocation: 'Oslo', containers: [{ containerType: '22G1' }] },
		]);
	});

	it('is to be ignored by two quotation marks if it is empty', () => {
		const rows = [row({ '': 5 })];
		expect(corrections(rows)).toEqual([
			'Column : Its header is empty, but it has values, such as 5. Give it a header. To leave it out, add "" to Ignore Columns.',
		]);
		expect(corrections(rows, { ignoreColumns: 'ETA, ""' })).toEqual([]);
		// As n8n names them in a workbook.
		expect(corrections([row({ __EMPTY: 5, __EMPTY_1: 6 })], { ignoreColumns: '""' })).toEqual([]);
	});

	it.each([
		...['Gross Weight (cbm)', 'Peso Bruto (KG)', 'Nobody Knows', 'Quantity (kg)', 'Gross Weight (kg / lbs)'],
		...['Gross Weight (per carton) kg', "Gross Weight ('000 kg)", 'Gross Weight (kg) %'],
		...['Consignee / Email', 'Shipper (ref)', 'Container No (previous)', 'POD (alternative)', 'Gross Weight (kg)_1'],
	])('stops if a word of it is unknown: %s', (header) => {
		expect(corrections([row({ [header]: 5 })])).toEqual([
			expect.stringContaining(`Column ${header}: No field of the import has this name.`),
		]);
	});

	it('gets the closest name as a suggestion', () => {
		expect(corrections([row({ 'Seal Numbr': 'S1' })])[0]).toContain('Did you mean Container Seal Number?');
	});
});

describe('a header', () => {
	it.each<[Row, object]>([
		[{ Cartons: 320 }, { totalNumberOfPackingItems: 320, packingUnit: 'CARTONS' }],
		[{ 'No. of Cartons': 320 }, { packingUnit: 'CARTONS' }],
		[{ 'Carton Qty': 320 }, { packingUnit: 'CARTONS' }],
		[{ 'No. of Box': 3 }, { packingUnit: 'BOXES' }],
		[{ Pkgs: 320, Kind: 'BAGS' }, { packingUnit: 'BAGS' }],
		[{ Cartons: 320, Kind: 'Cartons' }, { packingUnit: 'Cartons' }],
	])('may be the kind of packages, or Kind beside their number: %j', (cells, packages) => {
		expect(containersOf([row({ ...container, ...cells })])).toMatchObject([packages]);
	});

	it('of the trade without a field in the import is named once in a note', () => {
		const cells = { 'HS Code': '0901', ETD: '2026-01-01', Remarks: 'x', 'Vessel Name': 'Ever Example', VGM: 5 };
		expect(remarks([row(cells), row({ ...cells, 'B/L Number': 'B2' })])).toEqual([
			'Sheet: The import has no field for HS Code, ETD, Remarks, Vessel Name, VGM: these columns are not sent.',
		]);
	});

	it('that is there twice was renamed by the file reader, and stops', () => {
		expect(corrections([row({ Notify: 'A', Notify_1: 'B' })])[0]).toContain(
			'The sheet has several columns named Notify',
		);
	});

	it('of amounts or of who pays is decided by its cells', () => {
		expect(payloads([row({ Freight: 'Prepaid', Amount: 5, Currency: 'USD' })])).toMatchObject([
			{ sets: [{ freightCharges: { charges: [{ amount: { value: 5 }, prepaidType: 'PREPAID' }] } }] },
		]);
		expect(payloads([row({ Freight: 2501, Currency: 'USD' })])).toMatchObject([
			{ sets: [{ freightCharges: { charges: [{ amount: { value: 2501, currency: 'USD' } }] } }] },
		]);
	});

	it('without a number beside a second one is the first, unless it is a figure', () => {
		expect(payloads([row({ 'Notify Party': 'A', 'Notify Party 2': 'B' })])[0]?.sets?.[0]?.notifyParties).toEqual([
			{ name: 'A' },
			{ name: 'B' },
		]);
		const two = { 'Container 1 No': 'CSQU3054383', 'Container 2 No': 'MSCU6639870' };
		expect(corrections([row({ ...two, 'Gross Weight (kg)': 5 })])[0]).toContain(
			'Column Gross Weight (kg): It is unclear which Container this column belongs to',
		);
	});
});

describe('container size and type in two columns', () => {
	it.each([
		['20', 'GP', '20GP'],
		["40'", 'HC', '40HC'],
		[45, 'HQ', '45HQ'],
		['40', '45G1', '45G1'],
		['20', '22G1', '22G1'],
		['40', 'High Cube', '40 HIGH CUBE'],
		['40HC', '', '40HC'],
	])('are one: %p and %s are %s', (Size, Type, containerType) => {
		expect(containersOf([row({ ...container, Size, Type })])).toMatchObject([{ containerType }]);
	});

	it.each([
		['20', '45G1'],
		['7', 'GP'],
	])('stop if they do not go together: %s and %s', (Size, Type) => {
		expect(corrections([row({ ...container, Size, Type })])[0]).toContain('Does not go with');
	});

	it('are those of each container on its own', () => {
		const two = { 'Container 1 No': 'CSQU3054383', 'Container 1 Type': '22G1' };
		const cells = { ...two, 'Container 2 No': 'MSCU6639870', 'Container 2 Type': '45G1' };
		expect(containersOf([row(cells)])).toMatchObject([{ containerType: '22G1' }, { containerType: '45G1' }]);
	});
});

describe('an entry of Column Mapping', () => {
	const mapped = (column: string, field: string) => ({ columns: [{ column, field }] });
	const net = 'sets.containers.containerQuantity.quantityNet';

	it('goes before the header, and its unit is read all the same, in every field that has one', () => {
		const columns = [
			{ column: 'peso bruto(kg)', field: 'sets.containers.containerQuantity.quantityGross' },
			{ column: 'Volumen (m³)', field: 'sets.containers.containerVolume.quantityGross' },
			{ column: 'Fracht (EUR)', field: 'sets.freightCharges.charges.amount.value' },
		];
		const cells = { ...container, 'Peso Bruto (KG)': 5, 'Volumen (m³)': 6, 'Fracht (EUR)': 7 };
		const measured = (quantityGross: number, crossRefId: string) => ({ quantityGross, crossRefId });
		expect(payloads([row(cells)], { columns })[0]?.sets).toMatchObject([
			{
				containers: [{ containerQuantity: measured(5, 'KGM'), containerVolume: measured(6, 'MTQ') }],
				freightCharges: { charges: [{ amount: { value: 7, currency: 'EUR' } }] },
			},
		]);
	});

	it('counts as a header: a row with units and kinds of packages is none', () => {
		const columns = [{ column: 'a', field: 'shipmentReference' }];
		expect(
			payloads([{ a: 'S', b: 'CARTONS', c: 'KG', POL: 'Rotterdam' }], { columns, ignoreColumns: 'b, c' }),
		).toHaveLength(1);
	});

	it('that meets no column stops if another one would be read instead', () => {
		const rows = [row({ ...container, 'Net Weight (kg)': 5 })];
		const otherwise =
			'It has Net Weight (kg). Correct the entry (type the header, do not drag it: that gives the value of a cell), or remove it. If other sheets have this column, move the entry to More Column Mapping.';
		for (const [column, field] of [['Net Wt (kg)', net] as const, ['Net Wieght (kg)', 'ignore'] as const])
			expect(corrections(rows, mapped(column, field))).toEqual([
				`Column ${column}: The sheet has no filled column of this name, which is in Column Mapping. ${otherwise}`,
			]);
		expect(remarks(rows, { ignoreColumns: 'Net Wieght (kg)' })[0]).toContain('which is in Ignore Columns. It has');
		expect(remarks(rows, mapped('Insurance', 'sets.contractNumber'))[0]).toContain('The sheet has no filled column');
		expect(remarks(rows, { ignoreColumns: 'Insurance' }).filter((line) => line.includes('Insurance'))).toEqual([]);
	});
});

describe('a column Package', () => {
	const packages = (cells: Row) =>
		payloads([{ 'Shipment Reference': 'S1', 'B/L Number': 'B1', 'Container No': 'CSQU3054383', ...cells }])[0]
			?.sets?.[0]?.containers?.[0];

	it('is the kind if it has words, and the number if it has figures', () => {
		const both = { totalNumberOfPackingItems: 812, packingUnit: 'CARTONS' };
		expect(packages({ '件数 Quantity': 812, '包装 Package': 'CARTONS' })).toMatchObject(both);
		expect(packages({ Package: '812 CARTONS' })).toMatchObject(both);
		expect(packages({ Package: 812, Kind: 'CARTONS' })).toMatchObject(both);
	});
});
