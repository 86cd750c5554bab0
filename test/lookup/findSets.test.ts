import { json } from 'node:stream/consumers';
import { createClient } from '../../nodes/CargoExchange/exchange/client';
import { findSet, findSetsOfShipment, type LookupSettings } from '../../nodes/CargoExchange/lookup/findSets';
import { accountAt, accountFor, changed, useExchange } from '../helpers/exchangeClient';
import { jsonOf, useExchangeNode } from '../helpers/exchangeNode';

const exchange = useExchangeNode();

function settings(more: Partial<LookupSettings> = {}): LookupSettings {
	return {
		customerIds: [exchange.simulator.customerId],
		waitMs: 0,
		isAnnounced: true,
		onHint: () => undefined,
		signal: new AbortController().signal,
		...more,
	};
}

const serve = useExchange();
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const rowOf = (n: number) => ({ setId: idOf(n), shipmentRef: `SECRET-PROJECT-${n}` });

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

const addSet = (shipmentRef: string) => {
	const set = exchange.simulator.store.addSet({ shipmentRef });
	exchange.simulator.store.addDocument({ setId: set.setId });
	return set;
};

describe('the look-up of a set', () => {
	it('believes what an earlier search of the execution did not find, but not for ever', async () => {
		const client = createClient(accountFor(exchange.simulator));
		await findSet(client, { setId: addSet('EARLY').setId }, settings());
		const { setId } = addSet('SINCE');
		await expect(findSet(client, { setId }, settings())).rejects.toThrow('did not find the set');
		const later = performance.now() + 31_000;
		const clock = jest.spyOn(performance, 'now').mockReturnValue(later);
		expect(await findSet(client, { setId }, settings())).toMatchObject({ current: { shipmentRef: 'SINCE' } });
		clock.mockRestore();
	});

	it('prefers the row of the wanted transaction', async () => {
		const { store, customerId } = exchange.simulator;
		const { setId } = addSet('TWICE');
		const { transactionId } = store.addTransaction({ setId, customerId, status: 'title_held' });
		const found = await findSet(createClient(accountFor(exchange.simulator)), { setId, transactionId }, settings());
		expect(found).toMatchObject({ current: { transactionId, status: 'title_held' }, rows: { length: 2 } });
		const items = [{ json: { setId, transactionId, customerId } }];
		const documents = jsonOf(await exchange.run('document.getMany', {}, { items }));
		expect(documents).toMatchObject([{ name: 'Bill of Lading' }]);
	});

	it('ends its waiting when the execution is cancelled', async () => {
		const cancel = new AbortController();
		const client = createClient(accountFor(exchange.simulator));
		const setId = '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4';
		const looking = findSet(client, { setId }, settings({ waitMs: 60_000, signal: cancel.signal }));
		setTimeout(() => {
			cancel.abort();
		}, 50);
		await expect(looking).rejects.toThrow('aborted');
	});

	it('gives each set of a shipment once, whatever the case of its reference', async () => {
		const { store } = exchange.simulator;
		const { setId } = addSet('MIXED-case');
		store.addTransaction({ setId });
		const client = createClient(accountFor(exchange.simulator));
		expect(await findSetsOfShipment(client, 'MIXED-case', settings())).toMatchObject([{ current: { setId } }]);
		await expect(findSetsOfShipment(client, 'nothing', settings())).rejects.toThrow('did not find');
		const waiting = findSetsOfShipment(client, 'nothing', settings({ waitMs: 1_000 }));
		await expect(waiting).rejects.toMatchObject({
			description: expect.stringContaining('was repeated for 1 second') as string,
		});
	});

	it('among all customers is not held up by a counterparty whose id cannot be sent', async () => {
		const { store } = exchange.simulator;
		const { setId } = addSet('BESIDE-AN-ODD-ONE');
		store.counterparties.add({ customerId: 'CUSTOMER-7', customerName: 'Odd Ltd' });
		const client = createClient(accountFor(exchange.simulator));
		expect(await findSet(client, { setId }, settings({ customerIds: [] }))).toMatchObject({ current: { setId } });
	});

	it('finds a set on a later page at its last look, although the exchange counts as many sets as before', async () => {
		const rows = [1, 2, 3, 4].map(rowOf);
		const { account } = await exchangeWith(rows);
		const client = createClient(changed(account, { profile: { paging: { size: 2 } } }));
		const finding = findSet(client, { setId: idOf(5) }, settings({ waitMs: 1_500 }));
		setTimeout(() => rows.splice(0, 4, ...[2, 3, 4, 5].map(rowOf)), 300);
		expect(await finding).toMatchObject({ current: rowOf(5) });
	});

	it('sends no shipment reference that another account has seen', async () => {
		const [own, others] = [await exchangeWith([rowOf(1)]), await exchangeWith([])];
		await findSet(createClient(own.account), { setId: idOf(1) }, settings());
		for (const account of [others.account, { ...own.account, password: 'another' }]) {
			const seen = own.searches.length;
			await findSet(createClient(account), { setId: idOf(1) }, settings()).catch(() => undefined);
			expect(JSON.stringify([own.searches.slice(seen), others.searches])).not.toContain('SECRET');
		}
		expect(others.searches.length).toBeGreaterThan(0);
		own.searches.splice(0);
		await findSet(createClient(own.account), { setId: idOf(1) }, settings());
		expect(own.searches).toMatchObject([{ shipmentRef: 'SECRET-PROJECT-1' }]);
	});
});
