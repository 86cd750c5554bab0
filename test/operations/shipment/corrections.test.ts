import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { correctedSheet, correctedShipments, messySheet } from '../../fixtures/messySheet';
import { jsonOf, useExchangeNode } from '../../helpers/exchangeNode';

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

describe('a sheet that has to be corrected', () => {
	it('gives one error with all ten mistakes of a messy sheet, by row and column', async () => {
		const before = imports().length;
		const items = messySheet.map((json) => ({ json }));
		const { error } = await run(items, { importRef: 'M', options: { validation: 'strict' } });
		expect(error?.description?.split('\n')).toEqual([
			'Column Remrks: No field of the import has this name. Rename the column, or delete it. Or choose its field in Column Mapping, or add it to Ignore Columns.',
			'Row 2, BL Date: "05/06/2026". Can be 5 June 2026 or 6 May 2026. Write it as YYYY-MM-DD. Or set Date Order in the options.',
			'Row 2, Cntr No: "CSQU3054380". The check digit of CSQU305438 is 3, not 0: one of its characters is probably mistyped. Compare it with the document. If it is right as it is, add CSQU3054380 to Accept Values (it then passes every time).',
			'Row 2, Gross Wt (kg): "19.400". Can mean 19400 or 19.4. Write one of the two. Or set Decimal Separator in the options.',
			'Row 3, POD: "Aarhus". Contradicts Row 2, which has "Copenhagen". Rows of the same shipment, bill of lading, container or goods must agree: correct one of them, or leave it empty.',
			'Row 3, Seal No: "#REF!". Is a placeholder. Enter the value, or leave the cell empty. If it is right as it is, add #REF! to Accept Values (it then passes every time).',
			'Row 4: Has no Shipment Reference, so it is unclear which shipment it belongs to. Fill in the reference (merged cells have theirs in the first row only), or remove the row. A row of totals needs a word such as Total.',
			'Row 5, BL Date: "TBA". Is a placeholder. Enter the value, or leave the cell empty. If it is right as it is, add TBA to Accept Values (it then passes every time).',
			'Row 5, Row 6: "100". These rows have the same charge. If it applies only once, keep it on one row; if several times, make the rows differ, for example in Freighted As.',
			'Row 7, Gross Wt (kg): "n/a". Is a placeholder. Enter the value, or leave the cell empty. If it is right as it is, add n/a to Accept Values (it then passes every time).',
			expect.stringMatching(/^To fill empty cells with the value above them in Excel: .* Home > Find & Select /),
		]);
		expect(error?.message).toBe('The sheet needs 10 corrections; nothing was imported');
		expect(imports()).toHaveLength(before);
	});

	it('are all that the messy sheet needs: once made, it is imported with every value', async () => {
		const before = imports().length;
		const importRef = "={{ 'M-' + $json['Job No'] }}";
		const items = correctedSheet.map((json) => ({ json }));
		const outcome = await run(items, { importRef, options: { ignoreColumns: 'Remrks' } });
		expect(jsonOf(outcome).map(({ imported }) => imported)).toEqual([true, true]);
		const bodies = imports().slice(before);
		expect(bodies.map(({ body }) => body)).toEqual(correctedShipments);
	});

	it('list in plain lines what one shipment needs if the others continue', async () => {
		const items = [row('S7', 'CSQU3054383', { importRef: 'R7', 'B/L Date': 'TBA', IMO: 'x' })];
		const outcome = await exchange.run(
			'shipment.import',
			{ inputMode: 'rows', ifPresent: 'import' },
			{ items, onError: 'continueRegularOutput' },
		);
		const lines = [
			'Shipment S7 needs 2 corrections and was not imported',
			'Row 2 (BL-S7, CSQU3054383), B/L Date: "TBA". Is a placeholder. Enter the value, or leave the cell empty. If it is right as it is, add TBA to Accept Values (it then passes every time).',
			'Row 2 (BL-S7, CSQU3054383), IMO: "x". Is not a number. Write a number like 12000.5, with its unit or currency in the header or in a column of its own.',
		];
		expect(jsonOf(outcome)).toEqual([{ error: lines.join('\n') }]);
	});

	it('list in plain lines what the whole sheet needs if failed items continue', async () => {
		const items = [row('S8', 'CSQU3054383', { Shiper: 'A', Vessle: 'B' })];
		const parameters = { inputMode: 'rows' };
		const outcome = await exchange.run('shipment.import', parameters, { items, onError: 'continueRegularOutput' });
		const [json] = jsonOf(outcome);
		expect(json?.error).toMatch(/^The sheet needs 2 corrections; nothing was imported\nColumn Shiper.*\nColumn Vessle/);
	});
});
