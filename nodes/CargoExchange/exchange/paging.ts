import { firstWithId } from '../schemas/ids';
import { rowKey, type SearchPage, type SearchRequest, type SetRow } from '../schemas/search';
import { UnexpectedResponse } from '../errors';
import type { Paging } from '../schemas/profile';

/** The new rows of one page, the exchange's count of all rows (null: it reports none), and notes for the user, one sentence each. */
export type RowsOfPage = {
	rows: SetRow[];
	total: number | null;
	notes: readonly string[];
	/** Sets are missing, for a reason that the notes give. */
	isIncomplete?: boolean;
};

type PagedSearch = {
	profile: { paging: Paging };
	search(request: SearchRequest, page: { offset: number; limit: number }): Promise<SearchPage>;
};

const call = 'POST /v3/common/sets/search';

/**
 * The pages of a search (docs/service.md 2.4), each set and transaction once; fetches no page that is not needed.
 * The next offset is the old one plus the rows received, since a service may cap the page. If the number of all rows falls, the rows
 * that may have moved up are read again. Repeated and empty rows are left out, with a hint. If a service ignores paging, its second
 * page shows it: UnexpectedResponse, before any row is returned twice.
 */
export async function* searchPages(
	exchange: PagedSearch,
	request: SearchRequest,
	limit = Infinity,
): AsyncGenerator<RowsOfPage, void, undefined> {
	const { paging } = exchange.profile;
	// The same size for every page: some services count in pages and take offset ÷ limit for the page's number.
	const size = Math.min(paging.size, limit);
	const isFirst = firstWithId(rowKey);
	const position = new Position(size);
	const left = { repeated: 0, empty: 0 };
	let given = 0;
	let before: 'full' | 'short' | null = null;
	let total: number | null = null;
	const notes: string[] = [];
	let isIncomplete = false;
	while (given < limit) {
		const { offset } = position;
		const page = await exchange.search(request, { offset, limit: size });
		total = page.total;
		const isNew = page.results.map(isFirst);
		if (!position.isKnown(0) && isRepeated(page, isNew.filter(Boolean).length, offset)) {
			// Everything was on the first page, whose numbers did not say so.
			if (before === 'short' && total === null) break;
			throw pagingIgnored(offset, page);
		}
		// Without an ID, equal rows may be two sets: returning one twice is better than losing one.
		const isGiven = (row: SetRow, index: number) => isNew[index] || row.setId === '';
		const rows = page.results.filter(isGiven);
		left.repeated += page.results.filter((row, index) => !isGiven(row, index) && !position.isKnown(index)).length;
		left.empty += page.empty;
		given += rows.length;
		yield { rows: given > limit ? rows.slice(0, limit - given) : rows, total, notes: [] };
		if (given >= limit) break;
		if (!position.advance(page)) continue;
		if (isLast(page, { reached: position.offset, repeated: left.repeated }, paging)) {
			if (total === null || total <= position.offset) break;
			if (before === 'full' && lengthOf(page) === 0) throw endsEarly(total, position.offset);
			notes.push(cutShort(total, position.offset, paging));
			isIncomplete = true;
			break;
		}
		before = lengthOf(page) >= (page.limit ?? size) ? 'full' : 'short';
	}
	if (position.mayHaveMissed) notes.push(fewerThanBefore);
	if (left.repeated > 0) notes.push(leftOut(left.repeated));
	if (left.empty > 0) notes.push(emptyRows(left.empty));
	isIncomplete ||= position.mayHaveMissed;
	if (notes.length > 0) yield { rows: [], total, notes, isIncomplete };
}

/** Where a search reads, while rows may come and go. */
class Position {
	#offset = 0;
	#reached = 0;
	#fewest = Infinity;
	#total = 0;
	#mayHaveMissed = false;

	constructor(private readonly size: number) {}

	/** The offset of the next page. */
	get offset(): number {
		return this.#offset;
	}

