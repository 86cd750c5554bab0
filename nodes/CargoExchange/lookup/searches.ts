import { type ExchangeClient, type RowsOfPage, searchPages } from '../exchange/client';
import type { SearchRequest } from '../schemas/search';
import { cachePer, createSlots } from '../concurrency';
import { type SearchScope, searchSets } from './searchSets';

/** How many searches of a node run are made at the same time, for all its items. */
export const searchesAtOnce = 4;

/** The searches of one node run: a page that was fetched for one item is reused for the others. */
export const sharedSearches = cachePer((exchange: ExchangeClient) => new SharedSearches(exchange));

/** One attempt to find a set, which may be repeated. */
export type Attempt = {
	/** A search that began after this moment of `performance.now()` is recent enough. */
	since: number;
	/** The count of sets of each search when this item last read it completely. */
	totals: Map<string, number>;
	/** Whether a search of it did not show all sets. */
	seen: { isIncomplete: boolean };
	onHint: (hint: string) => void;
};

class SharedSearches {
	/** The first look-up of the run, a moment of `performance.now()`. */
	readonly beganAt = performance.now();
	readonly #running = new Map<string, { startedAt: number; pages: () => AsyncGenerator<RowsOfPage> }>();
	readonly #exchange: ExchangeClient;
	readonly #slots = createSlots(searchesAtOnce);

	constructor(exchange: ExchangeClient) {
		this.#exchange = exchange;
	}

	/** The pages of a search: see `searchSets`. While the exchange counts as many sets as before, one page is enough. */
	async *search(request: SearchRequest, scope: SearchScope, attempt: Attempt): AsyncGenerator<RowsOfPage> {
		const pages = searchSets(this.#exchange, request, scope, (asked) => this.#read(asked, attempt));
		for await (const page of pages) {
			attempt.seen.isIncomplete ||= page.isIncomplete === true;
			yield page;
		}
	}

	async *#read(request: SearchRequest, { since, totals, seen, onHint }: Attempt): AsyncGenerator<RowsOfPage> {
		const key = JSON.stringify(request);
		let search = this.#running.get(key);
		const isShared = search !== undefined && search.startedAt > since;
		if (!search || !isShared) {
			const exchange = this.#exchange;
			const bounded: ExchangeClient = {
				...exchange,
				search: (...asked) => this.#slots(() => exchange.search(...asked)),
			};
			search = { startedAt: performance.now(), pages: replay(searchPages(bounded, request)) };
			this.#running.set(key, search);
		}
		let total: number | null = null;
		try {
			for await (const page of search.pages()) {
				page.notes.forEach(onHint);
				yield page;
				total = page.total;
				if (total !== null && totals.get(key) === total) return;
			}
		} catch (error) {
			// A failure counts for the item that made the search; the others search again.
			if (this.#running.get(key) === search) this.#running.delete(key);
			if (!isShared) throw error;
			yield* this.#read(request, { since, totals, seen, onHint });
			return;
		}
		if (total !== null) totals.set(key, total);
	}
}

/** Reads a source once, for any number of readers, each from the start. All of them get its error. */
function replay<Value>(source: AsyncIterator<Value>): () => AsyncGenerator<Value> {
	const read: Promise<IteratorResult<Value>>[] = [];
	return async function* () {
		for (let index = 0; ; index++) {
			const next = await (read[index] ??= source.next());
			if (next.done) return;
			yield next.value;
		}
	};
}
