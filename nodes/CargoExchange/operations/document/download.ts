import * as z from 'zod/v4';
import { documentEntry } from '../../schemas/document';
import { setRow } from '../../schemas/search';
import { defineOperation } from '../operation';
import { optionsField, uuid } from '../../n8n/parameters';
import { repeatFields, repeatInput, repeating } from '../lookup/repeatOptions';
import {
	binaryPropertyField,
	binaryPropertyInput,
	downloadFields,
	downloadInput,
	mostParallel,
} from './downloadFields';
import { defaultPattern, fileNameOf } from './fileName';
import { downloadedItem, savePdf } from './storePdf';

/** What an item of "Get Many" tells of its document beside the two IDs: names for the file and the output. */
const listedDocument = z.looseObject({ ...setRow.shape, ...documentEntry.shape });

export const downloadDocument = defineOperation({
	resource: 'document',
	operation: 'download',
	name: 'Download',
	action: 'Download a document',
	description: 'Download one document of a set as PDF',
	input: z.object({
		setId: uuid,
		documentId: uuid,
		...binaryPropertyInput,
		options: z.object({ ...downloadInput, ...repeatInput }).prefault({}),
	}),
	fields: [
		{
			displayName: 'Set ID',
			name: 'setId',
			type: 'string',
			required: true,
			default: '={{ $json.setId }}',
			placeholder: 'e.g. 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
			description: 'The set that the document belongs to',
		},
		{
			displayName: 'Document ID',
			name: 'documentId',
			type: 'string',
			required: true,
			default: '={{ $json.documentId }}',
			placeholder: 'e.g. 7d1c3b0e-52a4-4f7e-9a35-c0d4e81f6b29',
			description: 'The document, as "Get Many" or a search lists it',
		},
		binaryPropertyField,
		optionsField(...downloadFields, ...repeatFields),
	],
	itemsAtOnce: mostParallel,
	async *run(exchange, { setId, documentId, binaryPropertyName, options }, context) {
		const listed = listedDocument.safeParse(context.item);
		const known =
			listed.success && listed.data.setId === setId && listed.data.documentId === documentId ? listed.data : {};
		const set = { ...known, setId };
		const document = { ...known, documentId };
		const pattern = options.fileName ?? defaultPattern;
		const saved = await savePdf(
			repeating(exchange, options),
			{
				setId,
				document,
				binaryProperty: binaryPropertyName,
				fileName: (given) => fileNameOf(pattern, set, document, given ?? documentId),
			},
			options,
			context,
		);
		yield downloadedItem(set, [saved]);
	},
});
