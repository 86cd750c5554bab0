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

const ada = { username: 'ada.lindgren@meridian.example', password: 'sign-and-issue-7' };

describe('the token', () => {
	it.each<[string, string | undefined, number?]>([
		['no credentials', undefined],
		['a wrong password', basic({ username: 'api@meridian.example', password: 'wrong' })],
		['an unknown user', basic({ username: 'nobody', password: 'sailing-Ships:42' })],
		['credentials without a colon', `Basic ${Buffer.from('api@meridian.example').toString('base64')}`],
		['a bearer token', 'Bearer abc'],
		['a person of the exchange application', basic(ada), 403],
	])('is rejected for %s', async (_what, authorization, status = 401) => {
		await start();
		const response = await tokenFor(authorization);
		expect(response.status).toBe(status);
		expect(await errorMessage(response)).not.toBe('');
	});

	it('is answered 401 after its lifetime', async () => {
		await start({ token: { lifetimeSeconds: 0 } });
		const caller = await logIn(simulator);
		const response = await caller.get('/v3/common/counterparties');
		expect(response.status).toBe(401);
		expect(await errorMessage(response)).toMatch(/expired/);
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
		await caller.import({}, 'REF', { cookie: 'JSESSIONID=abc123' });
		const [login, search, imported] = simulator.requests;
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
		expect(imported?.headers.cookie).toBe('***');
		expect(JSON.stringify(simulator.requests)).not.toMatch(new RegExp(`${caller.token}|abc123`));
	});
});
