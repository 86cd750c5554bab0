import { anyText, jsonOf, pairsOf, textWith, useExchangeNode } from '../../helpers/exchangeNode';
import { importOf, shipmentNamed } from '../../helpers/shipment';

const exchange = useExchangeNode();
const imports = () => exchange.simulator.requests.filter(({ path }) => path.endsWith('/shipments'));

describe('shipment: import', () => {
	it('sends the payload with its reference and gives what the exchange answers', async () => {
		const payload = shipmentNamed('IMP-1');
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
			{ items: [{ json: shipmentNamed('IMP-2') }, { json: shipmentNamed('IMP-3') }] },
		);
		expect(jsonOf(outcome).map(({ importRef }) => importRef)).toEqual(['IMP-2', 'IMP-3']);
		expect(pairsOf(outcome)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('tells in a dry run what would be sent and its size, and sends nothing', async () => {
		const before = imports().length;
		const payload = shipmentNamed('IMP-9');
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
			payload: JSON.stringify(shipmentNamed(shipmentReference)),
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
			expect(json).toMatchObject({ importRef: 'AGAIN', status: null, setIds: [anyText] });
			expect(json?.warnings).toContainEqual({
				path: 'shipmentReference',
				value: 'MOL-2022-0005',
				rule: 'alreadyThere',
				advice: 'The exchange has sets of this shipment already: 1. It was not imported.',
				severity: 'warning',
			});
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

	it('says that the outcome is not known when the answer is lost, and does not send it again', async () => {
		const before = imports().length;
		exchange.simulator.faults.next({
			match: { path: /shipments/ },
			fault: { kind: 'resetBeforeHeaders', processed: true },
		});
		const { error } = await exchange.run('shipment.import', importOf('LOST-1'));
		expect(error?.message).toContain('not known');
		expect(error?.message).toContain('LOST-1');
		expect(imports()).toHaveLength(before + 1);
	});

	it('gives the failed shipment as an item and imports the others when the user wants that', async () => {
		const outcome = await exchange.run(
			'shipment.import',
			{ importRef: '={{ $json.shipmentReference }}', payload: '={{ $json }}' },
			{
				items: [{ json: shipmentNamed('IMP-20') }, { json: {} }, { json: shipmentNamed('IMP-21') }],
				onError: 'continueRegularOutput',
			},
		);
		expect(jsonOf(outcome)).toMatchObject([{ status: 200 }, { error: textWith('Import Reference') }, { status: 200 }]);
	});
});
