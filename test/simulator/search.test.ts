import { addManySets, startSimulator, type Simulator, type SimulatorOptions } from '../../simulator';
import { errorMessage, logIn, type Caller } from './caller';

let simulator: Simulator;
let caller: Caller;
const start = async (options: SimulatorOptions = {}) => {
	simulator = await startSimulator({ seed: 'empty', ...options });
	caller = await logIn(simulator);
};
afterEach(() => simulator.stop());

describe('counterparties', () => {
	it('are a bare array of id and name', async () => {
		await start();
		const { customerId } = simulator.store.addCounterparty('Harbour Bank');
		const response = await caller.get('/v3/common/counterparties');
		expect(await response.json()).toEqual([
			{ customerId: simulator.customerId, customerName: 'Meridian Ocean Lines' },
			{ customerId, customerName: 'Harbour Bank' },
		]);
	});
});

describe('a filter for a set ID', () => {
	it('is ignored like any unknown filter, unless the exchange has one', async () => {
		await start();
		const [first] = addManySets(simulator.store, { count: 3 });
		expect((await caller.found({ setId: first?.setId })).total).toBe(3);
	});

	it('narrows a search to one set, which then lists its documents', async () => {
		await start({ search: { setIdFilter: 'setId' } });
		const [first] = addManySets(simulator.store, { count: 3 });
		const { results } = await caller.found({ setId: first?.setId.toUpperCase() });
		expect(results.map(({ setId, documents }) => [setId, documents.length])).toEqual([[first?.setId, 1]]);
	});
});

describe('a search', () => {
	it('answers field for field as specified', async () => {
		await start({ now: () => new Date('2022-05-12T14:05:59Z') });
		const set = simulator.store.addSet({ signaturesDone: 1, transaction: { status: 'signed' } });
		const { documentId } = simulator.store.addDocument({ setId: set.setId });
		const envelope: unknown = await (await caller.search({ customerIds: [simulator.customerId] })).json();
		const [transaction] = simulator.store.transactionsOfSet(set.setId);
		expect(envelope).toEqual({
			code: 200,
			status: 'OK',
			data: {
				offset: 0,
				limit: 100,
				total: 1,
				count: 1,
				results: [
					{
						setId: set.setId,
						transactionId: transaction?.transactionId,
						parcelRef: 'PRCL-000001',
						shipmentRef: 'SHIP-1',
						status: 'signed',
						destinationName: 'Felixstowe',
						destinationCountry: 'United Kingdom',
						cargoName: 'Green coffee',
						modifiedDate: '12 May 2022 14:05',
						fromParty: null,
						fromPartyId: null,
						documents: [{ name: 'Bill of Lading', documentId, docType: 'Bill of Lading', xmlContent: null }],
						actions: null,
						billOfLadingDate: '2022-05-10',
						signature: '1 of 2',
						quantity: '19,200.000 KGM',
						consignorCompanyName: 'Meridian Ocean Lines',
						consigneeCompanyName: 'Meridian Ocean Lines',
						loadPort: 'Santos',
						vesselName: null,
						links: [],
					},
				],
			},
			links: [],
		});
	});

	it('finds by shipment reference, among others', async () => {
		await start();
		addManySets(simulator.store, { count: 3 });
		const page = await caller.found({ shipmentRef: 'BULK-000002' });
		expect(page.results.map(({ shipmentRef }) => shipmentRef)).toEqual(['BULK-000002']);
	});

	it('finds the sets of any of several customers, and no others', async () => {
		await start();
		const [a, b, c] = ['A', 'B', 'C'].map((name) => simulator.store.addCounterparty(name).customerId);
		for (const customerId of [a, b, c]) if (customerId) addManySets(simulator.store, { count: 2, customerId });
		expect((await caller.found({ customerIds: [a, c] })).total).toBe(4);
		expect((await caller.found({ customerIds: [b] })).total).toBe(2);
		expect((await caller.found()).total).toBe(0);
	});

	it('uses ACTIVE, which leaves out filed sets, if there is no status; ALL is both', async () => {
		await start();
		const active = simulator.store.addSet();
		const filed = simulator.store.addSet({ transaction: { folder: 'FILED', status: 'issued' } });
		const ids = async (request: object) => (await caller.found(request)).results.map(({ setId }) => setId);
		expect(await ids({})).toEqual([active.setId]);
		expect(await ids({ status: 'ACTIVE' })).toEqual([active.setId]);
		expect(await ids({ status: 'FILED' })).toEqual([filed.setId]);
		expect(await ids({ status: 'ALL' })).toEqual([active.setId, filed.setId]);
	});

	it('finds an amendment by its own status', async () => {
		await start();
		simulator.store.addSet();
		const amended = simulator.store.addSet({ transaction: { process: 'AMENDMENT_REQUESTED' } });
		const page = await caller.found({ status: 'AMENDMENT_REQUESTED' });
		expect(page.results.map(({ setId }) => setId)).toEqual([amended.setId]);
	});

	it('finds by instance, in any case', async () => {
		await start();
		simulator.store.addSet();
		simulator.store.addSet({ transaction: { instances: ['HUB'] } });
		expect((await caller.found({ instance: 'EXCHANGE' })).total).toBe(1);
		expect((await caller.found({ instance: 'Hub' })).total).toBe(2);
	});

	it.each([
		['no customerIds', { customerIds: undefined }, /customerIds is required/],
		['empty customerIds', { customerIds: [] }, /customerIds is required/],
		['a customer ID that is not a UUID', { customerIds: ['abc'] }, /customerIds\.0/],
		['customerIds as text', { customerIds: 'abc' }, /customerIds/],
		['an unknown status', { status: 'OPEN' }, /status: OPEN is not known/],
		['a status in lower case', { status: 'active' }, /status: active is not known/],
		['an unknown instance', { instance: 'MOON' }, /instance: MOON is not known/],
		['a shipment reference that is a number', { shipmentRef: 12 }, /shipmentRef/],
	])('is rejected with 400 for %s', async (_what, change, words) => {
		await start();
		const response = await caller.search({ customerIds: [simulator.customerId], ...change });
		expect(response.status).toBe(400);
		expect(await errorMessage(response)).toMatch(words);
	});

	it.each(['not JSON', '[1]', ''])('is rejected with 400 for the body "%s"', async (body) => {
		await start();
		const response = await caller.search(body);
		expect(response.status).toBe(400);
		expect(await errorMessage(response)).not.toBe('');
	});

	it('needs neither customerIds nor a status in a more lenient exchange', async () => {
		await start({ search: { requireCustomerIds: false, activeByDefault: false } });
		simulator.store.addSet({ transaction: { folder: 'FILED' } });
		expect((await caller.found({ customerIds: undefined })).total).toBe(1);
	});
});

