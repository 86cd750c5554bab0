import * as z from 'zod/v4';
import type { INodeProperties } from 'n8n-workflow';
import { documentTypes, searchStatuses, statusEvents } from '../../vocabulary';
import { instanceField, optionalJsonObject, text } from '../../n8n/parameters';
import { clientFilters } from './clientFilters';

const inWorkflowZone = 'In the time zone of the workflow, unless the value includes one';

export const searchInField = {
	displayName: 'Search In',
	name: 'searchIn',
	type: 'options',
	allowArbitraryValues: true,
	options: Object.entries(searchStatuses).map(([value, name]) => ({ name, value })),
	default: 'ALL',
	description: 'The folder to search. Issued sets are in Filed. Specify other values using an expression.',
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
	description: 'Only sets that match all filters are returned',
	options: [
		{
			displayName: 'Additional Filters',
			name: 'additionalFilters',
			type: 'json',
			default: '{}',
			description:
				'Further filters that your exchange supports, as a JSON object. They are sent together with the others.',
		},
		{
			displayName: 'Bill of Lading Date From',
			name: 'billOfLadingDateFrom',
			type: 'dateTime',
			default: '',
			description: 'The first day to include',
		},
		{
			displayName: 'Bill of Lading Date To',
			name: 'billOfLadingDateTo',
			type: 'dateTime',
			default: '',
			description: 'The last day to include',
		},
		{
			displayName: 'Document Types',
			name: 'documentTypes',
			type: 'multiOptions',
			allowArbitraryValues: true,
			options: documentTypes.map((type) => ({ name: type, value: type })),
			default: [],
			description: 'Sets with a document of one of these types. Specify other types using an expression.',
		},
		{ ...instanceField, description: 'The name of the application instance that holds the set' },
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
				{ name: 'Complete', value: 'complete', description: 'All signatures are complete' },
				{ name: 'Missing', value: 'missing', description: 'At least one signature is missing' },
			],
			default: 'missing',
			description: 'Whether all signatures are complete or some are missing',
		},
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'multiOptions',
			allowArbitraryValues: true,
			options: Object.values(statusEvents).map(({ name }) => ({ name, value: name })),
			default: [],
			description: 'Sets with one of these statuses. Specify other statuses using an expression.',
		},
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			default: '',
			placeholder: 'e.g. coffee',
			description: 'Part of any text of the result (not case-sensitive)',
		},
	],
} as const satisfies INodeProperties;
