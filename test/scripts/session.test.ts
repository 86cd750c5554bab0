import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import * as z from 'zod/v4';
import { signIn } from '../../scripts/n8n/rest/session';

let server: Server;
let url: string;

/** Answers one request on each connection, and ends it without a word at the next: n8n does so with a connection that was silent for five seconds. */
beforeAll(async () => {
	const used = new WeakSet<Socket>();
	server = createServer((request, response) => {
		if (used.has(request.socket)) {
			request.socket.destroy();
			return;
		}
		used.add(request.socket);
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ data: { versionCli: '2.41.1', path: request.url } }));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	url = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '';
});
afterAll(async () => {
	server.close();
	server.closeAllConnections();
	await once(server, 'close');
});

it('never speaks to n8n on a connection that n8n may be about to end', async () => {
	const session = await signIn(url);
	expect(session.version).toBe('2.41.1');
	for (const path of ['/workflows', '/credentials'])
		expect(await session.call('GET', path, z.object({ path: z.string() }))).toEqual({ path: `/rest${path}` });
});
