import { corrections, type Row } from '../../helpers/sheet';
import { similarHeader } from '../../../nodes/CargoExchange/shipment/rows/headers';

describe('the suggestion for an unknown header', () => {
	it.each([
		['Shiper', 'Shipper Name'],
		['Shipmnt Ref', 'Shipment Reference'],
		['Consigne Adress', 'Consignee Address'],
		['Contaner No', 'Container Number'],
		['Gross Weigth', 'Container Quantity Gross'],
		['Grossweigth', 'Container Quantity Gross'],
		['Packages Type', 'Container Packing Unit'],
		['Port of Dicharge', 'Port of Discharge'],
		['Seal 2', 'Container 2 Seal Number'],
	])('is for a typing error: %s', (header, suggested) => {
		expect(similarHeader(header)).toBe(suggested);
	});

	it.each([
		...[
			'Prepaid',
			'Collect',
			'Freight Prepaid',
			'Freight Collect',
			'Freight Payable At',
			'Incoterms',
			'Delivery Terms',
		],
		...['ETD', 'ETA', 'Date', 'Doc Date', 'Shipment Date', 'Shipped on Board', 'Sailing Date', 'Loading Date'],
		...['Booking No', 'HBL No', 'House B/L No', 'UN Number', 'AMS Number', 'Sr No', 'S.No', 'SL No', 'Doc Ref'],
		...['Consignee City', 'Consignee VAT', 'Consignee Country', 'Shipper Ref', 'Consignee Ref', 'Delivery Agent'],
		...['Goods Weight', 'Tare Weight', 'Chargeable Weight', 'VGM', 'Shipment Mode', 'Equipment Size', 'HS Code'],
		...['Remarks', 'Invoice Number', 'Country of Origin', 'Customer Code', 'Unit', 'Total Volume', 'Telex Release'],
	])('is none for another word: %s', (header) => {
		expect(similarHeader(header)).toBeUndefined();
	});
});

describe('a numbered header in a sheet with one container in a row', () => {
	const said = (cells: Row) =>
		corrections([{ 'Shipment Reference': 'S', 'B/L Number': 'B', 'Container No': 'CSQU3054383', ...cells }]);
	const unknown = 'No field of the import has this name. Did you mean Container Seal Number?';
	const several = (header: string) =>
		`The sheet has several columns named ${header}. Combine them in one, or number the entries of a list, as in Notify Party 2 Name.`;

	it('is that of a second column with the same header', () => {
		expect(said({ 'Seal No': 'A1', 'Seal No_1': 'A2' })).toEqual([`Column Seal No_1: ${several('Seal No')}`]);
		expect(said({ 'Seal No': '', 'Seal No_1': 'A2' })).toEqual([`Column Seal No_1: ${several('Seal No')}`]);
		expect(said({ 'Seal No': 'A1', 'Seal No.1': 'A2' })).toEqual([`Column Seal No.1: ${several('Seal No')}`]);
		const weights = { 'Gross Weight (kg)': 5, 'Gross Weight (kg)_1': 4 };
		expect(said(weights)).toEqual([`Column Gross Weight (kg)_1: ${several('Gross Weight (kg)')}`]);
	});

	it('is that of a header that can mean several fields', () => {
		const possible =
			'It can be Freight Forwarder Address, Inspector Address, Shipper Address, Consignee Address, Notify Party Address.';
		expect(said({ Address: 'Bremen', Address_1: 'Lisbon' })).toEqual([
			expect.stringContaining(`Column Address: No field of the import has this name. ${possible}`),
			expect.stringContaining(`Column Address_1: No field of the import has this name. ${possible}`),
		]);
	});

	it('is not that of another container', () => {
		expect(said({ 'Seal No_1': 'A2' })).toEqual([
			`Column Seal No_1: ${unknown} Rename the column, or choose its field in Column Mapping.`,
		]);
		expect(said({ 'Seal 1': 'A1', 'Seal 2': 'A2' })).toEqual(
			['Seal 1', 'Seal 2'].map(
				(seal) => `Column ${seal}: ${unknown} Combine Seal 1, Seal 2 in one column of that name.`,
			),
		);
	});

	it('is that of a container if their numbers are in numbered columns', () => {
		expect(said({ 'Container 2 No': 'MSCU6639870', 'Seal 2': 'A2' })).toEqual([
			expect.stringContaining('Did you mean Container 2 Seal Number?'),
		]);
	});
});

describe('a header that names several fields', () => {
	it.each([
		[
			'Vessel / Voyage',
			'It names the ship and Voyage Reference. Give Voyage Reference its own column: the import identifies a ship by its IMO number.',
		],
		[
			'Container / Seal No.',
			'It names several fields. Give each its own column: Container Number, Container Seal Number.',
		],
		[
			'No. & Kind of Pkgs',
			'It names several fields. Give each its own column: Container Total Number of Packing Items, Container Packing Unit.',
		],
	])('is told: %s', (header, advice) => {
		expect(corrections([{ 'Shipment Reference': 'S', 'B/L Number': 'B', [header]: 'x' }])).toEqual([
			`Column ${header}: ${advice}`,
		]);
	});
});
