import { createClient, type ExchangeClient } from '../../nodes/CargoExchange/exchange/client';
import { closeConnections } from '../../nodes/CargoExchange/exchange/http/connectionPool';
import type { SetRow } from '../../nodes/CargoExchange/schemas/search';
import { startSimulator, type Simulator } from '../../simulator';
import { accountFor, changed } from '../helpers/exchangeClient';
import { collect, pages } from '../helpers/pages';

describe('paging through a search of the exchange', () => {
	let exchange: Simulator;
	let client: ExchangeClient;
	const searches = () => exchange.requests.filter(({ path }) => path.endsWith('/sets/search'));
	const everything = () => ({ customerIds: [exchange.customerId], status: 'ALL' });

	async function started(count: number, search: object = {}, place: 'url' | 'body' | 'none' = 'url') {
		exchange = await startSimulator({ seed: 'empty', search });
		for (let set = 0; set < count; set++) exchange.store.addSet();
		client = createClient(changed(accountFor(exchange), { profile: { paging: { in: place } } }));
	}
	afterEach(async () => {
		await closeConnections();
		await exchange.stop();
	});

	it.each([
		['no limit', undefined, 25, 3],
		['a limit within the first page', 4, 4, 1],
		['a limit that ends with a page', 20, 20, 2],
		['a limit within a later page', 21, 21, 3],
		['a limit beyond the end', 100, 25, 3],
		['a limit of nothing', 0, 0, 0],
	])('fetches no page beyond need: %s', async (_what, limit, rows, requests) => {
		await started(25);
		const found = await collect(client, { pageSize: 10, ...(limit !== undefined && { limit }) }, everything());
		expect(new Set(found.rows.map(({ setId }) => setId)).size).toBe(rows);
		expect(found.rows).toHaveLength(rows);
		expect(searches()).toHaveLength(requests);
		expect(found.notices).toEqual([]);
	});

	it('takes one reply for everything without paging, and says if it was not everything', async () => {
		await started(25, { paging: 'none', maximumPageSize: 20 }, 'none');
		const { rows, notices } = await collect(client, { pageSize: 10 }, everything());
		expect(searches().map(({ query }) => query)).toEqual([{}]);
		expect(notices).toEqual(
			rows.length === 25 ? [] : [expect.stringMatching(/has 25 sets but sent only \d+, because paging is off/)],
		);
	});

	it('ends with a message naming the option when the service ignores paging', async () => {
		await started(25);
		exchange.faults.next({ match: { path: /search$/ }, fault: { kind: 'pagingIgnored' }, times: Infinity });
		const rows: SetRow[] = [];
		const search = (async () => {
			for await (const row of pages(client, everything(), { pageSize: 10 })) rows.push(row);
		})();
		await expect(search).rejects.toMatchObject({
			name: 'UnexpectedResponse',
			message: expect.stringMatching(/^The exchange ignores paging/) as string,
			description: expect.stringMatching(/Run "Exchange → Check", which tries how this exchange pages/) as string,
		});
		expect(rows).toHaveLength(10);
		expect(searches()).toHaveLength(2);
	});
});
