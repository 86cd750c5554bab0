import type { RequestListener } from 'node:http';
import { NodeHelpers, type IDataObject, type INodeCredentialTestResult } from 'n8n-workflow';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { testCredential } from '../../nodes/CargoExchange/exchange/client';
import { makeCertificate } from '../helpers/certificates';
import { credentialTestContext, listContext } from '../helpers/engine';
import { useServers } from '../helpers/exchangeClient';
import { textWith, useExchangeNode } from '../helpers/exchangeNode';
import { until } from '../helpers/until';

const exchange = useExchangeNode();
const { credentialTest, listSearch, loadOptions } = new CargoExchange().methods;

/** Presses the Test button with what is entered. */
async function press(
	differing: IDataObject = {},
	credential = exchange.credential,
): Promise<INodeCredentialTestResult> {
	const data = { ...credential, ...differing } as Record<string, string>;
	const entered = { id: '1', name: 'Exchange', type: 'cargoExchangeApi', data };
	return await credentialTest.testCargoExchangeApi.call(credentialTestContext(), entered);
}

describe('the Test button of the credential', () => {
	const serve = useServers();

	it('logs in and lists the counterparties', async () => {
		expect(await press()).toEqual({ status: 'OK', message: 'Connected: this user can see 6 customers.' });
	});

	it('logs in with what was entered, whatever token is stored', async () => {
		await press();
		const result = await press({ password: 'not-it', token: 'a stored one' });
		expect(result).toEqual({ status: 'Error', message: textWith('The exchange refused the user name or password') });
		expect(result.message).not.toContain('not-it');
	});

	it.each([
		['a port where nothing listens', { baseUrl: 'http://127.0.0.1:9' }, 'refused the connection'],
		['an address that is none', { baseUrl: 'exchange example' }, 'not a web address'],
		[
			'an import address that is none',
			{ importUrl: 'exchange example' },
			'Import URL: The address is not a web address',
		],
		[
			'an import address where nothing listens',
			{ importUrl: 'http://127.0.0.1:9' },
			'The login worked, but the import address cannot be used: 127.0.0.1:9 refused the connection',
		],
		['plain http to another machine', { baseUrl: 'http://exchange.example' }, 'not encrypted'],
		['no user name', { username: '' }, 'no user name'],
	])('says in plain words what is wrong: %s', async (_, differing, message) => {
		expect(await press(differing)).toEqual({ status: 'Error', message: textWith(message) });
	});

	/** Presses with an import address that answers in this way. */
	async function pressWithImports(answer: RequestListener) {
		const asked: string[] = [];
		const { url } = await serve((request, response) => {
			asked.push(`${request.method} ${request.url}`);
			answer(request, response);
		});
		return { result: await press({ importUrl: `${url}/imports/api/v1` }), asked };
	}

	const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

	it.each([200, 401, 404, 405, 500])('takes any answer of the import address for one: %i', async (status) => {
		const before = timers();
		const { result, asked } = await pressWithImports((_request, response) => {
			response.writeHead(status).end(status === 200 ? '[]' : '');
		});
		expect(result).toMatchObject({ status: 'OK' });
		expect(asked).toEqual(['GET /imports/api/v1/shipments']);
		// The limit for reading the answer has ended with it; one timer is this wait's own.
		await until(() => timers() <= before + 1, 5_000);
	});

	it.each<[string, RequestListener, string]>([
		['a web page', (_request, response) => response.end('<html></html>'), 'the import address returns a web page'],
		[
			'a web page of a host that does not know the address',
			(_request, response) => response.writeHead(404).end('<html></html>'),
			'the import address returns a web page (status 404)',
		],
		[
			'a redirect elsewhere',
			(_request, response) => response.writeHead(302, { location: 'https://sso.example/oauth2/authorize' }).end(),
			'the import address cannot be used: The exchange redirects this request to another address: https://sso.example',
		],
		['a cut connection', (request) => request.socket.destroy(), 'the import address cannot be used: The connection to'],
	])('says that the import address does not work: %s', async (_what, answer, message) => {
		const { result } = await pressWithImports(answer);
		expect(result).toEqual({ status: 'Error', message: textWith(`The login worked, but ${message}`) });
	});

	it('sends the session cookie that imports need', async () => {
		const { url } = await serve((request, response) => {
			const isLoggedIn = request.headers.cookie === 'SESSION=c-1';
			response.writeHead(isLoggedIn ? 405 : 200).end(isLoggedIn ? '' : '<html><title>Log in</title></html>');
		});
		expect(await press({ importUrl: url, sessionCookie: 'SESSION=c-1' })).toMatchObject({ status: 'OK' });
	});

	it('ends although the answer never does', async () => {
		jest.useFakeTimers();
		const pressing = testCredential(
			{ baseUrl: 'https://exchange.example', username: 'api-user', password: 'x' },
			() => new Promise(() => undefined),
		);
		await jest.advanceTimersByTimeAsync(60_000);
		jest.useRealTimers();
		expect(await pressing).toEqual({ status: 'Error', message: textWith('exchange.example did not respond in time') });
	});

	it('needs no Import URL, and then asks nothing there', async () => {
		exchange.simulator.requests.length = 0;
		expect(await press({ importUrl: ' ' })).toMatchObject({ status: 'OK' });
		expect(exchange.simulator.requests.filter(({ path }) => path.endsWith('/shipments'))).toEqual([]);
	});

	it('takes a login answered 201, and never shows a token', async () => {
		const { url: baseUrl } = await serve((request, response) => {
			const isLogin = request.url?.endsWith('/token') === true;
			response.writeHead(isLogin ? 201 : 403).end(isLogin ? '{"token":"opaque-1"}' : '{"message":"Bearer opaque-1"}');
		});
		const { message } = await press({ baseUrl });
		expect(message).toContain(
			'could not be listed: The exchange does not allow this user to send this request: Bearer ***',
		);
	});

	it('says which part of an address copied from a browser is too much', async () => {
		const { url } = exchange.simulator;
		const result = await press({ baseUrl: `${url}/app/#/inbox` });
		expect(result).toEqual({ status: 'Error', message: textWith(`Enter only ${url}, without /app.`) });
	});

	it('ignores blanks that were copied with a user name', async () => {
		const { username } = exchange.credential;
		expect(await press({ username: ` ${username as string}\t` })).toMatchObject({ status: 'OK' });
	});

	it('cleans a pasted address and says so', async () => {
		const { url } = exchange.simulator;
		const result = await press({ baseUrl: `${url}/v3/common/counterparties/` });
		expect(result).toEqual({ status: 'OK', message: textWith(`Used ${url}, without /v3/common/counterparties`) });
	});

	it.each([
		[/token/, { kind: 'html' }, 'The exchange sent a web page instead of data'],
		[/counterparties/, { kind: 'status', status: 403 }, 'The login worked, but the customers could not be listed'],
		[
			/counterparties/,
			{ kind: 'json' },
			'The login worked, but the customers could not be listed: The exchange sent a response that this node cannot read',
		],
		[
			/token/,
			{ kind: 'status', status: 403, message: 'Not for people' },
			'The exchange does not allow this user to log in: Not for people. The password may be right',
		],
	] as const)('says which of the steps did not work: %s %j', async (path, fault, message) => {
		exchange.simulator.faults.next({ match: { path }, fault });
		expect(await press()).toEqual({ status: 'Error', message: textWith(message) });
	});
});

