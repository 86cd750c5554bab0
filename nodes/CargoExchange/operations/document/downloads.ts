import type { ExchangeClient } from '../../exchange/client';
import type { DocumentEntry, SetRow } from '../../schemas/search';
import type { ItemContext } from '../../n8n/itemContext';
import { flag, id, textWithDefault } from '../../n8n/parameter';
import type { Values } from '../../n8n/parameterTable';
import { cachePer, createSlots, type Slots } from '../../concurrency';
import type { Result } from '../operation';
import { defaultPattern } from './fileName';

export const mostParallel = 50;

/** How many PDFs of a node run to download at the same time, unless an option says otherwise. */
export const usualParallel = 4;

export const binaryPropertyName = textWithDefault('Put Output File in Field', 'data', {
	required: true,
	placeholder: 'e.g. data',
	hint: 'The name of the output binary field to put the file in',
	description:
		'To attach all files of an item to an email, drag binaryProperties from the Schema tab on the left of the Send Email node into its Attachments (File)',
});

/** The options of each download. */
export const downloadOptions = {
	copy: flag('Copy', false, {
		description:
			'Whether to request a copy instead of the original. Some exchanges mark the PDF for the title holder as the original.',
	}),
	customerId: id('Customer ID', {
		placeholder: 'e.g. 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
		description: 'The customer on whose behalf to request the PDF, if the exchange requires it',
	}),
	fileName: textWithDefault('File Name', defaultPattern, {
		placeholder: 'e.g. {shipmentRef} {name}',
		description:
			'The file name, with placeholders for fields of the set (<code>{shipmentRef}</code>, <code>{parcelRef}</code>, <code>{setId}</code> …) and of the document (<code>{name}</code>, <code>{docType}</code>, <code>{documentId}</code>). Field names are case-sensitive. Fields without a value are left out.',
	}),
	includeInputFields: flag('Include Input Fields', false, {
		description: 'Whether to include the fields of the input item in the output, before those of the download',
	}),
};

type DownloadOptions = Values<typeof downloadOptions>;

/** A document to download, and its names in the output. */
export type WantedPdf = {
	setId: string;
	document: DocumentEntry;
	binaryProperty: string;
	/** Its file name, which may depend on the one from the exchange. */
	fileName: (given: string | undefined) => string;
};

const slotsBySize = cachePer<Map<number, Slots>, ExchangeClient>(() => new Map());

/** The limit on simultaneous downloads of a node run, for all its items together. */
export function downloadSlots(exchange: ExchangeClient, parallel: number): Slots {
	const slots = slotsBySize(exchange).get(parallel) ?? createSlots(parallel);
	slotsBySize(exchange).set(parallel, slots);
	return slots;
}

export type SavedPdf = Awaited<ReturnType<typeof savePdf>>;

/** Puts one document of the exchange into n8n's binary store; `entry` describes it in the output. */
export async function savePdf(
	exchange: ExchangeClient,
	{ setId, document, binaryProperty, fileName: nameOf }: WantedPdf,
	{ customerId, copy }: DownloadOptions,
	context: ItemContext,
) {
	const { documentId, name = null, docType = null } = document;
	const requested = { setId, documentId, ...(customerId && { customerId }), ...(copy && { copy }) };
	const { kept, size, sha256 } = await exchange.pdf(requested, async ({ content, headerFileName }) => {
		const fileName = nameOf(headerFileName);
		return { fileName, binary: await context.storeFile({ content, fileName, mimeType: 'application/pdf' }) };
	});
	const { fileName, binary } = kept;
	return {
		binary,
		entry: { ...exchange.withoutSecrets({ documentId, name, docType, fileName }), size, sha256, binaryProperty },
	};
}

/** The item with these documents of a set. `binaryProperties` is ready for a mail node's attachments. */
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
