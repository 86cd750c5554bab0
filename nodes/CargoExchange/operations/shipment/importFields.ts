import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';
import { optionalJsonObject, optionsField, text } from '../../n8n/parameters';
import { formProperties } from './form/properties';
import { defaultPdfTemplate, pdfsField, pdfsInput } from './pdfs';
import { validations } from './validation/validate';

/** Parameters of the form; the form itself says what they may hold, and the checks what they do. */
const formInput = {
	formShipmentReference: z.unknown(),
	formVesselImo: z.unknown(),
	formVoyageReference: z.unknown(),
	formSets: z.unknown(),
	formMore: z.unknown(),
};

/** The import's parameters as workflows store them. */
export const importInput = z
	.object({
		inputMode: z.enum(['rows', 'form', 'json', 'dcsa']).default('json'),
		ifPresent: z.enum(['fail', 'skip', 'import']).default('fail'),
		importRef: text,
		payload: optionalJsonObject,
		...formInput,
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
					'Rows of a spreadsheet: each input item is a row, and rows with the same shipment reference become one shipment',
			},
			{ name: 'Form', value: 'form', description: 'Fill in the fields here, or by expressions' },
			{ name: 'JSON', value: 'json', description: 'The whole shipment as one JSON object' },
			{
				name: 'DCSA Transport Document',
				value: 'dcsa',
				description: 'A transport document of the DCSA eBL standard, version 3, as JSON',
			},
		],
		default: 'json',
		description: 'How the shipment is given',
	},
	{
		displayName: 'If Present',
		name: 'ifPresent',
		type: 'options',
		options: [
			{
				name: 'Fail',
				value: 'fail',
				description: 'Stop, or go on with the item as failed',
			},
			{
				name: 'Skip',
				value: 'skip',
				description: 'Do not import it; the item has "imported": false and the IDs of the sets that are there',
			},
			{
				name: 'Import Anyway',
				value: 'import',
				description: 'Do not check for existing sets. Running the workflow twice imports the shipment twice.',
			},
		],
		default: 'fail',
		description:
			'What to do if the exchange has sets with the shipment reference already. "Retry On Fail" never sends a shipment again that may have been imported.',
	},
	{
		displayName: 'Import Reference',
		name: 'importRef',
		type: 'string',
		default: '',
		placeholder: 'e.g. IMPORT-2022-0001',
		description:
			'Your own reference for this import; the exchange keeps it. Leave empty to use the shipment reference. For rows, a column Import Reference comes first, and an expression is evaluated on the first row of each shipment.',
	},
	{
		displayName:
			'Each input item is a row of your sheet. Its columns have the names of the fields of the form, such as Shipment Reference, B/L Number and Container Number, or usual other names. A column that is not understood stops the import, unless "Ignore Columns" in the options names it. All rows are checked before the first shipment is sent.',
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
		description: 'The shipment as a JSON object, as the import interface expects it',
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
		description: 'The transport document as a JSON object. The warnings list what has no place in the import.',
		displayOptions: { show: { inputMode: ['dcsa'] } },
	},
	{
		displayName:
			'Fill in what you have; empty fields are not sent. A set is one bill of lading with its parties, places, cargos, containers and charges. Further fields are under "Add Field".',
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
			'Whether to give shipper and consignee the ID of the one counterparty that has their name, in upper or lower case. Without it they are sent without an ID.',
		displayOptions: { show: { inputMode: ['dcsa'] } },
	},
	pdfsField,
	optionsField(
		{
			displayName: 'Decimal Separator',
			name: 'decimalSeparator',
			type: 'options',
			options: [
				{ name: 'Ask', value: 'ask', description: 'Stop at a text with two readings, such as 12.500' },
				{ name: 'Comma', value: ',', description: '12.500,75 is twelve thousand five hundred and three quarters' },
				{ name: 'Point', value: '.', description: '12,500.75 is twelve thousand five hundred and three quarters' },
			],
			default: 'ask',
			displayOptions: { show: { '/inputMode': ['rows'] } },
			description: 'What stands before decimals in cells that hold a number as text',
		},
		{
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: false,
			description:
				'Whether to check and look up only, and give what would be sent and its size in bytes, without importing anything',
		},
		{
			displayName: 'Ignore Columns',
			name: 'ignoreColumns',
			type: 'string',
			default: '',
			placeholder: 'e.g. ETD, ETA, Remarks',
			displayOptions: { show: { '/inputMode': ['rows'] } },
			description:
				'Columns that are not read, comma-separated. A column that is not understood stops the import otherwise.',
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
		{
			displayName: 'Validation',
			name: 'validation',
			type: 'options',
			options: [
				{ name: 'Off', value: 'off', description: 'Check nothing' },
				{
					name: 'Strict',
					value: 'strict',
					description: 'Send nothing that is probably wrong, such as a container number with a wrong check digit',
				},
				{
					name: 'Warn',
					value: 'warn',
					description: 'Tell in the warnings what is probably wrong; hold back only values of the wrong type',
				},
			],
			default: 'warn',
			description: 'How much to check before the shipment is sent: container numbers, codes, dates, weights and totals',
		},
	),
	{
		displayName:
			'Strict: a shipment in which something is probably wrong is not sent at all. The item stops with the list of what was found.',
		name: 'strictNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '/options.validation': ['strict'] } },
	},
	{
		displayName: 'Off: nothing is checked, and the exchange gets the shipment as it is.',
		name: 'uncheckedNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '/options.validation': ['off'] } },
	},
] as const satisfies INodeProperties[];
