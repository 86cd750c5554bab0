import {
	choice,
	collection,
	date,
	flag,
	jsonObject,
	openChoice,
	openList,
	optionalChoice,
	text,
} from '../../n8n/parameter';
import type { Values } from '../../n8n/parameterTable';
import { customers, documentTypeChoices, limits } from '../../n8n/sharedParameters';
import { searchStatuses, statusEvents } from '../../vocabulary';

export const noBillNumbers = 'The exchange returns no B/L numbers. Search by shipment reference.';

const inWorkflowZone = 'In the time zone of the workflow, unless the value includes one';

/** Filters that the exchange applies (docs/service.md 2.3). */
const sentFilters = {
	additionalFilters: jsonObject('Additional Filters', {
		default: '{}',
		description:
			'Further filters that your exchange supports, as a JSON object. They are sent together with the others.',
	}),
	instance: text('Instance', {
		placeholder: 'e.g. EXCHANGE',
		description: 'The part of the exchange that holds the set, such as EXCHANGE or HUB',
	}),
	shipmentRef: text('Shipment Reference', {
		placeholder: 'e.g. MOL-2022-0001',
		description: 'The reference of the shipment that the set belongs to. The exchange returns no B/L numbers.',
	}),
};

/** Filters that the exchange does not support: applied to its results as they arrive. */
export const clientFilters = {
	billOfLadingDateFrom: date('Bill of Lading Date From', { description: 'The first day to include' }),
	billOfLadingDateTo: date('Bill of Lading Date To', { description: 'The last day to include' }),
	documentTypes: openList('Document Types', documentTypeChoices, {
		description: 'Sets with a document of one of these types. Specify other types using an expression.',
	}),
	modifiedAfter: date('Modified After', { description: inWorkflowZone }),
	modifiedBefore: date('Modified Before', { description: inWorkflowZone }),
	signatures: optionalChoice(
		'Signatures',
		'missing',
		{
			complete: { name: 'Complete', description: 'All signatures are complete' },
			missing: { name: 'Missing', description: 'At least one signature is missing' },
		},
		{ description: 'Whether all signatures are complete or some are missing' },
	),
	statuses: openList('Statuses', Object.fromEntries(Object.values(statusEvents).map(({ name }) => [name, { name }])), {
		description: 'Sets with one of these statuses. Specify other statuses using an expression.',
	}),
	text: text('Text', {
		placeholder: 'e.g. coffee',
		description: 'Text that any field of the result contains (not case-sensitive)',
		hint: noBillNumbers,
	}),
};

export type ClientFilters = Values<typeof clientFilters>;

export const searchParameters = {
	allCustomers: flag('All Customers', true, {
		hint: 'All customers that this login sees. Switch off to choose some of them.',
		description: 'Whether to search all customers that this login sees',
	}),
	customerIds: customers({ show: { allCustomers: [false] } }),
	searchIn: openChoice(
		'Search In',
		'ALL',
		Object.fromEntries(Object.entries(searchStatuses).map(([value, name]) => [value, { name }])),
		{ description: 'The folder to search. Issued sets are in Filed. Specify other values using an expression.' },
	),
	...limits,
	filters: collection(
		'Filters',
		{ ...sentFilters, ...clientFilters },
		{ placeholder: 'Add Filter', description: 'Only sets that match all filters are returned' },
	),
	onePerSet: flag('One per Set', false, {
		description:
			'Whether to return each set once if several transactions show it: in the one that changed last. All pages are read before the limit counts.',
	}),
	output: choice(
		'Output',
		'simplified',
		{
			raw: { name: 'Raw', description: 'Each result as the exchange sent it' },
			simplified: {
				name: 'Simplified',
				description: 'Fields in a fixed order, with dates and signatures ready for a spreadsheet',
			},
			table: { name: 'Table', description: 'A few flat columns, which a data table or a sheet maps automatically' },
		},
		{ description: 'The format of each result' },
	),
};

export type SearchInput = Values<typeof searchParameters>;
