import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { jsonOf, textWith, useExchangeNode } from '../../helpers/exchangeNode';
import { neededColumns, shipmentNamed } from '../../helpers/shipment';

const exchange = useExchangeNode();
const imports = () => exchange.simulator.requests.filter(({ path }) => path.endsWith('/shipments'));

const row = (reference: string, more: IDataObject = {}): IDataObject => ({
	...{ 'Shipment Reference': reference, 'B/L Number': `BL-${reference}`, Container: 'CSQU3054383', ...neededColumns },
	...more,
});

async function run(rows: IDataObject[], more: INodeParameters = {}) {
	const items = rows.map((json) => ({ json }));
	return await exchange.run('shipment.import', { inputMode: 'rows', ...more }, { items });
}

async function linesOf(rows: IDataObject[], more: INodeParameters = {}): Promise<string[]> {
	const { error } = await run(rows, more);
	return [error?.message ?? '', ...(error?.description ?? '').split('\n')];
}

describe('the corrections of a sheet', () => {
	it('come in one round with what is missing, and with the shipments that are in the exchange already', async () => {
		const rows = [row('R1', { POL: '', Container: 'CSQU 305438-0' }), row('SHP-2022-0005')];
		expect(await linesOf(rows)).toEqual([
			'The sheet needs 2 corrections; nothing was imported',
			'Row 2 (BL-R1, CSQU 305438-0), Container: "CSQU 305438-0". The check digit of CSQU305438 is 3, not 0: one of its characters is probably mistyped. Compare it with the document. If it is right as it is, add CSQU 305438-0 to Accept Values (it then passes every time).',
			'Bill of lading BL-R1: Port of Loading is missing. If it is right as it is, add Port of Loading to Accept Values (it then passes every time).',
			expect.stringContaining(
				'Row 3 (BL-SHP-2022-0005, CSQU3054383), Shipment Reference: The exchange already has the shipment SHP-2022-0005: ',
			),
			expect.stringMatching(/^To import the others, set "If Shipment Exists" to "Skip"\./),
			'(Rows are counted as in a sheet whose first row is the header and that has no empty rows.)',
		]);
	});

	it('name the row of a bill of lading without a number', async () => {
		const lines = await linesOf([row('R8', { 'B/L Number': '', POL: '', POD: '', row_number: 4 })]);
		expect(lines.slice(1, 3)).toEqual([
			expect.stringMatching(/^Row 4: Port of Loading is missing\./),
			expect.stringMatching(/^Row 4: Port of Discharge is missing\./),
		]);
	});

	it('name a column without a unit once for all shipments, with both ways out', async () => {
		const lines = await linesOf([row('R10', { 'Gross Wt': 900 }), row('R11', { 'Gross Wt': 800 })]);
		expect(lines.filter((line) => line.includes('Gross Wt'))).toEqual([
			'Column Gross Wt, all of its 2 cells, such as "900": Has no unit. Add it, such as kg or m3: in the header of the column, or in a column of units. If it is right as it is, add Gross Wt: no unit to Accept Values (it then passes every time).',
		]);
	});

	it('are told although the look-up does not work', async () => {
		exchange.simulator.faults.next({ match: { path: /search/ }, fault: { kind: 'status', status: 403 } });
		const [message, ...lines] = await linesOf([row('R2', { POL: '', POD: '' })]);
		expect(message).toBe('The sheet needs 2 corrections; nothing was imported');
		expect(lines.slice(0, 2)).toEqual([
			expect.stringContaining('Port of Loading is missing.'),
			expect.stringContaining('Port of Discharge is missing.'),
		]);
	});

	it('name the cell of a placeholder, and not what is missing because of it', async () => {
		const cells = { Consignee: 'TBA', 'Notify Party': 'same as consignee', 'B/L Number': 'TBA', Voyage: 'TBN' };
		const lines = await linesOf([row('R6', cells)]);
		const place = 'Row 2 (TBA, CSQU3054383)';
		expect(lines.slice(0, 5)).toEqual([
			'The sheet needs 4 corrections; nothing was imported',
			`${place}, B/L Number: "TBA". Is a placeholder. Enter the value, or leave the cell empty. If it is right as it is, add TBA to Accept Values (it then passes every time).`,
			textWith('Consignee: "TBA". Is a placeholder.'),
			expect.stringContaining('It is unclear who this is: the consignee has no name of its own here.'),
			expect.stringContaining('Voyage: "TBN". Is a placeholder.'),
		]);
	});

	it('quote cells as text, whatever is in them', async () => {
		const [message] = await linesOf([row('R3', { 'B/L Date': '<b>soon</b>' })]);
		expect(message).toContain('"<b>soon</b>"');
		const [, first] = await linesOf([row('R3', { 'B/L Date': '<b>soon</b>', IMO: 'x' })]);
		expect(first).toContain('"<b>soon</b>"');
	});

	it('are told for a sheet without a column of references, too', async () => {
		const lines = await linesOf([{ 'B/L Number': 'BL-1', 'B/L Date': 'TBA', Container: 'CSQU3054380' }]);
		expect(lines.join('\n')).toContain('This sheet has no column Shipment Reference.');
		expect(lines.join('\n')).toContain('Row 2 (BL-1, CSQU3054380), B/L Date: "TBA". Is a placeholder.');
		expect(lines.join('\n')).toContain('Row 2 (BL-1, CSQU3054380), Container: "CSQU3054380". The check digit');
	});
});

