import { text } from '../../n8n/parameter';
import { limits, mostOf } from '../../n8n/sharedParameters';
import { defineOperation } from '../operation';

export const getManyCounterparties = defineOperation({
	resource: 'counterparty',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many customers',
	description: 'List the companies that the API user can see, with their customer IDs for searches',
	parameters: {
		...limits,
		nameContains: text('Name Contains', {
			placeholder: 'e.g. Nordhavn',
			description: 'Part of the company name (not case-sensitive). Leave empty for all companies.',
		}),
	},
	async *run(exchange, { nameContains = '', ...limit }) {
		const wanted = nameContains.toLowerCase();
		const found = (await exchange.counterparties()).filter(({ customerName }) =>
			customerName.toLowerCase().includes(wanted),
		);
		for (const { customerId, customerName } of found.slice(0, mostOf(limit))) {
			yield { json: exchange.withoutSecrets({ customerId, customerName }) };
		}
	},
});
