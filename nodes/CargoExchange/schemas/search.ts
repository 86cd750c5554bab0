import * as z from 'zod/v4';
import { isRecord, textOf, isUuid } from './json';

/** The search's body (docs/service.md 2.3). Only what was filled in is sent; further filters may be beside the four. */
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

/** One page of a search. The four numbers are null where the service leaves them out. */
export type SearchPage = {
	offset: number | null;
	limit: number | null;
	total: number | null;
	count: number | null;
	results: SetRow[];
};

const count = z.preprocess((value) => (typeof value === 'string' ? Number(value) : value), z.int().nonnegative());
const countOrNull = z.unknown().transform((value) => count.safeParse(value).data ?? null);

/** The envelope of a search reply without its rows (docs/service.md 2.4). */
const envelope = z.looseObject({
	code: z.union([z.number(), z.string()]).nullish(),
	status: z.unknown(),
	data: z
		.looseObject({
			offset: countOrNull,
			limit: countOrNull,
			total: countOrNull,
			count: countOrNull,
			results: z.unknown(),
		})
		.nullish()
		.catch(null),
});

/** How a search reply reads: a page, a refusal inside the envelope, or a field that is not as promised. */
export type SearchReading =
	| { kind: 'page'; page: SearchPage }
	| { kind: 'refused'; code: string; status: string }
	| { kind: 'unlike'; field: string };

/** Reads a search reply (docs/service.md 2.4). A code other than 200 (number or text) is a refusal even under HTTP 200. */
export function readSearch(body: unknown): SearchReading {
	const { results, head } = apart(body);
	const reply = envelope.safeParse(head);
	if (!reply.success) return { kind: 'unlike', field: reply.error.issues[0]?.path.join('.') || 'body' };
	const { code, status, data } = reply.data;
	if (code !== undefined && code !== null && Number(code) !== 200) {
		return { kind: 'refused', code: String(code), status: typeof status === 'string' ? status : '' };
	}
	if (!data) return { kind: 'unlike', field: 'data' };
	const { offset, limit, total, count: counted } = data;
	// Some serialisers leave an empty list out or write null; then the numbers say that there is nothing.
	const list: unknown = (results ?? null) === null && (total ?? counted) === 0 ? [] : results;
	if (!Array.isArray(list)) return { kind: 'unlike', field: 'data.results' };
	const rows: SetRow[] = [];
	for (const candidate of list) {
		if (!isRecord(candidate)) return { kind: 'unlike', field: `data.results[${rows.length}]` };
		rows.push(readRow(candidate));
	}
	return { kind: 'page', page: { offset, limit, total, count: counted, results: rows } };
}

/** The rows are not part of the schema: checking them with zod costs more than parsing the JSON did. */
function apart(body: unknown): { head: unknown; results: unknown } {
	if (!isRecord(body) || !isRecord(body['data'])) return { head: body, results: undefined };
	const { results, ...data } = body['data'];
	return { head: { ...body, data }, results };
}

const originals = new WeakMap<SetRow, Record<string, unknown>>();

/**
 * A row, read as well as it can be, so that one odd value does not cost the others: a value of another kind is kept as
 * text, and what is not a document is left out. A row that needs no change is the very object received.
 */
export function readRow(received: Record<string, unknown>): SetRow {
	const documents = readDocuments(received['documents']);
	const isUnchanged = documents === received['documents'] && hasTexts(received, 'setId', rowTexts);
	// The parsed type of a row whose every named field has been looked at.
	if (isUnchanged) return received as SetRow;
	const row = { ...received, documents, ...textsOf(received, 'setId', rowTexts) } as SetRow;
	originals.set(row, received);
	return row;
}

/** The row as the service sent it, whatever reading it made of values of another kind. */
export function asReceived(row: SetRow): Record<string, unknown> {
	return originals.get(row) ?? row;
}

/** Whether the ID and all these fields are as they should be. */
function hasTexts(received: Record<string, unknown>, id: string, names: readonly string[]): boolean {
	for (const name of names) {
		const value = received[name];
		if (typeof value !== 'string' && value !== null && value !== undefined) return false;
	}
	return typeof received[id] === 'string';
}

/** Those of the fields that are there, as text; the ID as '' if it is missing. */
function textsOf(received: Record<string, unknown>, id: string, names: readonly string[]): Record<string, unknown> {
	const present = names.filter((name) => name in received);
	return {
		[id]: textOf(received[id]) ?? '',
		...Object.fromEntries(present.map((name) => [name, textOf(received[name])])),
	};
}

/**
 * A list of documents; undefined if there is none. IDs alone, one document without a list, and an object of documents or
 * IDs by name are read as the documents that they plainly are.
 */
export function readDocuments(value: unknown): DocumentEntry[] | undefined {
	if (isRecord(value)) return hasId(value) ? [readDocument(value)] : documentsByName(value);
	if (!Array.isArray(value)) return undefined;
	const entries: unknown[] = value;
	if (entries.every(isDocument)) return entries;
	return entries.flatMap((entry) => asDocument(entry) ?? []);
}

function documentsByName(value: Record<string, unknown>): DocumentEntry[] | undefined {
	const entries = Object.values(value);
	if (!entries.some((entry) => isUuid(entry) || (isRecord(entry) && hasId(entry)))) return undefined;
	return entries.flatMap((entry) => asDocument(entry) ?? []);
}

function asDocument(value: unknown): DocumentEntry | undefined {
	if (isUuid(value)) return { documentId: value };
	return isRecord(value) ? readDocument(value) : undefined;
}

/** A document that needs no change. */
function isDocument(value: unknown): value is DocumentEntry {
	return isRecord(value) && hasTexts(value, 'documentId', documentTexts);
}

function readDocument(received: Record<string, unknown>): DocumentEntry {
	if (isDocument(received)) return received;
	return { ...received, ...textsOf(received, 'documentId', documentTexts) } as DocumentEntry;
}

function hasId(value: Record<string, unknown>): boolean {
	return Boolean(textOf(value['documentId']));
}
