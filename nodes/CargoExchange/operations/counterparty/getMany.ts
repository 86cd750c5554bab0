import * as z from 'zod/v4';
import { defineOperation } from '../operation';
import { limitFields, limitInput, mostOf, optionsField, text } from '../../n8n/parameters';
import { repeatFields, repeatInput, repeating } from '../lookup/repeatOptions';

export const getManyCounterparties = defineOperation({
	resource: 'counterparty',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many counterparties',
	description: 'List the companies that the account sees, with the customer IDs that searches ask for',
	input: z.object({ ...limitInput, nameContains: text, options: z.object(repeatInput).prefault({}) }),
	fields: [
		...limitFields,
		{
			displayName: 'Name Contains',
			name: 'nameContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. Nordhavn',
			description: 'Part of the company name, in upper or lower case. Leave empty for all companies.',
		},
		optionsField(...repeatFields),
	],
	async *run(exchange, input) {
		const wanted = (input.nameContains ?? '').toLowerCase();
		const found = (await repeating(exchange, input.options).counterparties()).filter(({ customerName }) =>
			customerName.toLowerCase().includes(wanted),
		);
		for (const { customerId, customerName } of found.slice(0, mostOf(input))) {
			yield { json: { customerId, customerName } };
		}
	},
});
