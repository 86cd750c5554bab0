import type { INodeProperties } from 'n8n-workflow';
import { documentTypes, statusEvents } from '../../vocabulary';

const inWorkflowZone = 'In the time zone of the workflow, unless the value names one';

export const refineField = {
	displayName: 'Refine',
	name: 'refine',
	type: 'collection',
	placeholder: 'Add Refinement',
	default: {},
	description: 'Filters that the exchange does not know. They are applied here to what the search finds.',
	options: [
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
			displayName: 'Parcel Statuses',
			name: 'parcelStatuses',
			type: 'multiOptions',
			allowArbitraryValues: true,
			options: Object.values(statusEvents).map(({ name, status }) => ({ name, value: status })),
			default: [],
			description: 'The status of the set in the exchange. Other statuses can be given by an expression.',
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
			displayName: 'Text',
			name: 'text',
			type: 'string',
			default: '',
			placeholder: 'e.g. coffee',
			description: 'Part of any text of the result, in upper or lower case',
		},
	],
} as const satisfies INodeProperties;
