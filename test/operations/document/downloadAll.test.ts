import { createHash, randomUUID } from 'node:crypto';
import { skipLongWaits } from '../../helpers/clock';
import { readBinary } from '../../helpers/engine';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { sampleSetId } from '../../../nodes/CargoExchange/vocabulary';
import { jsonOf, pairsOf, textWith, useExchangeNode } from '../../helpers/exchangeNode';

const exchange = useExchangeNode();

/** A shipment with one set of these documents. */
function addSet(names: string[], docType = 'Uploadable Document') {
	const { store } = exchange.simulator;
	const set = store.addSet({ shipmentRef: `ALL-${store.sets.size}` });
	for (const name of names) store.addDocument({ setId: set.setId, name, docType, bytes: 3_000 });
	return set;
}

const filesOf = (outcome: Parameters<typeof jsonOf>[0]) =>
	outcome.items.map(({ binary }) =>
		Object.entries(binary ?? {}).map(([property, { fileName }]) => `${property}: ${fileName}`),
	);

describe('document: downloadAll', () => {
	it('gives one item per document when asked to', async () => {
		const { setId, shipmentRef, parcelRef } = addSet(['Bill', 'Invoice']);
		const items = [{ json: { setId, shipmentRef } }];
		const outcome = await exchange.run('document.downloadAll', { outputAs: 'itemPerDocument' }, { items });
		expect(filesOf(outcome)).toEqual([[`data: ${shipmentRef} Bill.pdf`], [`data: ${shipmentRef} Invoice.pdf`]]);
		expect(jsonOf(outcome).map(({ binaryProperties }) => binaryProperties)).toEqual(['data', 'data']);
		expect(jsonOf(outcome)[0]).toMatchObject({ setId, shipmentRef, parcelRef, documents: [{ name: 'Bill' }] });
	});

	it('gives one item per set by default, ready to attach to an email', async () => {
		const { setId, shipmentRef } = addSet(['Bill', 'Invoice', 'bill']);
		const outcome = await exchange.run(
			'document.downloadAll',
			{ options: { fileName: '{name}' } },
			{ items: [{ json: { setId, shipmentRef } }] },
		);
		expect(filesOf(outcome)).toEqual([['data_0: Bill.pdf', 'data_1: Invoice.pdf', 'data_2: bill (2).pdf']]);
		const [json] = jsonOf(outcome);
		expect(json?.binaryProperties).toBe('data_0,data_1,data_2');
		const bytes = await readBinary(outcome.items[0], 'data_1');
		expect(json?.documents).toMatchObject([
			{ binaryProperty: 'data_0' },
			{ binaryProperty: 'data_1', size: 3_000, sha256: createHash('sha256').update(bytes).digest('hex') },
			{ binaryProperty: 'data_2' },
		]);
	});

	it.each([
		['a set without documents', [], {}, 'The set has no documents', 'The set'],
		[
			'documents of which none is wanted',
			['Bill'],
			{ nameContains: 'Passport' },
			'No document of the set matches the filters',
			'1 in all',
		],
	])(
		'gives no item without files, which would become an email without attachments: %s',
		async (_, names, parameters, message, said) => {
			const { setId, shipmentRef } = addSet(names);
			const items = [{ json: { setId, shipmentRef } }];
			const { error } = await exchange.run('document.downloadAll', parameters, { items });
			expect(error).toMatchObject({ message, description: textWith(said) });
			expect(error?.description).not.toContain('On Error');
			const none = await exchange.run(
				'document.downloadAll',
				{ ...parameters, outputAs: 'itemPerDocument' },
				{ items },
			);
			expect(none).toMatchObject({ items: [], hints: [{ message: textWith(said) }] });
		},
	);

	describe('with "If No Documents" set to "No Item"', () => {
		const run = async (json: IDataObject, parameters: INodeParameters = {}) => {
			const options = { onNoDocuments: 'noItem' };
			return await exchange.run('document.downloadAll', { ...parameters, options }, { items: [{ json }] });
		};
		/** The search lists no document of the set so many times. */
		const listNone = (set: { setId: string; shipmentRef: string }, times: number) => {
			const row = { setId: set.setId, shipmentRef: set.shipmentRef, documents: [] };
			const body = { code: 200, data: { offset: 0, limit: 100, total: 1, results: [row] } };
			exchange.simulator.faults.next({ match: { path: /search/ }, fault: { kind: 'json', body }, times });
		};
		beforeEach(skipLongWaits);
		afterEach(() => jest.restoreAllMocks());

		it('a set that lists no document gives no item, and no failed one, after the wait', async () => {
			const { setId, shipmentRef } = addSet([]);
			const outcome = await run({ setId, shipmentRef });
			expect(outcome).toMatchObject({ items: [], hints: [{ message: `The set ${setId} has no documents.` }] });
			expect(outcome.error).toBeUndefined();
			expect(exchange.searches().length).toBeGreaterThan(3);
		});

		it('a set whose documents appear after its event gives its item', async () => {
			const set = addSet(['Bill']);
			listNone(set, 2);
			expect(jsonOf(await run({ setId: set.setId, shipmentRef: set.shipmentRef }))).toMatchObject([
				{ documents: [{ name: 'Bill' }] },
			]);
		});

		it('a set that is not found, none of whose documents is wanted, or whose PDF fails, still stops', async () => {
			const { setId, shipmentRef } = addSet(['Bill']);
			expect((await run({ setId: randomUUID() })).error?.message).toContain('did not find the set');
			const filtered = await run({ setId, shipmentRef }, { nameContains: 'Passport' });
			expect(filtered.error?.message).toBe('No document of the set matches the filters');
			exchange.simulator.faults.next({
				...{ match: { path: /get-single-pdf/ }, fault: { kind: 'status', status: 403 }, times: Infinity },
			});
			expect((await run({ setId, shipmentRef })).error?.message).toContain('may not download');
		});
	});

	it('takes only the wanted types and names, whatever their case', async () => {
		const { setId, shipmentRef } = addSet(['Packing List', 'Invoice']);
		exchange.simulator.store.addDocument({ setId, name: 'Bill', docType: 'Bill of Lading' });
		const items = [{ json: { setId, shipmentRef } }];
		const wanted = async (parameters: Record<string, string | string[]>) =>
			jsonOf(await exchange.run('document.downloadAll', { outputAs: 'itemPerSet', ...parameters }, { items }))[0]
				?.documents;
		expect(await wanted({ documentTypes: ['bill of lading'] })).toMatchObject([{ name: 'Bill' }]);
		expect(await wanted({ nameContains: 'PACK' })).toMatchObject([{ name: 'Packing List' }]);
	});

	it('downloads a document once that is listed twice', async () => {
		const { setId } = addSet(['Bill']);
		const [document] = exchange.simulator.store.documentsOfSet(setId);
		const twice = [{ ...document! }, { ...document!, documentId: document!.documentId.toUpperCase() }];
		const outcome = await exchange.run('document.downloadAll', {}, { items: [{ json: { setId, documents: twice } }] });
		expect(jsonOf(outcome)).toHaveLength(1);
		expect(exchange.asked()).toHaveLength(1);
	});

	it.each(['itemPerDocument', 'itemPerSet'])('passes the fields of the input item on to each: %s', async (outputAs) => {
		const { setId, shipmentRef } = addSet(['Bill', 'Invoice']);
		const outcome = await exchange.run(
			'document.downloadAll',
			{ outputAs, options: { includeInputFields: true } },
			{ items: [{ json: { setId, shipmentRef, order: 4711 } }] },
		);
		expect(jsonOf(outcome)).toEqual(
			Array.from(
				{ length: outputAs === 'itemPerSet' ? 1 : 2 },
				() => expect.objectContaining({ order: 4711 }) as object,
			),
		);
	});

	it('lets the other documents arrive when one fails and the user wants that', async () => {
		const { setId, shipmentRef } = addSet(['A', 'B', 'C']);
		const [, second] = exchange.simulator.store.documentsOfSet(setId);
		exchange.simulator.faults.next({
			match: { path: new RegExp(second!.documentId) },
			fault: { kind: 'status', status: 403 },
			times: Infinity,
		});
		const outcome = await exchange.run(
			'document.downloadAll',
			{ outputAs: 'itemPerDocument', options: { parallel: 1 } },
			{ items: [{ json: { setId, shipmentRef } }, { json: {} }], onError: 'continueRegularOutput' },
		);
		expect(jsonOf(outcome)).toMatchObject([
			{ documents: [{ name: 'A' }] },
			{ error: textWith('This user may not download this document') },
			{ documents: [{ name: 'C' }] },
			{ error: textWith('The input item has no set ID\nIt must be') },
		]);
		expect(pairsOf(outcome)).toEqual([{ item: 0 }, { item: 0 }, { item: 0 }, { item: 1 }]);
	});

	it('gives no set that lacks one of its documents', async () => {
		const { setId, shipmentRef } = addSet(['A', 'B']);
		const [first] = exchange.simulator.store.documentsOfSet(setId);
		exchange.simulator.faults.next({
			match: { path: new RegExp(first!.documentId) },
			fault: { kind: 'status', status: 404 },
			times: Infinity,
		});
		const outcome = await exchange.run(
			'document.downloadAll',
			{ outputAs: 'itemPerSet' },
			{ items: [{ json: { setId, shipmentRef } }], onError: 'continueRegularOutput' },
		);
		expect(jsonOf(outcome)).toEqual([{ error: textWith('did not find document') }]);
	});

	it('asks for no more documents at a time than allowed, over all items together', async () => {
		const sets = Array.from({ length: 6 }, () => addSet(['A', 'B', 'C']));
		const { faults, requests } = exchange.simulator;
		faults.next({ match: { path: /get-single-pdf/ }, fault: { kind: 'slowHeaders', delayMs: 40 }, times: Infinity });
		const open = () => requests.filter(({ path, status }) => path.includes('get-single-pdf') && status === null).length;
		let most = 0;
		const watch = setInterval(() => (most = Math.max(most, open())), 2);
		const outcome = await exchange.run(
			'document.downloadAll',
			{ outputAs: 'itemPerDocument', options: { parallel: 3 } },
			{ items: sets.map(({ setId, shipmentRef }) => ({ json: { setId, shipmentRef } })) },
		);
		clearInterval(watch);
		expect(outcome.items).toHaveLength(18);
		expect(most).toBe(3);
	});

	describe("for the set of the trigger's sample event", () => {
		const items = [{ json: { setId: sampleSetId, parcelRef: 'SET-0101-1', documents: [] } }];

		it('gives two PDFs that say SAMPLE in a manual execution, without a request', async () => {
			const titles = ['SAMPLE, NOT A BILL OF LADING', 'SAMPLE, NOT A PACKING LIST'];
			const asked: [INodeParameters, string[][]][] = [
				[{}, [['data_0', 'data_1']]],
				[{ outputAs: 'itemPerDocument', documentTypes: ['Bill of Lading'] }, [['data'], ['data']]],
				[{ setSource: 'setId', setId: sampleSetId }, [['data_0', 'data_1']]],
			];
			for (const [parameters, properties] of asked) {
				const outcome = await exchange.run('document.downloadAll', parameters, { items, mode: 'manual' });
				const names = titles.values();
				const expected = properties.map((each) =>
					each.map((property) => [property, names.next().value ?? ''] as const),
				);
				expect(filesOf(outcome)).toEqual(
					expected.map((each) => each.map(([property, title]) => `${property}: ${title}.pdf`)),
				);
				expect(jsonOf(outcome)).toMatchObject(
					properties.map((each) => ({ setId: sampleSetId, binaryProperties: each.join(',') })),
				);
				for (const [index, files] of expected.entries())
					for (const [property, title] of files) {
						const pdf = (await readBinary(outcome.items[index], property)).toString('latin1');
						expect(pdf).toMatch(/^%PDF-[^]*%%EOF\n$/);
						expect(pdf).toContain(`(${title}) Tj`);
					}
			}
			expect(exchange.asked()).toEqual([]);
		});

		it.each(['document.downloadAll', 'document.getMany'])(
			'says in a published workflow that it does not exist (%s)',
			async (operation) => {
				const { error } = await exchange.run(operation, {}, { items, mode: 'trigger' });
				expect(error?.message).toBe("The set of the trigger's sample event does not exist");
				expect(exchange.asked()).toEqual([]);
			},
		);
	});
});
