import { Readable } from 'node:stream';
import { BINARY_ENCODING, type IBinaryData, type IExecuteFunctions } from 'n8n-workflow';
import { isTool } from './nodeError';
import { statusOfQueue } from './queueStatus';

/** A file of an input item. `open` gives its bytes from the start each time. */
export type IncomingFile = {
	fileName: string | undefined;
	/** Its ID in n8n's store: the same for items that share a file. Undefined for a file that is kept with its item. */
	storeId: string | undefined;
	/** In bytes. */
	size: number;
	open(): Promise<Readable>;
};

/** A file: the name of the item's field that holds it, or the value of an expression, which may be another node's file. */
type FileReference = string | IBinaryData;

/** The position of an item in a run of the node. */
export type RunPosition = {
	/** One object for all runs of the node in one execution of the workflow, as in a loop. */
	readonly execution: object;
	/** One object for each run of the node, the same one when n8n tries that run again ("Retry On Fail"). */
	readonly run: object;
	readonly itemIndex: number;
};

/** Everything of n8n that an operation may use. The node makes one for each input item. */
export type ItemContext = {
	readonly item: Record<string, unknown>;
	/** The workflow's time zone, an IANA name. */
	readonly timezone: string;
	readonly position: RunPosition;
	/** True if a failed item does not stop the others. */
	readonly continueOnFail: boolean;
	/** True if a person started the execution in the editor. */
	readonly isManual: boolean;
	/** True if the node is the tool of an agent, whose model reads the output. */
	readonly isTool: boolean;
	/** True if the value of the parameter is entered in the node, or by the model of an agent, and does not come from an expression. */
	readonly isTyped: (parameter: string) => boolean;
	/** Aborts when the execution is cancelled. */
	readonly signal: AbortSignal;
	hasFile(file: FileReference): boolean;
	/** A file of the item: see `hasFile`. */
	readFile(file: FileReference): Promise<IncomingFile>;
	/** Puts a file into n8n's binary store, a stream piece by piece. One that fails stores nothing. */
	storeFile(file: { content: Buffer | Readable; fileName: string; mimeType: string }): Promise<IBinaryData>;
	/**
	 * n8n's list of what this node has processed. All processes of this n8n share it, and it survives a restart, but two that change it at
	 * the same moment can overwrite each other. Throws if there is none: the workflow is not saved, or the database does not answer.
	 */
	readonly processedData: {
		/** Adds the keys, and gives those that were there before. */
		add(keys: string[]): Promise<string[]>;
		remove(keys: string[]): Promise<void>;
	};
	/** A queue as the broker and this process see it. Not being able to reach it is part of the answer. */
	readonly queueStatus: (queue: string) => ReturnType<typeof statusOfQueue>;
	/** Shows the user a hint although the operation went on; the same text is shown once. */
	readonly addHint: (text: string) => void;
};

/** The size of a piece read from n8n's binary store. A multiple of three, so that each piece can be Base64 on its own. */
const storeChunkBytes = 192 * 1024;

const processedOptions = { mode: 'entries', maxEntries: 2_000 } as const;

/** The context of one input item, for the operations. */
export function contextOf(
	n8n: IExecuteFunctions,
	itemIndex: number,
	shared: Pick<ItemContext, 'signal' | 'addHint'>,
): ItemContext {
	const { json: item = {} } = n8n.getInputData()[itemIndex] ?? {};
	return {
		...shared,
		item,
		timezone: n8n.getTimezone(),
		continueOnFail: n8n.continueOnFail(),
		isManual: n8n.getMode() === 'manual',
		isTool: isTool(n8n.getNode()),
		isTyped: (parameter) => {
			const entered = n8n.getNode().parameters[parameter];
			return isTool(n8n.getNode()) || typeof entered !== 'string' || !entered.startsWith('=');
		},
		// An agent's calls of a tool are one run to n8n, but none is a further try of another.
		position: {
			execution: n8n.getContext('node'),
			run: n8n.getNode().retryOnFail ? n8n.getExecuteData() : {},
			itemIndex,
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
		processedData: {
			add: async (keys) => {
				const { processed } = await n8n.helpers.checkProcessedAndRecord(keys, 'node', processedOptions);
				return processed.map(String);
			},
			remove: (keys) => n8n.helpers.removeProcessed(keys, 'node', processedOptions),
		},
		queueStatus: (queue) => statusOfQueue(n8n, queue),
		storeFile: ({ content, fileName, mimeType }) => n8n.helpers.prepareBinaryData(content, fileName, mimeType),
	};
}

/** The file, or null. A workflow can be set to keep files among the fields of an item (`_files`). */
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
