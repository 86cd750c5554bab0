import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';
import { optionalJsonObject, optionsField, text } from '../../n8n/parameters';
import { formInput, formProperties } from '../../shipment/form/properties';
import { pdfsField, pdfsInput } from './pdfs';
import { defaultPdfTemplate } from './pdfTemplate';
import { validations } from '../../shipment/checks/validate';

/** The import's parameters as workflows store them. */
export const importInput = z
	.object({
		inputMode: z.enum(['rows', 'form', 'json', 'dcsa']).default('json'),
		ifPresent: z.enum(['fail', 'skip', 'import']).default('fail'),
		importRef: text,
		payload: optionalJsonObject,
		...formInput.shape,
		lookUpParties: z.boolean().default(false),
		pdfs: pdfsInput,
		options: z
			.object({
				decimalSeparator: z.enum(['ask', '.', ',']).default('ask'),
				dryRun: z.boolean().default(false),
				ignoreColumns: z.string().default(''),
				pdfTemplate: optionalJsonObject,
				validation: z.enum(validations).default('warn'),
			})
			.prefault({}),
	})
	.check(({ value: { inputMode, payload }, issues }) => {
		if (payload === undefined && (inputMode === 'json' || inputMode === 'dcsa'))
			issues.push({ code: 'custom', path: ['payload'], message: 'must be filled in', input: payload });
	});

export type ImportInput = z.output<typeof importInput>;

export const importFields = [
	{
		displayName: 'Input Mode',
		name: 'inputMode',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Rows',
				value: 'rows',
				description:
					'Rows of a spreadsheet. Each input item is one row, and rows with the same shipment reference become one shipment.',
			},
			{ name: 'Form', value: 'form', description: 'Fill in the fields below, with values or expressions' },
			{ name: 'JSON', value: 'json', description: 'The complete shipment as a JSON object' },
			{
				name: 'DCSA Transport Document',
				value: 'dcsa',
				description: 'A transport document of the DCSA eBL standard, version 3, as JSON',
			},
		],
		default: 'json',
		description: 'The format of the data to import',
	},
	{
		displayName: 'If Present',
		name: 'ifPresent',
		type: 'options',
		options: [
			{
				name: 'Fail',
				value: 'fail',
				description: 'Stop the workflow, or return a failed item if "On Error" is set to continue',
			},
			{
				name: 'Skip',
				value: 'skip',
				description: 'Do not import it. The item has "imported": false and the IDs of the existing sets.',
			},
			{
				name: 'Import Anyway',
				value: 'import',
				description: 'Do not check for existing sets. Running the workflow twice imports the shipment twice.',
			},
		],
		default: 'fail',
		description:
			'What to do if the exchange already has sets with this shipment reference. "Retry On Fail" never resends a shipment that may have been imported.',
	},
	{
		displayName: 'Import Reference',
		name: 'importRef',
		type: 'string',
		default: '',
		placeholder: 'e.g. IMPORT-2022-0001',
		description:
			'Your own reference for this import, which the exchange stores. Leave empty to use the shipment reference. For rows, a column Import Reference takes precedence, and an expression is evaluated on the first row of each shipment.',
	},
	{
		displayName:
			'Each input item is a row of your sheet. Name its columns like the fields of the form, such as Shipment Reference, B/L Number and Container Number; common alternatives also work. An unknown column stops the import unless you add it to "Ignore Columns" in the options. All rows are checked before the first shipment is sent.',
		name: 'rowsNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { inputMode: ['rows'] } },
	},
	{
		displayName: 'Shipment',
		name: 'payload',
		type: 'json',
		required: true,
		default: '={{ $json }}',
		typeOptions: { rows: 10 },
		placeholder: 'e.g. { "shipmentReference": "MOL-2022-0001", "shipmentType": "liner", "sets": [] }',
		description: 'The shipment as a JSON object, in the format of the import interface of the exchange',
		displayOptions: { show: { inputMode: ['json'] } },
	},
	{
		displayName: 'Transport Document',
		name: 'payload',
		type: 'json',
		required: true,
		default: '={{ $json }}',
		typeOptions: { rows: 10 },
		placeholder: 'e.g. { "transportDocumentReference": "EXBL0001234", "documentParties": {} }',
		description: 'The transport document as a JSON object. The warnings list all values that cannot be imported.',
		displayOptions: { show: { inputMode: ['dcsa'] } },
	},
	{
		displayName:
			'Fill in the fields that you need; empty fields are not sent. A set is one bill of lading with its parties, places, cargos, containers and charges. Click "Add Field" for more fields.',
		name: 'formNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { inputMode: ['form'] } },
	},
	...formProperties({ show: { inputMode: ['form'] } }),
	{
		displayName: 'Look Up Parties by Name',
		name: 'lookUpParties',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the IDs of shipper and consignee by looking up counterparties with the same name (case-insensitive). A party is sent without an ID unless exactly one counterparty matches.',
		displayOptions: { show: { inputMode: ['dcsa'] } },
	},
	pdfsField,
	optionsField(
		{
			displayName: 'Decimal Separator',
			name: 'decimalSeparator',
			type: 'options',
			options: [
				{ name: 'Ask', value: 'ask', description: 'Stop at ambiguous text, such as 12.500' },
				{ name: 'Comma', value: ',', description: 'Read 12.500,75 as twelve thousand five hundred point seven five' },
				{ name: 'Point', value: '.', description: 'Read 12,500.75 as twelve thousand five hundred point seven five' },
			],
			default: 'ask',
			displayOptions: { show: { '/inputMode': ['rows'] } },
			description: 'The decimal separator of numbers that are stored as text',
		},
		{
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: false,
			description:
				'Whether to check and look up the shipment without importing it. Returns the payload and its size in bytes.',
		},
		{
			displayName: 'Ignore Columns',
			name: 'ignoreColumns',
			type: 'string',
			default: '',
			placeholder: 'e.g. ETD, ETA, Remarks',
			displayOptions: { show: { '/inputMode': ['rows'] } },
			description: 'Columns to ignore, comma-separated. Any other unknown column stops the import.',
		},
		{
			displayName: 'PDF Template',
			name: 'pdfTemplate',
			type: 'json',
			default: JSON.stringify(defaultPdfTemplate, null, 2),
			typeOptions: { rows: 8 },
			description:
				'Where to put the PDFs in the shipment. The list entry with {base64} is repeated for each PDF; {documentName}, {documentType} and {fileName} are replaced by their values.',
		},
		{
			displayName: 'Validation',
			name: 'validation',
			type: 'options',
			options: [
				{ name: 'Off', value: 'off', description: 'Do not check the shipment' },
				{
					name: 'Strict',
					value: 'strict',
					description:
						'Stop at values that are probably wrong or missing, such as a container number with a wrong check digit',
				},
				{
					name: 'Warn',
					value: 'warn',
					description: 'List values that are probably wrong as warnings; stop only at values of the wrong type',
				},
			],
			default: 'warn',
			description:
				'How strictly to check container numbers, codes, dates, weights and charges before the shipment is sent',
		},
	),
] as const satisfies INodeProperties[];