describe('the Test button and an untrusted certificate', () => {
	const { cert, key } = makeCertificate(['127.0.0.1']);
	const secure = useExchangeNode({ tls: { key, cert } });

	it('says that it is not trusted, and connects when the user allows that', async () => {
		expect(await press({}, secure.credential)).toEqual({ status: 'Error', message: textWith('is not trusted') });
		expect(await press({ ignoreSslIssues: true }, secure.credential)).toMatchObject({ status: 'OK' });
	});
});

it.each([
	[{}, true],
	[{ resource: 'set' }, true],
	[{ resource: 'statusMessage' }, false],
])('the credential is asked for where the exchange is called, or may be: %j', (parameters, expected) => {
	const { description } = new CargoExchange();
	const credential = description.credentials?.at(0);
	const node = { typeVersion: 1, parameters };
	expect(credential && NodeHelpers.displayParameter(parameters, credential, node, description)).toBe(expected);
});

describe('the list of counterparties', () => {
	const list = async (credential: IDataObject) =>
		await loadOptions.getCounterparties.call(listContext(new CargoExchange(), { cargoExchangeApi: credential }));

	it('shows them by name and gives their IDs', async () => {
		const options = await list(exchange.credential);
		expect(options.map(({ name }) => name)).toEqual([
			'Alta Mira Coffee',
			'Harbour Bank',
			'Kestrel Foods',
			'Lotus Bay Imports',
			'Meridian Ocean Lines',
			'Nordhavn Trading',
		]);
		expect(options[4]?.value).toBe(exchange.simulator.customerId);
	});

	it('is searched by a part of the name, for the fields that take one of them', async () => {
		const context = () => listContext(new CargoExchange(), { cargoExchangeApi: exchange.credential });
		const found = async (filter?: string) => (await listSearch.searchCounterparties.call(context(), filter)).results;
		expect(await found()).toHaveLength(6);
		expect((await found(' BA ')).map(({ name }) => name)).toEqual(['Harbour Bank', 'Lotus Bay Imports']);
		expect(await found('nobody')).toEqual([]);
	});
});
