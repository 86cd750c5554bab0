import type { INodeProperties } from 'n8n-workflow';
import { searchStatuses } from '../../vocabulary';
import { customersField } from '../../n8n/parameters';
import { pagingFields } from './pagingOptions';

export const setSourceFields = [
	{
		displayName: 'Set Source',
		name: 'setSource',
		type: 'options',
		options: [
			{ name: 'Incoming Item', value: 'input', description: 'A search result or a status event' },
			{ name: 'Set ID', value: 'setId', description: 'One set' },
			{ name: 'Shipment Reference', value: 'shipmentRef', description: 'All sets of a shipment' },
		],
		default: 'input',
		description: 'What tells the set whose documents are wanted',
	},
	{
		displayName: 'Set ID',
		name: 'setId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
		description: 'The set whose documents are wanted',
		displayOptions: { show: { setSource: ['setId'] } },
	},
	{
		displayName: 'Shipment Reference',
		name: 'shipmentRef',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. MOL-2022-0001',
		description: 'The shipment whose documents are wanted',
		displayOptions: { show: { setSource: ['shipmentRef'] } },
	},
	{
		...customersField,
		hint: 'Leave empty to look among all counterparties that the account sees',
		displayOptions: { show: { setSource: ['setId', 'shipmentRef'] } },
	},
] as const satisfies INodeProperties[];

/** Options for the searches that list a set's documents. */
export const lookupFields = [
	{
		displayName: 'Lookup Status',
		name: 'lookupStatus',
		type: 'options',
		allowArbitraryValues: true,
		options: Object.entries(searchStatuses).map(([value, name]) => ({ name, value })),
		default: 'ALL',
		description: 'Where to look for the set. Issued sets are filed, not active.',
	},
	...pagingFields,
	{
		displayName: 'Parcel Reference Filter',
		name: 'parcelRefFilter',
		type: 'string',
		default: '',
		placeholder: 'e.g. parcelRef',
		description:
			'What your exchange calls its search filter for parcel references, if it has one. A set of an event is then found without paging through all sets.',
	},
	{
		displayName: 'Set ID Filter',
		name: 'setIdFilter',
		type: 'string',
		default: '',
		placeholder: 'e.g. setId',
		description: 'What your exchange calls its search filter for set IDs, if it has one',
	},
	{
		displayName: 'Wait for Set',
		name: 'waitSeconds',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 600 },
		default: 30,
		description:
			'For how many seconds to look again for a set that is not found: an event can be faster than the search',
	},
] as const satisfies INodeProperties[];
