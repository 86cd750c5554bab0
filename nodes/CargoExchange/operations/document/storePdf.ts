import type { IBinaryData } from 'n8n-workflow';
import type { ExchangeClient } from '../../exchange/client';
import type { DocumentEntry, SetRow } from '../../schemas/search';
import type { Result } from '../operation';
import type { ItemContext } from '../../n8n/itemContext';
import { createSlots, cachePer, type Slots } from '../concurrency';
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

const slotsBySize = cachePer(() => new Map<number, Slots>());

/** Where the downloads of a node run take turns, so many at a time over all its items. */
export function downloadSlots(exchange: ExchangeClient, parallel: number): Slots {
	const slots = slotsBySize(exchange).get(parallel) ?? createSlots(parallel);
	slotsBySize(exchange).set(parallel, slots);
	return slots;
}

/** Puts one document of the exchange into n8n's binary store. */
export async function savePdf(
	exchange: ExchangeClient,
	wanted: WantedPdf,
	options: DownloadOptions,
	context: ItemContext,
): Promise<SavedPdf> {
	const { customerId, copy } = options;
	const { documentId, name, docType } = wanted.document;
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
}

/** The item that carries these documents of a set. `binaryProperties` is ready for a mail node's attachments. */
export function downloadedItem(
	set: Partial<SetRow> & { setId: string },
	saved: readonly SavedPdf[],
	{ includeInputFields }: DownloadOptions,
	{ item }: ItemContext,
): Result {
	const documents = saved.map(({ entry }) => entry);
	const own = {
		setId: set.setId,
		shipmentRef: set.shipmentRef ?? null,
		parcelRef: set.parcelRef ?? null,
		binaryProperties: documents.map(({ binaryProperty }) => binaryProperty).join(','),
		documents,
	};
	const incoming = Object.entries(includeInputFields ? item : {}).filter(([name]) => !(name in own));
	return {
		json: { ...Object.fromEntries(incoming), ...own },
		binary: Object.fromEntries(saved.map(({ entry, binary }) => [entry.binaryProperty, binary])),
	};
}
