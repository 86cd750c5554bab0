import { once } from 'node:events';
import { createServer, request as forward, type Server } from 'node:http';
import { type AddressInfo, connect, type LookupFunction } from 'node:net';

/** Resolves every name to this machine. */
const here: LookupFunction = (_host, options, callback) => {
	if (options.all === true) callback(null, [{ address: '127.0.0.1', family: 4 }]);
	else callback(null, '127.0.0.1', 4);
};

/** A forward proxy as companies have them: absolute URLs for http, CONNECT for https. Every name is this machine. */
export async function startProxy(credentials?: string) {
	const seen: string[] = [];
	const allowed = credentials === undefined ? null : `Basic ${Buffer.from(credentials).toString('base64')}`;
	const proxy: Server = createServer((request, response) => {
		seen.push(`${request.method} ${request.url}`);
		if (allowed !== null && request.headers['proxy-authorization'] !== allowed) return response.writeHead(407).end();
		const onward = forward(
			request.url!,
			{ method: request.method!, headers: request.headers, lookup: here },
			(answer) => {
				response.writeHead(answer.statusCode!, answer.headers);
				answer.pipe(response);
			},
		);
		onward.on('error', () => response.destroy());
		return request.pipe(onward);
	});
	proxy.on('connect', (request, socket) => {
		seen.push(`CONNECT ${request.url}`);
		const [, port = ''] = request.url!.split(':');
		const onward = connect(Number(port), '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 OK\r\n\r\n');
			onward.pipe(socket).pipe(onward);
		});
		onward.on('error', () => socket.destroy());
		socket.on('error', () => onward.destroy());
	});
	proxy.listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	const { port } = proxy.address() as AddressInfo;
	return {
		host: `127.0.0.1:${port}`,
		seen,
		async stop() {
			proxy.closeAllConnections();
			proxy.close();
			await once(proxy, 'close');
		},
	};
}
