import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { fullShipment } from '../../fixtures/shipment';
import { formOf } from '../../fixtures/shipmentForm';
import { rowsOf } from '../../fixtures/shipmentRows';
import { useExchangeNode } from '../../helpers/exchangeNode';

const exchange = useExchangeNode();
const imports = () => exchange.simulator.requests.filter(({ path }) => path.endsWith('/shipments'));

/** What an import of these parameters sent, as the simulator read it. */
async function sent(parameters: INodeParameters, items: IDataObject[] = [{}]): Promise<unknown> {
	const before = imports().length;
	const run = await exchange.run(
		'shipment.import',
		{ ifPresent: 'import', options: { validation: 'warn' }, ...parameters },
		{ items: items.map((json) => ({ json })) },
	);
	expect(run.error).toBeUndefined();
	expect(imports()).toHaveLength(before + 1);
	return imports().at(-1)?.body;
}

const importRef = 'FULL-1';

describe('the same shipment, with every field of the specification', () => {
	it('reaches the exchange from JSON', async () => {
		expect(await sent({ importRef, inputMode: 'json', payload: JSON.stringify(fullShipment) })).toEqual(fullShipment);
	});

	it('reaches it from the form', async () => {
		// n8n keeps what a form holds as plain JSON.
		const form = formOf(fullShipment) as INodeParameters;
		expect(await sent({ importRef, inputMode: 'form', ...form })).toEqual(fullShipment);
	});

	it.each(['friendly', 'dotted'] as const)('reaches it from rows with %s headers', async (style) => {
		const rows = rowsOf(fullShipment, style) as IDataObject[];
		expect(await sent({ importRef, inputMode: 'rows' }, rows)).toEqual(fullShipment);
	});
});
