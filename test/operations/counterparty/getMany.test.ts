import { jsonOf, pairsOf, useExchangeNode } from '../../helpers/exchangeNode';

const exchange = useExchangeNode();

describe('counterparty: getMany', () => {
	it('gives one item per counterparty with its ID and name', async () => {
		const outcome = await exchange.run('counterparty.getMany', { returnAll: true });
		const { store } = exchange.simulator;
		expect(jsonOf(outcome)).toEqual(
			store.counterparties.all().map(({ customerId, customerName }) => ({ customerId, customerName })),
		);
	});

	it('gives no more than the limit', async () => {
		expect(jsonOf(await exchange.run('counterparty.getMany', { returnAll: false, limit: 2 }))).toHaveLength(2);
	});

	it('finds a name by a part of it, whatever its case', async () => {
		const outcome = await exchange.run('counterparty.getMany', { returnAll: true, nameContains: 'HARBOUR' });
		expect(jsonOf(outcome).map(({ customerName }) => customerName)).toEqual(['Harbour Bank']);
	});

	it('works for every input item by itself and says which one each result belongs to', async () => {
		const outcome = await exchange.run(
			'counterparty.getMany',
			{ returnAll: true, nameContains: '={{ $json.part }}' },
			{ items: [{ json: { part: 'kestrel' } }, { json: { part: 'nobody' } }, { json: { part: 'lotus' } }] },
		);
		expect(jsonOf(outcome).map(({ customerName }) => customerName)).toEqual(['Kestrel Foods', 'Lotus Bay Imports']);
		expect(pairsOf(outcome)).toEqual([{ item: 0 }, { item: 2 }]);
	});

	it('refuses a limit that is not a number, by the label of the field', async () => {
		const { error } = await exchange.run('counterparty.getMany', { returnAll: false, limit: '={{ "many" }}' });
		expect(error?.message).toBe('Limit: must be a whole number, 1 or greater');
	});
});
