import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ArrivingPdf, createClient, type ExchangeClient } from '../../nodes/CargoExchange/exchange/client';
import { closeConnections } from '../../nodes/CargoExchange/exchange/http/connectionPool';
import { startSimulator, type Simulator } from '../../simulator';
import { accountFor, readPdf } from '../helpers/exchangeClient';

const paging = { mode: 'query', offsetName: 'offset', limitName: 'limit' } as const;

describe('the calls of the specification', () => {
	let exchange: Simulator;
	let client: ExchangeClient;

	beforeAll(async () => {
		exchange = await startSimulator();
		client = createClient(accountFor(exchange));
	});
	afterAll(async () => {
		await closeConnections();
		await exchange.stop();
	});
	beforeEach(() => {
		exchange.requests.length = 0;
	});

	it('lists the counterparties', async () => {
		const counterparties = await client.counterparties();
		expect(counterparties).toContainEqual(expect.objectContaining({ customerId: exchange.customerId }));
		expect(exchange.requests.at(-1)).toMatchObject({ method: 'GET', path: '/v3/common/counterparties', size: 0 });
	});

	it('searches with what was filled in and nothing else', async () => {
		const page = await client.search(
			{ status: 'ALL', instance: '', customerIds: [exchange.customerId] },
			{ offset: 0, limit: 50 },
			paging,
		);
		expect(page).toMatchObject({ offset: 0, limit: 50 });
		expect(page.results.length).toBe(page.count);
		expect(exchange.requests.at(-1)).toMatchObject({
			method: 'POST',
			path: '/v3/common/sets/search',
			query: { offset: '0', limit: '50' },
			headers: { 'content-type': 'application/json' },
			body: { status: 'ALL', customerIds: [exchange.customerId] },
		});
	});

	it('sends filters that only this exchange knows', async () => {
		const request = { status: 'ALL', customerIds: [exchange.customerId], parcelRef: 'PRCL-1', archived: false };
		await client.search(request, { offset: 0, limit: 10 }, paging);
		expect(exchange.requests.at(-1)?.body).toEqual(request);
	});

	it('puts offset and limit into the body, under other names, if the settings say so', async () => {
		const inBody = { mode: 'body', offsetName: 'start', limitName: 'max' } as const;
		await client.search({ customerIds: [exchange.customerId] }, { offset: 0, limit: 10 }, inBody);
		expect(exchange.requests.at(-1)).toMatchObject({
			query: {},
			body: { customerIds: [exchange.customerId], start: 0, max: 10 },
		});
	});

	it('downloads a document, with its size and digest', async () => {
		const set = exchange.store.addSet();
		const { documentId } = exchange.store.addDocument({ setId: set.setId, bytes: 200_000 });
		let announced: Partial<ArrivingPdf> = {};
		const { kept, size, sha256 } = await client.pdf({ setId: set.setId, documentId }, async (arriving) => {
			announced = arriving;
			return await readPdf(arriving);
		});
		expect(kept.subarray(0, 5).toString()).toBe('%PDF-');
		expect(size).toBe(200_000);
		expect(sha256).toBe(createHash('sha256').update(kept).digest('hex'));
		expect(announced.headerFileName).toMatch(/\.pdf$/);
	});

	it('asks for a copy, or as a customer, only on request', async () => {
		const set = exchange.store.addSet();
		const { documentId } = exchange.store.addDocument({ setId: set.setId, bytes: 2_000 });
		const ids = { setId: set.setId, documentId };
		await client.pdf(ids, readPdf);
		expect(exchange.requests.at(-1)?.query).toEqual({});
		await client.pdf({ ...ids, copy: true, customerId: exchange.customerId }, readPdf);
		expect(exchange.requests.at(-1)?.query).toEqual({ customerId: exchange.customerId, copy: 'true' });
	});

	it('imports a shipment and lists the set ids of the answer', async () => {
		const body = Buffer.from(
			JSON.stringify({ shipmentReference: 'SHIP-9', shipmentType: 'liner', sets: [{ setRef: 'A' }] }),
		);
		const reply = await client.importShipment('REF / 9 & ü', {
			length: body.length,
			open: () => Readable.from([body]),
		});
		expect(reply).toMatchObject({ status: 200 });
		expect(reply.setIds.length).toBeGreaterThan(0);
		expect(exchange.requests.at(-1)).toMatchObject({
			method: 'POST',
			query: { importRef: 'REF / 9 & ü' },
			size: body.length,
			headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
		});
	});

	it('keeps a path prefix and forgives a pasted tail', async () => {
		const account = accountFor(exchange);
		const pasted = createClient({ ...account, baseUrl: `${exchange.url}/v3/common/counterparties?x=1` });
		expect((await pasted.counterparties()).length).toBeGreaterThan(0);
	});

	it.each([
		['nothing', ''],
		['a word', 'abc'],
		['a path', '../../../etc/passwd'],
		['a slash', '01234567-89ab-cdef-0123-456789abcdef/..'],
		['an encoded slash', '01234567-89ab-cdef-0123-456789abcdef%2f..'],
		['a query', '01234567-89ab-cdef-0123-456789abcdef?x=1'],
		['a line break', '01234567-89ab-cdef-0123-456789abcdef\r\nX-Evil: 1'],
		['a trailing line break', '01234567-89ab-cdef-0123-456789abcdef\n'],
	])('never sends an id that is %s', async (_what, id) => {
		const good = '01234567-89ab-cdef-0123-456789abcdef';
		await expect(client.pdf({ setId: id, documentId: good }, readPdf)).rejects.toMatchObject({
			name: 'InvalidInput',
			field: 'setId',
		});
		await expect(client.pdf({ setId: good, documentId: id }, readPdf)).rejects.toMatchObject({ field: 'documentId' });
		if (id !== '') {
			const asked = { setId: good, documentId: good, customerId: id };
			await expect(client.pdf(asked, readPdf)).rejects.toMatchObject({
				field: 'customerId',
			});
		}
		await expect(client.search({ customerIds: [id] }, { offset: 0, limit: 1 }, paging)).rejects.toMatchObject({
			field: 'customerIds',
		});
		expect(exchange.requests).toEqual([]);
	});
});
