import type { ExchangeClient } from '../../exchange/client';
import { type RowsOfPage, searchPages } from '../../exchange/paging';
import type { SearchRequest } from '../../schemas/search';
import { createSlots, cachePer } from '../concurrency';
import { type SearchScope, searchSets } from './searchSets';

/** How many searches of a node run are under way at the same time, however many items wait for them. */
export const searchesAtOnce = 4;

/** The searches of one node run: a page that was fetched for one item serves the others. */
export const sharedSearches = cachePer((exchange) => new SharedSearches(exchange));

/** What one look needs to know of those before it. */
export type Look = {
	/** A search will do if it began after that, by the clock of `performance.now()`. */
	since: number;
	/** How many sets each search counted when this item last read it to its end. */
	totals: Map<string, number>;
	onHint: (hint: string) => void;
};

class SharedSearches {
	/** When the run first looked something up, by the clock of `performance.now()`. */
	readonly beganAt = performance.now();
	private readonly running = new Map<string, { startedAt: number; pages: Replay<RowsOfPage> }>();
	private readonly slots = createSlots(searchesAtOnce);

	constructor(private readonly exchange: ExchangeClient) {}

	/** The pages of a search: see `searchSets`. As long as the exchange counts as many sets as before, one page is enough. */
	search(request: SearchRequest, scope: SearchScope, look: Look): AsyncGenerator<RowsOfPage> {
		return searchSets(this.exchange, request, scope, (asked) => this.read(asked, look));
	}

	private async *read(request: SearchRequest, { since, totals, onHint }: Look): AsyncGenerator<RowsOfPage> {
		const key = JSON.stringify(request);
		let search = this.running.get(key);
		const isShared = search !== undefined && search.startedAt > since;
		if (!search || !isShared) {
			const bounded: Pick<ExchangeClient, 'search'> = {
				search: (...asked) => this.slots(() => this.exchange.search(...asked)),
			};
			const pages = searchPages(bounded, request, { ...this.exchange.specifics, onHint });
			search = { startedAt: performance.now(), pages: new Replay(pages) };
			this.running.set(key, search);
		}
		let total: number | null = null;
		try {
			for await (const page of search.pages) {
				yield page;
				total = page.total;
				if (total !== null && totals.get(key) === total) return;
			}
		} catch (error) {
			// A failure counts for the item that asked; the others ask again.
			if (this.running.get(key) === search) this.running.delete(key);
			if (!isShared) throw error;
			yield* this.read(request, { since, totals, onHint });
			return;
		}
		if (total !== null) totals.set(key, total);
	}
}

/** Reads a source once and gives it to any number of readers, each from the start. A failure of the source meets all of them. */
class Replay<Value> implements AsyncIterable<Value> {
	private readonly seen: Value[] = [];
	private pull: Promise<boolean> | undefined;

	constructor(private readonly source: AsyncIterator<Value>) {}

	async *[Symbol.asyncIterator](): AsyncGenerator<Value> {
		for (let index = 0; index < this.seen.length || (await this.more()); index++)
			yield* this.seen.slice(index, index + 1);
	}

	/** One reader asks the source, the others wait for the same answer. The last answer stays, be it the end or a failure. */
	private more(): Promise<boolean> {
		this.pull ??= this.source.next().then((next) => {
			if (next.done) return false;
			this.seen.push(next.value);
			this.pull = undefined;
			return true;
		});
		return this.pull;
	}
}
