import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { createClient, type EgressFilter, type ExchangeClient } from '../../nodes/CargoExchange/exchange/client';
import { closeConnections } from '../../nodes/CargoExchange/exchange/http/connectionPool';
import { startSimulator, type Simulator } from '../../simulator';
import { makeAuthority, makeCertificate } from '../helpers/certificates';
import { accountFor as localAccountFor, changed, quickTries } from '../helpers/exchangeClient';
import { startProxy } from '../helpers/forwardProxy';
import { ids } from '../helpers/pdfExchange';

const twoTries = { ...quickTries, tries: 2 };

/** An account at another machine, by name: `startProxy` knows every name as this machine, and so does `namesHere`. */
function accountFor(exchange: Pick<Simulator, 'url' | 'importUrl' | 'accounts'>) {
	const elsewhere = (url: string) => url.replace('127.0.0.1', 'exchange.example');
	const account = localAccountFor(exchange);
	const addresses = { baseUrl: elsewhere(exchange.url), importUrl: elsewhere(exchange.importUrl) };
	return changed(account, { ...addresses, allowInsecureHttp: true });
}

const namesHere: EgressFilter = {
	validateUrl: () => Promise.resolve({ ok: true }),
	createSecureLookup: () => (_host, _options, callback) => {
		callback(null, [{ address: '127.0.0.1', family: 4 }]);
	},
};

