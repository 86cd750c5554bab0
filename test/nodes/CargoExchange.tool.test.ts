import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { operations } from '../../nodes/CargoExchange/operations';
import { skipLongWaits } from '../helpers/clock';
import { runNode } from '../helpers/engine';
import { jsonOf, textWith, useExchangeNode } from '../helpers/exchangeNode';
import { importOf } from '../helpers/shipment';

const exchange = useExchangeNode();
const { description } = new CargoExchange();

/** The node as a tool of an AI agent: the description that the model gets, and the values that it may pass. */
describe('the action node as a tool', () => {
	/** n8n's tool is the node under another name. */
	const shownAs = (type: string, parameters: INodeParameters) =>
		NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			true,
			false,
			{ typeVersion: 1 },
			{ ...description, name: type },
		);

	it.each(operations)('says what it does and needs: $resource: $operation', ({ resource, operation, description }) => {
		const tool = shownAs('cargoExchangeTool', { resource, operation });
		expect(tool?.['toolDescription']).toEqual(textWith(description));
		expect(shownAs('cargoExchange', { resource, operation })).not.toHaveProperty('toolDescription');
	});

	it.each(['download', 'downloadAll'])('says that files do not reach the agent: %s', (operation) => {
		const tool = shownAs('cargoExchangeTool', { resource: 'document', operation });
		expect(tool?.['toolDescription']).toMatch(
			/Needs .*set ID.* do not reach the agent|Needs .*set ID.* does not reach the agent/,
		);
	});

	describe('imports nothing unless whoever built it has switched Dry Run off', () => {
		const given = importOf('TOOL-1');
		const arrived = () => exchange.simulator.requests.filter(({ path }) => path.endsWith('/shipments')).length;
		const asTool = async (more: INodeParameters) => {
			const node = new CargoExchange();
			node.description.name = 'cargoExchangeTool';
			const parameters = { resource: 'shipment', operation: 'import', ...given, ...more };
			return await runNode(node, { credentials: { cargoExchangeApi: exchange.credential }, parameters });
		};

		it('as in a new tool, whose answer says what a person has to do', async () => {
			const before = arrived();
			expect(jsonOf(await asTool({}))).toMatchObject([
				{
					imported: false,
					warnings: [
						{
							rule: 'dryRun',
							severity: 'note',
							advice:
								'Nothing was imported: this was a dry run. To import the shipment, a person has to switch off "Dry Run" in this tool.',
						},
					],
				},
			]);
			expect(arrived()).toBe(before);
		});

		it.each(['={{ false }}', '={{ $json.dryRun }}', '', 'false', 0])(
			'and not if a model could have: %j',
			async (dryRun) => {
				const before = arrived();
				const [json] = jsonOf(await asTool({ dryRun }));
				expect(json?.['error'] ?? json?.['imported']).toEqual(dryRun === '' ? false : textWith('Dry Run'));
				expect(arrived()).toBe(before);
			},
		);

		it('and then it does', async () => {
			expect(jsonOf(await asTool({ dryRun: false }))).toMatchObject([{ imported: true, warnings: [] }]);
		});
	});

	it.each<[string, INodeParameters, string]>([
		['a shipment that is there', { ...importOf('SHP-2022-0005') }, 'already has the shipment SHP-2022-0005'],
		[
			'a shipment without a reference',
			{ inputMode: 'json', payload: '{"locale":"ENGLISH"}', importRef: 'R', options: { validation: 'warn' } },
			'cannot be looked up',
		],
		['a value that is wrong', { ...importOf('TOOL-2', { payload: '{"shipmentReference":"TOOL-2"}' }) }, 'missing'],
	])('does not tell a model how to get past a protection: %s', async (_what, given, message) => {
		const node = new CargoExchange();
		node.description.name = 'cargoExchangeTool';
		for (const dryRun of [false, true]) {
			const parameters = { resource: 'shipment', operation: 'import', ...given, dryRun };
			const outcome = await runNode(node, { credentials: { cargoExchangeApi: exchange.credential }, parameters });
			const told = JSON.stringify(jsonOf(outcome).map(({ error, warnings }) => [error, warnings]));
			expect(told).toContain(message);
			expect(told).not.toMatch(/Import Anyway|Accept Values|Validation/);
		}
	});

	it('gives an agent all corrections in an item, in place of an exception', async () => {
		const node = new CargoExchange();
		node.description.name = 'cargoExchangeTool';
		const outcome = await runNode(node, {
			credentials: { cargoExchangeApi: exchange.credential },
			parameters: {
				resource: 'shipment',
				operation: 'import',
				...importOf('TOOL-3', { payload: '{"shipmentReference":"TOOL-3","sets":[{"blNumber":"B-1"}]}' }),
			},
		});
		expect(outcome.error).toBeUndefined();
		const told = jsonOf(outcome)[0]?.['error'];
		expect(told).toMatch(/^\d values of the shipment are invalid; nothing was sent\n/);
		for (const field of ['Shipper', 'Consignee', 'Port of Loading']) expect(told).toContain(field);
		expect(told).toMatch(/Anything else is for a person to decide\.$/);
	});

	it('tells an agent that there is no shipment in its rows, in an item: it reads no hints', async () => {
		const node = new CargoExchange();
		node.description.name = 'cargoExchangeTool';
		const outcome = await runNode(node, {
			credentials: { cargoExchangeApi: exchange.credential },
			items: [{ json: { query: '' } }],
			parameters: { resource: 'shipment', operation: 'import', inputMode: 'rows', dryRun: false },
		});
		expect(jsonOf(outcome)).toMatchObject([{ error: textWith('None of the rows contains a shipment') }]);
	});

	it('tells an agent that the credential cannot be used, in an item', async () => {
		const node = new CargoExchange();
		node.description.name = 'cargoExchangeTool';
		const outcome = await runNode(node, {
			credentials: { cargoExchangeApi: { ...exchange.credential, baseUrl: 'ftp://exchange.example' } },
			parameters: { resource: 'counterparty', operation: 'getMany' },
		});
		expect(jsonOf(outcome)).toMatchObject([{ error: textWith('Base URL') }]);
	});

	it('tells an agent that a typed set was not found, at once and in an item', async () => {
		skipLongWaits();
		const node = new CargoExchange();
		node.description.name = 'cargoExchangeTool';
		const setId = '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4';
		const outcome = await runNode(node, {
			credentials: { cargoExchangeApi: exchange.credential },
			items: [{ json: { asked: setId } }],
			parameters: { resource: 'document', operation: 'getMany', setSource: 'setId', setId: '={{ $json.asked }}' },
		});
		jest.restoreAllMocks();
		expect(jsonOf(outcome)).toMatchObject([{ error: textWith('A complete search does not show it.') }]);
	});

	it('shows the model what to correct instead of searching everything', async () => {
		const { error } = await exchange.run('set.search', { allCustomers: false, customerIds: 'Meridian Ocean Lines' });
		expect(error?.message).toMatch(/^Customer Names or IDs/);
		expect(error?.description).toContain('Meridian Ocean Lines');
	});
});
