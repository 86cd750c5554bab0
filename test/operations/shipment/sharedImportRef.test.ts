import { jsonOf, textWith, useExchangeNode } from '../../helpers/exchangeNode';

const exchange = useExchangeNode();
const imported = () => exchange.simulator.requests.filter(({ path }) => path.endsWith('/shipments'));

const rows = (...refs: string[]) =>
	refs.map((ref, index) => ({
		json: { 'Shipment Reference': `S${index + 1}`, 'B/L Number': `B${index + 1}`, 'Import Reference': ref },
	}));

describe('shipments of one sheet with one import reference', () => {
	const message = (names: string) => textWith(`${names}: "FIX". One import reference for several shipments`);

	it.each([
		['in the column', rows('R1', 'FIX', 'FIX'), '', 'Shipment S2, Shipment S3'],
		['by the parameter', rows('', 'R2', ''), 'FIX', 'Shipment S1, Shipment S3'],
		['by both', rows('', 'FIX', 'R3'), 'FIX', 'Shipment S1, Shipment S2'],
	])('are named and refused before anything is sent: %s', async (_, items, importRef, named) => {
		const before = imported().length;
		for (const options of [{}, { dryRun: true }]) {
			const { error } = await exchange.run('shipment.import', { inputMode: 'rows', importRef, options }, { items });
			expect(error).toMatchObject({ message: message(named) });
		}
		expect(imported()).toHaveLength(before);
	});

	it('stay behind while the others go on if the user wants that', async () => {
		const items = [...rows('FIX', 'R2', 'FIX'), ...rows('FIX')];
		const outcome = await exchange.run(
			'shipment.import',
			{ inputMode: 'rows', importRef: '' },
			{ items, onError: 'continueRegularOutput' },
		);
		const shared = { error: message('Shipment S1, Shipment S3') };
		expect(jsonOf(outcome)).toMatchObject([shared, shared, { importRef: 'R2', httpStatus: 200 }]);
	});
});
