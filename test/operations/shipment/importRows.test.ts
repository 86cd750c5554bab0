import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { NodeUnderTest } from '../../helpers/engine';
import { jsonOf, pairsOf, textLike, textWith, useExchangeNode } from '../../helpers/exchangeNode';
import { itemWith, neededColumns, pdfSaying, rowOf } from '../../helpers/shipment';

const exchange = useExchangeNode();
const importedRefs = () => exchange.imports().map(({ query }) => query['importRef']);

const row = (shipment: string, container: string, more: IDataObject = {}) =>
	rowOf(shipment, { Container: container, ...more });

async function run(items: INodeExecutionData[], more: INodeParameters = {}, node: Partial<NodeUnderTest> = {}) {
	const parameters = { inputMode: 'rows', ifPresent: 'import', ...more };
	return await exchange.run('shipment.import', parameters, { items, ...node });
}

/** Two shipments whose rows are mixed. */
const mixed = [
	row('S1', 'CSQU3054383', { 'Import Reference': 'R1' }),
	row('S2', 'EXAU1000019', { 'Import Reference': 'R2' }),
	row('S1', 'EXAU1000003'),
];

describe('rows', () => {
	it('become one import for each shipment, whose item goes back to all of its rows', async () => {
		const outcome = await run(mixed);
		expect(importedRefs()).toEqual(['R1', 'R2']);
		expect(exchange.imports().map(({ body }) => body)).toMatchObject([
			{
				shipmentReference: 'S1',
				sets: [{ containers: [{ containerNumber: 'CSQU3054383' }, { containerNumber: 'EXAU1000003' }] }],
			},
			{ shipmentReference: 'S2', sets: [{ numberOfContainers: 1 }] },
		]);
		expect(jsonOf(outcome)).toMatchObject([
			{ importRef: 'R1', httpStatus: 200 },
			{ importRef: 'R2', httpStatus: 200 },
		]);
		expect(pairsOf(outcome)).toEqual([[{ item: 0 }, { item: 2 }], { item: 1 }]);
	});

	it('take the import reference from an expression on the first row if the sheet has none', async () => {
		const [, s2, s1] = mixed;
		await run(
			[s2!, s1!, s1!, s2!].map(({ json }) => ({ json: { ...json, 'Import Reference': '' } })),
			{
				importRef: '={{ $json["Shipment Reference"] }}-{{ $itemIndex }}',
			},
		);
		expect(importedRefs()).toEqual(['S2-0', 'S1-1']);
	});

	it('that are all empty give a hint, and nothing is imported', async () => {
		const outcome = await run([{ json: {} }, { json: { 'Shipment Reference': '' } }]);
		expect(outcome.items).toEqual([]);
		expect(outcome.hints).toMatchObject([{ message: textWith('None of the rows contains a shipment') }]);
	});

	describe('with PDFs', () => {
		const withFile = async (reference: string, text: string, more: IDataObject = {}): Promise<INodeExecutionData> => ({
			json: { 'Shipment Reference': reference, ...more },
			binary: (await itemWith({ data: await pdfSaying(text) })).binary ?? {},
		});
		const rowWithout = (reference: string) => row(reference, 'CSQU3054383', { 'Import Reference': reference });
		const pdfs = { pdf: [{ binaryPropertyName: 'data', documentName: '={{ $json["B/L Number"] || "List" }}' }] };
		const attachedTo = (reference: string) => {
			const { store } = exchange.simulator;
			const set = store.sets.all().find(({ shipmentRef }) => shipmentRef === reference);
			return store
				.documentsOfSet(set!.setId)
				.map(({ name }) => name)
				.slice(1);
		};

		it('attach those of each row that brings one, wherever it stands among the rows of its shipment', async () => {
			const items = [
				await withFile('P2', 'first of P2', { ...neededColumns, 'Import Reference': 'P2', 'B/L Number': 'BL-P2' }),
				rowWithout('P1'),
				row('P1', 'EXAU1000003'),
				await withFile('P1', 'first of P1'),
				await withFile('P2', 'second of P2'),
				await withFile('P1', 'second of P1'),
			];
			const outcome = await run(items, { pdfs });
			expect(outcome.error).toBeUndefined();
			expect(attachedTo('P1')).toEqual(['List', 'List']);
			expect(attachedTo('P2')).toEqual(['BL-P2', 'List']);
			expect(pairsOf(outcome)).toEqual([
				[{ item: 0 }, { item: 4 }],
				[{ item: 1 }, { item: 2 }, { item: 3 }, { item: 5 }],
			]);
		});

		it('attach a file once that each row brings', async () => {
			const { binary = {} } = await itemWith({ data: await pdfSaying('the same') });
			const items = ['CSQU3054383', 'EXAU1000003'].map((container) => ({
				...row('P5', container, { 'Import Reference': 'P5' }),
				binary,
			}));
			expect((await run(items, { pdfs })).error).toBeUndefined();
			expect(attachedTo('P5')).toEqual(['BL-P5']);
		});

		it('are refused if the entry names nothing', async () => {
			const nothing = { pdfs: { pdf: [{ binaryPropertyName: '={{ $json.nope }}' }] } };
			const { error } = await run([rowWithout('P6'), await withFile('P6', 'of P6')], nothing);
			expect(error?.message).toContain('Shipment P6: None of its rows has a PDF for entry 1 of "PDFs". ');
			expect(exchange.imports()).toEqual([]);
		});

		it.each([
			['in one of two fields', [{ binaryPropertyName: 'data' }, { binaryPropertyName: 'list' }], ' in "list"'],
			['in one of two fields of an entry', [{ binaryPropertyName: 'data, list' }], ' in "list"'],
			[
				'for an entry',
				[{ binaryPropertyName: 'data' }, { binaryPropertyName: '={{ $json.nope }}' }],
				' for entry 2 of "PDFs". ',
			],
		])('are refused if no row has one %s, although there is another', async (_, pdf, which) => {
			const { error } = await run([rowWithout('P9'), await withFile('P9', 'of P9')], { pdfs: { pdf } });
			expect(error?.message).toContain(`Shipment P9: None of its rows has a PDF${which}`);
			expect(exchange.imports()).toEqual([]);
		});

		it('are refused if a row without any file names one by an expression', async () => {
			const pdf = [{ binaryPropertyName: '={{ $itemIndex === 0 ? "data" : "list" }}' }];
			const { error } = await run([await withFile('P11', 'of P11'), rowWithout('P11')], { pdfs: { pdf } });
			expect(error?.message).toContain('Shipment P11: None of its rows has a PDF in "list"');
			expect(exchange.imports()).toEqual([]);
		});

		it('may be of a field that each shipment has in one of its rows, or of none: an empty list', async () => {
			const pdf = [
				{ binaryPropertyName: '={{ $json["B/L Number"] ? [] : "data" }}' },
				{ binaryPropertyName: '={{ $json["B/L Number"] ? "data" : [] }}' },
			];
			const items = [
				await withFile('P10', 'of P10', { ...neededColumns, 'Import Reference': 'P10', 'B/L Number': 'BL-P10' }),
			];
			expect((await run([...items, await withFile('P10', 'more of P10')], { pdfs: { pdf } })).error).toBeUndefined();
			expect(attachedTo('P10')).toHaveLength(2);
		});

		it('do not make a shipment of a PDF whose shipment is not in the sheet', async () => {
			const items = [rowWithout('P7'), await withFile('P7', 'of P7'), await withFile('P8', 'of nobody')];
			const { error } = await run(items, { pdfs, importRef: '={{ $json["Shipment Reference"] }}' });
			expect(error?.message).toContain('Has nothing beside its Shipment Reference.');
			expect(exchange.imports()).toEqual([]);
		});

		it('name the shipment that has none, and nothing is imported', async () => {
			const items = [rowWithout('P3'), row('P4', 'EXAU1000003', { importRef: 'P4' }), await withFile('P3', 'of P3')];
			const { error } = await run(items, { pdfs });
			expect(error?.message).toContain('Shipment P4: None of its rows has a PDF in "data"');
			expect(exchange.imports()).toEqual([]);
		});
	});
});

