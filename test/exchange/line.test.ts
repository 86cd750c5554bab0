import { lookup } from 'node:dns';
import { Readable } from 'node:stream';
import { createClient, type EgressFilter } from '../../nodes/CargoExchange/exchange/client';
import { startSimulator, type Simulator } from '../../simulator';
import { accountAt, accountFor, changed, quickTries, useExchange } from '../helpers/exchangeClient';

const twoTries = { ...quickTries, tries: 2 };

const serve = useExchange();

describe('connections', () => {
	it.each([
		['an answer', 200],
		['a refusal', 403],
	])('are kept for the next call after %s', async (_what, status) => {
		const server = await serve((_request, response) => response.writeHead(status).end('[]'));
		const client = createClient(accountAt(server.url));
		for (let call = 0; call < 10; call++) {
			const outcome = await client.counterparties().catch((thrown: unknown) => thrown);
			expect(outcome).toMatchObject(status === 200 ? [] : { status });
		}
		// The login's connection may still be settling when the first call needs one.
		expect(server.connections()).toBeLessThanOrEqual(2);
	});

	it('end with the execution, before an answer and between tries', async () => {
		const server = await serve((request, response) => {
			if (request.url?.endsWith('search') === true) response.writeHead(503).end();
		});
		const reason = new Error('cancelled by the user');
		const cancelled = (ms: number) => {
			const cancel = new AbortController();
			setTimeout(() => {
				cancel.abort(reason);
			}, ms);
			return createClient(accountAt(server.url), { signal: cancel.signal, firstDelayMs: 60_000 });
		};
		await expect(cancelled(50).counterparties()).rejects.toBe(reason);
		await expect(cancelled(50).search({}, { offset: 0, limit: 1 })).rejects.toBe(reason);
		await expect(
			createClient(accountAt(server.url), { signal: AbortSignal.abort(reason) }).counterparties(),
		).rejects.toBe(reason);
	});

	it.each([
		['a host that does not exist', 'https://exchange.invalid', /^The host exchange\.invalid was not found$/],
		['a port where nothing listens', 'http://127.0.0.1:1', /^127\.0\.0\.1:1 refused the connection$/],
	])('to %s are reported in plain words', async (_what, url, says) => {
		await expect(createClient(accountAt(url), twoTries).counterparties()).rejects.toMatchObject({
			name: 'ServiceError',
			status: null,
			message: expect.stringMatching(says) as string,
			description: expect.stringMatching(/Check the Base URL in the credential.*Tried 2 times\.$/) as string,
		});
	});

	it('to a server without TLS, by https, are reported in plain words', async () => {
		const server = await serve((_request, response) => response.end());
		const url = server.url.replace('http:', 'https:');
		await expect(createClient(accountAt(url), twoTries).counterparties()).rejects.toMatchObject({
			message: expect.stringMatching(/does not speak HTTPS on this port$/) as string,
		});
	});

	it.each([
		['greets', '220 ready\r\n'],
		['expects TLS', Buffer.from('15030100020246', 'hex')],
	])('to a server that %s are reported in plain words', async (_what, greeting) => {
		const server = await serve(() => undefined);
		server.server.on('connection', (socket) => socket.end(greeting));
		await expect(createClient(accountAt(server.url), twoTries).counterparties()).rejects.toMatchObject({
			message: expect.stringMatching(/does not speak HTTP on this port$/) as string,
			description: expect.stringMatching(/check the port of the Base URL.*Tried 2 times/) as string,
		});
	});

	it.each([
		['another machine', { baseUrl: 'http://exchange.invalid' }, 'baseUrl'],
		['an address with a password', { baseUrl: 'https://user:test-password@exchange.invalid' }, 'baseUrl'],
		['no address', { baseUrl: ' ' }, 'baseUrl'],
		['a file', { baseUrl: 'file:///etc/passwd' }, 'baseUrl'],
		['a user name with a colon', { username: 'a:b' }, 'username'],
		['no password', { password: '' }, 'password'],
	])('are refused before anything is sent: plain http to or %s', async (_what, wrong, field) => {
		const refusal = await createClient(accountAt('https://exchange.invalid', wrong), twoTries)
			.counterparties()
			.catch((thrown: unknown) => thrown);
		expect(refusal).toMatchObject({ name: 'InvalidInput', field });
		expect(String(refusal)).not.toContain('test-password');
	});

	it('by plain http to another machine are made when the credential allows it', async () => {
		const account = accountAt('http://exchange.invalid', { allowInsecureHttp: true });
		await expect(createClient(account, twoTries).counterparties()).rejects.toMatchObject({
			message: 'The host exchange.invalid was not found',
		});
	});
});