describe('Accept Values', () => {
	it('lets the values that a message quotes pass, and the names of what is missing', async () => {
		const options = { acceptValues: 'csqu 305438-0, Port of Loading' };
		const outcome = await run([row('R4', { POL: '', Container: 'CSQU 305438-0' })], { options });
		const [json] = jsonOf(outcome);
		expect(json).toMatchObject({ imported: true });
		expect(json?.warnings).toMatchObject([
			{ rule: 'unlikely', severity: 'note', source: 'Row 2 (BL-R4, CSQU 305438-0), Container' },
			{ rule: 'missing', severity: 'note', source: 'Bill of lading BL-R4' },
		]);
	});

	it('lets no cell pass that cannot be read', async () => {
		const [message] = await linesOf([row('R5', { 'B/L Date': '05/06/2025' })], {
			options: { acceptValues: '05/06/2025' },
		});
		expect(message).toContain('"05/06/2025". Can be 5 June 2025 or 6 May 2025.');
	});
});

describe('Column Mapping', () => {
	it('stops if it names a column or a single field twice', async () => {
		const column = [
			{ column: 'Ref', field: 'shipmentReference' },
			{ column: 'ref ', field: 'sets.blNumber' },
			{ column: 'Other', field: 'shipmentReference' },
			{ column: 'Third', field: 'nothing' },
			{ column: 'Bill No' },
		];
		const lines = await linesOf([{ Ref: 'S', 'B/L Number': 'B', ...neededColumns }], { columns: { column } });
		expect(lines.slice(1, 5)).toEqual([
			'Column ref: Column Mapping has this column twice. Keep one of the two entries.',
			'Column Other: Column Mapping has the same field for Ref. Keep one of the two entries, or choose a numbered field.',
			'Column Third: Column Mapping chooses a field that does not exist: "nothing". Choose one from the list.',
			'Column Bill No: Column Mapping has no field for it yet. Choose one, or (Ignore).',
		]);
	});
});

it.each<[string, IDataObject, string, string]>([
	['a shipment as JSON', shipmentNamed('R6'), 'Rows', 'JSON'],
	['a row of a spreadsheet', row('R7'), 'JSON', 'Rows'],
])('an input that is %s is told which mode to set', async (kind, input, mode, right) => {
	const before = imports().length;
	const { error } = await run([input], mode === 'JSON' ? { inputMode: 'json', payload: '={{ $json }}' } : {});
	expect([error?.message, error?.description]).toEqual([
		`The input looks like ${kind}, but Input Mode is ${mode}; nothing was sent`,
		`Set "Input Mode" to "${right}".`,
	]);
	expect(imports()).toHaveLength(before);
});

it('a shipment as JSON whose objects have the names of columns is not taken for a row', async () => {
	const payload = { shipmentReference: 'R10', shipper: { name: 'Ex' }, consignee: { name: 'Ample' } };
	const { error } = await exchange.run('shipment.import', { inputMode: 'json', payload: JSON.stringify(payload) });
	expect(error?.description).toContain('Bill of Lading is missing.');
});

it('the form reads numbers as rows do, and names the place of one with two readings', async () => {
	const containers = { entry: [{ containerNumber: 'CSQU3054383', containerQuantityQuantityGross: '12.500' }] };
	const form = {
		...{ inputMode: 'form', ifPresent: 'import', formShipmentReference: 'R8', dryRun: true },
		formSets: { entry: [{ blNumber: 'B1', containers, loadingLocation: 'Rotterdam' }] },
	};
	const { error } = await exchange.run('shipment.import', form);
	expect(error?.description).toContain(
		'Bill of lading B1, Container CSQU3054383, Gross Weight: "12.500". Can mean 12500 or 12.5.',
	);
	const options = { decimalSeparator: ',', validation: 'warn' };
	const [json] = jsonOf(await exchange.run('shipment.import', { ...form, options }));
	expect(json?.payload).toMatchObject({ sets: [{ containers: [{ containerQuantity: { quantityGross: 12500 } }] }] });
});

it('nulls of JSON are left out with one note, and stop nothing', async () => {
	const payload = { ...shipmentNamed('R9'), voyageReference: null, vessel: { imo: null } };
	const parameters = { inputMode: 'json', payload: JSON.stringify(payload), dryRun: true };
	const [json] = jsonOf(await exchange.run('shipment.import', parameters));
	expect(json?.payload).not.toHaveProperty('voyageReference');
	expect(json?.warnings).toMatchObject([
		{ rule: 'null', severity: 'note', advice: 'Left out because they are null: voyageReference, vessel.imo.' },
	]);
});
