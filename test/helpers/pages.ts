import { type ExchangeClient, parseCredential, searchPages } from '../../nodes/CargoExchange/exchange/client';
import type { SetRow } from '../../nodes/CargoExchange/schemas/search';

export const { specifics: usual } = parseCredential({});

type Searching = Pick<ExchangeClient, 'search'> & Partial<Pick<ExchangeClient, 'specifics'>>;
type Settings = { pageSize: number } & Parameters<typeof searchPages>[2];

/** Every row that a search finds. */
export async function* pages(client: Searching, request: object, { pageSize, ...settings }: Settings) {
	const specifics = { ...usual, ...client.specifics, pageSize };
	for await (const { rows } of searchPages({ ...client, specifics }, { ...request }, settings)) yield* rows;
}

export async function collect(client: Searching, settings: Settings, request = {}) {
	const notices: string[] = [];
	const rows: SetRow[] = [];
	for await (const row of pages(client, request, { onHint: (notice) => notices.push(notice), ...settings }))
		rows.push(row);
	return { rows, notices };
}
