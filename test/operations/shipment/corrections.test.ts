import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { jsonOf, textWith, useExchangeNode } from '../../helpers/exchangeNode';

const exchange = useExchangeNode();
const imports = () => exchange.simulator.requests.filter(({ path }) => path.endsWith('/shipments'));
const rest = { Shipper: 'Ex', Consignee: 'Ample', POL: 'Rotterdam', POD: 'Singapore', Cargo: 'Shirts' };

const row = (shipment: string, container: string, more: IDataObject = {}): INodeExecutionData => ({
	json: {
		'Shipment Reference': shipment,
		'B/L Number': `BL-${shipment}`,
		'Container Number': container,
		...rest,
		...more,
	},
});

async function run(items: INodeExecutionData[], parameters: INodeParameters = {}) {
	return await exchange.run('shipment.import', { inputMode: 'rows', ifPresent: 'import', ...parameters }, { items });
}

const second: IDataObject = {
	...{ 'Job No': 'J-2', 'B/L No': 'MB-2', POL: 'Santos', POD: 'Copenhagen', Commodity: 'Cocoa beans' },
	...{ Shpr: 'Alta Mira Coffee', Cnee: 'Nordhavn Trading' },
};

/** A forwarder's sheet of 20 columns, as it comes: two bills of lading, a container on each row, and twelve mistakes. */
const messy: IDataObject[] = [
	{
		'Job No': 'J-1',
		'B/L No': 'MB-1',
		Vessel: 'Ever Example',
		'Voy.': '402E',
		POL: 'Santos',
		POD: 'Copenhagen',
		Shpr: 'Alta Mira Coffee',
		Cnee: 'Nordhavn Trading',
		Notify: 'Harbour Notify Ltd',
		'BL Date': '05/06/2026',
		Commodity: 'Green coffee',
		'Cntr No': 'CSQU3054380',
		Type: '22G1',
		'Seal No': 'SL100001',
		Pkgs: '320 bags',
		'Gross Wt (kg)': '19.400',
		CBM: '33,5',
		Freight: 2501,
		Curr: 'USD',
		Remrks: 'urgent',
	},
	{
		'Job No': 'J-1',
		'B/L No': 'MB-1',
		POD: 'Aarhus',
		'Cntr No': 'EXAU1000003',
		Type: '22G1',
		'Seal No': '#REF!',
		'Gross Wt (kg)': 18190,
	},
	{ 'B/L No': 'MB-1', 'Cntr No': 'EXAU1000019', 'Gross Wt (kg)': 16100 },
	{ ...second, 'BL Date': 'TBA', 'Cntr No': 'MSCU6639870', Freight: 100, Curr: 'USD' },
	{ 'Job No': 'J-2', 'B/L No': 'MB-2', 'Cntr No': 'CSQU3054383', Freight: 100, Curr: 'USD' },
	{ 'Job No': 'J-2', 'B/L No': 'MB-2', 'Cntr No': 'CSQU3054383', 'Gross Wt (kg)': 'n/a' },
	{ 'Job No': 'Total', Pkgs: 320, 'Gross Wt (kg)': 53690 },
];

