import type { ItemContext } from '../../nodes/CargoExchange/n8n/itemContext';

/** The context of an empty input item, for operations that are run without n8n. */
export const context: ItemContext = {
	item: {},
	timezone: 'UTC',
	continueOnFail: false,
	isManual: false,
	isTool: false,
	position: { execution: {}, run: {}, itemIndex: 0 },
	signal: new AbortController().signal,
	mayHaveFiles: false,
	hasFile: () => false,
	readFile: () => Promise.reject(new Error('no file')),
	processedData: { add: () => Promise.resolve([]), remove: () => Promise.resolve() },
	queueStatus: () => Promise.reject(new Error('There is no queue')),
	storeFile: ({ fileName, mimeType }) => Promise.resolve({ data: '', fileName, mimeType }),
	addHint: () => undefined,
};
