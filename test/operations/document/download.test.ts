import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { binaryFolder, keepBinaryData, readBinary } from '../../helpers/engine';
import { jsonOf, pairsOf, textLike, textWith, useExchangeNode } from '../../helpers/exchangeNode';

const exchange = useExchangeNode();

/** A set with one document of a known size. */
function addSet(bytes = 5_000) {
	const { store } = exchange.simulator;
	const set = store.addSet({ shipmentRef: `DL-${store.sets.size}` });
	return { ...set, document: store.addDocument({ setId: set.setId, name: 'Bill of Lading', bytes }) };
}

function storedFiles(): string[] {
	return readdirSync(binaryFolder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ name }) => name);
}

describe('document: download', () => {
	it('gives the PDF as binary, with its size and SHA-256', async () => {
		const { setId, document } = addSet(70_000);
		const outcome = await exchange.run('document.download', { setId, documentId: document.documentId });
		const bytes = await readBinary(outcome.items[0], 'data');
		expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
		expect(jsonOf(outcome)).toEqual([
			{
				setId,
				shipmentRef: null,
				parcelRef: null,
				documents: [
					{
						documentId: document.documentId,
						name: null,
						docType: null,
						fileName: textLike(/\.pdf$/),
						size: 70_000,
						sha256: createHash('sha256').update(bytes).digest('hex'),
						binaryProperty: 'data',
					},
				],
				binaryProperties: 'data',
			},
		]);
		expect(outcome.items[0]?.binary?.data).toMatchObject({
			mimeType: 'application/pdf',
			fileExtension: 'pdf',
			bytes: 70_000,
		});
	});

	it('takes set and document from the items of "Get Many", with their names', async () => {
		const { shipmentRef } = addSet();
		const listed = await exchange.run('document.getMany', {
			setSource: 'shipmentRef',
			shipmentRef,
		});
		const outcome = await exchange.run(
			'document.download',
			{ setId: '={{ $json.setId }}', documentId: '={{ $json.documentId }}', binaryPropertyName: 'bill' },
			{ items: listed.items },
		);
		expect(jsonOf(outcome)[0]).toMatchObject({
			shipmentRef,
			documents: [{ name: 'Bill of Lading', binaryProperty: 'bill' }],
		});
		expect(outcome.items[0]?.binary?.bill?.fileName).toBe(`${shipmentRef} Bill of Lading.pdf`);
	});

	it('passes the fields of the input item on when asked to, before its own, which win', async () => {
		const { setId, document } = addSet();
		const { documentId } = document;
		const run = async (options: { includeInputFields?: boolean }) =>
			await exchange.run(
				'document.download',
				{ setId: '={{ $json.setId }}', documentId: '={{ $json.documentId }}', options },
				{ items: [{ json: { order: 4711, setId, documentId, documents: 'of the item' } }] },
			);
		const [json = {}] = jsonOf(await run({ includeInputFields: true }));
		expect(Object.keys(json)).toEqual([
			'order',
			'documentId',
			'setId',
			'shipmentRef',
			'parcelRef',
			'binaryProperties',
			'documents',
		]);
		expect(json).toMatchObject({ order: 4711, documentId, setId, documents: [{ documentId }] });
		expect(jsonOf(await run({}))[0]).not.toHaveProperty('order');
	});

	it('works for several items at a time and keeps their order', async () => {
		const sets = Array.from({ length: 12 }, (_, index) => addSet(2_000 + index));
		const outcome = await exchange.run(
			'document.download',
			{ setId: '={{ $json.setId }}', documentId: '={{ $json.documentId }}' },
			{ items: sets.map(({ setId, document }) => ({ json: { setId, documentId: document.documentId } })) },
		);
		expect(jsonOf(outcome).map(({ setId }) => setId)).toEqual(sets.map(({ setId }) => setId));
		expect(outcome.items.map(({ binary }) => binary?.data?.bytes)).toEqual(sets.map((_, index) => 2_000 + index));
		expect(pairsOf(outcome)).toEqual(sets.map((_, item) => ({ item })));
	});

	it('asks on behalf of a customer, or for a copy, only on request', async () => {
		const { setId, document } = addSet();
		const { customerId } = exchange.simulator;
		const parameters = { setId, documentId: document.documentId };
		await exchange.run('document.download', parameters);
		await exchange.run('document.download', { ...parameters, options: { copy: true, customerId } });
		expect(exchange.simulator.requests.slice(-2).map(({ query }) => query)).toEqual([{}, { customerId, copy: 'true' }]);
	});

	it.each([
		['no UUID', '../admin', 'Set ID: must be an ID such as', 'The value is ../admin. Correct the parameter'],
		['of another kind', '={{ ({ a: 1 }) }}', 'Set ID: must be text', 'Correct the parameter or its expression.'],
		[
			'missing',
			'={{ $json.id }}',
			'Set ID: must be filled in',
			'check that the input item contains the field. Correct',
		],
		['long', 'x'.repeat(200), 'Set ID: must be an ID such as', `The value is ${'x'.repeat(80)}…. Correct`],
	])('refuses a set ID that is %s and asks nothing', async (_, setId, message, description) => {
		const { error } = await exchange.run('document.download', { setId, documentId: randomUUID() });
		expect(error).toMatchObject({ message: textWith(message), description: textWith(description) });
		expect(exchange.asked()).toEqual([]);
	});

	it.each([
		['a web page', { kind: 'html' }, /PDF/],
		['half a PDF', { kind: 'truncated' }, /./],
	] as const)('fails when the exchange sends %s, and leaves nothing half-written behind', async (_, fault, message) => {
		const { setId, document } = addSet(200_000);
		const before = storedFiles().length;
		exchange.simulator.faults.next({ match: { path: /get-single-pdf/ }, fault, times: Infinity });
		const { error, items } = await exchange.run('document.download', { setId, documentId: document.documentId });
		expect(items).toEqual([]);
		expect(error?.message).toMatch(message);
		expect(error?.description).toBeTruthy();
		expect(storedFiles()).toHaveLength(before);
	});

	describe('if n8n keeps files in its memory', () => {
		beforeAll(async () => {
			await keepBinaryData('default');
		});
		afterAll(async () => {
			await keepBinaryData('filesystem');
		});

		it('gives the PDF, and fails on half of one', async () => {
			const { setId, document } = addSet(50_000);
			const parameters = { setId, documentId: document.documentId };
			const outcome = await exchange.run('document.download', parameters);
			expect((await readBinary(outcome.items[0], 'data')).length).toBe(50_000);
			const fault = { kind: 'truncated' } as const;
			exchange.simulator.faults.next({ match: { path: /get-single-pdf/ }, fault, times: Infinity });
			expect((await exchange.run('document.download', parameters)).error?.message).toBeTruthy();
		});
	});
});
