import { containerNumberDoubt } from '../../nodes/CargoExchange/shipment/fields/containerNumber';
import { addManySets, startSimulator, type Simulator, type SimulatorOptions } from '../../simulator';
import { errorMessage, logIn, type Caller } from './caller';

let simulator: Simulator;
let caller: Caller;
const start = async (options: SimulatorOptions = {}) => {
	simulator = await startSimulator({ seed: 'empty', ...options });
	caller = await logIn(simulator);
};
afterEach(() => simulator.stop());

describe('a filter for a set ID', () => {
	it('is ignored like any unknown filter, unless the exchange has one', async () => {
		await start();
		const [first] = addManySets(simulator.store, { count: 3 });
		expect((await caller.found({ setId: first?.setId })).total).toBe(3);
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
						parcelRef: 'SET-000001',
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

	it('uses ACTIVE, which leaves out filed sets, if there is no status; ALL is both; an amendment has its own', async () => {
		await start();
		const active = simulator.store.addSet();
		const filed = simulator.store.addSet({ transaction: { folder: 'FILED', status: 'issued' } });
		const amended = simulator.store.addSet({ transaction: { process: 'AMENDMENT_REQUESTED' } });
		const ids = async (request: object) => (await caller.found(request)).results.map(({ setId }) => setId);
		expect(await ids({})).toEqual([active.setId, amended.setId]);
		expect(await ids({ status: 'ACTIVE' })).toEqual([active.setId, amended.setId]);
		expect(await ids({ status: 'FILED' })).toEqual([filed.setId]);
		expect(await ids({ status: 'ALL' })).toEqual([active.setId, filed.setId, amended.setId]);
		expect(await ids({ status: 'AMENDMENT_REQUESTED' })).toEqual([amended.setId]);
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
});

describe('paging', () => {
	it.each(['?offset=-1', '?limit=x', '?limit=0', '?offset=1.5'])('is rejected with 400 for %s', async (query) => {
		await start();
		expect((await caller.search({ customerIds: [simulator.customerId] }, query)).status).toBe(400);
	});

	it('can be missing: every request gets the first page', async () => {
		await start({ search: { paging: 'none', maximumPageSize: 2 } });
		addManySets(simulator.store, { count: 3 });
		expect(await caller.found({}, '?offset=2&limit=1')).toMatchObject({ offset: 0, limit: 2, count: 2, total: 3 });
	});
});

describe('the demo data', () => {
	it('has sets at every stage, and one in two transactions', async () => {
		await start({ seed: 'demo' });
		const everyone = simulator.store.counterparties.all().map(({ customerId }) => customerId);
		const { results } = await caller.found({ status: 'ALL', customerIds: everyone });
		const statuses = results.map(({ status }) => status);
		expect(statuses).toEqual(['imported', 'drafted', 'signing', 'signed', 'issued', 'issued', 'title_held']);
		expect(results[6]?.setId).toBe(results[5]?.setId);
	});

	it('has container numbers that an import takes', async () => {
		await start({ seed: 'demo' });
		const numbers = simulator.store.shipments
			.all()
			.flatMap(({ imported }) => [...imported.matchAll(/"containerNumber": "(.*)"/g)].map(([, number = '']) => number));
		expect(new Set(numbers)).toHaveProperty('size', 12);
		expect(numbers.flatMap((number) => containerNumberDoubt(number) ?? [])).toEqual([]);
	});

	it('has the same IDs at every start', async () => {
		await start({ seed: 'demo' });
		const ids = simulator.store.documents.all().map(({ documentId }) => documentId);
		const other = await startSimulator();
		expect(other.store.documents.all().map(({ documentId }) => documentId)).toEqual(ids);
		await other.stop();
	});
});
