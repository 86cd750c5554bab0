import * as z from 'zod/v4';

import { startSimulator, type Simulator, type SimulatorOptions } from '../../simulator';
import { basic, errorMessage, logIn } from './caller';

let simulator: Simulator;
const start = async (options: SimulatorOptions = {}) => {
	simulator = await startSimulator({ seed: 'empty', ...options });
	return simulator;
};
afterEach(() => simulator.stop());

const tokenFor = (authorization?: string) =>
	fetch(`${simulator.url}/v3/common/oauth2/token`, authorization === undefined ? {} : { headers: { authorization } });

describe('the token', () => {
	it('is issued for user name and password, and the other calls accept it', async () => {
		await start();
		const caller = await logIn(simulator);
		expect((await caller.get('/v3/common/counterparties')).status).toBe(200);
		expect(simulator.tokensIssued).toBe(1);
	});

	it.each([
		['no credentials', undefined],
		['a wrong password', basic({ username: 'api@meridian.example', password: 'wrong' })],
		['an unknown user', basic({ username: 'nobody', password: 'sailing-Ships:42' })],
		['credentials without a colon', `Basic ${Buffer.from('api@meridian.example').toString('base64')}`],
		['a bearer token', 'Bearer abc'],
	])('is rejected with 401 for %s', async (_what, authorization) => {
		await start();
		const response = await tokenFor(authorization);
		expect(response.status).toBe(401);
		expect(await errorMessage(response)).not.toBe('');
	});

	it('is rejected with 403 for a person of the exchange application', async () => {
		await start();
		expect((await tokenFor(basic(simulator.person))).status).toBe(403);
	});

	it('is a JWT with its lifetime', async () => {
		await start({ token: { lifetimeSeconds: 120 } });
		const { token } = await logIn(simulator);
		const claims = z.object({ iat: z.number(), exp: z.number() });
		const { iat, exp } = claims.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));
		expect(exp - iat).toBe(120);
	});

	it('can be opaque', async () => {
		await start({ token: { jwt: false } });
		const caller = await logIn(simulator);
		expect(caller.token).toMatch(/^[0-9a-f]{48}$/);
		expect((await caller.get('/v3/common/counterparties')).status).toBe(200);
	});

	it('is answered 401 after its lifetime', async () => {
		await start({ token: { lifetimeSeconds: 0 } });
		const caller = await logIn(simulator);
		const response = await caller.get('/v3/common/counterparties');
		expect(response.status).toBe(401);
		expect(await errorMessage(response)).toMatch(/expired/);
	});

	it('is answered 401 after all tokens were expired, and a new one works', async () => {
		await start();
		const earlier = await logIn(simulator);
		simulator.expireTokens();
		expect((await earlier.get('/v3/common/counterparties')).status).toBe(401);
		expect((await (await logIn(simulator)).get('/v3/common/counterparties')).status).toBe(200);
	});

	it.each([
		[true, 401],
		[false, 200],
	])('with onlyNewest %s answers an earlier token %d', async (onlyNewest, status) => {
		await start({ token: { onlyNewest } });
		const [earlier, later] = [await logIn(simulator), await logIn(simulator)];
		expect((await earlier.get('/v3/common/counterparties')).status).toBe(status);
		expect((await later.get('/v3/common/counterparties')).status).toBe(200);
	});

	it.each(['/v3/common/counterparties', '/v3/common/sets/a/get-single-pdf/b'])('is required by %s', async (path) => {
		await start();
		expect((await fetch(simulator.url + path)).status).toBe(401);
	});

	it('is required by the import before anything else is checked', async () => {
		await start();
		const response = await fetch(`${simulator.importUrl}/api/v1/shipments`, { method: 'POST', body: 'not JSON' });
		expect(response.status).toBe(401);
	});
});

describe('the record of requests', () => {
	it('has method, path, query, body and status, but no secrets', async () => {
		await start();
		const caller = await logIn(simulator);
		await caller.found({ shipmentRef: 'S-1' }, '?offset=0');
		const [login, search] = simulator.requests;
		expect(login).toMatchObject({ method: 'GET', path: '/v3/common/oauth2/token', status: 200, size: 0 });
		expect(search).toMatchObject({
			method: 'POST',
			path: '/v3/common/sets/search',
			query: { offset: '0' },
			body: { customerIds: [simulator.customerId], shipmentRef: 'S-1' },
			status: 200,
		});
		expect(login?.headers.authorization).toBe('Basic ***');
		expect(search?.headers.authorization).toBe('Bearer ***');
		expect(JSON.stringify(simulator.requests)).not.toContain(caller.token);
	});
});
