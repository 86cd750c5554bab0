import { firstOfEach } from '../schemas/json';
import type { SearchPage, SearchRequest, SetRow } from '../schemas/search';
import { UnexpectedResponse } from '../errors';
import type { Paging } from './auth/credential';
import type { ExchangeClient } from './client';

type PageSettings = {
	/** Ends the search after that many rows; none: all rows. */
	limit?: number;
	/** Receives notes for the user about a search that continued, one sentence each. */
	onHint?: (hint: string) => void;
};

/** The new rows of one page, and the exchange's count of all rows (null: it reports none). */
export type RowsOfPage = { rows: SetRow[]; total: number | null };

const call = 'POST /v3/common/sets/search';

/**
 * The pages of a search (docs/service.md 2.4), each set and transaction once; fetches no page that is not needed.
 * The next offset is the old one plus the rows received, since a service may cap the page. Repeated rows are left out, with a
 * hint. If a service ignores paging, its second page shows it: UnexpectedResponse, before any row is returned twice.
 */
export async function* searchPages(
	client: Pick<ExchangeClient, 'search' | 'specifics'>,
	request: SearchRequest,
	{ limit = Infinity, onHint }: PageSettings,
): AsyncGenerator<RowsOfPage, void, undefined> {
	const { paging, pageSize } = client.specifics;
	const isFirst = firstOfEach(keyOf);
	let offset = 0;
	let given = 0;
	let repeated = 0;
	let bound: number | null = null;
	let wasFull = false;
	try {
		while (given < limit) {
			// The same size for every page: some services count in pages and take offset ÷ limit for the page's number.
			const size = Math.min(pageSize, limit);
			const page = await client.search(request, { offset, limit: size });
			bound ??= farBeyond(page);
			const isNew = page.results.map(isFirst);
			if (isRepeated(page, isNew, offset)) throw pagingIgnored(offset, page);
			// Without an ID, equal rows may be two sets: returning one twice is better than losing one.
			const rows = page.results.filter((row, index) => isNew[index] || row.setId === '');
			repeated += page.results.length - rows.length;
			given += rows.length;
			yield { rows: given > limit ? rows.slice(0, limit - given) : rows, total: page.total };
			offset += page.results.length;
			if (given >= limit) return;
			if (isLast(page, { reached: offset, repeated }, paging)) {
				if (page.total === null || page.total <= offset) return;
				if (wasFull && page.results.length === 0) throw endsEarly(page.total, offset);
				onHint?.(cutShort(page.total, offset, paging));
				return;
			}
			wasFull = page.results.length >= (page.limit ?? size);
			if (offset > bound) throw withoutEnd(offset);
		}
	} finally {
		if (repeated > 0) onHint?.(leftOut(repeated));
	}
}

/** Set and transaction; a row without an ID is known by all its values. */
function keyOf(row: SetRow): string {
	return `${row.setId || JSON.stringify(row)} ${row.transactionId ?? ''}`;
}

/** A page with known rows is a repeated page if it has no others, or if the service reports another offset. */
function isRepeated({ offset }: SearchPage, isNew: readonly boolean[], asked: number): boolean {
	if (asked === 0 || !isNew.includes(false)) return false;
	return !isNew.includes(true) || (offset !== null && offset !== asked);
}

/**
 * `total` may change while we page: the newest one counts. Without one, or with one below the number of rows received, a page
 * that its own limit did not fill is the last. A row that came twice may stand for one that has not come.
 */
function isLast(
	{ results, total, limit }: SearchPage,
	{ reached, repeated }: { reached: number; repeated: number },
	{ mode }: Paging,
): boolean {
	if (mode === 'none' || results.length === 0) return true;
	return total === null || total < reached ? limit !== null && results.length < limit : reached - repeated === total;
}

/** More rows than this mean that the search has no end, whatever each page reports. */
function farBeyond({ total, results }: SearchPage): number {
	return total === null || total < results.length ? 1_000_000 : total * 2 + 1_000;
}

function leftOut(repeated: number): string {
	return repeated === 1
		? 'One result arrived twice and was left out, because the sets changed during the search.'
		: `${repeated} results arrived twice and were left out, because the sets changed during the search.`;
}

function cutShort(total: number, received: number, { mode }: Paging): string {
	return mode === 'none'
		? `The exchange has ${total} sets but sent only ${received}, because paging is off. To get the others, change "Paging" in the credential, under "Exchange Specifics".`
		: `The exchange reported ${total} sets, but sent only ${received} and then an empty page.`;
}

function pagingIgnored(from: number, { total }: SearchPage): UnexpectedResponse {
	return new UnexpectedResponse({
		call,
		field: 'data.offset',
		message: `The exchange ignores paging: the request was for sets from number ${from + 1} on, but the response has earlier ones`,
		description: `${total === null ? '' : `The exchange reports ${total} sets. `}In the credential, under "Exchange Specifics", set "Paging" to "In the Body" if this exchange reads offset and limit from the request body, or to "None" if it sends everything at once. The names of the two parameters are there as well. Or set a limit of at most ${from}.`,
	});
}

/** A full page and then nothing, although there is more: the exchange counts its offsets in another way, or ends each search here. */
function endsEarly(total: number, received: number): UnexpectedResponse {
	return new UnexpectedResponse({
		call,
		field: 'data.total',
		message: `The exchange reports ${total} sets, but sends only the first ${received}`,
		description: `The page after them was empty. Narrow the search, increase "Page Size" in the credential, under "Exchange Specifics", or set a limit of at most ${received}.`,
	});
}

function withoutEnd(reached: number): UnexpectedResponse {
	return new UnexpectedResponse({
		call,
		field: 'data.total',
		message: `The search does not end: ${reached} results arrived, far more than the first page reported`,
		description: 'Narrow the search, or set a limit.',
	});
}
