import { readDocuments, readRow } from '../../schemas/search';
import { defineOperation } from '../operation';
import { requiredId } from '../../n8n/parameter';
import { options, setIdOfItem } from '../../n8n/sharedParameters';
import {
	binaryPropertyName,
	downloadedItem,
	downloadOptions,
	downloadSlots,
	mostParallel,
	savePdf,
	usualParallel,
} from './downloads';
import { fileNameOf } from './fileName';

export const downloadDocument = defineOperation({
	resource: 'document',
	operation: 'download',
	name: 'Download',
	action: 'Download a document',
	description: 'Download one document of a set as a PDF',
	asTool:
		'Needs the set ID and the document ID. Returns the name and size of the file; the file itself does not reach the agent.',
	parameters: {
		setId: setIdOfItem,
		documentId: requiredId('Document ID', {
			default: '={{ $json.documentId }}',
			placeholder: 'e.g. 7d1c3b0e-52a4-4f7e-9a35-c0d4e81f6b29',
			description: 'The ID of the document, from "Get Many" or a search',
		}),
		binaryPropertyName,
		options: options(downloadOptions),
	},
	itemsAtOnce: mostParallel,
	async *run(exchange, { setId, documentId, binaryPropertyName, options }, context) {
		// An item of "Get Many" names the document beside the two IDs.
		const row = readRow(context.item);
		const listed = readDocuments([context.item])?.[0];
		const isListed = row.setId === setId && listed?.documentId === documentId;
		const set = { ...(isListed && row), setId };
		const document = { ...(isListed && listed), documentId };
		const wanted = {
			setId,
			document,
			binaryProperty: binaryPropertyName,
			fileName: (given: string | undefined) => fileNameOf(options.fileName, set, document, given ?? documentId),
		};
		const slots = downloadSlots(exchange, usualParallel);
		const saved = await slots(() => savePdf(exchange, wanted, options, context));
		yield downloadedItem(set, [saved], options, context);
	},
});
