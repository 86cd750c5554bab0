import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import PDFDocument from 'pdfkit';
import { buffer } from 'node:stream/consumers';
import type { INodeExecutionData } from 'n8n-workflow';
import { storeBinary } from '../../helpers/engine';
import { jsonOf, pairsOf, useExchangeNode } from '../../helpers/exchangeNode';

const exchange = useExchangeNode();

/** Composed from specification 2.7 and 2.8. */
const shipment = (shipmentReference: string) => ({
	shipmentReference,
	shipmentType: 'liner',
	autoCollaboration: false,
	locale: 'ENGLISH',
	vessel: { imo: 9074729 },
	sets: [{ setRef: `${shipmentReference}-1`, blNumber: 'BL1', blDate: '2022-05-12', eSetType: 'electronic' }],
});

async function pdf(text: string, size = 1): Promise<Buffer> {
	const document = new PDFDocument({ compress: false });
	document.text(`${text}\n`.repeat(size)).end();
	return await buffer(document);
}

async function itemWith(files: Record<string, Buffer>, json = {}): Promise<INodeExecutionData> {
	const stored = Object.entries(files).map(
		async ([property, bytes]) => [property, await storeBinary(bytes, `${property}.pdf`)] as const,
	);
	return { json, binary: Object.fromEntries(await Promise.all(stored)) };
}

/** The documents of an imported shipment, with the bytes that the exchange holds. */
function documentsOf(shipmentReference: string) {
	const { store } = exchange.simulator;
	const set = store.sets.all().find(({ shipmentRef }) => shipmentRef === shipmentReference);
	return set ? store.documentsOfSet(set.setId) : [];
}

const attached = (binaryPropertyName: string, more = {}) => ({ pdfs: { pdf: [{ binaryPropertyName, ...more }] } });
const imports = () => exchange.simulator.requests.filter(({ path }) => path.endsWith('/shipments'));

