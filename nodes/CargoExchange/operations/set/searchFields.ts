import type { INodeProperties } from 'n8n-workflow';
import { searchStatuses } from '../../vocabulary';
import { instanceField } from '../../n8n/parameters';

/** What the exchange itself filters by (specification 2.3). */
export const filtersField = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'What the exchange searches by. Only what is filled in is sent.',
	options: [
		{
			displayName: 'Additional Filters',
			name: 'additionalFilters',
			type: 'json',
			default: '{}',
			description: 'Further filters that your exchange knows, as a JSON object. They are sent beside the others.',
		},
		{
			...instanceField,
			description: 'The application instance that holds the set, as the exchange calls it',
		},
		{
			displayName: 'Shipment Reference',
			name: 'shipmentRef',
			type: 'string',
			default: '',
			placeholder: 'e.g. MOL-2022-0001',
			description: 'The reference of the shipment that the set belongs to',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			allowArbitraryValues: true,
			options: Object.entries(searchStatuses).map(([value, name]) => ({ name, value })),
			default: 'ACTIVE',
			description:
				'Where the exchange looks. Issued sets are filed, not active. Other values can be given by an expression.',
		},
	],
} as const satisfies INodeProperties;
