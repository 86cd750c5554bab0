import type { SearchPage, SearchRequest, SetRow } from '../schemas/search';
import type { ExchangeClient } from './client';
import { UnexpectedResponse } from '../errors';
import { createMetRows } from './metRows';
import type { Paging } from './calls/search';

export type PageSettings = {
	paging: Paging;
	/** Rows asked for in one reply. */
	pageSize: number;
	/** Ends the search after that many rows; none: all rows. */
	limit?: number;
	/** Hears of what the user should know although the search went on, one sentence each. */
	onNotice?: (notice: string) => void;
};

const call = 'POST /v3/common/sets/search';

/**
 * Every row that a search finds, page by page, each set and transaction once; fetches no page beyond need.
 * The next offset is the old one plus the rows received, since a service may cap the page. A row met before is left
 * out and counted in a notice. A page of only such rows means that the service ignores paging: UnexpectedResponse.
 */
export async function* pages(
	client: Pick<ExchangeClient, 'search'>,
	request: SearchRequest,
	{ paging, pageSize, limit = Infinity, onNotice }: PageSettings,
): AsyncGenerator<SetRow, void, undefined> {
	const met = createMetRows();
	let offset = 0;
	let given = 0;
	let repeated = 0;
	let bound: number | null = null;
	try {
		while (given < limit) {
			// The same size for every page: some services count in pages and take offset ÷ limit for the page's number.
			const page = await client.search(request, { offset, limit: Math.min(pageSize, limit) }, paging);
			bound ??= farBeyond(page);
			const givenBefore = given;
			for (const row of page.results) {
				// Rows without an id cannot be told apart; better one twice than one lost.
				if (row.setId !== '' && met.isMet(row)) {
					repeated++;
					continue;
				}
				given++;
				yield row;
				if (given >= limit) return;
			}
			const from = offset;
			offset += page.results.length;
			if (isLast(page, offset, paging)) {
				if (page.total !== null && page.total > offset) onNotice?.(cutShort(page.total, offset, paging));
				return;
			}
			if (given === givenBefore) throw pagingIgnored(from, page);
			if (offset > bound) throw withoutEnd(offset);
		}
	} finally {
		if (repeated > 0) onNotice?.(leftOut(repeated));
	}
}

/**
 * `total` may change while we page: the newest one counts. Without one, or with one that is less than what came, a page
 * that its own limit did not fill is the last.
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

function cutShort(total: number, came: number, { mode }: Paging): string {
	return mode === 'none'
		? `The exchange counts ${total} sets and sent ${came}: paging is off. Set the option Paging (paging) to query or body to get the others.`
		: `The exchange counts ${total} sets and sent ${came}, then an empty page.`;
}

function pagingIgnored(from: number, { total }: SearchPage): UnexpectedResponse {
	return new UnexpectedResponse({
		call,
		field: 'data.offset',
		message: `The exchange ignores paging: asked for the sets from number ${from + 1} on, it sent those that came before`,
		description: `${total === null ? '' : `It counts ${total} sets. `}Set the option Paging (paging) to body if this exchange reads offset and limit from the request body, or to none if it sends everything at once; the names of the two parameters are options as well. Or set a limit of at most ${from}.`,
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
