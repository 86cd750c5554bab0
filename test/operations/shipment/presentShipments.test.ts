import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { NodeUnderTest } from '../../helpers/engine';
import { jsonOf, textLike, textWith, useExchangeNode } from '../../helpers/exchangeNode';
import { neededColumns } from '../../helpers/shipment';

const exchange = useExchangeNode();

const row = (shipment: string, container: string): INodeExecutionData => ({
	json: { 'Shipment Reference': shipment, 'B/L Number': `BL-${shipment}`, Container: container, ...neededColumns },
});

async function run(items: INodeExecutionData[], more: INodeParameters = {}, node: Partial<NodeUnderTest> = {}) {
	return await exchange.run('shipment.import', { inputMode: 'rows', ...more }, { items, ...node });
}

describe('shipments of a sheet', () => {
	it('that are there already are all named with their rows, before anything is sent', async () => {
		const there = [row('MOL-2022-0005', 'CSQU3054383'), row('MOL-2022-0004', 'MSCU6639870')];
		const items = [row('G10', 'EXAU1000019'), ...there].map(({ json }, index) => ({
			json: { ...json, row_number: index + 2 },
		}));
		const { error } = await run(items, { ifPresent: 'fail' });
		expect(error?.message).toBe(
			'2 shipments of the sheet are already in the exchange, or may be; nothing was imported',
		);
		expect(error?.description?.split('\n')).toEqual([
			textLike(
				/^Row 3, Shipment Reference: The exchange already has the shipment MOL-2022-0005: \S{36} \(.+, Issued\)\.$/,
			),
			textLike(
				/^Row 4, Shipment Reference: The exchange already has the shipment MOL-2022-0004: \S{36} \(.+, Signed\)\.$/,
			),
			'To import the others, set "If Shipment Exists" to "Skip". Shipments that are there only in part, or may be, still stop: remove their rows.',
			'If the earlier import was wrong, ask the operator of the exchange what to do, and import the corrected shipment with another reference.',
		]);
		expect(exchange.imports()).toEqual([]);
		const outcome = await run(items, { ifPresent: 'fail' }, { onError: 'continueRegularOutput' });
		expect(jsonOf(outcome)).toMatchObject([
			{ error: textWith('already has the shipment MOL-2022-0005') },
			{ error: textWith('already has the shipment MOL-2022-0004') },
			{ importRef: 'G10', httpStatus: 200 },
		]);
	});

	it('that are skipped are named with their rows', async () => {
		const [json] = jsonOf(await run([row('MOL-2022-0005', 'CSQU3054383')], { ifPresent: 'skip' }));
		expect(json?.['warnings']).toMatchObject([
			{ source: 'Row 2 (BL-MOL-2022-0005, CSQU3054383), Shipment Reference', rule: 'alreadyThere' },
		]);
	});
});
