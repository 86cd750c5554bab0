import { Readable } from 'node:stream';
import { BINARY_ENCODING, type IBinaryData, type IExecuteFunctions } from 'n8n-workflow';
import type { FileReference, ItemContext } from './operations/operation';

/** What is read from n8n's binary store at a time. A multiple of three: as Base64, each piece stands for itself. */
const storeChunkBytes = 192 * 1024;

/** What n8n knows of one input item, for the operations. */
export function contextOf(
	n8n: IExecuteFunctions,
	itemIndex: number,
	shared: Pick<ItemContext, 'signal' | 'notice'>,
): ItemContext {
	const { json: item = {}, binary = {} } = n8n.getInputData()[itemIndex] ?? {};
	return {
		...shared,
		item,
		timezone: n8n.getTimezone(),
		// An agent's calls of a tool are one run to n8n, but none is a further try of another.
		place: { execution: n8n.getContext('node'), run: n8n.getNode().retryOnFail ? n8n.getExecuteData() : {}, itemIndex },
		get mayHaveFiles() {
			return Object.keys(binary).length > 0 || Object.values(item).some((value) => typeof value === 'object');
		},
		hasFile: (file) => findFile(n8n, itemIndex, file) !== null,
		async readFile(file) {
			const { id, data, fileName } = findFile(n8n, itemIndex, file) ?? n8n.helpers.assertBinaryData(itemIndex, file);
			if (id === undefined) {
				const bytes = Buffer.from(data, BINARY_ENCODING);
				return { fileName, storeId: id, size: bytes.length, open: () => Promise.resolve(Readable.from([bytes])) };
			}
			const { fileSize } = await n8n.helpers.getBinaryMetadata(id);
			return {
				fileName,
				storeId: id,
				size: fileSize,
				open: async () => await n8n.helpers.getBinaryStream(id, storeChunkBytes),
			};
		},
		async storeFile({ content, fileName, mimeType }) {
			return await n8n.helpers.prepareBinaryData(content, fileName, mimeType);
		},
	};
}

/** The file, null where there is none. A workflow may be set to keep files among the fields of an item (`_files`). */
function findFile(n8n: IExecuteFunctions, itemIndex: number, file: FileReference): IBinaryData | null {
	for (const name of typeof file === 'string' ? [file, `_files.${file}`] : [file]) {
		try {
			return n8n.helpers.assertBinaryData(itemIndex, name);
		} catch {
			continue;
		}
	}
	return null;
}
