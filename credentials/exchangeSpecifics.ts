import type { INodeProperties } from 'n8n-workflow';

const shown = { displayOptions: { show: { exchangeSpecifics: [true] } } };

/** Settings that depend on the exchange and not on a node. While the switch is off, the defaults apply. */
export const exchangeSpecificsFields: INodeProperties[] = [
	{
		displayName: 'Exchange-Specific Settings',
		name: 'exchangeSpecifics',
		type: 'boolean',
		default: false,
		description: 'Whether this exchange needs settings for paging, time zone or filters that differ from the defaults',
	},
	{
		displayName: 'Paging',
		name: 'paging',
		type: 'options',
		options: [
			{ name: 'In the URL', value: 'query', description: 'Offset and limit are query parameters of the URL' },
			{ name: 'In the Body', value: 'body', description: 'Offset and limit are in the request body, with the filters' },
			{ name: 'None', value: 'none', description: 'One response contains all results' },
		],
		default: 'query',
		description: 'How to request the next page of a search',
		...shown,
	},
	{
		displayName: 'Offset Name',
		name: 'offsetName',
		type: 'string',
		default: 'offset',
		placeholder: 'e.g. offset',
		description: 'The name of the parameter for the position of the first result of a page',
		...shown,
	},
	{
		displayName: 'Limit Name',
		name: 'limitName',
		type: 'string',
		default: 'limit',
		placeholder: 'e.g. limit',
		description: 'The name of the parameter for the number of results per page',
		...shown,
	},
	{
		displayName: 'Page Size',
		name: 'pageSize',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 10_000 },
		default: 100,
		description: 'How many results to request per page. The exchange may return fewer.',
		...shown,
	},
	{
		displayName: 'Time Zone',
		name: 'timezone',
		type: 'options',
		options: ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
			name: zone,
			value: zone,
		})),
		default: 'UTC',
		description: 'The time zone of modification dates, which the exchange sends without one',
		...shown,
	},
	{
		displayName: 'Filter for Set IDs',
		name: 'setIdFilter',
		type: 'string',
		default: '',
		placeholder: 'e.g. setId',
		description: 'The name of the search filter for set IDs, if the exchange has one',
		...shown,
	},
];
