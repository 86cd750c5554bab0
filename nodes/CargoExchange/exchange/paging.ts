import type { SearchPage, SearchRequest, SetRow } from '../schemas/search';
import type { ExchangeClient } from './client';
import { UnexpectedResponse } from '../errors';
import type { Paging } from './calls/search';

export type PageSettings = {
	paging: Paging;
	/** Rows asked for in one reply. */
	pageSize: number;
	/** Ends the search after that many rows; none: all rows. */
	limit?: number;
	/** Receives what the user should know although the search went on, one sentence each. */
	onHint?: (hint: string) => void;
};

/** The new rows of one page, and how many the exchange counts in all (null: it does not say). */
export type RowsOfPage = { rows: SetRow[]; total: number | null };

const call = 'POST /v3/common/sets/search';

/** Every row that a search finds: see `searchPages`. */
export async function* pages(
	client: Pick<ExchangeClient, 'search'>,
	request: SearchRequest,
	settings: PageSettings,
): AsyncGenerator<SetRow, void, undefined> {
	for await (const { rows } of searchPages(client, request, settings)) yield* rows;
}

/**
 * The pages of a search (docs/service.md 2.4), each set and transaction once; fetches no page beyond need.
 * The next offset is the old one plus the rows received, since a service may cap the page. A row that came before is left
 * out, with a hint. If a service ignores paging, its second page shows it: UnexpectedResponse, before any row comes twice.
 */
export async function* searchPages(
	client: Pick<ExchangeClient, 'search'>,
	request: SearchRequest,
	{ paging, pageSize, limit = Infinity, onHint }: PageSettings,
): AsyncGenerator<RowsOfPage, void, undefined> {
	const met = new MetRows();
	let offset = 0;
	let given = 0;
	let repeated = 0;
	let bound: number | null = null;
	try {
		while (given < limit) {
			// The same size for every page: some services count in pages and take offset ÷ limit for the page's number.
			const page = await client.search(request, { offset, limit: Math.min(pageSize, limit) }, paging);
			bound ??= farBeyond(page);
			const fresh = page.results.filter((row) => !met.has(row));
			if (isRepeated(page, fresh.length, offset)) throw pagingIgnored(offset, page);
			// Without an ID, equal rows may be two sets: better one twice than one lost.
			const rows =
				fresh.length === page.results.length
					? fresh
					: page.results.filter((row) => row.setId === '' || fresh.includes(row));
			repeated += page.results.length - rows.length;
			given += rows.length;
			yield { rows: given > limit ? rows.slice(0, limit - given) : rows, total: page.total };
			offset += page.results.length;
			if (given >= limit) return;
			if (isLast(page, offset, paging)) {
				if (page.total !== null && page.total > offset) onHint?.(cutShort(page.total, offset, paging));
				return;
			}
			if (offset > bound) throw withoutEnd(offset);
		}
	} finally {
		if (repeated > 0) onHint?.(leftOut(repeated));
	}
}

/** The rows so far, by set and transaction; those without an ID by all that they hold. */
class MetRows {
	/** Most sets have one transaction: a key of both for each row would double the time of a large search. */
	private readonly first = new Map<string, string>();
	private readonly further = new Set<string>();

	/** Whether this row came before; from now on it has. */
	has(row: SetRow): boolean {
		const set = row.setId || JSON.stringify(row);
		const transaction = row.transactionId ?? '';
		const first = this.first.get(set);
		if (first === undefined) this.first.set(set, transaction);
		if (first === undefined || first === transaction) return first !== undefined;
		return this.further.size === this.further.add(`${set} ${transaction}`).size;
	}
}

/** Rows that came before are a repeated page if there is no other, or if the service itself says that it began elsewhere. */
function isRepeated({ results, offset }: SearchPage, fresh: number, asked: number): boolean {
	if (asked === 0 || fresh === results.length) return false;
	return fresh === 0 || (offset !== null && offset !== asked);
}

/**
 * `total` may change while we page: the newest one counts. Without one, or with one that is less than what was received,
 * a page that its own limit did not fill is the last.
 */
function isLast({ results, total, limit }: SearchPage, reached: number, { mode }: Paging): boolean {
	if (mode === 'none' || results.length === 0) return true;
	return total === null || total < reached ? limit !== null && results.length < limit : reached === total;
}

/** More rows than this means that the search has no end, whatever each page promises. */
function farBeyond({ total, results }: SearchPage): number {
	return total === null || total < results.length ? 1_000_000 : total * 2 + 1_000;
}

function leftOut(repeated: number): string {
	return repeated === 1
		? 'One row came twice while paging and was left out: the sets changed meanwhile.'
		: `${repeated} rows came twice while paging and were left out: the sets changed meanwhile.`;
}

function cutShort(total: number, received: number, { mode }: Paging): string {
	return mode === 'none'
		? `The exchange counts ${total} sets and sent ${received}: paging is off. To get the others, choose another "Paging" in the credential, under "Exchange Specifics".`
		: `The exchange counts ${total} sets and sent ${received}, then an empty page.`;
}

function pagingIgnored(from: number, { total }: SearchPage): UnexpectedResponse {
	return new UnexpectedResponse({
		call,
		field: 'data.offset',
		message: `The exchange ignores paging: asked for the sets from number ${from + 1} on, it sent those that came before`,
		description: `${total === null ? '' : `It counts ${total} sets. `}In the credential, under "Exchange Specifics", set "Paging" to "In the Body" if this exchange reads offset and limit from the request body, or to "None" if it sends everything at once; the names of the two parameters are there as well. Or set a limit of at most ${from}.`,
	});
}

function withoutEnd(reached: number): UnexpectedResponse {
	return new UnexpectedResponse({
		call,
		field: 'data.total',
		message: `The search does not come to an end: ${reached} rows came, far more than its first page counted`,
		description: 'Narrow the search down, or set a limit.',
	});
}