/** A proxy that reads the request for a tunnel and does something else. */
async function startBrokenProxy(answer: (socket: Socket) => unknown) {
	const sockets: Socket[] = [];
	const server = createServer((socket) => {
		sockets.push(socket);
		socket.on('error', () => undefined).once('data', () => answer(socket));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
		connections: () => sockets.length,
		async stop() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}

const operations: Record<string, (client: ExchangeClient) => Promise<unknown>> = {
	'a search': (client) => client.search({}, { offset: 0, limit: 10 }),
	'a download': (client) => client.pdf(ids, () => Promise.resolve()),
	'an import': (client) => client.importShipment('REF', { length: 2, open: () => Readable.from([Buffer.from('{}')]) }),
};
const made = 'HTTP/1.1 200 OK\r\n\r\n';
const closed = /^The proxy 127\.0\.0\.1:\d+ closed the connection$/;
const brokenProxies: Record<string, [answer: (socket: Socket) => unknown, says: RegExp]> = {
	'closes the connection': [(socket) => socket.end(), closed],
	'closes it within the answer': [(socket) => socket.end('HTTP/1.1 200 OK\r\n'), closed],
	'resets the connection': [(socket) => socket.resetAndDestroy(), closed],
	'says nothing': [() => undefined, /^The proxy 127\.0\.0\.1:\d+ did not respond in time$/],
	'speaks something else': [
		(socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'),
		/^The proxy 127\.0\.0\.1:\d+ does not speak HTTP on this port$/,
	],
	'makes a tunnel and closes it': [(socket) => socket.end(made), /^The connection to exchange\.example:\d+ was lost$/],
	'makes a tunnel in which nobody answers': [
		(socket) => socket.write(made),
		/^exchange\.example:\d+ could not be reached$/,
	],
};

describe('proxies', () => {
	let exchange: Simulator;
	let proxy: Awaited<ReturnType<typeof startProxy>>;
	/** What a test has started besides: stopped after it, also if it fails, as an open port keeps Jest from ending. */
	const others: { stop(): Promise<void> }[] = [];
	const withoutProxy = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/_proxy$/i.test(name)));

	beforeEach(async () => {
		jest.replaceProperty(process, 'env', { ...withoutProxy });
		exchange = await startSimulator();
		proxy = await startProxy();
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await closeConnections();
		for (const one of [...others.splice(0), proxy, exchange]) await one.stop();
	});

	it.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'])(
		'see the calls when %s names one, from that moment on',
		async (name) => {
			const client = createClient(accountFor(exchange), { egressFilter: namesHere });
			await client.counterparties();
			expect(proxy.seen).toEqual([]);
			process.env[name] = `http://${proxy.host}`;
			await client.counterparties();
			expect(proxy.seen).toEqual([`GET ${accountFor(exchange).baseUrl.address}/v3/common/counterparties`]);
		},
	);

	it.each(['exchange.example', '*', 'elsewhere.example, .example'])(
		'see nothing when NO_PROXY is %s',
		async (excluded) => {
			process.env['HTTP_PROXY'] = `http://${proxy.host}`;
			process.env['NO_PROXY'] = excluded;
			await createClient(accountFor(exchange), { egressFilter: namesHere }).counterparties();
			expect(proxy.seen).toEqual([]);
		},
	);

	it.each(['127.0.0.1', 'localhost', '[::1]', '127.1.2.3'])('never see a call to this machine: %s', async (host) => {
		for (const name of ['HTTP_PROXY', 'ALL_PROXY']) process.env[name] = `http://${proxy.host}`;
		const account = changed(localAccountFor(exchange), { baseUrl: exchange.url.replace('127.0.0.1', host) });
		// Nothing listens at some of them; what counts is where the password goes.
		await createClient(account, { ...twoTries, tries: 1 })
			.counterparties()
			.catch(() => undefined);
		expect(proxy.seen).toEqual([]);
	});

	it('see the calls when NO_PROXY excludes another port only', async () => {
		process.env['HTTP_PROXY'] = `http://${proxy.host}`;
		process.env['no_proxy'] = 'exchange.example:1';
		await createClient(accountFor(exchange)).counterparties();
		expect(proxy.seen).toHaveLength(2);
	});

	it('carry https through a tunnel, in which the certificate is still checked', async () => {
		const authority = makeAuthority();
		const secure = await startSimulator({ tls: makeCertificate(['exchange.example'], authority) });
		others.push(secure);
		process.env['HTTPS_PROXY'] = `http://${proxy.host}`;
		const account = accountFor(secure);
		await expect(createClient(account, twoTries).counterparties()).rejects.toMatchObject({
			message: expect.stringMatching(/^The certificate of exchange\.example:\d+ is not trusted/) as string,
		});
		expect((await createClient({ ...account, ignoreSslIssues: true }).counterparties()).length).toBeGreaterThan(0);
		expect(new Set(proxy.seen)).toEqual(new Set([`CONNECT ${new URL(account.baseUrl.address).host}`]));
	});

	it('that cannot be reached are named', async () => {
		process.env['HTTP_PROXY'] = 'http://user:test-password@127.0.0.1:1';
		const refusal = await createClient(accountFor(exchange), twoTries)
			.counterparties()
			.catch((thrown: unknown) => thrown);
		expect(refusal).toMatchObject({ message: 'The proxy 127.0.0.1:1 refused the connection' });
		expect(JSON.stringify(refusal) + String(refusal)).not.toContain('test-password');
	});

	it('get the login that their address carries, and ask for it when it is missing', async () => {
		const guarded = await startProxy('user:test-password');
		others.push(guarded);
		process.env['HTTP_PROXY'] = `http://${guarded.host}`;
		await expect(createClient(accountFor(exchange), twoTries).counterparties()).rejects.toMatchObject({
			message: expect.stringMatching(/^The proxy .* requires a login$/) as string,
			description: expect.stringContaining('add the user name and the password to the proxy address') as string,
		});
		process.env['HTTP_PROXY'] = `http://user:test-password@${guarded.host}`;
		expect((await createClient(accountFor(exchange), twoTries).counterparties()).length).toBeGreaterThan(0);
	});

	describe.each(Object.entries(brokenProxies))(
		'one that reads the request for a tunnel and %s',
		(_what, [answer, says]) => {
			it.each(Object.entries(operations))('ends %s in words after the usual attempts', async (_name, operate) => {
				const secure = await startSimulator({ tls: makeCertificate(['exchange.example']) });
				const broken = await startBrokenProxy(answer);
				others.push(broken, secure);
				const account = { ...accountFor(secure), ignoreSslIssues: true };
				process.env['HTTPS_PROXY'] = `http://${proxy.host}`;
				await createClient(account, twoTries).logIn();
				process.env['HTTPS_PROXY'] = `http://${broken.host}`;
				await expect(operate(createClient(account, { ...twoTries, connectMs: 300 }))).rejects.toMatchObject({
					message: expect.stringMatching(says) as string,
					description: expect.stringContaining('Tried 2 times.') as string,
				});
				expect(broken.connections()).toBe(2);
			});
		},
	);
});
