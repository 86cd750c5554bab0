import type { IncomingMessage, ServerResponse } from 'node:http';
import { createClient, type ExchangeClient } from '../../nodes/CargoExchange/exchange/client';
import { moveClockAhead } from '../helpers/clock';
import { accountAt, quickTries, readPdf, useServers } from '../helpers/exchangeClient';

const id = '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4';
const calls: Array<[string, (client: ExchangeClient) => Promise<unknown>]> = [
	['list of counterparties', (client) => client.counterparties()],
	['search', (client) => client.search({}, { offset: 0, limit: 10 })],
	['PDF', (client) => client.pdf({ setId: id, documentId: id }, readPdf)],
];
const contents: Record<string, string> = {
	token: '{"token":"unused"}',
	counterparties: '[]',
	search: '{"code":200,"status":"OK","data":{"total":0,"results":[]}}',
	[id]: '%PDF-1.7\n%%EOF',
};

afterEach(() => jest.restoreAllMocks());

describe('a token that has ended', () => {
	const serve = useServers();
	let logIns: number;

	/** An exchange whose opaque tokens end with `end`, and that says so in its own way. */
	async function exchange(refuse: (response: ServerResponse) => void) {
		logIns = 0;
		let token = '';
		const answer = (request: IncomingMessage, response: ServerResponse) => {
			const name = new URL(request.url ?? '', 'http://localhost').pathname.split('/').at(-1) ?? '';
			if (name === 'token') response.end(JSON.stringify({ token: (token = `opaque-${++logIns}`) }));
			else if (request.headers.authorization === `Bearer ${token}`) response.end(contents[name]);
			else refuse(response);
		};
		const { url } = await serve((request, response) => {
			request.resume().on('end', () => {
				answer(request, response);
			});
		});
		return { client: createClient(accountAt(url), quickTries), end: () => (token = '') };
	}

	it.each(calls)('is renewed when a success carries the code 401: %s', async (_what, call) => {
		const { client, end } = await exchange((response) => response.end('{"code":401,"status":"UNAUTHORIZED"}'));
		await call(client);
		end();
		await call(client);
		expect(logIns).toBe(2);
	});

	it.each<[string, (response: ServerResponse) => void]>([
		['403', (response) => response.writeHead(403).end()],
		['a web page', (response) => response.end('<html><title>Log in</title></html>')],
		['a redirect to a login page', (response) => response.writeHead(302, { location: 'https://login.example/' }).end()],
	])('is given up if it was not accepted for a minute and the answer is %s', async (_what, refuse) => {
		const { client, end } = await exchange(refuse);
		await client.counterparties();
		end();
		await expect(client.counterparties()).rejects.toThrow();
		await expect(client.counterparties()).rejects.toThrow();
		expect(logIns).toBe(1);
		moveClockAhead(61_000);
		await expect(client.counterparties()).rejects.toThrow();
		await client.counterparties();
		expect(logIns).toBe(2);
	});
});

describe('a success with the code of an error', () => {
	const serve = useServers();

	it.each([401, 403, '401'])('is a refused login, which is not repeated: %p', async (code) => {
		let logIns = 0;
		const { url } = await serve((_request, response) => {
			logIns++;
			response.end(JSON.stringify({ code, status: 'UNAUTHORIZED', message: 'Account locked' }));
		});
		const client = createClient(accountAt(url), quickTries);
		for (let item = 0; item < 3; item++)
			await expect(client.counterparties()).rejects.toMatchObject({
				status: Number(code),
				message: expect.stringMatching(/^The exchange (refused|does not allow).*: Account locked$/) as string,
			});
		expect(logIns).toBe(1);
	});

	it.each(calls)('is repeated if that may help: %s', async (_what, call) => {
		let busy = 2;
		const { url } = await serve((request, response) => {
			const name = new URL(request.url ?? '', 'http://localhost').pathname.split('/').at(-1) ?? '';
			response.end(name !== 'token' && busy-- > 0 ? '{"code":503,"status":"BUSY"}' : contents[name]);
		});
		await call(createClient(accountAt(url), quickTries));
		expect(busy).toBe(-1);
	});
});
