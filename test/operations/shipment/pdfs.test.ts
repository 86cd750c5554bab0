import { jsonOf, textLike, useExchangeNode } from '../../helpers/exchangeNode';
import { importOf, itemWith, pdfSaying, rowOf, shipmentNamed } from '../../helpers/shipment';

const exchange = useExchangeNode();
const attached = (binaryPropertyName: string) => ({ pdfs: { pdf: [{ binaryPropertyName }] } });
const nothing = ['={{ $json.nope }}', '={{ null }}', ',', '={{ " " }}'];

/** The documents of an imported shipment, with the bytes that the exchange holds. */
function documentsOf(shipmentReference: string) {
	const { store } = exchange.simulator;
	const set = store.sets.all().find(({ shipmentRef }) => shipmentRef === shipmentReference);
	return set ? store.documentsOfSet(set.setId) : [];
}

describe('the PDFs of an import', () => {
	it('attaches PDFs as Base64, byte for byte, with the exact length announced', async () => {
		const files = { bill: await pdfSaying('Bill', 900), list: await pdfSaying('List') };
		const payload = { ...shipmentNamed('IMP-4'), parcels: { note: 'kept', documents: [] } };
		const outcome = await exchange.run(
			'shipment.import',
			{
				inputMode: 'json',
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
			{ name: 'Draft', docType: 'Bill of Lading', content: files.bill },
			{ name: 'list', docType: 'Uploadable Document', content: files.list },
		]);
		const { headers, size } = exchange.imports().at(-1)!;
		expect(headers['content-length']).toBe(String(size));
	});

	it('names documents without characters that no name has, and never with nothing', async () => {
		const files = { first: await pdfSaying('A'), second: await pdfSaying('B') };
		const pdf = [
			{ binaryPropertyName: 'first', documentName: 'Bill\u0000 \u202efdp' },
			{ binaryPropertyName: 'second', documentName: ' \u200f ' },
		];
		await exchange.run('shipment.import', { ...importOf('IMP-77'), pdfs: { pdf } }, { items: [await itemWith(files)] });
		const names = documentsOf('IMP-77')
			.slice(1)
			.map(({ name }) => name);
		expect(names).toEqual(['Bill fdp', 'second']);
	});

	it('attaches several files that are named with commas, as "binaryProperties" of a download names them', async () => {
		const files = { data_0: await pdfSaying('A'), data_1: await pdfSaying('B') };
		await exchange.run(
			'shipment.import',
			{ ...importOf('IMP-5'), ...attached('data_0,data_1') },
			{ items: [await itemWith(files)] },
		);
		expect(
			documentsOf('IMP-5')
				.slice(1)
				.map(({ name }) => name),
		).toEqual(['data_0', 'data_1']);
	});

	it('puts the PDFs where the template says', async () => {
		const template = { parcels: { uploads: [{ file: { title: '{fileName}', pdf: '{base64}' } }] } };
		const outcome = await exchange.run(
			'shipment.import',
			{
				inputMode: 'json',
				importRef: 'IMP-8',
				payload: JSON.stringify(shipmentNamed('IMP-8')),
				...attached('data'),
				dryRun: true,
				options: { pdfTemplate: JSON.stringify(template) },
			},
			{ items: [await itemWith({ data: await pdfSaying('x') })] },
		);
		expect(jsonOf(outcome)[0]?.payload).toMatchObject({
			parcels: { uploads: [{ file: { title: 'data.pdf', pdf: textLike(/^<Base64 of \d+ bytes>$/) } }] },
		});
	});

	it.each([
		['that is not a PDF', 'text', 'The file in "text" is not a PDF'],
		['that is empty', 'empty', 'The file in "empty" is not a PDF'],
	])('refuses a file %s and sends nothing', async (_, property, message) => {
		const { error } = await exchange.run(
			'shipment.import',
			{ ...importOf('X'), ...attached(property) },
			{ items: [await itemWith({ text: Buffer.from('Dear Sir'), empty: Buffer.alloc(0) })] },
		);
		expect(error?.message).toContain(message);
		expect(error?.description).toBeTruthy();
		expect(exchange.imports()).toEqual([]);
	});

	it.each(nothing)('refuses an entry that names nothing, and sends nothing: %j', async (name) => {
		const items = [await itemWith({ data: await pdfSaying('x') })];
		const { error } = await exchange.run('shipment.import', { ...importOf('NONE-1'), ...attached(name) }, { items });
		expect(error?.message).toBe('An entry under "PDFs" has no file');
		expect(exchange.imports()).toEqual([]);
	});

	it('attaches nothing if an expression gives an empty list', async () => {
		const parameters = { ...importOf('NONE-2'), ...attached('={{ [] }}') };
		expect(jsonOf(await exchange.run('shipment.import', parameters))[0]).toMatchObject({ httpStatus: 200 });
	});

	it.each([
		['a file of another node', '={{ $("Input").item.binary.data }}', {}],
		['several of them', '={{ Array(2).fill($("Input").item.binary.data) }}', {}],
		['a file that n8n keeps in memory', 'data', {}],
		['a file among the fields of the item, by its name', 'data', { binaryMode: 'combined' }],
		['a file among the fields of the item, by its path', '_files.data', { binaryMode: 'combined' }],
		['a file among the fields of the item, by an expression', '={{ $json._files.data }}', { binaryMode: 'combined' }],
	])('attaches %s', async (what, name, settings) => {
		const bytes = await pdfSaying(what);
		const inMemory = { data: { data: bytes.toString('base64'), mimeType: 'application/pdf', fileName: 'data.pdf' } };
		const { binary = {} } = what.endsWith('memory') ? { binary: inMemory } : await itemWith({ data: bytes });
		const items = 'binaryMode' in settings ? [{ json: { _files: { ...binary } } }] : [{ json: {}, binary }];
		const reference = `FILE-${what}`;
		const parameters = { ...importOf(reference), ...attached(name) };
		const { error } = await exchange.run('shipment.import', parameters, { items, settings });
		expect(error).toBeUndefined();
		expect(documentsOf(reference)[1]).toMatchObject({ name: 'data', content: bytes });
	});

	it.each([0, 1])('attaches the file of row %i, if an expression gives an empty list for the others', async (at) => {
		const rows = ['CSQU3054383', 'EXAU1000003'].map((Container) => rowOf(`ROW-${at}`, { Container }));
		const file = await itemWith({ data: await pdfSaying('once') });
		const items = rows.map((row, index) => (index === at ? { ...row, binary: file.binary ?? {} } : row));
		const pdfs = { pdf: [{ binaryPropertyName: '={{ Object.keys($binary) }}', documentName: 'List' }] };
		const parameters = { inputMode: 'rows', pdfs, dryRun: true };
		const outcome = await exchange.run('shipment.import', parameters, { items });
		expect(jsonOf(outcome)).toMatchObject([{ payload: { parcels: { documents: [{ name: 'List' }] } } }]);
	});
});
