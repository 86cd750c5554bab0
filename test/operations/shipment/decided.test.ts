/** What a program has written arrives as it was given, if Warn is chosen; Strict asks about it. */
import type { IDataObject } from 'n8n-workflow';
import { jsonOf, useExchangeNode } from '../../helpers/exchangeNode';
import { shipmentNamed } from '../../helpers/shipment';

const exchange = useExchangeNode();

const weight = { quantityGross: 0, crossRefId: 'STN', format: '0.000' };
it.each<[string, IDataObject]>([
	['a word for nothing', { shipper: { name: 'n/a' } }],
	['a name without letters', { carrier: { scac: '', name: '7-11' } }],
	['zero, another unit and a pattern', { containers: [{ containerNumber: '0', containerQuantity: weight }] }],
	['a date in words', { blDate: 'soon' }],
	['another party', { consignee: { name: 'same as shipper' } }],
])('%s', async (_, cells) => {
	const [set] = shipmentNamed('W-1').sets as IDataObject[];
	const payload = { ...shipmentNamed('W-1'), sets: [{ ...set, ...cells }] };
	const node = { items: [{ json: payload }] };
	const run = (validation: string) =>
		exchange.run('shipment.import', { inputMode: 'json', dryRun: true, options: { validation } }, node);
	const [item] = jsonOf(await run('warn'));
	expect(item).toMatchObject({ payload });
	expect(item?.['warnings']).not.toEqual([]);
	expect(JSON.stringify(item?.['warnings'])).not.toContain('"stops"');
	expect((await run('strict')).error?.message).toContain('nothing was sent');
});

it('a word for nothing in the form is asked about', async () => {
	const formSets = { entry: [{ shipperName: 'k.A.' }] };
	const parameters = { inputMode: 'form', formShipmentReference: 'F-1', formSets };
	const { error } = await exchange.run('shipment.import', { ...parameters, dryRun: true });
	expect(error?.description).toContain('"k.A.". Is a placeholder.');
});