describe('redirects', () => {
	let exchange: Simulator;
	beforeAll(async () => {
		exchange = await startSimulator();
	});
	afterAll(() => exchange.stop());
	afterEach(() => {
		exchange.faults.clear();
	});

	it('are followed within the same origin', async () => {
		const to = '/v3/common/counterparties?moved=1';
		exchange.faults.next({ match: { path: /counterparties$/ }, fault: { kind: 'redirect', to } });
		expect((await createClient(accountFor(exchange)).counterparties()).length).toBeGreaterThan(0);
		expect(exchange.requests.at(-1)?.query).toEqual({ moved: '1' });
	});

	it('never carry the token to another origin, not even to another port', async () => {
		const seen: (string | undefined)[] = [];
		const elsewhere = await serve((request, response) => {
			seen.push(request.headers.authorization);
			response.end('[]');
		});
		exchange.faults.next({
			match: { path: /counterparties$/ },
			fault: { kind: 'redirect', to: elsewhere.url, status: 307 },
		});
		await expect(createClient(accountFor(exchange)).counterparties()).rejects.toMatchObject({
			message: `The exchange redirects this request to another address: ${elsewhere.url}`,
			description: expect.stringMatching(/never sent to another address/) as string,
		});
		expect(seen).toEqual([]);
	});

	it('in a loop come to an end', async () => {
		const fault = { kind: 'redirect', to: '/v3/common/counterparties' } as const;
		exchange.faults.next({ match: { path: /counterparties$/ }, fault, times: Infinity });
		exchange.requests.length = 0;
		await expect(createClient(accountFor(exchange)).counterparties()).rejects.toMatchObject({
			message: 'The exchange redirects this request in a loop',
		});
		expect(exchange.requests.length).toBeLessThan(10);
	});
});

describe("n8n's egress filter", () => {
	let exchange: Simulator;
	beforeAll(async () => {
		exchange = await startSimulator();
	});
	afterAll(() => exchange.stop());
	beforeEach(() => {
		exchange.requests.length = 0;
	});

	const passing: EgressFilter = { validateUrl: () => Promise.resolve({ ok: true }), createSecureLookup: () => lookup };
	const blocked = Object.assign(new Error('The address 127.0.0.1 is in a blocked range'), {
		name: 'SsrfBlockedIpError',
	});

	it('is asked before every request, and nothing is sent when it refuses', async () => {
		const egressFilter = {
			...passing,
			validateUrl: () => Promise.resolve({ ok: false, error: blocked }),
		} as EgressFilter;
		await expect(createClient(accountFor(exchange), { egressFilter }).counterparties()).rejects.toMatchObject({
			name: 'InvalidInput',
			message: `n8n does not allow connections to ${new URL(exchange.url).host}`,
			description: expect.stringMatching(/^The address 127\.0\.0\.1 is in a blocked range\. /) as string,
		});
		expect(exchange.requests).toEqual([]);
	});

	it('looks up names for connecting, so that a name cannot change its address in between', async () => {
		const egressFilter: EgressFilter = {
			...passing,
			createSecureLookup: () => (_hostname, _options, callback) => {
				callback(blocked, [], undefined);
			},
		};
		const account = changed(accountFor(exchange), { baseUrl: exchange.url.replace('127.0.0.1', 'localhost') });
		await expect(createClient(account, { egressFilter, ...twoTries }).counterparties()).rejects.toMatchObject({
			name: 'InvalidInput',
		});
		expect(exchange.requests).toEqual([]);
	});

	describe('that never answers', () => {
		let answers = false;
		const stop = new AbortController();
		const egressFilter: EgressFilter = {
			...passing,
			validateUrl: () => (answers ? Promise.resolve({ ok: true }) : new Promise(() => undefined)),
		};
		const overdue = {
			message: 'The host 127.0.0.1 could not be looked up in time',
			description: expect.stringContaining('Tried 2 times.') as string,
		};
		const body = { length: 2, open: () => Readable.from([Buffer.from('{}')]) };

		it('is not waited for without end, nor after Stop', async () => {
			const limits = { ...twoTries, connectMs: 100, egressFilter };
			const client = createClient(accountFor(exchange), limits);
			await expect(client.logIn()).rejects.toMatchObject(overdue);
			answers = true;
			await client.logIn();
			answers = false;
			await expect(client.importShipment('REF', body)).rejects.toMatchObject(overdue);
			const stopped = createClient(accountFor(exchange), { ...limits, connectMs: 600_000, signal: stop.signal });
			const searching = stopped.search({}, { offset: 0, limit: 1 });
			stop.abort(new Error('Stopped'));
			await expect(searching).rejects.toThrow('Stopped');
		});
	});

	it('reports a name that it cannot look up like any other', async () => {
		const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
		const egressFilter: EgressFilter = { ...passing, validateUrl: () => Promise.reject(notFound) };
		await expect(
			createClient(accountAt('https://exchange.invalid'), { egressFilter, ...twoTries }).counterparties(),
		).rejects.toMatchObject({
			message: 'The host exchange.invalid was not found',
		});
	});
});
