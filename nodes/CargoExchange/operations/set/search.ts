import { InvalidInput } from '../../errors';
import { searchPages } from '../../exchange/client';
import { asReceived, type SearchRequest } from '../../schemas/search';
import { mostOf } from '../../n8n/sharedParameters';
import { searchSets } from '../lookup/searchSets';
import { defineOperation } from '../operation';
import { rowFilter } from './clientFilters';
import { searchParameters, type SearchInput } from './searchParameters';
import { simplified } from './simplified';

export const searchOperation = defineOperation({
	resource: 'set',
	operation: 'search',
	name: 'Search',
	action: 'Search bills of lading (sets)',
	description:
		'Find sets (bills of lading with their documents) by customer, status, shipment reference and more. The exchange returns no B/L numbers, so search by shipment reference, or by any text of the result.',
	parameters: searchParameters,
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
function customersOf({ allCustomers, customerIds }: SearchInput): string[] {
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
function requestOf({ filters }: SearchInput): SearchRequest {
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
