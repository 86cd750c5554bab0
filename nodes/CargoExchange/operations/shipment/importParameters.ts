import * as z from 'zod/v4';
import {
	choice,
	entries,
	flag,
	jsonObject,
	notice,
	openChoice,
	parameter,
	text,
	textWithDefault,
	wholeNumber,
} from '../../n8n/parameter';
import type { Values } from '../../n8n/parameterTable';
import { documentTypeChoices, options } from '../../n8n/sharedParameters';
import { filesValue } from '../../n8n/values';
import { formProperties } from '../../shipment/form/properties';
import { mappableFields, noField } from '../../shipment/sheet/columnChoices';
import { documentTypes } from '../../vocabulary';

const forRows = { '/inputMode': ['rows'] };

const form = formProperties();

/** A field of the form. The table of payload fields says what its value holds. */
function formField(name: keyof typeof form) {
	const { displayName, ...kind } = form[name];
	return parameter(displayName, z.unknown(), { show: { inputMode: ['form'] } }, kind);
}

const pdf = {
	binaryPropertyName: {
		...parameter(
			'Input Binary Field',
			filesValue,
			{
				required: true,
				placeholder: 'e.g. data',
				hint: 'The name of the input field with the file, or several names, comma-separated',
				description: "An expression can return a file of another node: $('Read PDF').item.binary.data",
			},
			{ type: 'string', default: 'data' },
		),
		// An empty list of files is a value: no files.
		isRequired: false,
	},
	documentName: text('Document Name', {
		placeholder: 'e.g. Packing List',
		description: 'The name to show in the exchange. Leave empty to use the file name.',
	}),
	documentType: openChoice('Document Type', documentTypes[1], documentTypeChoices, {
		description: 'The type to show in the exchange. Specify other types using an expression.',
	}),
};

const mapping = {
	column: textWithDefault('Column', '', {
		placeholder: 'e.g. Booking Ref',
		hint: 'Type the header as it is in the sheet; a dragged one gives the value of a cell',
		description: 'The header of the column. Case, spaces and line breaks do not matter.',
	}),
	field: openChoice('Field', noField, Object.fromEntries(mappableFields.map(({ name, value }) => [value, { name }])), {
		description:
			'The field that the column fills. For other fields, such as those of a fourth notify party, use an expression with the path: sets.notifyParties[3].name.',
	}),
};