describe('documents in a search', () => {
	it('are listed only when exactly one set matches', async () => {
		await start();
		addManySets(simulator.store, { count: 2 });
		expect((await caller.found()).results.map(({ documents }) => documents)).toEqual([[], []]);
		expect((await caller.found({ shipmentRef: 'BULK-000002' })).results[0]?.documents).toHaveLength(1);
	});

	it('are not listed on a page of one when more sets match', async () => {
		await start();
		addManySets(simulator.store, { count: 2 });
		expect((await caller.found({}, '?limit=1')).results[0]?.documents).toEqual([]);
	});

	it('are listed in both results of a set that is in two transactions', async () => {
		await start();
		const { setId } = simulator.store.addSet();
		simulator.store.addDocument({ setId });
		simulator.store.addTransaction({ setId, status: 'title_held' });
		const { results } = await caller.found();
		expect(results.map((row) => [row.setId, row.status, row.documents.length])).toEqual([
			[setId, 'imported', 1],
			[setId, 'title_held', 1],
		]);
		expect(new Set(results.map(({ transactionId }) => transactionId)).size).toBe(2);
	});

	it('are always listed in a more lenient exchange', async () => {
		await start({ search: { documentsOnlyForOneSet: false } });
		addManySets(simulator.store, { count: 2 });
		expect((await caller.found()).results.map(({ documents }) => documents.length)).toEqual([1, 1]);
	});
});

describe('paging', () => {
	const refs = (page: { results: { shipmentRef: string }[] }) => page.results.map(({ shipmentRef }) => shipmentRef);

	it('uses offset and limit in the query, and the pages add up to the whole', async () => {
		await start();
		addManySets(simulator.store, { count: 5 });
		const pages = [
			await caller.found({}, '?offset=0&limit=2'),
			await caller.found({}, '?offset=2&limit=2'),
			await caller.found({}, '?offset=4&limit=2'),
		];
		expect(pages.map(({ offset, limit, total, count }) => [offset, limit, total, count])).toEqual([
			[0, 2, 5, 2],
			[2, 2, 5, 2],
			[4, 2, 5, 1],
		]);
		expect(pages.flatMap(refs)).toEqual([1, 2, 3, 4, 5].map((number) => `BULK-00000${number}`));
		expect((await caller.found({}, '?offset=5&limit=2')).count).toBe(0);
	});

	it('returns at most the maximum page size, and reports it', async () => {
		await start({ search: { maximumPageSize: 3 } });
		addManySets(simulator.store, { count: 5 });
		expect(await caller.found({}, '?limit=1000')).toMatchObject({ limit: 3, count: 3, total: 5 });
		expect(await caller.found()).toMatchObject({ limit: 3, count: 3 });
	});

	it.each(['?offset=-1', '?limit=x', '?limit=0', '?offset=1.5'])('is rejected with 400 for %s', async (query) => {
		await start();
		expect((await caller.search({ customerIds: [simulator.customerId] }, query)).status).toBe(400);
	});

	it('can use the body instead, with other names', async () => {
		await start({ search: { paging: 'body', offsetName: 'start', limitName: 'max' } });
		addManySets(simulator.store, { count: 3 });
		expect(refs(await caller.found({ start: 1, max: 1 }, '?offset=2'))).toEqual(['BULK-000002']);
	});

	it('can be missing: every request gets the first page', async () => {
		await start({ search: { paging: 'none', maximumPageSize: 2 } });
		addManySets(simulator.store, { count: 3 });
		expect(await caller.found({}, '?offset=2&limit=1')).toMatchObject({ offset: 0, limit: 2, count: 2, total: 3 });
	});

	it('reaches the end of fifty thousand sets', async () => {
		await start();
		addManySets(simulator.store, { count: 50_000 });
		const page = await caller.found({}, '?offset=49950&limit=100');
		expect(page).toMatchObject({ total: 50_000, count: 50 });
		expect(page.results.at(-1)?.shipmentRef).toBe('BULK-050000');
	});
});
