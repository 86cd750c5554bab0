import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, IHttpRequestOptions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { CargoExchangeApi } from '../../credentials/CargoExchangeApi.credentials';
import { makeCertificate } from '../helpers/certificates';
import { runNode } from '../helpers/engine';
import { useExchangeNode } from '../helpers/exchangeNode';

const { cert, key } = makeCertificate(['127.0.0.1']);
const exchange = useExchangeNode();
const secure = useExchangeNode({ tls: { key, cert } });
const credential = new CargoExchangeApi();

/** A node that calls an address as n8n's HTTP Request node does with a predefined credential. */
const httpRequest = (data: IDataObject, url: string): INodeType => ({
	description: {
		displayName: 'HTTP Request',
		name: 'httpRequest',
		group: ['input'],
		version: 1,
		description: '',
		defaults: { name: 'HTTP Request' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
	async execute(): Promise<INodeExecutionData[][]> {
		const { helpers } = this;
		const token = await credential.preAuthentication.call({ helpers }, data as Record<string, string>);
		const asked: IHttpRequestOptions = { url, headers: { accept: 'application/json' }, json: true };
		const authorised = await authenticate({ ...data, ...token }, asked);
		return [helpers.returnJsonArray((await helpers.httpRequest(authorised)) as IDataObject[])];
	},
});

async function authenticate(data: IDataObject, request: IHttpRequestOptions): Promise<IHttpRequestOptions> {
	if (typeof credential.authenticate !== 'function') throw new Error('authenticate is a function');
	return await credential.authenticate(data as Record<string, string>, request);
}

describe("the credential in n8n's HTTP Request node", () => {
	it('logs in and carries the token', async () => {
		const { simulator } = exchange;
		const node = httpRequest(exchange.credential, `${simulator.url}/v3/common/counterparties`);
		expect((await runNode(node, { parameters: {} })).items).toHaveLength(6);
	});

	it('connects to an untrusted certificate only when the user allows that', async () => {
		const url = `${secure.simulator.url}/v3/common/counterparties`;
		expect((await runNode(httpRequest(secure.credential, url), { parameters: {} })).error).toBeDefined();
		const allowed = { ...secure.credential, ignoreSslIssues: true };
		expect((await runNode(httpRequest(allowed, url), { parameters: {} })).items).toHaveLength(6);
	});

	it.each(['/v3/common/oauth2/token', '/v3/common/counterparties'])(
		'follows no redirect from %s, which may lead anywhere',
		async (redirected) => {
			const asked: string[] = [];
			const server = createServer(({ url = '' }, response) => {
				asked.push(url);
				if (url === redirected) response.writeHead(302, { location: '/elsewhere' }).end();
				else response.setHeader('content-type', 'application/json').end('{"token":"abc"}');
			});
			await once(server.listen(0, '127.0.0.1'), 'listening');
			const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
			const node = httpRequest({ ...exchange.credential, baseUrl }, `${baseUrl}/v3/common/counterparties`);
			const { error } = await runNode(node, { parameters: {} });
			server.close();
			expect(error).toBeDefined();
			expect(asked.at(-1)).toBe(redirected);
		},
	);

	it('follows none in the older request functions of n8n, either', async () => {
		const url = `${exchange.simulator.url}/v3/common/counterparties`;
		const older = await authenticate({ ...exchange.credential, token: 'secret' }, { url });
		expect(older).toMatchObject({ followRedirect: false, followAllRedirects: false });
	});

	it.each([
		['another host', 'https://elsewhere.example/x', 'was not sent to https://elsewhere.example'],
		['another machine without encryption', 'http://exchange.example/x', 'is not encrypted'],
	])('keeps the token from %s', async (_, url, message) => {
		const asked = authenticate({ ...exchange.credential, token: 'secret' }, { url });
		await expect(asked).rejects.toThrow(message);
	});

	it('does not log in without encryption on another machine, unless the user allows that', async () => {
		const helpers = { httpRequest: () => Promise.resolve({ token: 'abc' }) };
		const login = async (data: IDataObject) =>
			await credential.preAuthentication.call({ helpers }, data as Record<string, string>);
		const data = { baseUrl: 'http://exchange.example', username: 'a', password: 'b' };
		await expect(login(data)).rejects.toThrow('is not encrypted');
		expect(await login({ ...data, allowInsecureHttp: true })).toEqual({ token: 'abc' });
	});

	it('says so if the exchange sends no token', async () => {
		const helpers = { httpRequest: () => Promise.resolve('<html>Log in</html>') };
		const data = { baseUrl: 'https://exchange.example', username: 'a', password: 'b' };
		await expect(credential.preAuthentication.call({ helpers }, data)).rejects.toThrow(
			/^The exchange sent no token\. Check the Base URL in the credential/,
		);
	});

	it('is tested by the nodes, since n8n would test with a stored token', () => {
		expect(credential).not.toHaveProperty('test');
	});

	it('hides what must not be seen', () => {
		const hidden = credential.properties.filter(({ typeOptions }) => typeOptions?.password).map(({ name }) => name);
		expect(hidden).toEqual(['password', 'token', 'sessionCookie']);
	});
});