	/** True if the row at this index of the next page is at a place that was read before. */
	isKnown(index: number): boolean {
		return this.#offset + index < this.#reached;
	}

	/** True if rows left and others came, so that their number does not show how far rows moved. */
	get mayHaveMissed(): boolean {
		return this.#mayHaveMissed;
	}

	/** Goes behind a page; false: back, since rows have left that were counted before it, and later ones have taken their places. */
	advance(page: SearchPage): boolean {
		const length = lengthOf(page);
		const total = page.total ?? Infinity;
		this.#reached = Math.max(this.#reached, this.#offset + length);
		const moved = this.#offset === 0 || total >= this.#fewest ? 0 : this.#fewest - total;
		// No further back for a number that was seen before: replicas of a service may disagree for ever.
		this.#mayHaveMissed ||= moved === 0 && this.#offset > 0 && total < this.#total;
		this.#total = page.total ?? 0;
		this.#fewest = Math.min(this.#fewest, total);
		if (moved > 0) {
			// Whole pages, again for services that count in pages.
			this.#offset = Math.floor(Math.max(0, this.#offset - moved) / this.size) * this.size;
			return false;
		}
		this.#offset += length;
		return true;
	}
}

function lengthOf({ results, empty }: SearchPage): number {
	return results.length + empty;
}

/** A page with known rows is a repeated page if it has no others, or if the service reports another offset. */
function isRepeated({ offset, results }: SearchPage, news: number, asked: number): boolean {
	if (asked === 0 || news === results.length) return false;
	return news === 0 || (offset !== null && offset !== asked);
}

/**
 * `total` may change while we page: the newest one counts. Without one, or with one below the number of rows received, a page
 * that its own limit did not fill is the last. A row that came twice may stand for one that has not come.
 */
function isLast(
	page: SearchPage,
	{ reached, repeated }: { reached: number; repeated: number },
	{ in: place }: Paging,
): boolean {
	const { total, limit } = page;
	const length = lengthOf(page);
	if (place === 'none' || length === 0) return true;
	return total === null || total < reached ? limit !== null && length < limit : reached - repeated === total;
}

const fewerThanBefore =
	'The sets changed during the search, so that a set may be missing. Run the search again if you need every set.';

function emptyRows(count: number): string {
	return count === 1
		? 'The exchange sent one empty result, which was left out.'
		: `The exchange sent ${count} empty results, which were left out.`;
}

function leftOut(repeated: number): string {
	return repeated === 1
		? 'One result arrived twice and was left out, because the sets changed during the search.'
		: `${repeated} results arrived twice and were left out, because the sets changed during the search.`;
}

function cutShort(total: number, received: number, { in: place }: Paging): string {
	return place === 'none'
		? `The exchange has ${total} sets but sent only ${received}, because paging is off. To get the others, change "paging" in the Exchange Profile of the credential; "Exchange → Check" shows what works.`
		: `The exchange reported ${total} sets, but sent only ${received} and then an empty page. If sets are missing, narrow the search.`;
}

function pagingIgnored(from: number, { total }: SearchPage): UnexpectedResponse {
	return new UnexpectedResponse({
		call,
		field: 'data.offset',
		message: `The exchange ignores paging: the request was for sets from number ${from + 1} on, but the response has earlier ones`,
		description: `${total === null ? '' : `The exchange reports ${total} sets. `}Run "Exchange → Check", which tries how this exchange pages, and paste its profile into the credential. The names of the two parameters are in the key "paging" there: ask the operator of the exchange for them. Or set a limit of at most ${from}.`,
	});
}

/** A full page and then nothing, although there is more: the exchange counts its offsets in another way, or ends each search here. */
function endsEarly(total: number, received: number): UnexpectedResponse {
	return new UnexpectedResponse({
		call,
		field: 'data.total',
		message: `The exchange reports ${total} sets, but sends only the first ${received}`,
		description: `The page after them was empty. Narrow the search, enter a larger "size" under "paging" in the Exchange Profile of the credential, or set a limit of at most ${received}.`,
	});
}
