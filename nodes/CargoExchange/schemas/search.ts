import * as z from 'zod/v4';
import { documentEntries } from './document';
import { isRecord } from './json';
import { isText, text } from './text';

/** The search's body (specification 2.3). Only what was filled in is sent; further filters may stand beside the four. */
export type SearchRequest = {
	status?: string;
	instance?: string;
	customerIds?: string[];
	shipmentRef?: string;
	[additional: string]: unknown;
};

/**
 * One result of a search: a set in one transaction (specification 2.5). Unknown fields and statuses pass. What is not as
 * specified is read as well as it can be, so that one odd row does not cost the others: see `asReceived` for the original.
 */
export const setRow = z.looseObject({
	setId: text.transform((id) => id ?? ''),
	transactionId: text,
	parcelRef: text,
	shipmentRef: text,
	status: text,
	destinationName: text,
	destinationCountry: text,
	cargoName: text,
	modifiedDate: text,
	fromParty: text,
	fromPartyId: text,
	documents: documentEntries,
	billOfLadingDate: text,
	signature: text,
	quantity: text,
	consignorCompanyName: text,
	consigneeCompanyName: text,
	loadPort: text,
	vesselName: text,
});

export type SetRow = z.infer<typeof setRow>;

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

/** The envelope of a search reply without its rows (specification 2.4). */
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

/** Reads a search reply (specification 2.4). A code other than 200 (number or text) is a refusal even under HTTP 200. */
export function readSearch(body: unknown): SearchReading {
	const { results, head } = apart(body);
	const reply = envelope.safeParse(head);
	if (!reply.success) return { kind: 'unlike', field: reply.error.issues[0]?.path.join('.') || 'body' };
	const { code, status, data } = reply.data;
	if (code !== undefined && code !== null && Number(code) !== 200) {
		return { kind: 'refused', code: String(code), status: typeof status === 'string' ? status : '' };
	}
	if (!data) return { kind: 'unlike', field: 'data' };
	const { offset, limit, total, count: rows } = data;
	// Some serialisers leave an empty list out or write null; then the numbers say that there is nothing.
	const list: unknown = (results ?? null) === null && (total ?? rows) === 0 ? [] : results;
	if (!Array.isArray(list)) return { kind: 'unlike', field: 'data.results' };
	const rowsRead = readRows(list);
	if ('field' in rowsRead) return { kind: 'unlike', field: `data.results${rowsRead.field}` };
	return { kind: 'page', page: { offset, limit, total, count: rows, results: rowsRead.rows } };
}

/** The rows are taken out before the schema runs: checking them with zod costs more than parsing the JSON did. */
function apart(body: unknown): { head: unknown; results: unknown } {
	if (!isRecord(body) || !isRecord(body['data'])) return { head: body, results: undefined };
	const { results, ...data } = body['data'];
	return { head: { ...body, data }, results };
}

function readRows(list: unknown[]): { rows: SetRow[] } | { field: string } {
	if (list.every(isSetRow)) return { rows: list };
	const rows: SetRow[] = [];
	for (const [index, candidate] of list.entries()) {
		if (!isRecord(candidate)) return { field: `[${index}]` };
		rows.push(isSetRow(candidate) ? candidate : readRow(candidate));
	}
	return { rows };
}

const originals = new WeakMap<SetRow, Record<string, unknown>>();

function readRow(received: Record<string, unknown>): SetRow {
	const row = setRow.parse(received);
	originals.set(row, received);
	return row;
}

/** The row as the service sent it, whatever reading it made of values of another kind. */
export function asReceived(row: SetRow): Record<string, unknown> {
	return originals.get(row) ?? row;
}

const textFields = Object.entries(setRow.shape)
	.filter(([, field]) => Object.is(field, text))
	.map(([name]) => name);

/** The same verdict as `setRow` for a row that needs no change, at a fraction of the cost. */
function isSetRow(row: unknown): row is SetRow {
	if (!isRecord(row) || typeof row['setId'] !== 'string') return false;
	for (const name of textFields) if (!isText(row[name])) return false;
	const documents = row['documents'];
	return documents === undefined || (Array.isArray(documents) && documents.every(isDocumentEntry));
}

function isDocumentEntry(entry: unknown): boolean {
	return (
		isRecord(entry) &&
		typeof entry['documentId'] === 'string' &&
		isText(entry['name']) &&
		isText(entry['docType']) &&
		isText(entry['xmlContent'])
	);
}
