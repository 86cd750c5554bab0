import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { payloadFromTransportDocument } from '../../../nodes/CargoExchange/operations/shipment/dcsa/transportDocument';
import { fullTransportDocument } from '../../fixtures/fullTransportDocument';
import { fullShipment } from '../../fixtures/shipment';
import { formOf } from '../../fixtures/shipmentForm';
import { rowsOf } from '../../fixtures/shipmentRows';
import { jsonOf, textWith, useExchangeNode } from '../../helpers/exchangeNode';
import { importOf, itemWith, pdfSaying, shipmentNamed } from '../../helpers/shipment';

const exchange = useExchangeNode();
const importRef = 'DRY-1';
const dryRun = true;

const bytesOf = (payload: unknown) => Buffer.byteLength(JSON.stringify(payload));

async function dry(parameters: INodeParameters, rows: IDataObject[] = [{}]): Promise<IDataObject[]> {
	const before = exchange.simulator.requests.length;
	const items = rows.map((json) => ({ json }));
	const given = { importRef, ifPresent: 'import', options: { dryRun }, ...parameters };
	const outcome = await exchange.run('shipment.import', given, { items });
	expect(outcome.error).toBeUndefined();
	expect(exchange.simulator.requests).toHaveLength(before);
	return jsonOf(outcome);
}

describe('a dry run', () => {
	const { payload: fromDocument } = payloadFromTransportDocument(fullTransportDocument);

	it.each<[string, INodeParameters, IDataObject[] | undefined, object]>([
		['JSON', { payload: JSON.stringify(fullShipment) }, undefined, fullShipment],
		['the form', { inputMode: 'form', ...(formOf(fullShipment) as INodeParameters) }, undefined, fullShipment],
		['rows', { inputMode: 'rows' }, rowsOf(fullShipment, 'friendly') as IDataObject[], fullShipment],
		[
			'a transport document',
			{ inputMode: 'dcsa', payload: JSON.stringify(fullTransportDocument) },
			undefined,
			fromDocument,
		],
	])(
		'of %s gives the payload, its size and the warnings, and makes no request',
		async (_, parameters, rows, payload) => {
			const [json] = await dry(parameters, rows);
			const { warnings, ...rest } = json ?? {};
			expect(rest).toEqual({
				imported: false,
				importRef,
				shipmentRef: fullShipment.shipmentReference,
				httpStatus: null,
				response: null,
				setIds: [],
				payload,
				size: bytesOf(payload),
			});
			expect(Object.keys(json ?? {})).toEqual([
				'imported',
				'importRef',
				'shipmentRef',
				'setIds',
				'warnings',
				'httpStatus',
				'response',
				'payload',
				'size',
			]);
			expect(Array.isArray(warnings)).toBe(true);
		},
	);

	it('shows each PDF by its size, and counts its Base64', async () => {
		const bytes = await pdfSaying('Bill', 400);
		const before = exchange.simulator.requests.length;
		const outcome = await exchange.run(
			'shipment.import',
			{
				...importOf('DRY-2'),
				ifPresent: 'import',
				pdfs: { pdf: [{ binaryPropertyName: 'data' }] },
				options: { dryRun },
			},
			{ items: [await itemWith({ data: bytes })] },
		);
		const entry = { name: 'data', docType: 'Uploadable Document', content: `<Base64 of ${bytes.length} bytes>` };
		const sent = {
			...shipmentNamed('DRY-2'),
			parcels: { documents: [{ ...entry, content: bytes.toString('base64') }] },
		};
		expect(jsonOf(outcome)).toMatchObject([{ payload: { parcels: { documents: [entry] } }, size: bytesOf(sent) }]);
		expect(exchange.simulator.requests).toHaveLength(before);
	});

	it('of an import that looks whether the shipment is there looks too, and never fails for that', async () => {
		const run = async (reference: string) =>
			jsonOf(await exchange.run('shipment.import', importOf(reference, { options: { dryRun } })));
		const imports = () => exchange.simulator.requests.filter(({ path }) => path.endsWith('/shipments'));
		expect(await run('MOL-2022-0005')).toMatchObject([
			{ imported: false, setIds: [expect.any(String)], warnings: [{ rule: 'alreadyThere' }], payload: {} },
		]);
		expect(await run('DRY-3')).toMatchObject([{ imported: false, setIds: [], warnings: [] }]);
		exchange.simulator.faults.next({ match: { path: /search/ }, fault: { kind: 'status', status: 403 } });
		expect(await run('DRY-4')).toMatchObject([
			{ warnings: [{ rule: 'notLookedUp', advice: textWith('Import Anyway'), severity: 'warning' }] },
		]);
		expect(imports()).toEqual([]);
	});

	it('of a transport document shows the IDs of its parties, if they are to be looked up', async () => {
		const [shipper] = exchange.simulator.store.counterparties.all();
		const document = {
			...fullTransportDocument,
			documentParties: { shipper: { partyName: shipper?.customerName } },
		};
		const parameters = {
			inputMode: 'dcsa',
			payload: JSON.stringify(document),
			lookUpParties: true,
			options: { dryRun },
		};
		expect(jsonOf(await exchange.run('shipment.import', parameters))).toMatchObject([
			{ payload: { sets: [{ shipper: { id: shipper?.customerId } }] } },
		]);
	});

	it('of rows gives every shipment', async () => {
		const row = (reference: string) => ({
			...{ 'Shipment Reference': reference, 'Import Reference': `R-${reference}`, 'B/L Number': reference },
		});
		expect(await dry({ inputMode: 'rows' }, [row('A'), row('B'), row('A')])).toMatchObject([
			{ importRef: 'R-A', payload: { shipmentReference: 'A' } },
			{ importRef: 'R-B', payload: { shipmentReference: 'B' } },
		]);
	});
});
