import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { ArrivingPdf } from '../../nodes/CargoExchange/exchange/client';
import type { Account } from '../../nodes/CargoExchange/exchange/auth/credential';
import { usualSpecifics } from '../../nodes/CargoExchange/exchange/specifics';
import type { Simulator } from '../../simulator';

/** The credential's content for a simulator. */
export function accountFor(exchange: Pick<Simulator, 'url' | 'importUrl' | 'accounts'>): Account {
	const { username, password } = exchange.accounts[0]!;
	return {
		baseUrl: exchange.url,
		importUrl: exchange.importUrl,
		username,
		password,
		ignoreSslIssues: false,
		allowInsecureHttp: false,
		specifics: usualSpecifics,
	};
}

/** Tries that follow each other at once. The limits end what would hang; no answer meets them, however slow the machine. */
export const quickTries = {
	firstDelayMs: 10,
	connectMs: 30_000,
	headersMs: 30_000,
	importHeadersMs: 30_000,
	bodyMs: 30_000,
	totalMs: 120_000,
};

/** For a call that is to meet its limits: whatever has to work before it takes `quickTries`. */
export const shortSilence = { ...quickTries, headersMs: 400, importHeadersMs: 400, bodyMs: 400 };

export type TestServer = { url: string; port: number; server: Server; connections(): number; stop(): Promise<void> };

/** A server of a test's own, for what the simulator does not do. */
export async function serve(listener: RequestListener): Promise<TestServer> {
	// As long as a client keeps a connection: closed in between, it would count as another one.
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

/** Answers the token call of such a server; true when it did. */
export function answersToken(...[request, response]: Parameters<RequestListener>): boolean {
	if (request.url?.endsWith('/oauth2/token') !== true) return false;
	response.setHeader('content-type', 'application/json').end('{"token":"opaque-token"}');
	return true;
}

/** An account at a server of a test's own. */
export function accountAt(url: string, more: Partial<Account> = {}): Account {
	return {
		baseUrl: url,
		importUrl: url,
		username: 'api-user',
		password: `test-password-${Math.random()}`,
		ignoreSslIssues: false,
		allowInsecureHttp: false,
		specifics: usualSpecifics,
		...more,
	};
}

/** Keeps a PDF as its bytes. */
export async function readPdf({ content }: ArrivingPdf): Promise<Buffer> {
	return Buffer.isBuffer(content) ? Buffer.from(content) : await buffer(content);
}
