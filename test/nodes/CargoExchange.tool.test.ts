import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { operations } from '../../nodes/CargoExchange/operations';
import { jsonOf, useExchangeNode } from '../helpers/exchangeNode';

const exchange = useExchangeNode();
const { description } = new CargoExchange();

/** The node as a tool of an AI agent: the description that the model gets, and the values that it may pass. */
describe('the action node as a tool', () => {
	it.each(operations)('is described by its action: $resource: $operation', ({ resource, operation, action }) => {
		const text = NodeHelpers.makeDescription({ resource, operation }, description);
		expect(text).toBe(`${action} in Cargo Exchange`);
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
