import * as z from 'zod/v4';
import type { INodeProperties } from 'n8n-workflow';
import { optionalUuid, requiredText, text } from '../../n8n/parameters';
import { defaultPattern } from './fileName';

export const mostParallel = 50;

/** How documents are downloaded and what their files are called. */
export const downloadInput = {
	fileName: text,
	copy: z.boolean().default(false),
	customerId: optionalUuid,
	includeInputFields: z.boolean().default(false),
};

/** How many PDFs of a node run to download at the same time, unless an option says otherwise. */
export const usualParallel = 4;

export type DownloadOptions = z.output<z.ZodObject<typeof downloadInput>>;

export const binaryPropertyInput = { binaryPropertyName: requiredText.prefault('data') };

export const binaryPropertyField = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the output binary field to put the file in. To attach all files of an item to an e-mail, drag the output field binaryProperties into the attachments of Send Email.',
} as const satisfies INodeProperties;

export const downloadFields = [
	{
		displayName: 'Copy',
		name: 'copy',
		type: 'boolean',
		default: false,
		description: 'Whether to ask for a copy: some exchanges mark the PDF that the title holder gets as the original',
	},
	{
		displayName: 'Customer ID',
		name: 'customerId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
		description: 'The customer on whose behalf the PDF is requested, if the exchange wants to know',
	},
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: defaultPattern,
		placeholder: 'e.g. {shipmentRef} {name}',
		description:
			'A name with fields of the set (<code>{shipmentRef}</code>, <code>{parcelRef}</code>, <code>{setId}</code> …) and of the document (<code>{name}</code>, <code>{docType}</code>, <code>{documentId}</code>), written exactly so. A field that is not there is left out.',
	},
	{
		displayName: 'Include Input Fields',
		name: 'includeInputFields',
		type: 'boolean',
		default: false,
		description: 'Whether to pass the fields of the incoming item on, before those of the download',
	},
] as const satisfies INodeProperties[];