describe('rows of which one shipment does not fit', () => {
	const good = row('G1', 'CSQU3054383', { importRef: 'G1' });
	const late = row('G2', 'EXAU1000003', { importRef: 'G2' });
	const strict = { options: { validation: 'strict' } };

	it('give one failed item for it and import the others if the user chose to continue', async () => {
		const bad = row('B1', 'CSQU3054380', { importRef: 'B1' });
		const items = [good, bad, late, bad];
		const outcome = await run(items, strict, { onError: 'continueErrorOutput' });
		expect(importedRefs()).toEqual(['G1', 'G2']);
		expect(jsonOf(outcome).map(({ importRef }) => importRef)).toEqual(['G1', 'G2']);
		expect(outcome.errorItems).toMatchObject([{ json: { error: textLike(/^Row 3.*, Container: "CSQU3054380"/) } }]);
	});

	it('say which one the exchange refused, and continue only if the user chose to', async () => {
		const fail = () => {
			exchange.simulator.faults.next({ match: { path: /shipments/ }, fault: { kind: 'status', status: 400 } });
		};
		fail();
		const { error } = await run([good, late]);
		expect(error?.message).toContain('did not accept the shipment');
		fail();
		const outcome = await run([good, late], {}, { onError: 'continueRegularOutput' });
		expect(jsonOf(outcome)).toMatchObject([
			{ error: textWith('did not accept') },
			{ importRef: 'G2', httpStatus: 200 },
		]);
		expect(importedRefs()).toEqual(['G1', 'G1', 'G2']);
	});

	it('are all named with their rows before anything is sent if several are there already', async () => {
		const there = [row('SHP-2022-0005', 'CSQU3054383'), row('SHP-2022-0004', 'MSCU6639870')];
		const items = [row('G10', 'EXAU1000019'), ...there].map(({ json }, index) => ({
			json: { ...json, row_number: index + 2 },
		}));
		const { error } = await run(items, { ifPresent: 'fail' });
		expect(error?.message).toBe(
			'2 shipments of the sheet are already in the exchange, or may be; nothing was imported',
		);
		expect(error?.description?.split('\n')).toEqual([
			textLike(
				/^Row 3, Shipment Reference: The exchange already has the shipment SHP-2022-0005: set \S{36} \(.+, Issued\)\.$/,
			),
			textLike(
				/^Row 4, Shipment Reference: The exchange already has the shipment SHP-2022-0004: set \S{36} \(.+, Signed\)\.$/,
			),
			'Not sent: G10.',
			'To import the others, set "If Shipment Exists" to "Skip". Shipments that are there only in part, or may be, still stop: remove their rows.',
			'If the earlier import was wrong, ask the operator of the exchange what to do, and import the corrected shipment with another reference.',
		]);
		expect(exchange.imports()).toEqual([]);
		const outcome = await run(items, { ifPresent: 'fail' }, { onError: 'continueRegularOutput' });
		expect(jsonOf(outcome)).toMatchObject([
			{ error: textWith('already has the shipment SHP-2022-0005') },
			{ error: textWith('already has the shipment SHP-2022-0004') },
			{ importRef: 'G10', httpStatus: 200 },
		]);
	});

	it('are named with their rows if they are skipped', async () => {
		const [json] = jsonOf(await run([row('SHP-2022-0005', 'CSQU3054383')], { ifPresent: 'skip' }));
		expect(json?.['warnings']).toMatchObject([
			{ source: 'Row 2 (BL-SHP-2022-0005, CSQU3054383), Shipment Reference', rule: 'alreadyThere' },
		]);
	});
});
