import type { IBinaryData } from 'n8n-workflow';
import type { ExchangeClient } from '../../exchange/client';
import type { DocumentEntry } from '../../schemas/document';
import type { SetRow } from '../../schemas/search';
import type { Result } from '../operation';
import type { ItemContext } from '../../n8n/itemContext';
import { createSlots, perExecution, type Slots } from '../concurrency';
import type { DownloadOptions } from './downloadFields';

/** A document that is wanted, and under which names it goes out. */
export type WantedPdf = {
	setId: string;
	document: DocumentEntry;
	binaryProperty: string;
	/** Its file name; told the one that the exchange gives, if it gives one. */
	fileName: (given: string | undefined) => string;
};

/** A document in n8n's binary store, and what the output says about it. */
export type SavedPdf = {
	binary: IBinaryData;
	entry: {
		documentId: string;
		name: string | null;
		docType: string | null;
		fileName: string;
		size: number;
		sha256: string;
		binaryProperty: string;
	};
};

const slotsBySize = perExecution(() => new Map<number, Slots>());

/** Puts one document of the exchange into n8n's binary store, with at most `options.parallel` at a time in an execution. */
export async function savePdf(
	exchange: ExchangeClient,
	wanted: WantedPdf,
	options: DownloadOptions,
	context: ItemContext,
): Promise<SavedPdf> {
	const { parallel, customerId, copy } = options;
	const { documentId, name, docType } = wanted.document;
	const slots = slotsBySize(exchange).get(parallel) ?? createSlots(parallel);
	slotsBySize(exchange).set(parallel, slots);
	return await slots(async () => {
		const asked = { setId: wanted.setId, documentId, ...(customerId && { customerId }), ...(copy && { copy }) };
		const { kept, size, sha256 } = await exchange.pdf(asked, async ({ content, headerFileName }) => {
			const fileName = wanted.fileName(headerFileName);
			return { fileName, binary: await context.storeFile({ content, fileName, mimeType: 'application/pdf' }) };
		});
		const { fileName, binary } = kept;
		return {
			binary,
			entry: {
				documentId,
				name: name ?? null,
				docType: docType ?? null,
				fileName,
				size,
				sha256,
				binaryProperty: wanted.binaryProperty,
			},
		};
	});
}

/** The item that carries these documents of a set. `binaryProperties` is ready for a mail node's attachments. */
export function downloadedItem(set: Partial<SetRow> & { setId: string }, saved: SavedPdf[]): Result {
	const documents = saved.map(({ entry }) => entry);
	return {
		json: {
			setId: set.setId,
			shipmentRef: set.shipmentRef ?? null,
			parcelRef: set.parcelRef ?? null,
			documents,
			binaryProperties: documents.map(({ binaryProperty }) => binaryProperty).join(','),
		},
		binary: Object.fromEntries(saved.map(({ entry, binary }) => [entry.binaryProperty, binary])),
	};
}
