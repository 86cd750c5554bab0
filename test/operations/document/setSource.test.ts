import { randomUUID } from 'node:crypto';
import { skipLongWaits } from '../../helpers/clock';
import { anyText, jsonOf, textWith, useExchangeNode } from '../../helpers/exchangeNode';

const exchange = useExchangeNode();
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const names = (outcome: Parameters<typeof jsonOf>[0]) =>
	jsonOf(outcome).map(({ shipmentRef, name }) => `${textOf(shipmentRef)} ${textOf(name)}`);

/** A status event of the queue, as the trigger gives it: it has neither documents nor a shipment reference. */
function eventOf(shipmentRef: string) {
	const { store, customerId } = exchange.simulator;
	const set = store.sets.all().find((one) => one.shipmentRef === shipmentRef)!;
	const [transaction] = store.transactionsOfSet(set.setId);
	return {
		json: {
			event: 'issued',
			setId: set.setId,
			customerId,
			transactionId: transaction!.transactionId,
			parcelReference: set.parcelRef,
		},
	};
}

afterEach(() => jest.restoreAllMocks());

describe('the set whose documents are wanted', () => {
	it('comes from a search result, looked up by its shipment reference if documents are missing', async () => {
		const found = await exchange.run('set.search', {
			allCustomers: false,
			customerIds: [exchange.simulator.customerId],
			returnAll: true,
		});
		expect(found.items.every(({ json }) => json.documentCount === null)).toBe(true);
		const outcome = await exchange.run('document.getMany', {}, { items: found.items });
		expect(names(outcome)).toEqual([
			'SHP-2022-0001 Bill of Lading',
			'SHP-2022-0001 Packing List',
			'SHP-2022-0002 Bill of Lading',
			'SHP-2022-0003 Bill of Lading',
			'SHP-2022-0004 Bill of Lading',
			'SHP-2022-0004 Packing List',
			'SHP-2022-0004 Certificate of Origin',
			'SHP-2022-0005 Bill of Lading',
			'SHP-2022-0005 Phytosanitary Certificate',
			'SHP-2022-0006 Bill of Lading',
		]);
	});

	it("comes from an event, for the event's customer, also when it is issued and filed", async () => {
		const { store } = exchange.simulator;
		const { setId } = store.addSet({ shipmentRef: 'FILED-1', transaction: { folder: 'FILED', status: 'issued' } });
		store.addDocument({ setId });
		const outcome = await exchange.run('document.getMany', {}, { items: [eventOf('FILED-1')] });
		expect(names(outcome)).toEqual(['FILED-1 Bill of Lading']);
		const customerIds = [exchange.simulator.customerId];
		expect(exchange.searches().map(({ body }) => body)).toEqual([
			{ customerIds, status: 'ALL' },
			{ shipmentRef: 'FILED-1', customerIds, status: 'ALL' },
		]);
	});

	it('is looked up once for all items of a run', async () => {
		const items = ['SHP-2022-0001', 'SHP-2022-0004', 'SHP-2022-0005', 'SHP-2022-0001'].map(eventOf);
		expect(names(await exchange.run('document.getMany', {}, { items }))).toHaveLength(9);
		// For each of the three shipments, which earlier searches have shown.
		expect(exchange.searches()).toHaveLength(3);
	});

	it('is named by hand: by its ID, among the sets of the customers that are chosen', async () => {
		const { setId } = eventOf('SHP-2022-0004').json;
		const byHand = { setSource: 'setId', setId, allCustomers: false };
		const customerIds = [exchange.simulator.customerId];
		expect(await exchange.run('document.getMany', { ...byHand, customerIds })).toMatchObject({ items: { length: 3 } });
		for (const { body } of exchange.searches()) expect(body).toMatchObject({ customerIds });
		const { error } = await exchange.run('document.getMany', byHand);
		expect(error?.message).toBe('No customer was chosen');
	});

	it('is named by hand: by its shipment reference', async () => {
		const byHand = { setSource: 'shipmentRef', shipmentRef: 'SHP-2022-0001' };
		const outcome = await exchange.run('document.getMany', byHand);
		expect(jsonOf(outcome)[1]).toEqual({
			setId: anyText,
			shipmentRef: 'SHP-2022-0001',
			parcelRef: 'SET-000001',
			documentId: anyText,
			name: 'Packing List',
			docType: 'Uploadable Document',
		});
	});

	it('says whose sets have the reference, if several companies use it', async () => {
		const { store } = exchange.simulator;
		const other = store.addCounterparty('Other Shipping');
		for (const [consignorCompanyName, folder] of [
			['Alpine Foods', 'ACTIVE'],
			['Borealis Steel', 'FILED'],
		] as const) {
			const shipment = store.addShipment({ shipmentReference: 'SHARED-1' });
			const set = store.addSet({ shipment, consignorCompanyName, transaction: { folder } });
			store.addDocument({ setId: set.setId });
		}
		const chosen = { allCustomers: false, customerIds: [exchange.simulator.customerId, other.customerId] };
		const said = [
			{ message: textWith('SHARED-1 belongs to sets of several consignors: Alpine Foods, Borealis Steel') },
		];
		const byHand = { setSource: 'shipmentRef', shipmentRef: 'SHARED-1' };
		expect(await exchange.run('document.getMany', byHand)).toMatchObject({ hints: said });
		expect(await exchange.run('document.getMany', { ...byHand, ...chosen })).toMatchObject({ hints: said });
		const search = { filters: { shipmentRef: 'SHARED-1' } };
		expect(await exchange.run('set.search', search)).toMatchObject({ hints: said });
	});

	it.each([
		['setId', { setSource: 'setId', setId: randomUUID() }, 'The exchange did not find the set'],
		[
			'shipmentRef',
			{ setSource: 'shipmentRef', shipmentRef: 'NOWHERE' },
			'The exchange did not find a set with the shipment reference NOWHERE',
		],
	])(
		'is reported as missing at once if it was typed and a complete search does not show it: %s',
		async (_, typed, message) => {
			skipLongWaits();
			for (const operation of ['document.downloadAll', 'document.getMany']) {
				const { error } = await exchange.run(operation, typed);
				expect(error?.message).toContain(message);
				expect(error?.description).toMatch(/^Check the .*A complete search does not show it\.$/);
				expect(error?.description).not.toContain('customers');
				expect(exchange.searches().length).toBeLessThanOrEqual(2);
				exchange.simulator.requests.length = 0;
			}
		},
	);

	it('is waited for if it was typed, but a search does not show all sets', async () => {
		skipLongWaits();
		const body = { code: 200, data: { offset: 0, limit: 100, total: 5, results: [] } };
		exchange.simulator.faults.next({ match: { path: /search/ }, fault: { kind: 'json', body }, times: 3 });
		const { error } = await exchange.run('document.downloadAll', { setSource: 'setId', setId: randomUUID() });
		expect(error?.description).toContain('was repeated for 30 seconds');
	});

	it.each([
		['an item', {}],
		['an expression', { setSource: 'setId', setId: '={{ $json.setId }}' }],
		['an expression of the reference', { setSource: 'shipmentRef', shipmentRef: '={{ $json.shipmentRef }}' }],
	])('is waited for if it comes from %s, as one that an event has just announced', async (_, parameters) => {
		skipLongWaits();
		const items = [{ json: { setId: randomUUID(), shipmentRef: 'NOT-YET' } }];
		const { error } = await exchange.run('document.downloadAll', parameters, { items });
		expect(error?.description).toContain(
			'A new set may take a moment to appear: the search was repeated for 30 seconds. To wait longer or shorter, set "Wait for Set',
		);
	});

	it('is reported as missing with the advice to check the customers only if they were chosen', async () => {
		const chosen = { allCustomers: false, customerIds: [exchange.simulator.customerId], options: { waitSeconds: 0 } };
		const missing = { setSource: 'setId', setId: randomUUID(), ...chosen };
		const { error } = await exchange.run('document.downloadAll', missing);
		expect(error?.description).toContain('Check the set ID and the customers.');
	});

	it.each([
		['setId', { setSource: 'setId', setId: 'x/../y' }, 'Set ID: must be an ID'],
		['shipmentRef', { setSource: 'shipmentRef', shipmentRef: ' ' }, 'Shipment Reference: must be filled in'],
	])('is refused when it cannot be one: %s', async (_, parameters, message) => {
		const { error } = await exchange.run('document.getMany', parameters);
		expect(error?.message).toContain(message);
		expect(exchange.asked()).toEqual([]);
	});

	it('needs no search if the event itself names its documents', async () => {
		const { json } = eventOf('SHP-2022-0001');
		const [document] = exchange.simulator.store.documentsOfSet(json.setId);
		const items = [{ json: { ...json, documents: [{ documentId: document!.documentId, name: 'Of the event' }] } }];
		expect(names(await exchange.run('document.getMany', {}, { items }))).toEqual([' Of the event']);
		expect(exchange.asked()).toEqual([]);
	});

	it.each(['shipmentRef', 'shipmentReference'])(
		'takes one search if the event names its shipment: %s',
		async (field) => {
			const { store } = exchange.simulator;
			const { setId } = store.addSet({ shipmentRef: `NAMED-${field}` });
			store.addDocument({ setId });
			const items = [{ json: { ...eventOf(`NAMED-${field}`).json, [field]: `NAMED-${field}` } }];
			expect((await exchange.run('document.getMany', {}, { items })).items).toHaveLength(1);
			expect(exchange.asked()).toHaveLength(1);
		},
	);
});
