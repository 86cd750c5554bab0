import type { ExchangeClient } from '../../exchange/client';
import { pages, type PageSettings } from '../../exchange/paging';
import type { SearchRequest, SetRow } from '../../schemas/search';
import { everyCustomer, unlessRefused } from './everyCustomer';
import { createSlots, perExecution } from '../concurrency';
import { Replay } from './replay';

/** Where look-ups search. */
export type SearchSettings = {
	/** None: among all counterparties that the account sees. */
	customerIds: string[];
	/** The search's status filter. `ALL` is replaced by the inbox and the Filed tab where the exchange refuses it. */
	status: string;
	pages: PageSettings;
};

/** How many searches of an execution run at the same time, however many items wait for them. */
export const searchesAtOnce = 4;

/** The searches of one execution: a page that was fetched for one item serves the others. */
export const sharedSearch = perExecution((exchange) => new SharedSearch(exchange));

class SharedSearch {
	/** When the execution first looked something up, by the clock of `performance.now()`. */
	readonly beganAt = performance.now();
	private readonly searches = new Map<string, { startedAt: number; rows: Replay<SetRow> }>();
	private refusesAll = false;
	private readonly slots = createSlots(searchesAtOnce);
	private readonly bounded: Pick<ExchangeClient, 'search'>;

	constructor(private readonly exchange: ExchangeClient) {
		this.bounded = { search: (...asked) => this.slots(() => exchange.search(...asked)) };
	}

	/** What a search finds. Results that were fetched earlier will do if that search began after `since`. */
	async rows(filters: SearchRequest, settings: SearchSettings, since: number): Promise<AsyncIterable<SetRow>> {
		const customerIds = settings.customerIds.length > 0 ? settings.customerIds : await everyCustomer(this.exchange);
		const request = { ...filters, ...(customerIds.length > 0 && { customerIds }) };
		const key = JSON.stringify([request, settings]);
		const known = this.searches.get(key);
		if (known && known.startedAt > since) return known.rows;
		const rows = new Replay(this.inBothFolders(request, settings));
		this.searches.set(key, { startedAt: performance.now(), rows });
		return rows;
	}

	private async *inBothFolders(
		request: SearchRequest,
		{ status, pages: settings }: SearchSettings,
	): AsyncGenerator<SetRow> {
		const found = (filters: SearchRequest) => pages(this.bounded, { ...request, ...filters }, settings);
		const bothInTurn = async function* () {
			yield* found({});
			yield* found({ status: 'FILED' });
		};
		if (status !== 'ALL') yield* found({ status });
		else if (this.refusesAll) yield* bothInTurn();
		else
			yield* unlessRefused(found({ status }), () => {
				this.refusesAll = true;
				return bothInTurn();
			});
	}
}
