import { NodeHelpers, type IDataObject, type INodeCredentialTestResult } from 'n8n-workflow';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { makeCertificate } from '../helpers/certificates';
import { credentialTestContext, listContext } from '../helpers/engine';
import { textWith, useExchangeNode } from '../helpers/exchangeNode';

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
	it('logs in and lists the counterparties', async () => {
		expect(await press()).toEqual({ status: 'OK', message: 'Connected: the account sees 6 counterparties.' });
	});

	it('logs in with what was entered, whatever token is stored', async () => {
		await press();
		const result = await press({ password: 'not-it', token: 'a stored one' });
		expect(result).toEqual({ status: 'Error', message: textWith('does not accept this user name and password (401)') });
		expect(result.message).not.toContain('not-it');
	});

	it.each([
		['a host that does not exist', { baseUrl: 'https://exchange.invalid' }, 'exchange.invalid was not found'],
		['a port where nothing listens', { baseUrl: 'http://127.0.0.1:9' }, 'refused the connection'],
		['an address that is none', { baseUrl: 'exchange example' }, 'not a web address'],
		['an import address that is none', { importUrl: '' }, 'address is empty'],
		['plain http to another machine', { baseUrl: 'http://exchange.example' }, 'not encrypted'],
		['no user name', { username: '' }, 'no user name'],
	])('says in plain words what is wrong: %s', async (_, differing, message) => {
		expect(await press(differing)).toEqual({ status: 'Error', message: textWith(message) });
	});

	it('cleans a pasted address and says so', async () => {
		const { url } = exchange.simulator;
		const result = await press({ baseUrl: `${url}/v3/common/counterparties/` });
		expect(result).toEqual({ status: 'OK', message: textWith(`Used ${url}: `) });
	});

	it.each([
		[/token/, { kind: 'html' }, 'The log-in did not work: the answer holds no token'],
		[/token/, { kind: 'status', status: 503 }, 'The log-in did not work: the exchange answered 503'],
		[
			/counterparties/,
			{ kind: 'status', status: 403 },
			'The log-in worked, but the counterparties could not be listed',
		],
		[
			/counterparties/,
			{ kind: 'json' },
			'The log-in worked, but the counterparties could not be listed: the answer is no list',
		],
		[/token/, { kind: 'redirect', to: 'https://elsewhere.example/login' }, 'sends this call on to another address'],
	] as const)('says which of the two steps did not work: %s %j', async (path, fault, message) => {
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

	it('is asked for once while the editor is open', async () => {
		await list(exchange.credential);
		exchange.asked();
		await Promise.all([list(exchange.credential), list(exchange.credential)]);
		expect(exchange.asked()).toEqual([]);
	});

	it('is asked for anew with another password, and after a failure', async () => {
		await expect(list({ ...exchange.credential, password: 'not-it' })).rejects.toThrow('password');
		await expect(list({ ...exchange.credential, password: 'not-it' })).rejects.toThrow('password');
		expect(await list(exchange.credential)).toHaveLength(6);
	});

	it('explains itself when it is empty', async () => {
		const credential = { ...exchange.credential, baseUrl: `${exchange.simulator.url}/` };
		exchange.simulator.faults.next({ match: { path: /counterparties/ }, fault: { kind: 'json', body: [] } });
		expect(await list(credential)).toEqual([]);
	});
});
