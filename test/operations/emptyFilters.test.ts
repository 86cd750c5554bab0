import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { jsonOf, textLike, useExchangeNode } from '../helpers/exchangeNode';
import { runNode } from '../helpers/engine';

const exchange = useExchangeNode();

describe('a filter whose expression gives nothing', () => {
	const search = (filters: INodeParameters, item: IDataObject = { shipmentRef: 'SHP-90' }) =>
		exchange.run('set.search', { filters, returnAll: true }, { items: [{ json: item }] });

	it.each<[string, INodeParameters, IDataObject]>([
		['Shipment Reference', { shipmentRef: '={{ $json.shipmentReference }}' }, { shipmentRef: 'SHP-90' }],
		['Shipment Reference', { shipmentRef: '={{ $json.ref }}' }, { ref: '' }],
		['Shipment Reference', { shipmentRef: '={{ $json.ref }}' }, { ref: null }],
		['Application', { instance: '={{ $json.ref }}' }, { ref: [] }],
		['Statuses', { statuses: '={{ $json.ref }}' }, { ref: [''] }],
		['Modified After', { modifiedAfter: '={{ $json.since }}' }, {}],
		['Text', { text: '= {{ $json.nothing }}' }, {}],
		['Additional Filters', { additionalFilters: '={{ $json.nothing }}' }, {}],
		['Additional Filters, voyage', { additionalFilters: '={{ { voyage: $json.nothing } }}' }, {}],
		['Additional Filters, voyage', { additionalFilters: '={ "voyage": "{{ $json.nothing ?? "" }}" }' }, {}],
		['Statuses', { statuses: '={{ $json.first }},{{ $json.second }}' }, {}],
		['Statuses', { statuses: '={{ JSON.stringify($json.list) }}' }, { list: [] }],
		['Statuses', { statuses: '={{ JSON.stringify($json.list) }}' }, { list: [null, ''] }],
		['Additional Filters', { additionalFilters: '={{ $json.filters }}' }, { filters: {} }],
		['Additional Filters, leg', { additionalFilters: '={{ { leg: { port: $json.nothing, voyage: "12E" } } }}' }, {}],
	])('does not find every set: %s %j', async (label, filters, item) => {
		const { items, error } = await search(filters, item);
		expect(items).toEqual([]);
		expect(error?.message).toBe(`${label}: the expression of this filter gives nothing`);
		expect(exchange.asked()).toEqual([]);
	});

	it('stops only its own item if the node continues', async () => {
		const parameters = { filters: { shipmentRef: '={{ $json.ref }}' } };
		const items = [{ json: { ref: 'NO-SUCH' } }, { json: {} }];
		const outcome = await exchange.run('set.search', parameters, { items, onError: 'continueRegularOutput' });
		expect(jsonOf(outcome)).toEqual([
			{ error: textLike(/^Shipment Reference: the expression of this filter gives nothing\nNothing was requested/) },
		]);
	});

	it('does not download every document of a set', async () => {
		const parameters = { setSource: 'setId', setId: 'x', documentTypes: '={{ $json.types }}' };
		const { error } = await exchange.run('document.downloadAll', parameters);
		expect(error?.message).toBe('Document Types: the expression of this filter gives nothing');
	});

	it.each(['={{ { from: $now } }}', '={{ { from: new Date(), list: ["a", ""] } }}'])(
		'is not one that gives a date or a list: %s',
		async (additionalFilters) => {
			expect((await search({ additionalFilters })).error).toBeUndefined();
		},
	);

	it('is not one that was left empty by hand', async () => {
		expect(jsonOf(await search({ shipmentRef: '', statuses: [], additionalFilters: '{}' })).length).toBeGreaterThan(0);
	});

	it('is told to a model, which leaves filters empty as it likes', async () => {
		const node = new CargoExchange();
		node.description.name = 'cargoExchangeTool';
		const outcome = await runNode(node, {
			credentials: { cargoExchangeApi: exchange.credential },
			parameters: { resource: 'set', operation: 'search', filters: { shipmentRef: '={{ $json.ref }}' } },
			items: [{ json: {} }],
		});
		const [first, second] = jsonOf(outcome);
		expect(first).toMatchObject({ warnings: [expect.stringContaining('"Shipment Reference" was empty')] });
		expect(second).not.toHaveProperty('warnings');
	});
});
