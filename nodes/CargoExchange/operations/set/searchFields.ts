import * as z from 'zod/v4';
import type { INodeProperties } from 'n8n-workflow';
import { documentTypes, searchStatuses, statusEvents } from '../../vocabulary';
import { instanceField, optionalJsonObject, text } from '../../n8n/parameters';
import { clientFilters } from './clientFilters';

const inWorkflowZone = 'In the time zone of the workflow, unless the value names one';

export const searchInField = {
	displayName: 'Search In',
	name: 'searchIn',
	type: 'options',
	allowArbitraryValues: true,
	options: Object.entries(searchStatuses).map(([value, name]) => ({ name, value })),
	default: 'ALL',
	description: 'Where the exchange looks. Issued sets are filed. Other values can be given by an expression.',
} as const satisfies INodeProperties;

/** The first three are sent to the exchange (docs/service.md 2.3), the others are applied to its results. */
export const filtersInput = z
	.object({ shipmentRef: text, instance: text, additionalFilters: optionalJsonObject, ...clientFilters })
	.prefault({});

export const filtersField = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Sets have to pass all of them',
	options: [
		{
			displayName: 'Additional Filters',
			name: 'additionalFilters',
			type: 'json',
			default: '{}',
			description: 'Further filters that your exchange knows, as a JSON object. They are sent beside the others.',
		},
		{
			displayName: 'Bill of Lading Date From',
			name: 'billOfLadingDateFrom',
			type: 'dateTime',
			default: '',
			description: 'The first day that is wanted',
		},
		{
			displayName: 'Bill of Lading Date To',
			name: 'billOfLadingDateTo',
			type: 'dateTime',
			default: '',
			description: 'The last day that is wanted',
		},
		{
			displayName: 'Document Types',
			name: 'documentTypes',
			type: 'multiOptions',
			allowArbitraryValues: true,
			options: documentTypes.map((type) => ({ name: type, value: type })),
			default: [],
			description: 'Sets that hold a document of one of these types. Other types can be given by an expression.',
		},
		{ ...instanceField, description: 'The application instance that holds the set, as the exchange calls it' },
		{
			displayName: 'Modified After',
			name: 'modifiedAfter',
			type: 'dateTime',
			default: '',
			description: inWorkflowZone,
		},
		{
			displayName: 'Modified Before',
			name: 'modifiedBefore',
			type: 'dateTime',
			default: '',
			description: inWorkflowZone,
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
			displayName: 'Signatures',
			name: 'signatures',
			type: 'options',
			options: [
				{ name: 'Complete', value: 'complete', description: 'All signatures have been given' },
				{ name: 'Missing', value: 'missing', description: 'At least one signature is still to be given' },
			],
			default: 'missing',
			description: 'Whether somebody still has to sign',
		},
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'multiOptions',
			allowArbitraryValues: true,
			options: Object.values(statusEvents).map(({ name }) => ({ name, value: name })),
			default: [],
			description: 'The status of the set. Other statuses can be given by an expression.',
		},
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			default: '',
			placeholder: 'e.g. coffee',
			description: 'Part of any text of the result, in upper or lower case',
		},
	],
} as const satisfies INodeProperties;
