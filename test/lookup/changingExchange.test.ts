import { json } from 'node:stream/consumers';
import { createClient } from '../../nodes/CargoExchange/exchange/client';
import { findSet, type LookupSettings } from '../../nodes/CargoExchange/lookup/findSets';
import { accountAt, useExchange } from '../helpers/exchangeClient';

const serve = useExchange();
const setId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const rowOf = (n: number) => ({ setId: setId(n), shipmentRef: `SECRET-PROJECT-${n}` });
const settings = (more: Partial<LookupSettings> = {}): LookupSettings => ({
	customerIds: ['0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4'],
	waitMs: 0,
	onHint: () => undefined,
	signal: new AbortController().signal,
	...more,
});

/** An exchange whose sets the test changes, with the bodies of its searches. */
async function exchangeWith(rows: object[]) {
	const searches: unknown[] = [];
	const { url } = await serve((request, response) => {
		void json(request).then((body) => {
			searches.push(body);
			const { searchParams } = new URL(request.url!, 'http://exchange.example');
			const [offset, limit] = ['offset', 'limit'].map((name) => Number(searchParams.get(name))) as [number, number];
			const results = rows.slice(offset, offset + limit);
			response.end(JSON.stringify({ code: 200, data: { offset, limit, total: rows.length, results } }));
		});
	});
	return { account: accountAt(url), searches };
}

describe('a look-up', () => {
	it('finds a set on a later page at its last look, although the exchange counts as many sets as before', async () => {
		const rows = [1, 2, 3, 4].map(rowOf);
		const { account } = await exchangeWith(rows);
		const client = createClient({ ...account, specifics: { ...account.specifics, pageSize: 2 } });
		const finding = findSet(client, { setId: setId(5) }, settings({ waitMs: 1_500 }));
		setTimeout(() => rows.splice(0, 4, ...[2, 3, 4, 5].map(rowOf)), 300);
		expect(await finding).toMatchObject({ current: rowOf(5) });
	});

	it('sends no shipment reference that another account has seen', async () => {
		const [own, others] = [await exchangeWith([rowOf(1)]), await exchangeWith([])];
		await findSet(createClient(own.account), { setId: setId(1) }, settings());
		for (const account of [others.account, { ...own.account, password: 'another' }]) {
			const seen = own.searches.length;
			await findSet(createClient(account), { setId: setId(1) }, settings()).catch(() => undefined);
			expect(JSON.stringify([own.searches.slice(seen), others.searches])).not.toContain('SECRET');
		}
		expect(others.searches.length).toBeGreaterThan(0);
		own.searches.splice(0);
		await findSet(createClient(own.account), { setId: setId(1) }, settings());
		expect(own.searches).toMatchObject([{ shipmentRef: 'SECRET-PROJECT-1' }]);
	});
});
