import * as z from 'zod/v4';
import { InvalidInput } from '../../errors';
import { pages } from '../../exchange/paging';
import { isTimezone } from '../../schemas/date';
import { asReceived, type SearchRequest } from '../../schemas/search';
import {
	customerList,
	customersField,
	limitFields,
	limitInput,
	mostOf,
	optionalJsonObject,
	optionsField,
	text,
} from '../../n8n/parameters';
import { amongAllCustomers } from '../lookup/everyCustomer';
import { defineOperation } from '../operation';
import { pagingFields, pagingInput, pagingOf } from '../lookup/pagingOptions';
import { repeatFields, repeatInput, repeating } from '../lookup/repeatOptions';
import { filtersField } from './searchFields';
import { isRefined, refine, refineInput } from './clientFilters';
import { refineField } from './refineField';
import { simplified } from './simplified';

const timezone = text
	.transform((name) => name ?? 'UTC')
	.refine(isTimezone, 'must be a time zone such as Europe/Berlin');

const input = z.object({
	allCustomers: z.boolean().default(false),
	customerIds: customerList,
	...limitInput,
	filters: z
		.object({ status: text, instance: text, shipmentRef: text, additionalFilters: optionalJsonObject })
		.prefault({}),
	refine: refineInput,
	output: z.enum(['simplified', 'raw']).default('simplified'),
	options: z.object({ ...pagingInput, ...repeatInput, timezone }).prefault({}),
});

export const searchSets = defineOperation({
	resource: 'set',
	operation: 'search',
	name: 'Search',
	action: 'Search bills of lading (sets)',
	description: 'Find sets (bills of lading with their documents) by customer, status, reference and more',
	input,
	fields: [
		{
			displayName: 'All Customers',
			name: 'allCustomers',
			type: 'boolean',
			default: false,
			description: 'Whether to search among all customers that your account sees',
		},
		{ ...customersField, displayOptions: { show: { allCustomers: [false] } } },
		...limitFields,
		filtersField,
		refineField,
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'Raw', value: 'raw', description: 'Each result as the exchange sent it' },
				{
					name: 'Simplified',
					value: 'simplified',
					description: 'Fields in a fixed order, dates and signatures ready for a spreadsheet',
				},
			],
			default: 'simplified',
			description: 'How each result is given',
		},
		optionsField(...pagingFields, ...repeatFields, {
			displayName: 'Timezone',
			name: 'timezone',
			type: 'string',
			default: 'UTC',
			placeholder: 'e.g. Europe/Berlin',
			description: 'The time zone in which the exchange writes when a set was modified; it does not say',
		}),
	],
	async *run(exchange, input, context) {
		const { timezone } = input.options;
		const lacking = new Map<string, number>();
		const wanted = refine(input.refine, { fields: context.timezone, exchange: timezone }, (filter) =>
			lacking.set(filter, (lacking.get(filter) ?? 0) + 1),
		);
		const most = mostOf(input);
		const request = requestOf(input);
		const settings = {
			...pagingOf(input.options),
			// A filter of ours may leave out any row: then only the results themselves tell how many are needed.
			...(!isRefined(input.refine) && { limit: most }),
			onNotice: context.addHint,
		};
		const search = (customers: SearchRequest) =>
			pages(repeating(exchange, input.options), { ...request, ...customers }, settings);
		const rows = input.allCustomers ? amongAllCustomers(exchange, search) : search({});
		let given = 0;
		for await (const row of rows) {
			if (!wanted(row)) continue;
			yield { json: input.output === 'raw' ? asReceived(row) : simplified(row, timezone) };
			if (++given >= most) break;
		}
		if (given === 0 && lacking.size === 0) context.addHint(nothingFound(input.filters.status));
		for (const [filter, count] of lacking) context.addHint(leftOut(filter, count));
	},
});

function nothingFound(status: string | undefined): string {
	return status === undefined
		? 'No set was found. The search looks in the inbox: for issued sets, which are filed, choose "All (Inbox and Filed)" in Filters → Status.'
		: 'No set was found. Check the customers, Filters and Refine.';
}

function leftOut(filter: string, count: number): string {
	const results = count === 1 ? 'One result does' : `${count} results do`;
	const were = count === 1 ? 'was' : 'were';
	return `${results} not show what "${filter}" asks about and ${were} left out.`;
}

/** Only what was filled in is sent. */
function requestOf({ allCustomers, customerIds, filters }: z.output<typeof input>): SearchRequest {
	if (!allCustomers && customerIds.length === 0) {
		throw new InvalidInput({
			field: 'customerIds',
			message: 'No customer was chosen',
			description:
				'Choose at least one customer, or switch on "All Customers". Where an expression names them, the incoming item lacks what it names.',
		});
	}
	const { additionalFilters, ...named } = filters;
	const filled = Object.entries(named).filter(([, value]) => value !== undefined);
	return { ...additionalFilters, ...Object.fromEntries(filled), ...(allCustomers ? {} : { customerIds }) };
}
