import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { fullShipment } from '../../fixtures/shipment';
import { rowsOf } from '../../fixtures/shipmentRows';
import { readBinary } from '../../helpers/engine';
import { jsonOf, textWith, useExchangeNode } from '../../helpers/exchangeNode';
import { importOf, itemWith, pdfSaying, shipmentNamed } from '../../helpers/shipment';

const exchange = useExchangeNode();
const importRef = 'DRY-1';
const dryRun = true;
const thisWasOne = 'Nothing was imported: this was a dry run. To import, switch off "Dry Run".';

const bytesOf = (payload: unknown) => Buffer.byteLength(JSON.stringify(payload));

async function dry(parameters: INodeParameters, rows: IDataObject[] = [{}]): Promise<INodeExecutionData[]> {
	const items = rows.map((json) => ({ json }));
	const given = { importRef, dryRun, ifPresent: 'import', options: { validation: 'warn' }, ...parameters };
	const outcome = await exchange.run('shipment.import', given, { items });
	expect(outcome.error).toBeUndefined();
	expect(exchange.simulator.requests).toEqual([]);
	expect(outcome.hints).toContainEqual(expect.objectContaining({ message: thisWasOne }));
	return outcome.items;
}

describe('a dry run', () => {
	it.each<[string, INodeParameters, IDataObject[] | undefined]>([
		['an item', { inputMode: 'json', payload: JSON.stringify(fullShipment) }, undefined],
		['rows', { inputMode: 'rows' }, rowsOf(fullShipment, 'friendly') as IDataObject[]],
	])(
		'of %s gives the payload, its size, the warnings and a draft as a page, and makes no request',
		async (_, parameters, rows) => {
			const [item] = await dry(parameters, rows);
			const json = item?.json;
			// As text, because users see the fields in their order.
			expect(JSON.stringify({ ...json, payload: null })).toBe(
				JSON.stringify({
					outcome: 'dryRun',
					imported: false,
					importRef,
					shipmentRef: fullShipment.shipmentReference,
					setIds: [],
					warnings: json?.warnings,
					httpStatus: null,
					response: null,
					payload: null,
					size: bytesOf(fullShipment),
					summary: json?.summary,
				}),
			);
			expect(json?.payload).toEqual(fullShipment);
			expect(Array.isArray(json?.warnings)).toBe(true);
			const { shipmentReference } = fullShipment;
			expect(item?.binary?.draft).toMatchObject({ fileName: `${shipmentReference} draft.html`, mimeType: 'text/html' });
			const page = (await readBinary(item, 'draft')).toString();
			expect(page).toContain('DRAFT, NOT A BILL OF LADING');
			expect(page).toContain(`<title>Draft of ${shipmentReference}</title>`);
		},
	);

	it('shows each PDF by its size, and counts its Base64', async () => {
		const bytes = await pdfSaying('Bill', 400);
		const outcome = await exchange.run(
			'shipment.import',
			{
				...importOf('DRY-2'),
				ifPresent: 'import',
				pdfs: { pdf: [{ binaryPropertyName: 'data' }] },
				dryRun,
			},
			{ items: [await itemWith({ data: bytes })] },
		);
		const entry = { name: 'data', docType: 'Uploadable Document', content: `<Base64 of ${bytes.length} bytes>` };
		const sent = {
			...shipmentNamed('DRY-2'),
			parcels: { documents: [{ ...entry, content: bytes.toString('base64') }] },
		};
		expect(jsonOf(outcome)).toMatchObject([{ payload: { parcels: { documents: [entry] } }, size: bytesOf(sent) }]);
		expect(exchange.simulator.requests).toEqual([]);
	});

	it('leaves out the content of PDFs, so its payload is refused as a shipment', async () => {
		const content = {
			documents: [{ name: 'data', docType: 'Uploadable Document', content: '<Base64 of 1200 bytes>' }],
		};
		const payload = JSON.stringify({ ...shipmentNamed('DRY-9'), parcels: content });
		const outcome = await exchange.run('shipment.import', { ...importOf('DRY-9'), ifPresent: 'import', payload });
		expect(outcome.error).toMatchObject({
			message: 'The payload is that of a dry run, without its PDFs; nothing was sent',
			description: textWith('add the PDFs again'),
		});
		expect(exchange.simulator.requests.filter(({ path }) => path.endsWith('/shipments'))).toEqual([]);
	});

	it('of an import that looks whether the shipment is there looks too, and never fails for that', async () => {
		const run = async (reference: string) =>
			jsonOf(await exchange.run('shipment.import', importOf(reference, { dryRun })));
		expect(await run('SHP-2022-0005')).toMatchObject([
			{ imported: false, setIds: [expect.any(String)], warnings: [{ rule: 'alreadyThere' }], payload: {} },
		]);
		expect(await run('DRY-3')).toMatchObject([{ imported: false, setIds: [], warnings: [] }]);
		exchange.simulator.faults.next({ match: { path: /search/ }, fault: { kind: 'status', status: 403 } });
		expect(await run('DRY-4')).toMatchObject([
			{
				warnings: [
					{
						rule: 'notLookedUp',
						advice: textWith('not checked whether the exchange has this shipment'),
						severity: 'stops',
					},
				],
			},
		]);
		expect(exchange.imports()).toEqual([]);
	});
});
