import { addManySets } from '../../../simulator';
import { searchReply, searchRow } from '../../fixtures/searchReply';
import { jsonOf, pairsOf, useExchangeNode } from '../../helpers/exchangeNode';

const exchange = useExchangeNode();
const all = { returnAll: true };
const references = (outcome: Parameters<typeof jsonOf>[0]) => jsonOf(outcome).map(({ shipmentRef }) => shipmentRef);
const owner = () => [exchange.simulator.customerId];
const owned = () => ({ allCustomers: false, customerIds: owner() });
describe('set: search', () => {
	it('gives one item per result, flat', async () => {
		const outcome = await exchange.run('set.search', {
			...owned(),
			returnAll: true,
			filters: { shipmentRef: 'SHP-2022-0001' },
		});
		expect(outcome.items).toHaveLength(1);
		expect(jsonOf(outcome)[0]).toMatchObject({
			shipmentRef: 'SHP-2022-0001',
			status: 'Imported',
			statusRaw: 'imported',
			changedAt: '2022-05-02T14:05:00.000Z',
			modifiedDate: '02 May 2022 14:05',
			signature: '0 of 2',
			signaturesDone: 0,
			signaturesTotal: 2,
			documentCount: 2,
		});
	});

	it('reads modification dates in the time zone of the exchange', async () => {
		const outcome = await exchange.run(
			'set.search',
			{ ...owned(), returnAll: true, filters: { shipmentRef: 'SHP-2022-0001' } },
			exchange.withProfile({ timezone: 'Asia/Kolkata' }),
		);
		expect(jsonOf(outcome)[0]?.changedAt).toBe('2022-05-02T08:35:00.000Z');
	});

	it('gives the row as the exchange sent it, when raw output is asked for', async () => {
		const filters = { shipmentRef: 'SHP-2022-0001' };
		const outcome = await exchange.run('set.search', { ...owned(), returnAll: true, filters, output: 'raw' });
		expect(jsonOf(outcome)[0]).toMatchObject({
			actions: null,
			links: [],
			signature: '0 of 2',
			modifiedDate: '02 May 2022 14:05',
		});
	});

	it('sends only the filters that were filled in, and further ones beside them', async () => {
		await exchange.run('set.search', {
			...owned(),
			returnAll: true,
			filters: { instance: 'HUB', additionalFilters: '{ "vesselName": "Meridian Aurora" }' },
		});
		expect(exchange.searches().map(({ body, query }) => ({ body, query }))).toEqual([
			{
				body: { instance: 'HUB', vesselName: 'Meridian Aurora', customerIds: owner(), status: 'ALL' },
				query: { offset: '0', limit: '100' },
			},
		]);
	});

	it.each([
		['an array', '={{ $json.ids }}'],
		['text with commas', '={{ $json.ids.join(", ") }}'],
		['a JSON list as text', '={{ JSON.stringify($json.ids) }}'],
	])('takes customers from an expression that gives %s', async (_, customerIds) => {
		const ids = exchange.simulator.store.counterparties.all().map(({ customerId }) => customerId);
		const outcome = await exchange.run(
			'set.search',
			{ ...all, allCustomers: false, customerIds },
			{ items: [{ json: { ids } }] },
		);
		expect(outcome.error).toBeUndefined();
		expect(references(outcome)).toHaveLength(7);
	});

	it('names no customer if all are wanted, and names every one if the exchange requires it', async () => {
		const outcome = await exchange.run('set.search', all);
		expect(references(outcome)).toHaveLength(7);
		const everyId = exchange.simulator.store.counterparties.all().map(({ customerId }) => customerId);
		expect(exchange.searches().map(({ body }) => body)).toEqual([
			{ status: 'ALL' },
			{ status: 'ALL', customerIds: everyId },
		]);
	});

	it('shows the first answer of an exchange that refuses every search of all customers', async () => {
		const { error } = await exchange.run('set.search', { ...all, searchIn: 'LOST' });
		expect(error?.message).toBe('The exchange did not accept the search: status: LOST is not known');
	});

	it.each([
		['customerIds', { customerIds: ['../../admin'] }, 'Customer Names or IDs: must be IDs'],
		['additionalFilters', { filters: { additionalFilters: '[1]' } }, 'Additional Filters: must be a JSON object'],
		['additionalFilters', { filters: { additionalFilters: '{' } }, 'Additional Filters: must be valid JSON'],
		[
			'additionalFilters',
			{ filters: { additionalFilters: `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}` } },
			'Additional Filters: must not be nested deeper than',
		],
		['modifiedAfter', { filters: { modifiedAfter: 'yesterday' } }, 'Modified After: must be a date'],
	])('refuses %s that cannot be used, by its label, and sends nothing', async (_, parameters, message) => {
		const { error } = await exchange.run('set.search', { ...all, ...owned(), ...parameters });
		expect(error?.message).toContain(message);
		expect(error?.description).toBeTruthy();
		expect(exchange.asked()).toEqual([]);
	});

	it('counts the limit for each input item by itself', async () => {
		const outcome = await exchange.run(
			'set.search',
			{ ...owned(), returnAll: false, limit: 2, searchIn: '={{ $json.folder }}' },
			{ items: [{ json: { folder: 'ACTIVE' } }, { json: { folder: 'FILED' } }] },
		);
		expect(pairsOf(outcome)).toEqual([{ item: 0 }, { item: 0 }, { item: 1 }, { item: 1 }]);
		for (const { query } of exchange.searches()) expect(query).toMatchObject({ limit: '2' });
		expect(references(outcome)).toEqual(['SHP-2022-0001', 'SHP-2022-0002', 'SHP-2022-0005', 'SHP-2022-0006']);
	});

	describe('with filters that the exchange does not know', () => {
		const refined = async (filters: Record<string, string | string[]>, more = {}) =>
			await exchange.run('set.search', { ...all, ...owned(), filters, ...more });

		it.each([
			[{ statuses: ['ISSUED', 'Signed'] }, ['SHP-2022-0004', 'SHP-2022-0005', 'SHP-2022-0006']],
			[
				{ billOfLadingDateFrom: '2022-05-03T00:00:00', billOfLadingDateTo: '2022-05-04' },
				['SHP-2022-0002', 'SHP-2022-0003'],
			],
			[{ modifiedAfter: '2022-05-06T14:05:00', modifiedBefore: '2022-05-08' }, ['SHP-2022-0006']],
			[{ modifiedBefore: ' 2022-05-02T16:06:00+02:00' }, ['SHP-2022-0001']],
			[{ text: 'meridian AURORA' }, ['SHP-2022-0001']],
			[{ text: 'bill of LADING', shipmentRef: 'SHP-2022-0001' }, ['SHP-2022-0001']],
			[{ signatures: 'missing' }, ['SHP-2022-0001', 'SHP-2022-0002', 'SHP-2022-0003', 'SHP-2022-0004']],
			[{ signatures: 'complete' }, ['SHP-2022-0005', 'SHP-2022-0006']],
		])('%j gives %j', async (filters, expected) => {
			expect(references(await refined(filters))).toEqual(expected);
		});

		it('reads dates without a zone in the time zone of the workflow', async () => {
			const search = { ...all, ...owned(), filters: { modifiedBefore: '2022-05-02T15:00:00' } };
			expect(references(await exchange.run('set.search', search))).toEqual(['SHP-2022-0001']);
			expect(references(await exchange.run('set.search', search, { settings: { timezone: 'Asia/Tokyo' } }))).toEqual(
				[],
			);
		});

		it('counts the limit after them', async () => {
			const outcome = await refined({ statuses: ['Issued'] }, { returnAll: false, limit: 1 });
			expect(references(outcome)).toEqual(['SHP-2022-0005']);
		});

		it.each([
			['Document Types', { documentTypes: ['Bill of Lading'] }],
			['Modified After', { modifiedAfter: '2022-05-06' }],
			['Bill of Lading Date From', { billOfLadingDateFrom: '2022-05-03' }],
		])('says how many results have no value for a filter: %s', async (label, filters) => {
			const row = { ...searchRow, documents: [], modifiedDate: null, billOfLadingDate: '' };
			const body = searchReply({ offset: 0, limit: 100, total: 1, count: 1, results: [row] });
			exchange.simulator.faults.next({ match: { path: /search/ }, fault: { kind: 'json', body } });
			const outcome = await refined(filters);
			expect(references(outcome)).toEqual([]);
			expect(outcome.hints).toMatchObject([{ message: `One result has no value for "${label}" and was left out.` }]);
		});

		it('counts them', async () => {
			const { hints } = await refined({ documentTypes: ['Bill of Lading'] });
			expect(hints).toMatchObject([{ message: '6 results have no value for "Document Types" and were left out.' }]);
		});
	});

	it.each([
		[{ searchIn: 'ACTIVE' }, {}, '', ' Set "Search In" to "Inbox and Filed".'],
		[{ searchIn: 'ACTIVE' }, {}, 'chosen', ' Check the customers. Set "Search In" to "Inbox and Filed".'],
		[{}, { instance: 'HUB' }, '', ' Check the filters.'],
		[
			{},
			{ text: 'coffee' },
			'chosen',
			' Check the customers. Check the filters. The exchange returns no B/L numbers. Search by shipment reference.',
		],
		[{}, {}, '', ''],
	])(
		'says why nothing may have been found with %j, %j, customers: %j',
		async (parameters, filters, customers, advice) => {
			const customerIds = [exchange.simulator.store.addCounterparty('Idle Shipping').customerId];
			const chosen = customers ? { allCustomers: false, customerIds } : {};
			const body = searchReply({ offset: 0, limit: 100, total: 0, count: 0, results: [] });
			exchange.simulator.faults.next({ match: { path: /search/ }, fault: { kind: 'json', body }, times: Infinity });
			const outcome = await exchange.run('set.search', { ...parameters, ...chosen, filters });
			expect(outcome.items).toEqual([]);
			expect(outcome.hints).toMatchObject([{ message: `No set was found.${advice}` }]);
		},
	);

	it('says that the exchange sent empty results', async () => {
		const body = searchReply({ offset: 0, limit: 100, total: 1, count: 1, results: [null] });
		exchange.simulator.faults.next({ match: { path: /search/ }, fault: { kind: 'json', body } });
		const { hints } = await exchange.run('set.search', { ...all, ...owned() });
		expect(hints[0]?.message).toBe('The exchange sent one empty result, which was left out.');
	});

	it('asks for no page beyond the limit, and for all pages when all are wanted', async () => {
		const customerId = exchange.simulator.store.addCounterparty('Paged Shipping').customerId;
		addManySets(exchange.simulator.store, { count: 25, customerId });
		const search = { allCustomers: false, customerIds: [customerId] };
		const tens = exchange.withProfile({ paging: { size: 10 } });
		expect((await exchange.run('set.search', { ...search, returnAll: false, limit: 10 }, tens)).items).toHaveLength(10);
		expect(exchange.asked()).toHaveLength(1);
		expect((await exchange.run('set.search', { ...search, returnAll: true }, tens)).items).toHaveLength(25);
		expect(exchange.asked()).toHaveLength(3);
	});
});

describe('set: search in an exchange that pages in the body', () => {
	const other = useExchangeNode({ search: { paging: 'body', offsetName: 'from', limitName: 'size' } });

	it('finds every set once the credential says so', async () => {
		const outcome = await other.run(
			'set.search',
			{ ...all, allCustomers: false, customerIds: [other.simulator.customerId] },
			other.withProfile({ paging: { in: 'body', offset: 'from', limit: 'size', size: 2 } }),
		);
		expect(references(outcome)).toHaveLength(6);
	});
});
