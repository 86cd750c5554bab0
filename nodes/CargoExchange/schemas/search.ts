import { isUuid } from './ids';
import { isRecord, isStorable, sanitizeFields, textOf } from './json';
import { hasSignOfRefusal, isWordOfSuccess } from './importReply';

/** The search's body (docs/service.md 2.3). Only filled fields are sent; further filters may be beside the four. */
export type SearchRequest = {
	status?: string;
	instance?: string;
	customerIds?: string[];
	shipmentRef?: string;
	[additional: string]: unknown;
};

/** The fields of a row that hold text (docs/service.md 2.5). */
export const rowTexts = new Set([
	'transactionId',
	'parcelRef',
	'shipmentRef',
	'status',
	'destinationName',
	'destinationCountry',
	'cargoName',
	'modifiedDate',
	'fromParty',
	'fromPartyId',
	'billOfLadingDate',
	'signature',
	'quantity',
	'consignorCompanyName',
	'consigneeCompanyName',
	'loadPort',
	'vesselName',
] as const);

/** The fields of a document that hold text (docs/service.md 2.6). */
export const documentTexts = new Set(['name', 'docType', 'xmlContent'] as const);

type Texts<Names> = { [Name in Names extends Set<infer Field> ? Field & string : never]?: string | null | undefined };

/** One document of a set, as a search result lists it. An ID that is missing reads as ''. */
export type DocumentEntry = { documentId: string; [unknown: string]: unknown } & Texts<typeof documentTexts>;

/** One result of a search: a set in one transaction. Unknown fields and statuses pass; a set ID that is missing reads as ''. */
export type SetRow = {
	setId: string;
	documents?: DocumentEntry[] | null | undefined;
	[unknown: string]: unknown;
} & Texts<typeof rowTexts>;

/** One page of a search. The four numbers are null if the service leaves them out. `empty`: the nulls among the rows. */
export type SearchPage = Record<'offset' | 'limit' | 'total' | 'count', number | null> & {
	results: SetRow[];
	empty: number;
};

/**
 * A page, or the name of a field that is not as specified. `status`: that of the envelope, as text; '' if there is none. `saysSuccess`:
 * whether the envelope says that the search has succeeded.
 */
export type SearchReading =
	{ kind: 'page'; page: SearchPage; status: string; saysSuccess: boolean } | { kind: 'unlike'; field: string };

/** Reads a search reply (docs/service.md 2.4). The only code of a success is 200 (number or text), and nothing beside it may say no. */
export function readSearch(body: unknown): SearchReading {
	if (!isRecord(body)) return unlike('body');
	const { code = null, data, ...others } = body;
	if (code !== null && Number(code) !== 200) return unlike('code');
	const status = textOf(others['status'])?.trim() ?? '';
	// No results, if the status says that the search has succeeded.
	const isNothing = data === null || (isRecord(data) && Object.keys(data).length === 0);
	if (isNothing && status !== '' && !hasSignOfRefusal(others)) return readSearch({ ...body, data: none });
	if (!isRecord(data)) return unlike('data');
	const { offset, limit, total, count, results = null, ...more } = data;
	if (hasSignOfRefusal({ ...others, data: more })) return unlike('status');
	const numbers = { offset: countIn(offset), limit: countIn(limit), total: countIn(total), count: countIn(count) };
	// Some serialisers leave an empty list out or write null; then the numbers show that it is empty.
	const list: unknown = results === null && (numbers.total ?? numbers.count) === 0 ? [] : results;
	if (!Array.isArray(list)) return unlike('data.results');
	const odd = list.findIndex((entry) => entry !== null && !isRecord(entry));
	if (odd >= 0) return unlike(`data.results[${odd}]`);
	const rows = list.filter(isRecord).map(readRow);
	// Without a status, the code alone can say it.
	const saysSuccess = status === '' ? code !== null : isWordOfSuccess(status);
	return { kind: 'page', page: { ...numbers, results: rows, empty: list.length - rows.length }, status, saysSuccess };
}

const none = { total: 0, results: [] };

function unlike(field: string): SearchReading {
	return { kind: 'unlike', field };
}

/** A count, also as text; null for anything else. */
function countIn(value: unknown): number | null {
	const count = typeof value === 'string' ? Number(value) : value;
	return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

const originals = new WeakMap<SetRow, Record<string, unknown>>();

/**
 * A row, read tolerantly, so that one unexpected value does not lose the others: a value of another type is kept as text, and an
 * entry that is not a document is left out. A row that needs no change is the very object received.
 */
export function readRow(given: Record<string, unknown>): SetRow {
	if (isRow(given)) return given;
	const received = isStorable(given) ? given : sanitizeFields(given);
	const documents = readDocuments(received['documents']);
	// Every named field has been read.
	const row = { ...received, documents, ...textsOf(received, 'setId', rowTexts) } as SetRow;
	originals.set(row, received);
	return row;
}

function isRow(given: Record<string, unknown>): given is SetRow {
	const documents = given['documents'] ?? [];
	return needsNoChange(given, 'setId', rowTexts) && Array.isArray(documents) && documents.every(isDocument);
}

/** What a row is recognized by if it comes twice: set and transaction, or all its values if one of these is missing. */
export function rowKey(row: SetRow): string {
	return row.setId && row.transactionId ? `${row.setId} ${row.transactionId}` : JSON.stringify(row);
}

/** The row as the service sent it, but safe to copy and store. */
export function asReceived(row: SetRow): Record<string, unknown> {
	return originals.get(row) ?? row;
}

/** Whether it is safe to store, its ID is text, and so is each of these fields that it has. Every search result is read so: in one pass. */
function needsNoChange(received: Record<string, unknown>, id: string, texts: ReadonlySet<string>): boolean {
	for (const name in received) {
		const value = received[name];
		if (name === '__proto__') return false;
		if (typeof value !== 'string' && value !== null && (texts.has(name) || !isStorable(value, 1))) return false;
	}
	return typeof received[id] === 'string';
}

/** The fields that are present, as text; the ID as '' if it is missing. */
function textsOf(received: Record<string, unknown>, id: string, names: ReadonlySet<string>): Record<string, unknown> {
	const present = [...names].filter((name) => name in received);
	return {
		[id]: textOf(received[id]) ?? '',
		...Object.fromEntries(present.map((name) => [name, textOf(received[name])])),
	};
}

/** A list of documents, or of their IDs alone; some serializers write a list of one as the entry itself. Undefined if there is none. */
export function readDocuments(value: unknown): DocumentEntry[] | undefined {
	if (isRecord(value) && textOf(value['documentId'])) return [readDocument(value)];
	if (!Array.isArray(value)) return undefined;
	const entries: unknown[] = value;
	if (entries.every(isDocument)) return entries;
	return entries.flatMap((entry) => {
		if (isUuid(entry)) return { documentId: entry };
		return isRecord(entry) ? readDocument(entry) : [];
	});
}

/** A document that needs no change. */
function isDocument(value: unknown): value is DocumentEntry {
	return isRecord(value) && needsNoChange(value, 'documentId', documentTexts);
}

function readDocument(received: Record<string, unknown>): DocumentEntry {
	if (isDocument(received)) return received;
	return { ...received, ...textsOf(received, 'documentId', documentTexts) } as DocumentEntry;
}
