import * as z from 'zod/v4';
import { InvalidInput } from '../../errors';
import { searchPages } from '../../exchange/client';
import { asReceived, type SearchRequest } from '../../schemas/search';
import { customerList, customersField, limitFields, limitInput, mostOf, text } from '../../n8n/parameters';
import { searchSets } from '../lookup/searchSets';
import { defineOperation } from '../operation';
import { rowFilter } from './clientFilters';
import { filtersField, filtersInput, searchInField } from './searchFields';
import { simplified } from './simplified';

const input = z.object({
	allCustomers: z.boolean().default(false),
	customerIds: customerList,
	searchIn: text.transform((folder) => folder ?? 'ALL'),
	...limitInput,
	filters: filtersInput,
	output: z.enum(['simplified', 'raw']).default('simplified'),
});

export const searchOperation = defineOperation({
	resource: 'set',
	operation: 'search',
	name: 'Search',
	action: 'Search bills of lading (sets)',
	description:
		'Find sets (bills of lading with their documents) by customer, status, shipment reference and more. The exchange returns no B/L numbers, so search by shipment reference, or by any text of the result.',
	input,
	fields: [
		{
			displayName: 'All Customers',
			name: 'allCustomers',
			type: 'boolean',
			default: false,
			description: 'Whether to search all customers that your account can see',
		},
		{ ...customersField, displayOptions: { show: { allCustomers: [false] } } },
		searchInField,
		...limitFields,
		filtersField,
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'Raw', value: 'raw', description: 'Each result as the exchange sent it' },
				{
					name: 'Simplified',
					value: 'simplified',
					description: 'Fields in a fixed order, with dates and signatures ready for a spreadsheet',
				},
			],
			default: 'simplified',
			description: 'The format of each result',
		},
	],
	async *run(exchange, input, { timezone: fields, addHint }) {
		const { timezone } = exchange.specifics;
		const lacking = new Map<string, number>();
		const wanted = rowFilter(input.filters, { fields, exchange: timezone }, (filter) =>
			lacking.set(filter, (lacking.get(filter) ?? 0) + 1),
		);
		const most = mostOf(input);
		// A filter of ours may leave out any row: then only the results themselves show how many are needed.
		const settings = { limit: wanted.isEmpty ? most : Infinity, onHint: addHint };
		const scope = { customerIds: customersOf(input), searchIn: input.searchIn };
		const pages = searchSets(exchange, requestOf(input), scope, (request) => searchPages(exchange, request, settings));
		let given = 0;
		for await (const { rows } of pages) {
			for (const row of rows) {
				if (given >= most) break;
				if (!wanted.passes(row)) continue;
				yield { json: input.output === 'raw' ? asReceived(row) : simplified(row, timezone) };
				given++;
			}
			if (given >= most) break;
		}
		if (given === 0 && lacking.size === 0) addHint(nothingFound(input.searchIn));
		for (const [filter, count] of lacking) addHint(leftOut(filter, count));
	},
});

/** The customers to search for; none means all. */
function customersOf({ allCustomers, customerIds }: z.output<typeof input>): string[] {
	if (allCustomers) return [];
	if (customerIds.length > 0) return customerIds;
	throw new InvalidInput({
		field: 'customerIds',
		message: 'No customer was chosen',
		description:
			'Choose at least one customer, or switch on "All Customers". If the field has an expression, the input item lacks the field that it refers to.',
	});
}

/** Only filled fields are sent. */
function requestOf({ filters }: z.output<typeof input>): SearchRequest {
	const { additionalFilters, shipmentRef, instance } = filters;
	return { ...additionalFilters, ...(shipmentRef && { shipmentRef }), ...(instance && { instance }) };
}

function nothingFound(searchIn: string): string {
	return searchIn === 'ALL'
		? 'No set was found. Check the customers and the filters.'
		: 'No set was found. Check the customers and the filters, or set "Search In" to "Inbox and Filed".';
}

function leftOut(filter: string, count: number): string {
	return count === 1
		? `One result has no value for "${filter}" and was left out.`
		: `${count} results have no value for "${filter}" and were left out.`;
}
