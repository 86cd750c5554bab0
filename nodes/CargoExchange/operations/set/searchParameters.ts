import { choice, collection, flag, openChoice } from '../../n8n/parameter';
import type { Values } from '../../n8n/parameterTable';
import { clientFilters, sentFilters } from '../../n8n/setFilters';
import { asFilter, customerChoice, limits } from '../../n8n/sharedParameters';
import { searchStatuses } from '../../vocabulary';

export const searchParameters = {
	...customerChoice(),
	searchIn: openChoice(
		'Search In',
		'ALL',
		Object.fromEntries(Object.entries(searchStatuses).map(([value, name]) => [value, { name }])),
		{
			description:
				'The folder to search. Issued sets are in Filed. Inbox and Filed means every set; the Exchange Profile of the credential can say how to search for it. Specify others using an expression.',
		},
	),
	...limits,
	filters: asFilter(
		collection(
			'Filters',
			{ ...sentFilters, ...clientFilters },
			{ placeholder: 'Add Filter', description: 'Only sets that match all filters are returned' },
		),
	),
	onePerSet: flag('One per Set', false, {
		description:
			'Whether to return only one result per set: the last changed one that matches the filters. Reads all pages, even if Limit is small.',
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
