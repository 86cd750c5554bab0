import { defineOperation } from '../operation';
import { searchesAtOnce } from '../../lookup/searches';
import { findDocuments, setSource } from './setSource';

export const getManyDocuments = defineOperation({
	resource: 'document',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many documents',
	description: 'List the documents of a set',
	asTool: 'Needs a set ID or a shipment reference. Returns the names and IDs of the documents, not the files.',
	parameters: setSource,
	itemsAtOnce: searchesAtOnce,
	async *run(exchange, input, context) {
		const sets = await findDocuments(exchange, input, context);
		for (const { setId, shipmentRef, parcelRef, documents } of sets) {
			for (const { documentId, name, docType, xmlContent } of documents) {
				yield {
					json: exchange.withoutSecrets({
						setId,
						shipmentRef: shipmentRef ?? null,
						parcelRef: parcelRef ?? null,
						documentId,
						name: name ?? null,
						docType: docType ?? null,
						...(xmlContent && { xmlContent }),
					}),
				};
			}
		}
	},
});
