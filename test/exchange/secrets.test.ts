import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import { createClient } from '../../nodes/CargoExchange/exchange/client';
import { accountAt, quickTries, readPdf, useServers } from '../helpers/exchangeClient';
import { ids } from '../helpers/pdfExchange';

const serve = useServers();
const token = 'q7Zt9Lx2Vb4Nm8Kc1Rw6Yp3Hs5Jd0Gf2Qe7TuAb3Cd4Ef5Gh6Ij7Kl8Mn';
const password = 'pass"word/with <specials> & more';

it.each([
	['as text', 'text/plain', (echo: string) => echo],
	['in a page', 'text/html', (echo: string) => `<html><body>${echo.replaceAll('<', '&lt;')}</body></html>`],
	['in JSON', 'application/json', (echo: string) => JSON.stringify({ fault: { request: echo } })],
	['percent-encoded', 'text/plain', (echo: string) => encodeURIComponent(echo)],
])(
	'never shows the token or the password that an exchange repeats %s instead of its answer',
	async (_how, type, say) => {
		for (const status of [200, 400, 403, 503]) {
			const server = await serve((request, response) => {
				if (request.url?.endsWith('/oauth2/token') === true) {
					response.end(JSON.stringify({ token }));
					return;
				}
				const echo = `authorization: ${request.headers.authorization} password: ${password} `;
				response.writeHead(status, { 'content-type': type }).end(say(echo));
			});
			const client = createClient(accountAt(server.url, { password }), { ...quickTries, tries: 1 });
			const calls = [
				client.pdf(ids, readPdf),
				client.search({}, { offset: 0, limit: 10 }),
				client.counterparties(),
				// Its data may hold the password, which can be an ordinary word, but not the token.
				client.importShipment('REF', { length: 2, open: () => Readable.from([Buffer.from('{}')]) }).then((reply) => {
					expect(JSON.stringify(reply.response)).not.toContain(token.slice(0, 12));
					return { ...reply, response: null };
				}),
			];
			for (const outcome of await Promise.allSettled(calls)) {
				const seen = inspect(outcome, { depth: 10 }) + JSON.stringify(outcome);
				expect(seen).not.toContain(token.slice(0, 12));
				expect(seen).not.toMatch(/specials/);
			}
		}
	},
);

it('imports with a very long token, and shows nothing of it', async () => {
	const long = 'Zx-9_'.repeat(2_800);
	let answer: { status: number; body: (echo: string) => string };
	const server = await serve((request, response) => {
		if (request.url?.endsWith('/oauth2/token') === true) response.end(JSON.stringify({ token: long }));
		else
			request.resume().on('end', () => {
				response.writeHead(answer.status).end(answer.body(request.headers.authorization ?? ''));
			});
	});
	const client = createClient(accountAt(server.url, { password }), { ...quickTries, tries: 1 });
	const send = () => client.importShipment('REF', { length: 2, open: () => Readable.from([Buffer.from('{}')]) });
	answer = { status: 200, body: (echo) => JSON.stringify({ setId: ids.setId, request: echo }) };
	expect(await send()).toMatchObject({ setIds: [ids.setId], response: { request: 'Bearer ***' } });
	answer = { status: 400, body: (echo) => `No vessel. You sent ${echo}` };
	const thrown: unknown = await send().catch((error: unknown) => error);
	expect(thrown).toMatchObject({ serviceMessage: 'No vessel. You sent Bearer ***' });
});

it('never shows a token that was refused before', async () => {
	let logins = 0;
	const server = await serve((request, response) => {
		if (request.url?.endsWith('/oauth2/token') === true)
			response.end(JSON.stringify({ token: `${token}-${++logins}` }));
		else if (logins === 1) response.writeHead(401).end();
		else response.writeHead(400).end(`The first was ${token}-1`);
	});
	const client = createClient(accountAt(server.url, { password }), quickTries);
	const thrown: unknown = await client.counterparties().catch((error: unknown) => error);
	expect(inspect(thrown, { depth: 10 })).not.toContain(token.slice(0, 12));
});

it('takes the token of each login out of what the exchange sent', async () => {
	let logins = 0;
	const server = await serve((request, response) => {
		const { authorization } = request.headers;
		if (request.url?.endsWith('/oauth2/token') === true)
			response.end(JSON.stringify({ token: `${token}-${++logins}` }));
		else if (authorization?.endsWith('1') === true) response.writeHead(401).end();
		else response.end(JSON.stringify([{ customerId: 'a', customerName: `${token}-1 ${authorization}` }]));
	});
	const client = createClient(accountAt(server.url, { password }), quickTries);
	const received = await client.counterparties();
	expect(client.withoutSecrets(received)).toEqual([{ customerId: 'a', customerName: '*** Bearer ***' }]);
});