describe('a sheet that has to be corrected', () => {
	it('is told all of it in one run, with columns and rows: a messy sheet with twelve mistakes', async () => {
		const before = imports().length;
		const items = messy.map((cells, index) => ({ json: { row_number: index + 2, ...cells } }));
		const { error } = await run(items, { importRef: 'M', options: { validation: 'strict' } });
		expect(error?.description?.split('\n')).toEqual([
			'1. Column Remrks: No field of the import has this name.',
			'2. Column Vessel: The import knows a ship by its IMO number, not by its name. Add a column IMO Number, and this one to Ignore Columns.',
			'3. Row 2, BL Date: "05/06/2026". Not a date with one meaning. Write it YYYY-MM-DD.',
			'4. Row 2, Pkgs: "320 bags". A number with a text behind it. Write the number alone: units have columns of their own.',
			'5. Row 2, Gross Wt (kg): "19.400". Can be 19400 or 19.4. Choose the Decimal Separator in the node\'s options, or write 19400 or 19.4.',
			'6. Row 3, Seal No: "#REF!". A spreadsheet shows this if a formula has no result. Correct the cell.',
			'7. Row 3, POD: "Aarhus". Row 2 has "Copenhagen" for the same thing. Rows of the same shipment, bill of lading, container or cargo must agree: correct one of them, or leave it empty.',
			'8. Row 2, Cntr No: "CSQU3054380". CSQU305438 has the check digit 3, not 0: one of its characters is probably mistyped.',
			'9. Row 4: Has no Shipment Reference, so it cannot be placed: it may be a container, or a total. Fill in the reference, or take the row out.',
			'10. Row 5, BL Date: "TBA". Not a date with one meaning. Write it YYYY-MM-DD.',
			'11. Row 7, Gross Wt (kg): "n/a". Not a number. Write 12000.5, with a decimal point and without thousands separators.',
			'12. Row 5, Row 6: "100". The same charge in each of these places, and it is not known if it applies once or several times. Keep it on one row; if it applies several times, let the rows differ, as in Freighted As.',
			'To leave out what is not understood, put into Ignore Columns: Remrks, Vessel',
			expect.stringMatching(/^To fill the cells of a column from those above them in Excel: /),
		]);
		expect(error?.message).toBe('The sheet needs 12 corrections; nothing was imported');
		expect(imports()).toHaveLength(before);
	});

	it('stop at columns that mean nothing, with what to put into Ignore Columns', async () => {
		const before = imports().length;
		const items = [row('S3', 'CSQU3054383', { importRef: 'R3', Mood: 'good', ETD: '2026-01-01' })];
		const { error } = await run(items);
		expect(error?.message).toBe('The sheet needs 2 corrections; nothing was imported');
		expect(error?.description).toContain('put into Ignore Columns: Mood, ETD');
		expect(imports()).toHaveLength(before);
		const outcome = await run(items, { options: { ignoreColumns: 'Mood, ETD' } });
		expect(jsonOf(outcome)).toMatchObject([{ importRef: 'R3', httpStatus: 200 }]);
	});

	it('name the row and column of what a warning is about', async () => {
		const [json] = jsonOf(await run([row('S4', 'CSQU3054380', { importRef: 'R4', row_number: 9 })]));
		expect(json?.warnings).toContainEqual(
			expect.objectContaining({ rule: 'containerNumber', source: 'Row 9, Container Number' }),
		);
	});

	it('list everything that has to be corrected at once: columns, cells, checks and references', async () => {
		const items = [
			row('S5', 'CSQU3054380', { 'B/L Date': '05/06/2025', ETD: 'x' }),
			row('S6', 'EXAU1000019', { importRef: 'R6', 'Gross Weight': '12.500' }),
		].map((item, index) => ({ json: { ...item.json, row_number: index + 2 } }));
		const { error } = await run(items, { options: { validation: 'strict' } });
		for (const line of [
			'1. Column ETD: ',
			'2. Row 2, B/L Date: "05/06/2025". ',
			'3. Row 2, Container Number: "CSQU3054380". ',
			'4. Row 3, Gross Weight: "12.500". Can be 12500 or 12.5. ',
		])
			expect(error?.description).toContain(line);
	});

	it('list in one sentence what one shipment needs if the others continue', async () => {
		const items = [row('S7', 'CSQU3054383', { importRef: 'R7', 'B/L Date': 'TBA', IMO: 'x' })];
		const outcome = await exchange.run(
			'shipment.import',
			{ inputMode: 'rows', ifPresent: 'import' },
			{ items, onError: 'continueRegularOutput' },
		);
		const expected = textWith('Shipment S7 needs 2 corrections and was not imported: 1. Item 1 ');
		expect(jsonOf(outcome)).toEqual([{ error: expected }]);
	});
});
