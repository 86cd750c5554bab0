import * as z from 'zod/v4';
import { defineOperation } from '../operation';
import { limitFields, limitInput, mostOf, text } from '../../n8n/parameters';

export const getManyCounterparties = defineOperation({
	resource: 'counterparty',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many counterparties',
	description: 'List the companies that the account can see, with their customer IDs for searches',
	input: z.object({ ...limitInput, nameContains: text }),
	fields: [
		...limitFields,
		{
			displayName: 'Name Contains',
			name: 'nameContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. Nordhavn',
			description: 'Part of the company name (not case-sensitive). Leave empty for all companies.',
		},
	],
	async *run(exchange, input) {
		const wanted = (input.nameContains ?? '').toLowerCase();
		const found = (await exchange.counterparties()).filter(({ customerName }) =>
			customerName.toLowerCase().includes(wanted),
		);
		for (const { customerId, customerName } of found.slice(0, mostOf(input))) {
			yield { json: { customerId, customerName } };
		}
	},
});
