import { createClient } from '../../nodes/CargoExchange/exchange/client';
import { closeConnections } from '../../nodes/CargoExchange/exchange/http/connectionPool';
import { startSimulator, type Simulator } from '../../simulator';
import { makeAuthority, makeCertificate } from '../helpers/certificates';
import { accountFor, quickTries } from '../helpers/exchangeClient';
import { startProxy } from '../helpers/forwardProxy';

const twoTries = { ...quickTries, tries: 2 };

describe('proxies', () => {
	let exchange: Simulator;
	let proxy: Awaited<ReturnType<typeof startProxy>>;
	const names = [
		'HTTP_PROXY',
		'HTTPS_PROXY',
		'NO_PROXY',
		'ALL_PROXY',
		'http_proxy',
		'https_proxy',
		'no_proxy',
		'all_proxy',
	];
	const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));

	beforeEach(async () => {
		for (const name of names) Reflect.deleteProperty(process.env, name);
		exchange = await startSimulator();
		proxy = await startProxy();
	});
	afterEach(async () => {
		for (const name of names) {
			if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
			else process.env[name] = before[name];
		}
		await closeConnections();
		await proxy.stop();
		await exchange.stop();
	});

	it.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'])(
		'see the calls when %s names one, from that moment on',
		async (name) => {
			const client = createClient(accountFor(exchange));
			await client.counterparties();
			expect(proxy.seen).toEqual([]);
			process.env[name] = `http://${proxy.host}`;
			await client.counterparties();
			expect(proxy.seen).toEqual([`GET ${exchange.url}/v3/common/counterparties`]);
		},
	);

	it.each(['127.0.0.1', '*', 'elsewhere.example, 127.0.0.1'])('see nothing when NO_PROXY is %s', async (excluded) => {
		process.env['HTTP_PROXY'] = `http://${proxy.host}`;
		process.env['NO_PROXY'] = excluded;
		await createClient(accountFor(exchange)).counterparties();
		expect(proxy.seen).toEqual([]);
	});

	it('see the calls when NO_PROXY excludes another port only', async () => {
		process.env['HTTP_PROXY'] = `http://${proxy.host}`;
		process.env['no_proxy'] = '127.0.0.1:1';
		await createClient(accountFor(exchange)).counterparties();
		expect(proxy.seen).toHaveLength(2);
	});

	it('carry https through a tunnel, in which the certificate is still checked', async () => {
		const authority = makeAuthority();
		const secure = await startSimulator({ tls: makeCertificate(['127.0.0.1'], authority) });
		process.env['HTTPS_PROXY'] = `http://${proxy.host}`;
		const account = accountFor(secure);
		await expect(createClient(account, twoTries).counterparties()).rejects.toMatchObject({
			message: expect.stringMatching(/^The certificate of 127\.0\.0\.1:\d+ is not trusted/) as string,
		});
		expect((await createClient({ ...account, ignoreSslIssues: true }).counterparties()).length).toBeGreaterThan(0);
		expect(new Set(proxy.seen)).toEqual(new Set([`CONNECT ${new URL(secure.url).host}`]));
		await closeConnections();
		await secure.stop();
	});

	it('that cannot be reached are named', async () => {
		process.env['HTTP_PROXY'] = 'http://user:test-password@127.0.0.1:1';
		const refusal = await createClient(accountFor(exchange), twoTries)
			.counterparties()
			.catch((thrown: unknown) => thrown);
		expect(refusal).toMatchObject({ message: 'The proxy 127.0.0.1:1 refused the connection' });
		expect(JSON.stringify(refusal) + String(refusal)).not.toContain('test-password');
	});

	it('get the log-in that their address carries, and ask for it when it is missing', async () => {
		const guarded = await startProxy('user:test-password');
		process.env['HTTP_PROXY'] = `http://${guarded.host}`;
		await expect(createClient(accountFor(exchange), twoTries).counterparties()).rejects.toMatchObject({
			message: expect.stringMatching(/proxy.*(log-in|does not let)/i) as string,
		});
		process.env['HTTP_PROXY'] = `http://user:test-password@${guarded.host}`;
		expect((await createClient(accountFor(exchange), twoTries).counterparties()).length).toBeGreaterThan(0);
		await closeConnections();
		await guarded.stop();
	});
});
