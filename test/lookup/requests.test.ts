import { randomUUID } from 'node:crypto';
import { addManySets } from '../../simulator';
import { jsonOf, useExchangeNode, type ExchangeNode } from '../helpers/exchangeNode';

const namesOf = (outcome: Parameters<typeof jsonOf>[0]) => jsonOf(outcome).map(({ name }) => name);

describe('the requests that a look-up takes', () => {
	const exchange = useExchangeNode({ seed: 'empty' });
	const tens = () => exchange.withProfile({ paging: { size: 10 } });
	const look = async (item: object, waitSeconds = 0) =>
		await exchange.run(
			'document.downloadAll',
			{ options: { waitSeconds } },
			{ items: [{ json: { customerId: exchange.simulator.customerId, ...item } }], ...tens() },
		);

	it('are pages until the set is found, in the instance that the event names', async () => {
		const sets = addManySets(exchange.simulator.store, { count: 30 });
		await look({ setId: sets[15]!.setId, instance: 'Exchange' });
		const customerIds = [exchange.simulator.customerId];
		expect(exchange.searches().map(({ body, query }) => [body, query['offset']])).toEqual([
			[{ instance: 'EXCHANGE', status: 'ALL', customerIds }, '0'],
			[{ instance: 'EXCHANGE', status: 'ALL', customerIds }, '10'],
			[{ shipmentRef: sets[15]!.shipmentRef, instance: 'EXCHANGE', status: 'ALL', customerIds }, '0'],
		]);
	});

	it('is one for a set whose shipment an earlier search of this n8n has shown', async () => {
		const [set] = exchange.simulator.store.sets.all();
		await look({ setId: set!.setId });
		expect(exchange.searches()).toHaveLength(1);
	});

	it('is one for each further look but the last, while the exchange counts as many sets as before', async () => {
		const all = Math.ceil(exchange.simulator.store.transactions.size / 10);
		await look({ setId: randomUUID() }, 2);
		const searches = exchange.searches();
		const first = searches.filter(({ query }) => query['offset'] === '0').length;
		expect(first).toBeGreaterThan(1);
		expect(searches).toHaveLength(2 * all + first - 2);
	});

	it('are not narrowed to an instance that the exchange does not know', async () => {
		const { store } = exchange.simulator;
		const { setId } = store.addSet({ shipmentRef: 'ELSEWHERE' });
		store.addDocument({ setId });
		expect((await look({ setId, instance: 'unheard-of' })).items).toHaveLength(1);
	});

	it('are made again for the next item after one that failed', async () => {
		const { store, faults, customerId } = exchange.simulator;
		const { setId } = store.addSet({ shipmentRef: 'SECOND-TRY' });
		store.addDocument({ setId });
		faults.next({ match: { path: /search/ }, fault: { kind: 'status', status: 404 } });
		const item = { json: { setId, customerId, shipmentRef: 'SECOND-TRY' } };
		const outcome = await exchange.run(
			'document.downloadAll',
			{},
			{ items: [item, item], onError: 'continueRegularOutput', ...tens() },
		);
		const failed = jsonOf(outcome).filter((json) => 'error' in json);
		expect([failed.length, outcome.items.length]).toEqual([1, 2]);
	});
});

describe('two sets in one shipment, if documents are listed only for a single match', () => {
	const exchange = useExchangeNode();

	/** Two sets with a document each; a search for their shipment finds both. */
	function twins(first: object, second: object) {
		const { store } = exchange.simulator;
		const shipment = store.addShipment({ shipmentReference: `TWINS-${store.shipments.size}` });
		const [one, two] = [first, second].map((transaction) => store.addSet({ shipment, transaction }));
		store.addDocument({ setId: one!.setId, name: 'Of the first' });
		store.addDocument({ setId: two!.setId, name: 'Of the second' });
		return [one!, two!] as const;
	}
	const documentsOf = async (item: object, more = {}) =>
		await exchange.run('document.getMany', {}, { items: [{ json: { ...item } }], ...more });

	it('are distinguished by the folders they are in', async () => {
		const { customerId } = exchange.simulator;
		const [filed, active] = twins({ folder: 'FILED' }, { folder: 'ACTIVE' });
		expect(namesOf(await documentsOf({ setId: filed.setId, customerId }))).toEqual(['Of the first']);
		expect(namesOf(await documentsOf({ setId: active.setId, customerId }))).toEqual(['Of the second']);
	});

	it('are distinguished by the instance that the event names', async () => {
		const { customerId } = exchange.simulator;
		const [one] = twins({ instances: ['HUB'] }, { instances: ['EXCHANGE'] });
		expect(namesOf(await documentsOf({ setId: one.setId, customerId, instance: 'hub' }))).toEqual(['Of the first']);
	});

	it('are distinguished by the customers who see them', async () => {
		const { store, customerId } = exchange.simulator;
		const other = store.addCounterparty('Other Shipping').customerId;
		const [one] = twins({ customerId: other, visibleTo: [customerId, other] }, {});
		expect(namesOf(await documentsOf({ setId: one.setId }))).toEqual(['Of the first']);
	});

	it('are both given when the shipment is asked for', async () => {
		const [one] = twins({ folder: 'FILED' }, { folder: 'ACTIVE' });
		const parameters = { setSource: 'shipmentRef', shipmentRef: one.shipmentRef };
		expect(namesOf(await exchange.run('document.getMany', parameters))).toEqual(['Of the first', 'Of the second']);
	});

	it('say what was tried, and the ways out, if nothing distinguishes them', async () => {
		const { customerId } = exchange.simulator;
		const [one] = twins({}, {});
		const { error } = await documentsOf({ setId: one.setId, customerId, instance: 'Exchange' });
		expect(error?.message).toBe(`The exchange does not list the documents of the set ${one.setId}`);
		for (const words of [
			`by its shipment reference ${one.shipmentRef}`,
			'in all folders together and separately',
			'in the application EXCHANGE',
			'enter its name as "setIdFilter"',
			'"Download"',
		])
			expect(error?.description).toContain(words);
	});
});

