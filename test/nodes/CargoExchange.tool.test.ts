import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { operations } from '../../nodes/CargoExchange/operations';
import { jsonOf, useExchangeNode } from '../helpers/exchangeNode';

const exchange = useExchangeNode();
const { description } = new CargoExchange();

/** The node as a tool of an AI agent: what the model is told of it, and what it may give. */
describe('the action node as a tool', () => {
	it.each([
		['counterparty.getMany', 'Get many counterparties'],
		['document.download', 'Download a document'],
		['document.downloadAll', 'Download all documents of a set'],
		['document.getMany', 'Get many documents'],
		['set.search', 'Search bills of lading (sets)'],
		['shipment.import', 'Import a shipment'],
		['statusMessage.parse', 'Parse a status message'],
	])('is described to the model by what it does: %s', (named, action) => {
		const [resource = '', operation = ''] = named.split('.');
		expect(operations.map((one) => `${one.resource}.${one.operation}`)).toContain(named);
		const told = NodeHelpers.makeDescription({ resource, operation }, description);
		expect(told).toBe(`${action} in Cargo Exchange`);
	});

	it('takes what a model gives as text: a list of IDs, a number, a folder', async () => {
		const given: INodeParameters = {
			customerIds: `${exchange.simulator.customerId}, ${exchange.simulator.customerId}`,
			limit: '2',
			searchIn: 'ALL',
		};
		const outcome = await exchange.run('set.search', given);
		expect(outcome.error).toBeUndefined();
		expect(jsonOf(outcome)).toHaveLength(2);
	});

	it('tells the model what to correct instead of searching everything', async () => {
		const { error } = await exchange.run('set.search', { customerIds: 'Meridian Ocean Lines' });
		expect(error?.message).toMatch(/^Customer Names or IDs/);
		expect(error?.description).toContain('Meridian Ocean Lines');
	});
});
