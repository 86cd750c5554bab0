import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { forgetTokens } from '../../nodes/CargoExchange/exchange/auth/tokenCache';
import { closeConnections } from '../../nodes/CargoExchange/exchange/http/connectionPool';
import { type Account, type ArrivingPdf, parseCredential } from '../../nodes/CargoExchange/exchange/client';

import type { Simulator } from '../../simulator';

const known = new WeakSet<object>();

/** The account of a simulator. A token of an earlier one, which may have had the same port, is forgotten. */
export function accountFor(exchange: Pick<Simulator, 'url' | 'importUrl' | 'accounts'>): Account {
	if (!known.has(exchange)) forgetTokens();
	known.add(exchange);
	const { username, password } = exchange.accounts[0]!;
	return accountAt(exchange.url, { importUrl: exchange.importUrl, username, password });
}

/** Retries without a delay. The timeouts are far longer than any response takes on a slow machine. */
export const quickTries = {
	firstDelayMs: 10,
	connectMs: 30_000,
	headersMs: 30_000,
	importHeadersMs: 30_000,
	bodyMs: 30_000,
	totalMs: 120_000,
};

/** For a call that is meant to time out. Calls before it use `quickTries`. */
export const shortSilence = { ...quickTries, headersMs: 400, importHeadersMs: 400, bodyMs: 400 };

export type TestServer = { url: string; port: number; server: Server; connections(): number; stop(): Promise<void> };

/** A server of a test's own, for responses that the simulator does not send. */
export async function serve(listener: RequestListener): Promise<TestServer> {
	// At least as long as the client's: a connection that is closed in between would be counted twice.
	const server = createServer({ keepAliveTimeout: 60_000 }, listener);
	let connections = 0;
	server.on('connection', () => connections++);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		port,
		server,
		connections: () => connections,
		stop: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => {
					resolve();
				});
			}),
	};
}

/** For the tests of a file or a describe: as `serve`, and each test's servers stop after it, with all connections. */
export function useServers(): typeof serve {
	const servers: TestServer[] = [];
	afterEach(async () => {
		await closeConnections();
		await Promise.all(servers.splice(0).map((server) => server.stop()));
	});
	return async (listener) => {
		const server = await serve(listener);
		servers.push(server);
		return server;
	};
}

/** As `useServers`, for a server that gives a token and leaves every other request to the test. */
export function useExchange(): typeof serve {
	const serve = useServers();
	return async (listener) =>
		serve((request, response) => {
			if (!answersToken(request, response)) listener(request, response);
		});
}

/** Answers a request for a token; false if the request is another one. */
export function answersToken(...[request, response]: Parameters<RequestListener>): boolean {
	if (request.url?.endsWith('/oauth2/token') !== true) return false;
	response.setHeader('content-type', 'application/json').end('{"token":"opaque-token"}');
	return true;
}

/** An account of such a server. */
export function accountAt(url: string, more: Entered = {}): Account {
	const password = `test-password-${Math.random()}`;
	return parseCredential({ baseUrl: url, importUrl: url, username: 'api-user', password, ...more });
}

/** What a test enters in a credential. */
export type Entered = {
	baseUrl?: string;
	importUrl?: string;
	username?: string;
	password?: string;
	sessionCookie?: string;
	ignoreSslIssues?: boolean;
	allowInsecureHttp?: boolean;
	profile?: object | string;
};

/** The same account with some fields entered anew. */
export function changed(account: Account, more: Entered): Account {
	const { baseUrl, importUrl, hasImportUrl } = account;
	const addresses = { baseUrl: baseUrl.address, importUrl: hasImportUrl ? importUrl.address : '' };
	return parseCredential({ ...account, ...addresses, ...more });
}

/** Reads the bytes of a PDF. */
export async function readPdf({ content }: ArrivingPdf): Promise<Buffer> {
	return Buffer.isBuffer(content) ? Buffer.from(content) : await buffer(content);
}
