import type { SearchRequest, SetRow } from '../wire/search';
import type { ExchangeClient, Paging } from './client';

export type PageSettings = {
	paging: Paging;
	/** Rows asked for in one reply. */
	pageSize: number;
	/** Ends the search after that many rows; none: all rows. */
	limit?: number;
	/** Hears of what the user should know although the search went on, one sentence each. */
	onNotice?: (notice: string) => void;
};

/** Every row that a search finds, page by page, each set and transaction once; fetches no page beyond need. */
// eslint-disable-next-line require-yield
export async function* pages(
	_client: Pick<ExchangeClient, 'search'>,
	_request: SearchRequest,
	_settings: PageSettings,
): AsyncGenerator<SetRow> {
	throw new Error('Paging follows');
}