/** The import's parameters, in the order of the form. */
export const importParameters = {
	inputMode: choice(
		'Input Mode',
		'rows',
		{
			rows: {
				name: 'Rows',
				description:
					'Rows of a spreadsheet. Each input item is one row, and rows with the same shipment reference become one shipment.',
			},
			form: { name: 'Form', description: 'Fill in the fields below, with values or expressions' },
			json: { name: 'JSON', description: 'The complete shipment as a JSON object' },
		},
		{ noDataExpression: true, description: 'The format of the data to import' },
	),
	dryRun: flag('Dry Run', true, {
		noDataExpression: true,
		description:
			'Whether to check and look up the shipment without importing it. (An import cannot be undone.) Returns a summary, the payload and its size in bytes.',
	}),
	ifPresent: choice(
		'If Shipment Exists',
		'fail',
		{
			fail: {
				name: 'Fail',
				description: 'Stop the workflow, or return a failed item if "On Error" is set to continue',
			},
			skip: {
				name: 'Skip',
				description:
					'Do not import it. The item has "imported": false and the IDs of the existing sets. If there are fewer sets than bills of lading, it fails.',
			},
			import: {
				name: 'Import Anyway',
				description: 'Do not check for existing sets. Running the workflow twice imports the shipment twice.',
			},
		},
		{
			description: 'What to do if the exchange already has sets with this shipment reference',
		},
	),
	importRef: text('Import Reference', {
		placeholder: 'e.g. SHP-2026-0101',
		hint: 'Leave empty to use the shipment reference',
		description:
			'Your own reference for this import, which is sent with it. Leave empty to use the shipment reference. For rows, a column Import Reference takes precedence, and an expression is evaluated on the first row of each shipment.',
	}),
	rowsNotice: notice(
		'Each input item is a row of your sheet. Execute the step: its message names the columns that need a field in "Column Mapping" below. Nothing is imported while "Dry Run" is on.',
		{ inputMode: ['rows'] },
	),
	columns: entries(
		'Column Mapping',
		{ name: 'column', label: 'Column', table: mapping },
		{
			placeholder: 'Add Column',
			description:
				'The fields of columns whose headers are unknown or should be read differently. Takes precedence over the headers.',
			show: { inputMode: ['rows'] },
		},
	),
	payload: jsonObject('Shipment', {
		required: true,
		default: '={{ $json }}',
		rows: 10,
		placeholder: 'e.g. { "shipmentReference": "SHP-2026-0101", "shipmentType": "liner", "sets": [] }',
		description: 'The shipment as a JSON object, in the format of the import API of the exchange',
		show: { inputMode: ['json'] },
	}),
	formNotice: notice(
		'Fill in the fields that you need; empty fields are not sent. A set is one bill of lading with its parties, places, cargos, containers and charges. Click "Add Field" for more fields.',
		{ inputMode: ['form'] },
	),
	formShipmentReference: formField('formShipmentReference'),
	formVesselImo: formField('formVesselImo'),
	formVoyageReference: formField('formVoyageReference'),
	formSets: formField('formSets'),
	formMore: formField('formMore'),
	pdfs: entries(
		'PDFs',
		{ name: 'pdf', label: 'PDF', table: pdf },
		{ placeholder: 'Add PDF', description: 'PDF files of the input item to send with the shipment' },
	),
	options: options({
		acceptValues: textWithDefault('Accept Values', '', {
			placeholder: 'e.g. MOLU4100271, Gross Weight: too heavy',
			description:
				'What to accept even if a check objects to it, comma-separated, as the message offers it: a word, the name of a missing value, or a column with the rule. It applies to later shipments, too. Put an entry that contains a comma in double quotes.',
		}),
		dateOrder: choice(
			'Date Order',
			'ask',
			{
				dayFirst: { name: 'Day First', description: 'Read 05/06/2026 as 5 June' },
				monthFirst: { name: 'Month First', description: 'Read 05/06/2026 as May 6' },
				ask: { name: 'Stop If Ambiguous', description: 'Stop at text with two readings, such as 05/06/2026' },
			},
			{
				description:
					'The order of dates that are stored as text, in columns in which no date such as 13/12/2026 settles it',
				show: forRows,
			},
		),
		decimalSeparator: choice(
			'Decimal Separator',
			'ask',
			{
				',': { name: 'Comma', description: 'Read 12.500 as twelve thousand five hundred' },
				'.': { name: 'Point', description: 'Read 12.500 as twelve and a half' },
				ask: {
					name: 'Stop If Ambiguous',
					description: 'Stop at text with two readings, such as 12.500, unless other numbers of the sheet settle it',
				},
			},
			{
				description: 'The decimal separator of numbers that are stored as text',
				show: { '/inputMode': ['rows', 'form'] },
			},
		),
		onCorrections: choice(
			'If Corrections Are Needed',
			'stop',
			{
				items: {
					name: 'Return as Items',
					description:
						'Import nothing, and return an item for each correction, with the outcome "correction", its rows, column and value, for example to email them',
				},
				stop: { name: 'Stop', description: 'Fail with a list of the corrections' },
			},
			{ description: 'What to do if the sheet cannot be imported as it is', show: forRows },
		),
		ignoreColumns: textWithDefault('Ignore Columns', '', {
			placeholder: 'e.g. ETD, ETA, Remarks',
			description: 'Columns to ignore, comma-separated. Other unknown columns stop the import, if they have values.',
			show: forRows,
		}),
		columnMapping: jsonObject('More Column Mapping', {
			default: '{}',
			placeholder: 'e.g. { "Cntr": "Container Number", "Our Ref": "(ignore)" }',
			description:
				'More columns and their headers as a JSON object, such as the columns of a sender that a data table keeps. Entries of Column Mapping take precedence; columns that the sheet lacks are ignored.',
			show: forRows,
		}),
		pdfTemplate: jsonObject('PDF Template', {
			default: '',
			rows: 8,
			description:
				'Where to put the PDFs in the shipment. Leave empty for the place in the Exchange Profile of the credential, or parcels.documents. The list entry with {base64} is repeated for each PDF; {documentName}, {documentType} and {fileName} are replaced by their values.',
		}),
		validation: choice(
			'Validation',
			'strict',
			{
				strict: {
					name: 'Strict',
					description:
						'Stop at values that are probably wrong or missing, such as a container number with a wrong check digit. To let one pass, add it to Accept Values.',
				},
				warn: {
					name: 'Warn',
					description: 'List values that are probably wrong or missing as warnings, and import anyway',
				},
			},
			{
				description:
					'How strictly to check container numbers, codes, dates, weights and charges before the shipment is sent',
			},
		),
		waitSeconds: wholeNumber(
			'Wait for Sets (Seconds)',
			{ from: 0, to: 600, usual: 30 },
			{
				description:
					'How long to search for a shipment if the response of the exchange does not name its sets. With 0, it is not searched for, and a clear response of success counts.',
			},
		),
	}),
};

export type ImportInput = Values<typeof importParameters>;
