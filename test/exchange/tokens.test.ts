import { inspect } from 'node:util';
import { createClient } from '../../nodes/CargoExchange/exchange/client';
import { closeConnections } from '../../nodes/CargoExchange/exchange/http/connectionPool';
import { forgetTokens, tokensFor } from '../../nodes/CargoExchange/exchange/auth/tokenCache';
import { startSimulator, type Simulator } from '../../simulator';
import { moveClockAhead, stopClock } from '../helpers/clock';
import { accountFor, changed, quickTries, useServers } from '../helpers/exchangeClient';
import { until } from '../helpers/until';

const many = <T>(count: number, make: (index: number) => Promise<T>) =>
	Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe('logins at an exchange', () => {
	const serve = useServers();
	let exchange: Simulator;

	const started = async (options: Parameters<typeof startSimulator>[0] = {}) =>
		(exchange = await startSimulator(options));
	const logIns = () => exchange.requests.filter(({ path }) => path.endsWith('/oauth2/token')).length;
	afterEach(async () => {
		jest.restoreAllMocks();
		await closeConnections();
		await exchange.stop();
	});

	it('are shared by fifty calls at once, and by every client of the same account', async () => {
		await started();
		await many(50, () => createClient(accountFor(exchange)).counterparties());
		await createClient(accountFor(exchange)).counterparties();
		expect(exchange.tokensIssued).toBe(1);
	});

	it('are renewed by one request also when each renewal ends all earlier tokens', async () => {
		await started({ token: { onlyNewest: true, jwt: false } });
		const client = createClient(accountFor(exchange));
		await client.counterparties();
		exchange.expireTokens();
		await many(50, () => client.counterparties());
		expect(exchange.tokensIssued).toBe(2);
	});

	it('are made again for a changed password, which never meets the old token', async () => {
		await started();
		await createClient(accountFor(exchange)).counterparties();
		const changed = createClient({ ...accountFor(exchange), password: 'another' }, quickTries);
		await expect(changed.counterparties()).rejects.toMatchObject({
			name: 'ServiceError',
			status: 401,
			message: expect.stringMatching(/^The exchange refused the user name or password/) as string,
		});
		expect(logIns()).toBe(2);
	});

	it('are not repeated with a password that was refused moments ago, and the message says so', async () => {
		await started();
		const wrong = { ...accountFor(exchange), password: 'wrong' };
		stopClock();
		await many(50, () => expect(createClient(wrong).counterparties()).rejects.toMatchObject({ status: 401 }));
		for (let item = 0; item < 100; item++) {
			await expect(createClient(wrong).counterparties()).rejects.toMatchObject({
				status: 401,
				message: expect.stringMatching(/^The exchange refused the user name or password/) as string,
				description: expect.stringMatching(/To avoid a lockout.*waits 5 seconds/) as string,
			});
		}
		expect(logIns()).toBe(1);
		expect((await createClient(accountFor(exchange)).counterparties()).length).toBeGreaterThan(0);
		expect(logIns()).toBe(2);
	});

	it.each([
		'opaque-token-1',
		'"opaque-token-1"',
		'{"jwt":"opaque-token-1"}',
		'["opaque-token-1"]',
		'{"message":"opaque-token-1"}',
		'<html><title>opaque-token-1</title></html>',
	])('are never quoted where the reply is not as specified: %s', async (body) => {
		await started();
		const { url: baseUrl } = await serve((_request, response) => response.end(body));
		const client = createClient(changed(accountFor(exchange), { baseUrl }));
		const thrown: unknown = await client.counterparties().catch((error: unknown) => error);
		expect(thrown).toMatchObject({
			name: 'UnexpectedResponse',
			message: expect.not.stringContaining('opaque') as string,
		});
		expect(inspect(thrown)).not.toContain('opaque');
	});

	it('are refused in the words of the exchange, even if these name the kind of login', async () => {
		await started();
		const fault = { kind: 'status', status: 403, message: 'Basic login is closed' } as const;
		exchange.faults.next({ match: { path: /token$/ }, fault });
		await expect(createClient(accountFor(exchange)).counterparties()).rejects.toMatchObject({
			message: expect.stringContaining('Basic login is closed') as string,
		});
	});

	it('are tried again at once after anything else than a refusal', async () => {
		await started();
		exchange.faults.next({ match: { path: /token$/ }, fault: { kind: 'status', status: 500 } });
		await expect(createClient(accountFor(exchange)).counterparties()).rejects.toMatchObject({ status: 500 });
		expect((await createClient(accountFor(exchange)).counterparties()).length).toBeGreaterThan(0);
	});

	it('renew a token that expired in between, once per call, and continue', async () => {
		await started({ token: { lifetimeSeconds: 9 } });
		const client = createClient(accountFor(exchange));
		await client.counterparties();
		moveClockAhead(10_000);
		await client.counterparties();
		expect(exchange.tokensIssued).toBe(2);
	});

	it('continue for the others if the caller who began one is cancelled', async () => {
		await started();
		exchange.faults.next({ match: { path: /token$/ }, fault: { kind: 'slowHeaders', delayMs: 500 } });
		const cancel = new AbortController();
		const first = createClient(accountFor(exchange), { signal: cancel.signal }).counterparties();
		const second = createClient(accountFor(exchange)).counterparties();
		const cancelled = expect(first).rejects.toThrow('cancelled by the user');
		await until(() => logIns() === 1);
		cancel.abort(new Error('cancelled by the user'));
		await cancelled;
		expect((await second).length).toBeGreaterThan(0);
		expect(logIns()).toBe(1);
	});
});

describe('the time a token is used', () => {
	const jwt = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
	const issued = 1_700_000_000;

	afterEach(forgetTokens);

	it.each([
		['an hour', jwt({ iat: issued, exp: issued + 3_600 }), 3_539, 3_541],
		['45 seconds', jwt({ iat: issued, exp: issued + 45 }), 40, 41],
		['ten minutes', jwt({ iat: issued, exp: issued + 600 }), 539, 541],
		['no time left on arrival', jwt({ iat: issued, exp: issued }), 100_000_000, null],
		['an end before its beginning', jwt({ iat: issued, exp: issued - 5 }), 100_000_000, null],
		['an end only', jwt({ exp: issued }), 100_000_000, null],
		['no claims', 'opaque-token', 100_000_000, null],
		['three parts that are no JWT', 'a.b.c', 100_000_000, null],
	])('of %s', async (_what, token, usedUntilSeconds, renewedAtSeconds) => {
		let nowMs = 5_000_000;
		let logIns = 0;
		const logIn = () => {
			logIns++;
			return Promise.resolve(token);
		};
		const tokens = tokensFor(`test ${token}`, logIn, () => nowMs);
		await tokens.current(null);
		nowMs += usedUntilSeconds * 1_000;
		await tokens.current(null);
		expect(logIns).toBe(1);
		if (renewedAtSeconds === null) return;
		nowMs += (renewedAtSeconds - usedUntilSeconds) * 1_000;
		await tokens.current(null);
		expect(logIns).toBe(2);
	});
});
