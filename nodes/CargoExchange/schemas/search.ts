import * as z from 'zod/v4';
import { isUuid } from './ids';
import { isRecord, isStorable, sanitizeFields, textOf } from './json';
import { refuses } from './refusal';

/** The search's body (docs/service.md 2.3). Only filled fields are sent; further filters may be beside the four. */
export type SearchRequest = {
	status?: string;
	instance?: string;
	customerIds?: string[];
	shipmentRef?: string;
	[additional: string]: unknown;
};

/** The fields of a row that hold text (docs/service.md 2.5). */
export const rowTexts = [
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
] as const;

/** The fields of a document that hold text (docs/service.md 2.6). */
export const documentTexts = ['name', 'docType', 'xmlContent'] as const;

type Texts<Field extends string> = { [name in Field]?: string | null | undefined };

/** One document of a set, as a search result lists it. An ID that is missing reads as ''. */
export type DocumentEntry = { documentId: string; [unknown: string]: unknown } & Texts<(typeof documentTexts)[number]>;

/** One result of a search: a set in one transaction. Unknown fields and statuses pass; a set ID that is missing reads as ''. */
export type SetRow = { setId: string; documents?: DocumentEntry[] | undefined; [unknown: string]: unknown } & Texts<
	(typeof rowTexts)[number]
>;

const count = z.preprocess((value) => (typeof value === 'string' ? Number(value) : value), z.int().nonnegative());
const countOrNull = z.unknown().transform((value) => count.safeParse(value).data ?? null);

const pageNumbers = z.object({ offset: countOrNull, limit: countOrNull, total: countOrNull, count: countOrNull });

/** One page of a search. The four numbers are null if the service leaves them out. `empty`: the nulls among the rows. */
export type SearchPage = z.output<typeof pageNumbers> & { results: SetRow[]; empty: number };

/** The envelope of a search reply without its rows (docs/service.md 2.4). */
const envelope = z.looseObject({
	code: z.unknown().refine((code) => code === undefined || code === null || Number(code) === 200),
	data: pageNumbers.nullish().catch(null),
});

/** A page, or the name of a field that is not as specified. */
export type SearchReading = { kind: 'page'; page: SearchPage } | { kind: 'unlike'; field: string };

/** Reads a search reply (docs/service.md 2.4). The only code of a success is 200 (number or text), and nothing beside it may say no. */
export function readSearch(body: unknown): SearchReading {
	const { results, head } = apart(body);
	const reply = envelope.safeParse(head);
	if (!reply.success) return { kind: 'unlike', field: reply.error.issues[0]?.path.join('.') || 'body' };
	const { data } = reply.data;
	if (!data) return { kind: 'unlike', field: 'data' };
	if (refuses(head)) return { kind: 'unlike', field: 'status' };
	// Some serialisers leave an empty list out or write null; then the numbers show that it is empty.
	const list: unknown = (results ?? null) === null && (data.total ?? data.count) === 0 ? [] : results;
	if (!Array.isArray(list)) return { kind: 'unlike', field: 'data.results' };
	const rows: SetRow[] = [];
	for (const [index, candidate] of list.entries()) {
		if (isRecord(candidate)) rows.push(readRow(candidate));
		else if (candidate !== null) return { kind: 'unlike', field: `data.results[${index}]` };
	}
	return { kind: 'page', page: { ...data, results: rows, empty: list.length - rows.length } };
}

/** The rows are not part of the schema: checking them with zod costs more than parsing the JSON did. */
function apart(body: unknown): { head: unknown; results: unknown } {
	if (!isRecord(body) || !isRecord(body['data'])) return { head: body, results: undefined };
	const { results, ...data } = body['data'];
	return { head: { ...body, data }, results };
}

const originals = new WeakMap<SetRow, Record<string, unknown>>();

/**
 * A row, read tolerantly, so that one unexpected value does not lose the others: a value of another type is kept as text, and an
 * entry that is not a document is left out. A row that needs no change is the very object received.
 */
export function readRow(given: Record<string, unknown>): SetRow {
	const received = isStorable(given) ? given : sanitizeFields(given);
	const documents = readDocuments(received['documents']);
	const isUnchanged = documents === received['documents'] && hasTexts(received, 'setId', rowTexts);
	// Every named field has been checked.
	if (isUnchanged) return received as SetRow;
	const row = { ...received, documents, ...textsOf(received, 'setId', rowTexts) } as SetRow;
	originals.set(row, received);
	return row;
}

/** What a row is recognised by if it comes twice: set and transaction, or all its values if one of these is missing. */
export function rowKey(row: SetRow): string {
	return row.setId && row.transactionId ? `${row.setId} ${row.transactionId}` : JSON.stringify(row);
}

/** The row as the service sent it, but safe to copy and store. */
export function asReceived(row: SetRow): Record<string, unknown> {
	return originals.get(row) ?? row;
}

/** Whether the ID is text and each of these fields is text or missing. */
function hasTexts(received: Record<string, unknown>, id: string, names: readonly string[]): boolean {
	for (const name of names) {
		const value = received[name];
		if (typeof value !== 'string' && value !== null && value !== undefined) return false;
	}
	return typeof received[id] === 'string';
}

/** The fields that are present, as text; the ID as '' if it is missing. */
function textsOf(received: Record<string, unknown>, id: string, names: readonly string[]): Record<string, unknown> {
	const present = names.filter((name) => name in received);
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
	return isRecord(value) && hasTexts(value, 'documentId', documentTexts);
}

function readDocument(received: Record<string, unknown>): DocumentEntry {
	if (isDocument(received)) return received;
	return { ...received, ...textsOf(received, 'documentId', documentTexts) } as DocumentEntry;
}
