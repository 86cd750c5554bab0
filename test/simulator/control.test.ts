import { request } from 'node:http';
import * as z from 'zod/v4';

import { startSimulator, type Simulator } from '../../simulator';
import { errorMessage, logIn } from './caller';

let simulator: Simulator;
beforeEach(async () => {
	simulator = await startSimulator();
});
afterEach(() => simulator.stop());

const get = async (path: string): Promise<unknown> => await (await fetch(simulator.controlUrl + path)).json();
const act = (path: string, body?: object, method = 'POST') =>
	fetch(simulator.controlUrl + path, {
		method,
		...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
	});

function addSet(): string {
	const { setId } = simulator.store.addSet();
	simulator.store.addDocument({ setId });
	return setId;
}

describe('the control interface', () => {
	it('lists shipments with their sets, transactions and documents', async () => {
		const setId = addSet();
		const shipments = z.array(z.unknown()).parse(await get('/shipments'));
		expect(shipments.at(-1)).toMatchObject({
			shipmentReference: 'SHIP-7',
			sets: [{ setId, stage: 'Imported', transactions: [{ setId }], documents: [{ name: 'Bill of Lading' }] }],
		});
	});

	it('takes a set through all steps', async () => {
		const setId = addSet();
		expect(await (await act(`/sets/${setId}/approve-draft`)).json()).toMatchObject({ newStatus: 'DRAFTED' });
		expect(await (await act(`/sets/${setId}/sign`)).json()).toMatchObject({ stage: 'Signing' });
		expect(await (await act(`/sets/${setId}/authorize`, simulator.person)).json()).toMatchObject({
			newStatus: 'Signed',
		});
		const order = { ...simulator.person, recipientId: simulator.customerId };
		expect(await (await act(`/sets/${setId}/issue`, order)).json()).toMatchObject({ newStatus: 'ISSUED' });
		expect(await (await act(`/sets/${setId}/hold-title`)).json()).toMatchObject({ newStatus: 'TITLE_HELD' });
		expect(await (await act(`/sets/${setId}/draft-transfer`)).json()).toMatchObject({ newStatus: 'TRANSFER_DRAFTED' });
		expect(simulator.store.sets.get(setId)).toMatchObject({ stage: 'Issued', signaturesDone: 2 });
		expect(await get('/messages')).toEqual(simulator.messages);
		expect(simulator.messages).toHaveLength(5);
	});

	it.each([
		['a wrong password', { username: 'ada.lindgren@meridian.example', password: 'wrong' }, 403, /not correct/],
		['no password', { username: 'ada.lindgren@meridian.example' }, 400, /password/],
		['no body', undefined, 400, /./],
	])('rejects an authorization with %s', async (_what, body, status, words) => {
		const setId = addSet();
		await act(`/sets/${setId}/sign`);
		const response = await act(`/sets/${setId}/authorize`, body);
		expect(response.status).toBe(status);
		expect(await errorMessage(response)).toMatch(words);
	});

	it('answers 404 for a missing set and 409 for a step out of order', async () => {
		expect((await act('/sets/nothing/sign')).status).toBe(404);
		expect((await act(`/sets/${addSet()}/issue`, simulator.person)).status).toBe(409);
	});

	it('lists the requests to the service, but not its own', async () => {
		await act(`/sets/${addSet()}/authorize`, simulator.person);
		await logIn(simulator);
		const requests = await get('/requests');
		expect(requests).toEqual([expect.objectContaining({ path: '/v3/common/oauth2/token', status: 200 })]);
		expect(JSON.stringify(requests)).not.toContain(simulator.person.password);
	});

	it('plans faults, lists them and clears them', async () => {
		const caller = await logIn(simulator);
		const fault = { kind: 'status', status: 503, retryAfter: 1 };
		expect((await act('/faults', { path: 'counterparties$', method: 'GET', fault, times: 'always' })).status).toBe(204);
		expect(await get('/faults')).toEqual([expect.objectContaining({ path: 'counterparties$', method: 'GET', fault })]);
		expect((await caller.get('/v3/common/counterparties')).status).toBe(503);
		expect((await act('/faults', undefined, 'DELETE')).status).toBe(204);
		expect((await caller.get('/v3/common/counterparties')).status).toBe(200);
	});

	it.each([
		{},
		{ fault: { kind: 'earthquake' } },
		{ fault: { kind: 'slowHeaders' } },
		{ path: '(', fault: { kind: 'html' } },
	])('rejects the fault %j', async (body) => {
		expect((await act('/faults', body)).status).toBe(400);
		expect(simulator.faults.list()).toHaveLength(0);
	});

	/** The status of the response to a request as a browser sends it for the page of another site. */
	const statusFor = (address: string, headers: Record<string, string>, method = 'GET') =>
		new Promise<number | undefined>((resolve, reject) => {
			const sent = request(address, { method, headers }, (response) => {
				response.resume();
				resolve(response.statusCode);
			});
			sent.on('error', reject).end();
		});

	it.each([
		['a page of another site', { origin: 'https://elsewhere.example' }],
		['a page without an origin', { origin: 'null' }],
		['a name that another site points at this computer', { host: 'elsewhere.example' }],
		['such a name with the right port', { host: 'elsewhere.example:8080', origin: 'http://elsewhere.example:8080' }],
	])('does nothing for %s', async (_who, headers) => {
		expect(await statusFor(`${simulator.controlUrl}/tokens/expire`, headers, 'POST')).toBe(403);
		expect(await statusFor(`${simulator.controlUrl}/messages`, headers)).toBe(403);
		expect(await statusFor(`${simulator.pageUrl}/login`, headers)).toBe(403);
	});

	it.each(['localhost:8080', '127.0.0.1', '[::1]:8080', '192.168.0.7:8080'])('answers at %s', async (host) => {
		expect(await statusFor(`${simulator.controlUrl}/messages`, { host })).toBe(200);
		expect(await statusFor(`${simulator.controlUrl}/messages`, { host, origin: `http://${host}` })).toBe(200);
		expect(await statusFor(`${simulator.pageUrl}/login`, { host })).toBe(200);
	});

	it('makes every token expire', async () => {
		const caller = await logIn(simulator);
		await act('/tokens/expire');
		expect((await caller.get('/v3/common/counterparties')).status).toBe(401);
	});
});

describe('the demo data', () => {
	it('has sets at every stage, and one in two transactions', async () => {
		const caller = await logIn(simulator);
		const everyone = simulator.store.counterparties.all().map(({ customerId }) => customerId);
		const { results } = await caller.found({ status: 'ALL', customerIds: everyone });
		const statuses = results.map(({ status }) => status);
		expect(statuses).toEqual(['imported', 'drafted', 'signing', 'signed', 'issued', 'issued', 'title_held']);
		expect(results[6]?.setId).toBe(results[5]?.setId);
	});

	it('has the same IDs at every start', async () => {
		const ids = simulator.store.documents.all().map(({ documentId }) => documentId);
		const other = await startSimulator();
		expect(other.store.documents.all().map(({ documentId }) => documentId)).toEqual(ids);
		await other.stop();
	});
});
