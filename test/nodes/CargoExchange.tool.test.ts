import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { operations } from '../../nodes/CargoExchange/operations';
import { jsonOf, textWith, useExchangeNode } from '../helpers/exchangeNode';

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

	it('takes the values of a model as text: a list of IDs, a number, a folder', async () => {
		const parameters: INodeParameters = {
			allCustomers: false,
			customerIds: `${exchange.simulator.customerId}, ${exchange.simulator.customerId}`,
			limit: '2',
			searchIn: 'ALL',
		};
		const outcome = await exchange.run('set.search', parameters);
		expect(outcome.error).toBeUndefined();
		expect(jsonOf(outcome)).toHaveLength(2);
	});

	it('shows the model what to correct instead of searching everything', async () => {
		const { error } = await exchange.run('set.search', { allCustomers: false, customerIds: 'Meridian Ocean Lines' });
		expect(error?.message).toMatch(/^Customer Names or IDs/);
		expect(error?.description).toContain('Meridian Ocean Lines');
	});
});