describe('an exchange with a search filter for set IDs', () => {
	const exchange = useExchangeNode({ search: { setIdFilter: 'parcelId' } });

	it('gives the documents of each set by one search, once the credential names the filter', async () => {
		const { store, customerId } = exchange.simulator;
		const shipment = store.addShipment({ shipmentReference: 'TRIPLETS' });
		const sets = [1, 2, 3].map(() => store.addSet({ shipment }));
		for (const { setId } of sets) store.addDocument({ setId, name: setId });
		const items = sets.map(({ setId }) => ({ json: { setId, customerId } }));
		const named = exchange.withProfile({ setIdFilter: 'parcelId' });
		expect(namesOf(await exchange.run('document.getMany', {}, { items, ...named }))).toEqual(
			sets.map(({ setId }) => setId),
		);
		expect(exchange.asked()).toHaveLength(3);
	});
});

describe('the folders of a search in both', () => {
	const refusing = useExchangeNode();
	const empty = useExchangeNode();
	const strict = useExchangeNode();
	const search = async (exchange: ExchangeNode, more = {}) =>
		await exchange.run('set.search', {
			allCustomers: false,
			customerIds: [exchange.simulator.customerId],
			returnAll: true,
			...more,
		});
	/** In which folders the exchange was searched. */
	async function foldersOf(exchange: ExchangeNode, more = {}) {
		const before = exchange.searches().length;
		await search(exchange, more);
		return exchange
			.searches()
			.slice(before)
			.map(({ body }) => (body as { status?: string }).status);
	}

	it.each([400, 422])('are inbox and Filed tab if the exchange answers %i to ALL, and from then on', async (status) => {
		const exchange = status === 400 ? refusing : empty;
		const fault = { kind: 'status', status, message: 'status ALL is not known' } as const;
		exchange.simulator.faults.next({ match: { path: /search/ }, fault });
		const all = await search(exchange);
		expect(all.items).toHaveLength(6);
		expect(await foldersOf(exchange)).toEqual(['ACTIVE', 'FILED']);
	});

	it('are given once for a set that is in both', async () => {
		const { store, customerId } = refusing.simulator;
		const { setId } = store.addSet({ shipmentRef: 'TWICE' });
		store.addTransaction({ setId, customerId, folder: 'FILED' });
		const { items } = await search(refusing, { filters: { shipmentRef: 'TWICE' } });
		expect(items).toHaveLength(2);
	});

	it('are searched apart if ALL finds nothing, until ALL has found something', async () => {
		const { customerId } = strict.simulator.store.addCounterparty('Idle Shipping');
		const idle = { customerIds: [customerId] };
		expect(await foldersOf(strict, idle)).toEqual(['ALL', 'ACTIVE', 'FILED']);
		await search(strict);
		// A search of one folder says nothing about those of both.
		await search(strict, { searchIn: 'ACTIVE' });
		expect(await foldersOf(strict, idle)).toEqual(['ALL']);
	});

	it('show the first answer if all are refused', async () => {
		const fault = { kind: 'status', status: 400, message: 'the search is closed' } as const;
		strict.simulator.faults.next({ match: { path: /search/ }, fault });
		const { error } = await search(strict);
		expect(error?.message).toContain('the search is closed');
	});
});
