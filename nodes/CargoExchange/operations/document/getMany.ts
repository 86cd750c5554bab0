import * as z from 'zod/v4';
import { defineOperation } from '../operation';
import { optionsField } from '../../n8n/parameters';
import { repeatFields, repeatInput, repeating } from '../lookup/repeatOptions';
import { searchesAtOnce } from '../lookup/searches';
import { findSets, lookupInput, setSourceInput } from '../lookup/setSource';
import { lookupFields, setSourceFields } from '../lookup/setSourceFields';

export const getManyDocuments = defineOperation({
	resource: 'document',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many documents',
	description: 'List the documents of a set',
	input: z.object({ ...setSourceInput, options: z.object({ ...lookupInput, ...repeatInput }).prefault({}) }),
	fields: [...setSourceFields, optionsField(...lookupFields, ...repeatFields)],
	itemsAtOnce: searchesAtOnce,
	async *run(exchange, input, context) {
		const sets = await findSets(repeating(exchange, input.options), input, context);
		for (const { setId, shipmentRef, parcelRef, documents } of sets) {
			for (const { documentId, name, docType, xmlContent } of documents ?? []) {
				yield {
					json: {
						setId,
						shipmentRef: shipmentRef ?? null,
						parcelRef: parcelRef ?? null,
						documentId,
						name: name ?? null,
						docType: docType ?? null,
						...(xmlContent && { xmlContent }),
					},
				};
			}
		}
	},
});
