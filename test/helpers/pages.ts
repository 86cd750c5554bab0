import { type ExchangeClient, parseCredential, searchPages } from '../../nodes/CargoExchange/exchange/client';
import type { SetRow } from '../../nodes/CargoExchange/schemas/search';

const { profile: usual } = parseCredential({});

type Searching = Pick<ExchangeClient, 'search'> & Partial<Pick<ExchangeClient, 'profile'>>;
type Settings = { pageSize: number; limit?: number };

function pagesOf(client: Searching, request: object, { pageSize, limit }: Settings) {
	const profile = { ...usual, ...client.profile };
	const paging = { ...profile.paging, size: pageSize };
	return searchPages({ ...client, profile: { ...profile, paging } }, { ...request }, limit);
}

/** Every row that a search finds. */
export async function* pages(client: Searching, request: object, settings: Settings) {
	for await (const { rows } of pagesOf(client, request, settings)) yield* rows;
}

export async function collect(client: Searching, settings: Settings, request = {}) {
	const notices: string[] = [];
	const rows: SetRow[] = [];
	for await (const page of pagesOf(client, request, settings)) {
		rows.push(...page.rows);
		notices.push(...page.notes);
	}
	return { rows, notices };
}
