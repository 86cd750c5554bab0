import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { payloadFromTransportDocument } from '../../../nodes/CargoExchange/operations/shipment/dcsa/transportDocument';
import { fullTransportDocument } from '../../fixtures/fullTransportDocument';
import { fullShipment } from '../../fixtures/shipment';
import { formOf } from '../../fixtures/shipmentForm';
import { rowsOf } from '../../fixtures/shipmentRows';
import { jsonOf, useExchangeNode } from '../../helpers/exchangeNode';
import { itemWith, pdfSaying } from '../../helpers/shipment';

const exchange = useExchangeNode();
const importRef = 'DRY-1';
const dryRun = true;

const bytesOf = (payload: unknown) => Buffer.byteLength(JSON.stringify(payload));

async function dry(parameters: INodeParameters, rows: IDataObject[] = [{}]): Promise<IDataObject[]> {
	const before = exchange.simulator.requests.length;
	const items = rows.map((json) => ({ json }));
	const given = { importRef, options: { dryRun }, ...parameters };
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
			{ inputMode: 'dcsa', payload: JSON.stringify(fullTransportDocument), lookUpParties: true },
			undefined,
			fromDocument,
		],
	])(
		'of %s gives the payload, its size and the warnings, and makes no request',
		async (_, parameters, rows, payload) => {
			const [json] = await dry(parameters, rows);
			const { warnings, ...rest } = json ?? {};
			expect(rest).toEqual({
				importRef,
				status: null,
				response: null,
				setIds: [],
				payload,
				size: bytesOf(payload),
			});
			expect(Object.keys(json ?? {})).toEqual([
				'importRef',
				'status',
				'response',
				'setIds',
				'warnings',
				'payload',
				'size',
			]);
			expect(Array.isArray(warnings)).toBe(true);
		},
	);

	it('tells each PDF by its size, and counts its Base64', async () => {
		const bytes = await pdfSaying('Bill', 400);
		const before = exchange.simulator.requests.length;
		const outcome = await exchange.run(
			'shipment.import',
			{ importRef, payload: '{}', pdfs: { pdf: [{ binaryPropertyName: 'data' }] }, options: { dryRun } },
			{ items: [await itemWith({ data: bytes })] },
		);
		const entry = { name: 'data', docType: 'Uploadable Document', content: `<Base64 of ${bytes.length} bytes>` };
		const sent = { parcels: { documents: [{ ...entry, content: bytes.toString('base64') }] } };
		expect(jsonOf(outcome)).toMatchObject([{ payload: { parcels: { documents: [entry] } }, size: bytesOf(sent) }]);
		expect(exchange.simulator.requests).toHaveLength(before);
	});

	it('says what it did not look up', async () => {
		const [json] = await dry({
			inputMode: 'dcsa',
			payload: JSON.stringify(fullTransportDocument),
			lookUpParties: true,
			options: { dryRun, ifPresent: 'fail' },
		});
		const told = [json?.warnings].flat().filter((warning) => JSON.stringify(warning).includes('"dryRun"'));
		expect(told).toMatchObject([{ path: 'sets[0]' }, { path: 'shipmentReference' }]);
	});

	it('of rows tells of every shipment', async () => {
		const row = (reference: string) => ({
			...{ 'Shipment Reference': reference, 'Import Reference': `R-${reference}`, 'B/L Number': reference },
		});
		expect(await dry({ inputMode: 'rows' }, [row('A'), row('B'), row('A')])).toMatchObject([
			{ importRef: 'R-A', payload: { shipmentReference: 'A' } },
			{ importRef: 'R-B', payload: { shipmentReference: 'B' } },
		]);
	});
});
