/** Stands in for the servers of Microsoft and Google: a proxy of a company that opens TLS, as n8n's own nodes reach them. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { makeAuthority, makeCertificate } from '../../helpers/certificates';

export type Asked = { method: string; url: URL; headers: IncomingMessage['headers']; body: Buffer };
export type Reply = { status: number; json?: unknown; bytes?: Buffer; type?: string };
/** Answers what a host is asked. */
export type Host = (asked: Asked) => Reply;

/** What a service refuses; thrown where it is found. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly code: string,
	) {
		super(code);
	}
}

/** The account that may use the services, and its token now. */
export const account = { token: 'token-1' };

export type OfficeProxy = {
	/** For an n8n that reaches the hosts through it. */
	environment: Record<string, string>;
	/** Every request, oldest first, as method and address without the query. */
	requests: string[];
	/** Answers the next request whose address contains this text with a status instead. */
	refuseOnce(part: string, status: number): void;
	stop(): Promise<void>;
};

export async function startOfficeProxy(hosts: Record<string, Host>): Promise<OfficeProxy> {
	const folder = await mkdtemp(join(tmpdir(), 'office-'));
	const authority = makeAuthority();
	const [first = '', ...others] = Object.keys(hosts);
	const { cert, key } = makeCertificate([first, ...others], authority);
	const authorityFile = join(folder, 'authority.pem');
	await writeFile(authorityFile, authority.cert);

	const requests: string[] = [];
	const refusals: Array<{ part: string; status: number }> = [];
	const reply = (asked: Asked): Reply => {
		const address = `${asked.url.hostname}${asked.url.pathname}`;
		requests.push(`${asked.method} ${address}`);
		const index = refusals.findIndex(({ part }) => address.includes(part));
		const [refused] = index < 0 ? [] : refusals.splice(index, 1);
		if (refused) throw new Refusal(refused.status, 'serviceNotAvailable');
		const host = hosts[asked.url.hostname];
		if (!host) throw new Refusal(404, 'unknownHost');
		return host(asked);
	};
	const server = createTlsServer({ cert, key }, (request, response) => {
		void answer(request, response, reply);
	});
	const proxy = createServer((_request, response) => response.writeHead(403).end());
	proxy.on('connect', (request, socket) => {
		const [host = ''] = (request.url ?? '').split(':');
		socket.on('error', () => socket.destroy());
		if (!(host in hosts)) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
		socket.write('HTTP/1.1 200 OK\r\n\r\n');
		return server.emit('connection', socket);
	});
	proxy.listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	const { port } = proxy.address() as AddressInfo;
	return {
		environment: {
			HTTPS_PROXY: `http://127.0.0.1:${port}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: authorityFile,
		},
		requests,
		refuseOnce: (part, status) => refusals.push({ part, status }),
		async stop() {
			server.closeAllConnections();
			proxy.closeAllConnections();
			proxy.close();
			await once(proxy, 'close');
			await rm(folder, { recursive: true, force: true });
		},
	};
}

async function answer(request: IncomingMessage, response: ServerResponse, reply: (asked: Asked) => Reply) {
	const { method = '', url = '', headers } = request;
	const body = await buffer(request);
	try {
		const { status, json, bytes, type } = reply({
			method,
			url: new URL(url, `https://${headers.host}`),
			headers,
			body,
		});
		response.writeHead(status, { 'content-type': type ?? (bytes ? 'application/octet-stream' : 'application/json') });
		response.end(bytes ?? (json === undefined ? '' : JSON.stringify(json)));
	} catch (error) {
		const { status, code } = error instanceof Refusal ? error : new Refusal(500, String(error));
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ error: { code, message: code } }));
	}
}

/** Refuses another account's token. */
export function authorize({ headers }: Asked): void {
	if (headers.authorization !== `Bearer ${account.token}`) throw new Refusal(401, 'InvalidAuthenticationToken');
}

export const jsonOf = ({ body }: Asked): unknown => JSON.parse(body.toString('utf8'));

/** The bytes of a Base64 text, refused if it is none. */
export function fromBase64(text: string): Buffer {
	const plain = text.replaceAll('-', '+').replaceAll('_', '/');
	if (plain === '' || !/^[A-Za-z0-9+/]*={0,2}$/.test(plain)) throw new Refusal(400, 'invalidBase64');
	return Buffer.from(plain, 'base64');
}

/** Gives no new token for an old one: the person has to log in again. */
export const withoutRefresh: Host = () => ({ status: 400, json: { error: 'invalid_grant' } });
