import type { INodeProperties } from 'n8n-workflow';

const shown = { displayOptions: { show: { exchangeSpecifics: [true] } } };

/** What belongs to the exchange and not to a step of a workflow. With the switch off, the defaults hold. */
export const exchangeSpecificsFields: INodeProperties[] = [
	{
		displayName: 'Exchange Specifics',
		name: 'exchangeSpecifics',
		type: 'boolean',
		default: false,
		description: 'Whether this exchange differs from the usual in paging, time zone or filters',
	},
	{
		displayName: 'Paging',
		name: 'paging',
		type: 'options',
		options: [
			{ name: 'In the Address', value: 'query', description: 'Offset and limit are in the query of the address' },
			{ name: 'In the Body', value: 'body', description: 'Offset and limit are beside the filters' },
			{ name: 'None', value: 'none', description: 'One reply holds all results' },
		],
		default: 'query',
		description: 'How the exchange is asked for the next page of a search',
		...shown,
	},
	{
		displayName: 'Offset Name',
		name: 'offsetName',
		type: 'string',
		default: 'offset',
		placeholder: 'e.g. offset',
		description: 'What the exchange calls the position of the first result of a page',
		...shown,
	},
	{
		displayName: 'Limit Name',
		name: 'limitName',
		type: 'string',
		default: 'limit',
		placeholder: 'e.g. limit',
		description: 'What the exchange calls the number of results per page',
		...shown,
	},
	{
		displayName: 'Page Size',
		name: 'pageSize',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 10_000 },
		default: 100,
		description: 'How many results to ask for at a time. The exchange may give fewer.',
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
		description: 'The time zone in which the exchange writes when a set was modified; it does not say',
		...shown,
	},
	{
		displayName: 'Set ID Filter',
		name: 'setIdFilter',
		type: 'string',
		default: '',
		placeholder: 'e.g. setId',
		description: 'What the exchange calls its search filter for set IDs, if it has one',
		...shown,
	},
];
