import { createSecureServer } from 'node:http2';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { createClient } from '../../nodes/CargoExchange/exchange/client';
import { closeConnections } from '../../nodes/CargoExchange/exchange/http/connectionPool';
import { makeCertificate } from '../helpers/certificates';
import { accountAt, answersToken, quickTries, useServers } from '../helpers/exchangeClient';

const serve = useServers();
afterEach(() => jest.restoreAllMocks());
const twoTries = { ...quickTries, tries: 2 };
const textLike = (pattern: RegExp) => expect.stringMatching(pattern) as string;
const head = (...lines: string[]) => `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;

/** A server that gives a token and answers everything else by writing to the socket. */
async function answering(write: (socket: Socket) => void) {
	const { url } = await serve((request, response) => {
		if (!answersToken(request, response)) write(request.socket);
	});
	return createClient(accountAt(url), twoTries);
}

it('speaks HTTP/1.1 with a server that prefers HTTP/2', async () => {
	const { cert, key } = makeCertificate(['127.0.0.1']);
	const versions: string[] = [];
	const server = createSecureServer({ cert, key, allowHTTP1: true }, (request, response) => {
		versions.push(`${request.method} ${request.httpVersion}`);
		request.resume().on('end', () => {
			response.end(request.url.includes('token') ? '{"token":"opaque-token"}' : '[]');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const client = createClient(accountAt(`https://127.0.0.1:${port}`, { ignoreSslIssues: true }), twoTries);
	await client.counterparties();
	await client.importShipment('REF', { length: 2, open: () => Readable.from([Buffer.from('{}')]) });
	await closeConnections();
	server.close();
	expect(versions).toEqual(['GET 1.1', 'GET 1.1', 'POST 1.1']);
});

it('reads headers of 100 kB', async () => {
	const cookies = Array.from({ length: 100 }, (_, n) => `set-cookie: c${n}=${'x'.repeat(1_000)}`);
	const client = await answering((socket) => socket.write(`${head('content-length: 2', ...cookies)}[]`));
	expect(await client.counterparties()).toEqual([]);
});

const packed = (encoding: string, body: Buffer) => (socket: Socket) => {
	socket.write(head(`content-encoding: ${encoding}`, `content-length: ${body.length}`));
	socket.write(body);
};

it.each<[string, (socket: Socket) => void, RegExp, RegExp]>([
	[
		'too many headers',
		(socket) => socket.write(head(...Array.from({ length: 30 }, () => `x: ${'y'.repeat(10_000)}`))),
		/sent a response with too many headers$/,
		/cookies or other headers/,
	],
	[
		'broken gzip',
		packed('gzip', gzipSync(JSON.stringify('x'.repeat(500))).fill(7, 10, 15)),
		/sent a response that cannot be decompressed$/,
		/compression is broken.*Tried 2 times/,
	],
	['gzip that ends early', packed('gzip', gzipSync('[]').subarray(0, 15)), /cannot be decompressed$/, /Z_BUF_ERROR/],
	['raw deflate', packed('deflate', deflateRawSync('[]'.padEnd(5_000))), /cannot be decompressed$/, /Z_DATA_ERROR/],
])('names %s as the cause, not a lost connection', async (_what, write, message, description) => {
	const client = await answering(write);
	await expect(client.counterparties()).rejects.toMatchObject({
		message: textLike(message),
		description: textLike(description),
	});
});

it.each<[string, object, RegExp, RegExp]>([
	['requires a client certificate', { requestCert: true }, /was lost$/, /requires a client certificate does this too/],
	[
		'requires a client certificate in TLS 1.2',
		{ requestCert: true, maxVersion: 'TLSv1.2' },
		/refused the TLS connection$/,
		/may require a client certificate/,
	],
	[
		'has only TLS 1.0',
		{ minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
		/only versions of TLS that are no longer safe$/,
		/Ask the operator/,
	],
])('says so if a server %s', async (_what, options, message, description) => {
	const { cert, key } = makeCertificate(['127.0.0.1']);
	const server = createServer({ cert, key, ...options }, (request, response) => {
		answersToken(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const account = accountAt(`https://127.0.0.1:${port}`, { ignoreSslIssues: true });
	await expect(createClient(account, twoTries).counterparties()).rejects.toMatchObject({
		message: textLike(message),
		description: textLike(description),
	});
	await closeConnections();
	server.close();
});

it.each([
	['has # in its password', 'http://user:se#cret@proxy.example:3128', /no valid address$/],
	['is for SOCKS', 'socks5://user:secret@proxy.example:1080', /SOCKS proxy, which this node does not support$/],
])('says so, without its password, if the proxy address of n8n %s', async (_what, proxy, message) => {
	jest.replaceProperty(process, 'env', { ...process.env, https_proxy: proxy });
	await expect(createClient(accountAt('https://exchange.example'), twoTries).counterparties()).rejects.toMatchObject({
		name: 'InvalidInput',
		message: textLike(message),
		description: expect.not.stringMatching(/cret/) as string,
	});
});
