import { createClient } from '../../nodes/CargoExchange/exchange/client';
import { findSet, findSetsOfShipment, type LookupSettings } from '../../nodes/CargoExchange/lookup/findSets';
import { accountFor } from '../helpers/exchangeClient';
import { jsonOf, useExchangeNode } from '../helpers/exchangeNode';

const exchange = useExchangeNode();

function settings(more: Partial<LookupSettings> = {}): LookupSettings {
	return {
		customerIds: [exchange.simulator.customerId],
		waitMs: 0,
		onHint: () => undefined,
		signal: new AbortController().signal,
		...more,
	};
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
});