describe('shipment: import', () => {
	it('sends the payload with its reference and gives what the exchange answers', async () => {
		const payload = shipment('IMP-1');
		const outcome = await exchange.run('shipment.import', { importRef: 'ref 1/ä&', payload: JSON.stringify(payload) });
		expect(imports().at(-1)).toMatchObject({ query: { importRef: 'ref 1/ä&' }, body: payload });
		const [json] = jsonOf(outcome);
		expect(Object.keys(json ?? {})).toEqual(['importRef', 'status', 'response', 'setIds', 'warnings']);
		expect(json).toMatchObject({ importRef: 'ref 1/ä&', status: 200, warnings: [] });
		expect(json?.setIds).toContain(exchange.simulator.store.sets.all().at(-1)?.setId);
	});

	it('works for every input item, with an object from an expression', async () => {
		const outcome = await exchange.run(
			'shipment.import',
			{ importRef: '={{ $json.shipmentReference }}', payload: '={{ $json }}' },
			{ items: [{ json: shipment('IMP-2') }, { json: shipment('IMP-3') }] },
		);
		expect(jsonOf(outcome).map(({ importRef }) => importRef)).toEqual(['IMP-2', 'IMP-3']);
		expect(pairsOf(outcome)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('attaches PDFs as Base64, byte for byte, with the exact length announced', async () => {
		const files = { bill: await pdf('Bill', 900), list: await pdf('List') };
		const payload = { ...shipment('IMP-4'), parcels: { note: 'kept', documents: [] } };
		const outcome = await exchange.run(
			'shipment.import',
			{
				importRef: 'IMP-4',
				payload: JSON.stringify(payload),
				pdfs: {
					pdf: [
						{ binaryPropertyName: 'bill', documentName: 'Draft', documentType: 'Bill of Lading' },
						{ binaryPropertyName: 'list' },
					],
				},
			},
			{ items: [await itemWith(files)] },
		);
		expect(outcome.error).toBeUndefined();
		expect(documentsOf('IMP-4').slice(1)).toMatchObject([
			{ name: 'Draft', docType: 'Bill of Lading', content: { kind: 'given', bytes: files.bill } },
			{ name: 'list', docType: 'Uploadable Document', content: { kind: 'given', bytes: files.list } },
		]);
		const { headers, size } = imports().at(-1)!;
		expect(headers['content-length']).toBe(String(size));
	});

	it('attaches several files that are named with commas, as "binaryProperties" of a download names them', async () => {
		const files = { data_0: await pdf('A'), data_1: await pdf('B') };
		await exchange.run(
			'shipment.import',
			{ importRef: 'IMP-5', payload: JSON.stringify(shipment('IMP-5')), ...attached('data_0,data_1') },
			{ items: [await itemWith(files)] },
		);
		expect(
			documentsOf('IMP-5')
				.slice(1)
				.map(({ name }) => name),
		).toEqual(['data_0', 'data_1']);
	});

	it('attaches a file that n8n keeps in memory', async () => {
		const bytes = await pdf('In memory');
		const binary = { data: { data: bytes.toString('base64'), mimeType: 'application/pdf', fileName: 'memory.pdf' } };
		const parameters = { importRef: 'IMP-6', payload: JSON.stringify(shipment('IMP-6')), ...attached('data') };
		await exchange.run('shipment.import', parameters, { items: [{ json: {}, binary }] });
		expect(documentsOf('IMP-6')[1]).toMatchObject({ name: 'memory', content: { bytes } });
	});

	it('sends everything again, PDFs included, when the token has expired', async () => {
		const bytes = await pdf('Twice', 400);
		exchange.simulator.expireTokens();
		const parameters = { importRef: 'IMP-7', payload: JSON.stringify(shipment('IMP-7')), ...attached('data') };
		const outcome = await exchange.run('shipment.import', parameters, { items: [await itemWith({ data: bytes })] });
		expect(outcome.error).toBeUndefined();
		expect(documentsOf('IMP-7')[1]).toMatchObject({ content: { bytes } });
	});

	it('puts the PDFs where the template says', async () => {
		const template = { parcels: { uploads: [{ file: { title: '{fileName}', pdf: '{base64}' } }] } };
		const outcome = await exchange.run(
			'shipment.import',
			{
				importRef: 'IMP-8',
				payload: JSON.stringify(shipment('IMP-8')),
				...attached('data'),
				options: { pdfTemplate: JSON.stringify(template), dryRun: true },
			},
			{ items: [await itemWith({ data: await pdf('x') })] },
		);
		expect(jsonOf(outcome)[0]?.payload).toMatchObject({
			parcels: { uploads: [{ file: { title: 'data.pdf', pdf: expect.stringMatching(/^<Base64 of \d+ bytes>$/) } }] },
		});
	});

	it('tells in a dry run what would be sent and its size, and sends nothing', async () => {
		const before = imports().length;
		const payload = shipment('IMP-9');
		const parameters = { importRef: 'IMP-9', payload: JSON.stringify(payload), options: { dryRun: true } };
		const outcome = await exchange.run('shipment.import', parameters);
		expect(jsonOf(outcome)).toEqual([
			{
				importRef: 'IMP-9',
				status: null,
				response: null,
				setIds: [],
				warnings: [],
				payload,
				size: JSON.stringify(payload).length,
			},
		]);
		expect(imports()).toHaveLength(before);
	});

	describe('of a shipment that is there already', () => {
		const again = (ifPresent: string, shipmentReference = 'MOL-2022-0005') => ({
			importRef: 'AGAIN',
			payload: JSON.stringify(shipment(shipmentReference)),
			options: { ifPresent },
		});

		it('fails when told to', async () => {
			const before = imports().length;
			const { error } = await exchange.run('shipment.import', again('fail'));
			expect(error?.message).toBe('The exchange already has the shipment MOL-2022-0005');
			expect(error?.description).toContain('Nothing was imported');
			expect(imports()).toHaveLength(before);
		});

		it('is skipped when told to, with the IDs of the sets that are there', async () => {
			const before = imports().length;
			const [json] = jsonOf(await exchange.run('shipment.import', again('skip')));
			expect(json).toMatchObject({ importRef: 'AGAIN', status: null, setIds: [expect.any(String)] });
			expect(json?.warnings).toEqual(['The exchange has sets of this shipment already: 1']);
			expect(imports()).toHaveLength(before);
		});

		it('does not hold up one that is not there', async () => {
			expect(jsonOf(await exchange.run('shipment.import', again('fail', 'IMP-10')))[0]).toMatchObject({ status: 200 });
		});

		it('is seen although an earlier item of the same execution has only just imported it', async () => {
			const outcome = await exchange.run('shipment.import', again('skip', 'IMP-11'), {
				items: [{ json: {} }, { json: {} }],
			});
			expect(jsonOf(outcome).map(({ status }) => status)).toEqual([200, null]);
		});

		it('cannot be told without a shipment reference', async () => {
			const parameters = { importRef: 'X', payload: '{}', options: { ifPresent: 'skip' } };
			const { error } = await exchange.run('shipment.import', parameters);
			expect(error?.message).toContain('no shipmentReference');
		});
	});

	it.each([
		['text that is no JSON', '{ "sets": ', 'Shipment: must be JSON'],
		['a list', '[]', 'Shipment: must be a JSON object in { }'],
		['a number', '={{ 7 }}', 'Shipment: must be a JSON object in { }'],
		['nothing', '={{ $json.nothing }}', 'Shipment: must be filled in'],
	])('refuses a payload that is %s and sends nothing', async (_, payload, message) => {
		const before = imports().length;
		const { error } = await exchange.run('shipment.import', { importRef: 'X', payload });
		expect(error?.message).toContain(message);
		expect(error?.description).toBeTruthy();
		expect(imports()).toHaveLength(before);
	});

	it.each([
		['that the item does not have', 'missing', 'missing'],
		['that is no PDF', 'text', 'The file in "text" is no PDF'],
		['that is empty', 'empty', 'The file in "empty" is no PDF'],
	])('refuses a file %s and sends nothing', async (_, property, message) => {
		const before = imports().length;
		const { error } = await exchange.run(
			'shipment.import',
			{ importRef: 'X', payload: '{}', ...attached(property) },
			{ items: [await itemWith({ text: Buffer.from('Dear Sir'), empty: Buffer.alloc(0) })] },
		);
		expect(error?.message).toContain(message);
		expect(error?.description).toBeTruthy();
		expect(imports()).toHaveLength(before);
	});

	it('says that the outcome is not known when the answer is lost, and does not send it again', async () => {
		const before = imports().length;
		exchange.simulator.faults.next({
			match: { path: /shipments/ },
			fault: { kind: 'resetBeforeHeaders', processed: true },
		});
		const { error } = await exchange.run('shipment.import', {
			importRef: 'LOST-1',
			payload: JSON.stringify(shipment('LOST-1')),
		});
		expect(error?.message).toContain('not known');
		expect(error?.message).toContain('LOST-1');
		expect(imports()).toHaveLength(before + 1);
	});

	it('gives the failed shipment as an item and imports the others when the user wants that', async () => {
		const outcome = await exchange.run(
			'shipment.import',
			{ importRef: '={{ $json.shipmentReference }}', payload: '={{ $json }}' },
			{
				items: [{ json: shipment('IMP-20') }, { json: {} }, { json: shipment('IMP-21') }],
				onError: 'continueRegularOutput',
			},
		);
		expect(jsonOf(outcome)).toMatchObject([
			{ status: 200 },
			{ error: expect.stringContaining('Import Reference') },
			{ status: 200 },
		]);
	});

	const givenPdfs = path.resolve(__dirname, '../../../../shared/data/pdf');
	const real = existsSync(givenPdfs) ? ['bill-of-lading.pdf', 'small.pdf', 'medium.pdf', 'large.pdf'] : [];
	it('attaches PDFs that other hands made, byte for byte, and gives them back', async () => {
		for (const name of [...real, 'own']) {
			const bytes = name === 'own' ? await pdf('own') : readFileSync(path.join(givenPdfs, name));
			const reference = `REAL-${name}`;
			const parameters = { importRef: reference, payload: JSON.stringify(shipment(reference)), ...attached('data') };
			await exchange.run('shipment.import', parameters, { items: [await itemWith({ data: bytes })] });
			expect(documentsOf(reference)[1]).toMatchObject({ content: { bytes } });
		}
	});
});
