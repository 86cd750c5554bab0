import type { INodeProperties } from 'n8n-workflow';
import { optionsField } from '../optionsField';
import { defaultPdfTemplate } from './pdfTemplate';
import { pdfsField } from './pdfs';

export const importFields = [
	{
		displayName:
			'Keep the node setting "Retry On Fail" off here: when an answer is lost on the way, n8n would import the shipment a second time.',
		name: 'retryNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Import Reference',
		name: 'importRef',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. IMPORT-2022-0001',
		description: 'Your own reference for this import; the exchange keeps it',
	},
	{
		displayName: 'Input Mode',
		name: 'inputMode',
		type: 'options',
		noDataExpression: true,
		options: [{ name: 'JSON', value: 'json', description: 'The whole shipment as one JSON object' }],
		default: 'json',
		description: 'How the shipment is given',
	},
	{
		displayName: 'Shipment',
		name: 'payload',
		type: 'json',
		required: true,
		default: '={{ $json }}',
		typeOptions: { rows: 10 },
		placeholder: 'e.g. { "shipmentReference": "MOL-2022-0001", "shipmentType": "liner", "sets": [] }',
		description: 'The shipment as a JSON object, as the import interface expects it',
		displayOptions: { show: { inputMode: ['json'] } },
	},
	pdfsField,
	optionsField(
		{
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: false,
			description: 'Whether to give what would be sent, and its size in bytes, without sending it',
		},
		{
			displayName: 'If Present',
			name: 'ifPresent',
			type: 'options',
			options: [
				{ name: 'Fail', value: 'fail', description: 'Stop, or go on with the item as failed' },
				{ name: 'Import Anyway', value: 'import', description: 'Do not look whether it is there' },
				{ name: 'Skip', value: 'skip', description: 'Do not import, and give the IDs of the sets that are there' },
			],
			default: 'import',
			description: 'What to do when the exchange finds sets with the shipment reference already',
		},
		{
			displayName: 'PDF Template',
			name: 'pdfTemplate',
			type: 'json',
			default: JSON.stringify(defaultPdfTemplate, null, 2),
			typeOptions: { rows: 8 },
			description:
				'Where the PDFs go in the shipment. The list entry with {base64} is repeated for each PDF; {documentName}, {documentType} and {fileName} are filled in.',
		},
	),
] as const satisfies INodeProperties[];
