import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { payloadFromTransportDocument } from '../../../nodes/CargoExchange/shipment/dcsa/transportDocument';
import { fullTransportDocument } from '../../fixtures/fullTransportDocument';
import { fullShipment } from '../../fixtures/shipment';
import { formOf } from '../../fixtures/shipmentForm';
import { rowsOf } from '../../fixtures/shipmentRows';
import { jsonOf, textWith, useExchangeNode } from '../../helpers/exchangeNode';
import { leavesOf } from '../../helpers/leaves';

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

	it('reaches it from a transport document, as far as such a document holds it', async () => {
		const { payload } = payloadFromTransportDocument(fullTransportDocument);
		expect({ ...fullShipment, sets: fullShipment.sets.slice(0, 1) }).toMatchObject(payload);
		const held = new Map(leavesOf(payload).map(({ path, value }) => [path, value]));
		expect(held.size).toBeGreaterThan(80);
		const missing = leavesOf(fullShipment).filter(({ path, value }) => held.get(path) !== value);
		expect(missing.map(({ path }) => path)).toEqual(
			expect.arrayContaining(['vessel.imo', 'sets[0].shipper.id', 'sets[0].consignee.prefix']),
		);
		const document = JSON.stringify({ transportDocument: fullTransportDocument });
		expect(await sent({ importRef, inputMode: 'dcsa', payload: document })).toEqual(payload);
	});
});

describe('a transport document', () => {
	const inputMode = 'dcsa';
	const ifPresent = 'import';
	const options = { validation: 'warn' };
	const shipper = 'Nordhavn Trading';
	const document = {
		...fullTransportDocument,
		documentParties: { shipper: { partyName: shipper }, consignee: { partyName: 'Nobody Knows Ltd' } },
	};

	it('lists in the warnings what was not taken over and why', async () => {
		const payload = JSON.stringify(fullTransportDocument);
		const [json] = jsonOf(await exchange.run('shipment.import', { importRef, inputMode, payload, ifPresent }));
		expect(json?.warnings).toContainEqual(
			expect.objectContaining({ path: textWith('vesselName'), rule: 'notMapped', severity: 'note' }),
		);
	});

	it('gets the IDs of its parties if the user asks for them, by one request for all items', async () => {
		exchange.asked();
		const payload = JSON.stringify(document);
		const parameters = { importRef, inputMode, payload, lookUpParties: true, ifPresent, options };
		const outcome = await exchange.run('shipment.import', parameters, { items: [{ json: {} }, { json: {} }] });
		expect(exchange.asked().filter((path) => path.endsWith('counterparties'))).toHaveLength(1);
		const known = exchange.simulator.store.counterparties.all().find(({ customerName }) => customerName === shipper);
		expect(imports().at(-1)?.body).toMatchObject({
			sets: [{ shipper: { name: shipper, id: known?.customerId }, consignee: { name: 'Nobody Knows Ltd' } }],
		});
		expect(jsonOf(outcome)[1]?.warnings).toContainEqual(
			expect.objectContaining({ path: 'sets[0].consignee.id', rule: 'partyId' }),
		);
	});

	it('asks for no parties otherwise', async () => {
		exchange.asked();
		const options = { validation: 'warn', waitSeconds: 0 };
		await sent({ importRef, inputMode, payload: JSON.stringify(document), options });
		expect(exchange.asked()).toEqual([textWith('/shipments')]);
	});
});
