/** The corrections of a sheet as items, and mappings that travel with a sender. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { jsonOf, pairsOf, textWith, useExchangeNode } from '../../helpers/exchangeNode';
import type { NodeUnderTest } from '../../helpers/engine';
import { rowOf } from '../../helpers/shipment';

const exchange = useExchangeNode();

const asItems = async (rows: IDataObject[], parameters: INodeParameters = {}, node: Partial<NodeUnderTest> = {}) =>
	await exchange.run(
		'shipment.import',
		{ options: { onCorrections: 'items' }, ...parameters },
		{ items: rows.map((json, index) => ({ json: { row_number: index + 2, ...json } })), ...node },
	);
const row = (reference: string, more: IDataObject = {}): IDataObject => rowOf(reference, more).json;

describe('a sheet whose corrections are items', () => {
	const sheet = [
		row('CI-1', { 'Container Number': 'CSQU3054383', 'Seal No': 'n/a', Remrks: 'x' }),
		row('CI-1', { 'Container Number': 'CSQU3054383', 'Seal No': 'n/a', Cargo: 'Tea' }),
		row('CI-2'),
		row('CI-3', { 'B/L Date': '31.06.2026' }),
	];

	it('gives one for each line, with what a table or an email needs, and sends nothing', async () => {
		exchange.simulator.store.addSet({ shipmentRef: 'CI-2' });
		const outcome = await asItems(sheet);
		expect(jsonOf(outcome)).toEqual([
			{
				...{ outcome: 'correction', rows: [2, 3], column: 'Seal No', value: 'n/a', rule: 'placeholder' },
				...{ field: 'sets.containers.sealNumber', shipmentReference: 'CI-1', blNumber: 'BL-CI-1' },
				problem: 'Is a placeholder. Enter the value, or leave the cell empty.',
				advice: textWith('add Seal No: placeholder to Accept Values (it then passes every time)'),
			},
			{
				...{ outcome: 'correction', rows: [], column: 'Remrks', value: null, rule: 'unknown header' },
				...{ field: null, shipmentReference: null, blNumber: null },
				problem: textWith('No field of the import has this name.'),
				advice: textWith('Column Mapping'),
			},
			{
				...{ outcome: 'correction', rows: [5], column: 'B/L Date', value: '31.06.2026', rule: 'date' },
				...{ field: 'sets.blDate', shipmentReference: 'CI-3', blNumber: 'BL-CI-3' },
				...{ problem: 'This date does not exist. Write it as YYYY-MM-DD.', advice: null },
			},
			{
				...{ outcome: 'correction', rows: [4], column: null, value: null, rule: 'alreadyThere' },
				...{ field: null, shipmentReference: 'CI-2', blNumber: 'BL-CI-2', advice: null },
				problem: textWith('The exchange already has the shipment CI-2: '),
			},
		]);
		expect(pairsOf(outcome)).toEqual([
			[{ item: 0 }, { item: 1 }],
			[0, 1, 2, 3].map((item) => ({ item })),
			{ item: 3 },
			{ item: 2 },
		]);
		expect(exchange.imports()).toEqual([]);
	});

	it('names all columns that nobody knows', async () => {
		const found = jsonOf(await asItems([row('CI-4', { Zone: 'x', Lane: 'y' })]));
		expect(found.map(({ column }) => column)).toEqual(['Zone, Lane']);
	});

	it('sends nothing, even if the node continues on failures', async () => {
		const node = { onError: 'continueRegularOutput' as const };
		const outcomes = jsonOf(await asItems([row('CI-4'), row('CI-5', { IMO: 'x' })], {}, node));
		expect(outcomes.map(({ outcome, rows }) => [outcome, rows])).toEqual([['correction', [3]]]);
		expect(exchange.imports()).toEqual([]);
	});

	it('are items as well if shipments that are there are all that stops it', async () => {
		exchange.simulator.store.addSet({ shipmentRef: 'CI-6' });
		const found = jsonOf(await asItems([row('CI-6'), row('CI-7')]));
		expect(found).toMatchObject([{ outcome: 'correction', rule: 'alreadyThere', shipmentReference: 'CI-6' }]);
		expect(exchange.imports()).toEqual([]);
	});

	it('is imported if nothing has to be corrected, and notes are no corrections', async () => {
		const rows = [row('CI-8', { 'HS Code': '0902' }), row('CI-9')];
		expect(jsonOf(await asItems(rows)).map(({ outcome }) => outcome)).toEqual(['imported', 'imported']);
		const again = { ifPresent: 'skip' };
		expect(jsonOf(await asItems(rows, again)).map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped']);
	});

	it('stops with the error of a search that does not work', async () => {
		exchange.simulator.faults.next({ match: { path: /search/ }, fault: { kind: 'status', status: 403 } });
		const { error } = await asItems([row('CI-10')]);
		expect(error?.description).toContain('Nothing was sent');
		expect(exchange.imports()).toEqual([]);
	});
});

describe('the columns of a sender, kept in a table', () => {
	const sheet = [{ ...row('CM-1'), Cntr: 'CSQU3054383', 'Wgt net-net': 900, 'Our Ref 2': 'x' }];
	const mapping = {
		Cntr: 'Container Number',
		'WGT NET-NET': 'Net Weight (kg)',
		'our ref 2': '(ignore)',
		Other: 'Seal',
	};
	const run = async (columnMapping: unknown, more: INodeParameters = {}) =>
		await asItems(sheet, {
			dryRun: true,
			options: { columnMapping: typeof columnMapping === 'string' ? columnMapping : JSON.stringify(columnMapping) },
			...more,
		});

	it('are read by the headers that it gives, also with a unit', async () => {
		const [item] = jsonOf(await run(mapping));
		expect(item).toMatchObject({
			outcome: 'dryRun',
			payload: {
				sets: [
					{
						containers: [
							{ containerNumber: 'CSQU3054383', containerQuantity: { quantityNet: 900, crossRefId: 'KGM' } },
						],
					},
				],
			},
			warnings: [],
		});
	});

	it('come behind those of Column Mapping', async () => {
		const columns = { column: [{ column: 'Cntr', field: 'externalReference' }] };
		const numberless = { Cntr: 'Container Number', 'Wgt net-net': '(ignore)', 'Our Ref 2': '(ignore)' };
		const [item] = jsonOf(await run(numberless, { columns }));
		expect(item).toMatchObject({ payload: { externalReference: 'CSQU3054383' } });
	});

	it('may be an empty cell of the table', async () => {
		const { error } = await run('');
		expect(error?.message).toContain('Column Wgt net-net');
	});

	it('stop at a header that the import does not know', async () => {
		const { error } = await run({ ...mapping, Cntr: 'Boxx' });
		expect(error?.message).toBe(
			'Column Cntr: More Column Mapping has "Boxx" for this column. Enter a header of the list of Column Mapping, or (ignore).',
		);
	});
});
