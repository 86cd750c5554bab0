/** What a message advises works for the input that it is about. */
import type { IDataObject } from 'n8n-workflow';
import { jsonOf, useExchangeNode } from '../../helpers/exchangeNode';
import { neededColumns, rowOf, shipmentNamed } from '../../helpers/shipment';

const exchange = useExchangeNode();

describe('a list of shipments as JSON of which one has no reference', () => {
	const run = async (payloads: IDataObject[], ifPresent: string, node = {}) => {
		const items = payloads.map((json) => ({ json }));
		const parameters = { inputMode: 'json', ifPresent, options: { acceptValues: 'Shipment Reference' } };
		const importRef = "={{ $json.shipmentReference ?? 'REF' }}";
		return await exchange.run('shipment.import', { ...parameters, importRef }, { items, ...node });
	};
	const without = { ...shipmentNamed('ADV-2'), shipmentReference: undefined };

	it('is told what to take out, so that the others are imported once', async () => {
		const payloads = [shipmentNamed('ADV-1'), without, shipmentNamed('ADV-3')];
		const { error } = await run(payloads, 'fail');
		expect(error?.description).toContain('Already imported in this execution: ADV-1. Not sent: ADV-3.');
		expect(error?.description).toContain(
			'To import the rest: take the rows or the item of this shipment out; then run the workflow again with "If Shipment Exists" set to "Skip".',
		);
		const rest = jsonOf(await run([shipmentNamed('ADV-1'), shipmentNamed('ADV-3')], 'skip'));
		expect(rest.map(({ outcome }) => outcome)).toEqual(['skipped', 'imported']);
		expect(error?.description).toContain('take all other rows or items out, and set "If Shipment Exists"');
		expect(jsonOf(await run([without], 'import'))).toMatchObject([{ outcome: 'imported' }]);
	});

	it('has all of that in the failed item if the node continues', async () => {
		const [failed] = jsonOf(await run([without], 'fail', { onError: 'continueRegularOutput' }));
		expect(failed?.['error']).toMatch(/^The shipment has no reference, so .*\nAdd a shipment reference\. Without one/);
	});
});

it('a shipment that is not complete says what is missing in its failed item', async () => {
	const payload = { ...shipmentNamed('ADV-4'), sets: [{ blNumber: 'B', blDate: 'soon' }] };
	const node = { items: [{ json: payload }], onError: 'continueRegularOutput' as const };
	const [failed] = jsonOf(await exchange.run('shipment.import', { inputMode: 'json' }, node));
	expect(failed?.['error']).toMatch(/^\d values of the shipment are invalid; nothing was sent\n/);
	for (const part of ['"soon"', 'Port of Loading is missing', 'to Accept Values'])
		expect(failed?.['error']).toContain(part);
});

it('shipments that are there only in part are listed under Skip, whose advice is not Skip', async () => {
	const items = ['ADV-5', 'ADV-6', 'ADV-7'].flatMap((reference) => [
		rowOf(reference),
		rowOf(reference, { 'B/L Number': `BL-${reference}-2` }),
	]);
	for (const reference of ['ADV-5', 'ADV-6', 'ADV-7']) exchange.simulator.store.addSet({ shipmentRef: reference });
	const { error } = await exchange.run('shipment.import', { ifPresent: 'skip' }, { items });
	expect(error?.message).toBe('3 shipments of the sheet are already in the exchange, or may be; nothing was imported');
	const lines = error?.description?.split('\n') ?? [];
	expect(lines.filter((line) => line.includes('1 of 2 bills of lading of the shipment ADV-'))).toHaveLength(3);
	expect(error?.description).toContain('To import the others, remove the rows of these shipments');
	expect(error?.description).not.toContain('"Skip"');
});

it.each(['Shipment Reference', 'Shipper', 'POL', 'Container Number'])(
	'a placeholder in %s is not to be emptied, which would stop, too',
	async (header) => {
		const row = { ...neededColumns, 'Shipment Reference': 'ADV-8', 'Container Number': 'CSQU3054383', [header]: 'TBA' };
		const { error } = await exchange.run('shipment.import', { dryRun: true }, { items: [{ json: row }] });
		const text = `${error?.message} ${error?.description}`;
		expect(text).toContain(`${header}: "TBA". Is a placeholder. Enter `);
		expect(text).not.toContain('leave');
	},
);

it.each<[string, (shipment: IDataObject) => IDataObject[string], string]>([
	['data', (shipment) => shipment, '{{ $json.data }}'],
	['the body', (shipment) => shipment, '{{ $json["the body"] }}'],
	['payload', (shipment) => [shipment], '{{ $json.payload[0] }}'],
	['body', (shipment) => JSON.stringify(shipment), '{{ $json.body }}'],
	['body', (shipment) => JSON.stringify([shipment]), '{{ JSON.parse($json.body)[0] }}'],
])('a shipment one level deeper is pointed to: %s', async (field, held, expression) => {
	const json = { [field]: held(shipmentNamed('ADV-9')) };
	const { error } = await exchange.run('shipment.import', { inputMode: 'json' }, { items: [{ json }] });
	expect(error?.message).toBe(`The shipment is in the field "${field}" of the input item; nothing was sent`);
	expect(error?.description).toContain(`Set "Shipment" to ${expression}.`);
	const payload = `=${expression}`;
	const there = await exchange.run(
		'shipment.import',
		{ inputMode: 'json', payload, dryRun: true },
		{ items: [{ json }] },
	);
	expect(there.items[0]?.json).toMatchObject({ shipmentRef: 'ADV-9' });
});

it('an entry of Column Mapping that was dragged is named beside the corrections, with what to do', async () => {
	const columns = { column: [{ column: 'MV Atlantic Wren', field: 'externalReference' }] };
	const node = { items: [{ json: { ...rowOf('ADV-10').json, IMO: 'x' } }] };
	const { error } = await exchange.run('shipment.import', { columns }, node);
	expect(error?.message).toContain('IMO: "x". Is not a number.');
	expect(error?.description).toContain(
		'Column MV Atlantic Wren: The sheet has no filled column of this name, which is in Column Mapping. Correct the entry (type the header, do not drag it: that gives the value of a cell), or remove it. If other sheets have this column, move the entry to More Column Mapping.',
	);
});

it('an entry of Column Mapping that only other sheets need is moved to More Column Mapping', async () => {
	const node = { items: [rowOf('ADV-11', { Remarks: 'fragile' })] };
	const columns = { column: [{ column: 'Remark', field: 'ignore' }] };
	const options = { ignoreColumns: 'Remarks' };
	const { error } = await exchange.run('shipment.import', { columns, options, dryRun: true }, node);
	expect(error?.message).toContain('If other sheets have this column, move the entry to More Column Mapping.');
	const moved = { ...options, columnMapping: '{ "Remark": "(ignore)" }' };
	expect(jsonOf(await exchange.run('shipment.import', { options: moved, dryRun: true }, node))).toHaveLength(1);
});
