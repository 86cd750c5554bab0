import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import type { FastifyInstance } from 'fastify';

import type { Settings } from './options';

/** A second port that leads to the same routes, so that the two interfaces can have different origins. */
export type SecondPort = { url: string; close(): Promise<void> };

export async function openSecondPort(app: FastifyInstance, { host, tls }: Settings, port: number): Promise<SecondPort> {
	const lead: RequestListener = (request, response) => {
		app.routing(request, response);
	};
	const server = tls === null ? createServer(lead) : createTlsServer(tls, lead);
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(port, host, resolve);
	});
	return {
		url: `${tls === null ? 'http' : 'https'}://${host}:${portOf(server.address())}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => {
					resolve();
				});
				server.closeAllConnections();
			}),
	};
}

function portOf(address: AddressInfo | string | null): number {
	if (address === null || typeof address === 'string') throw new Error('The port is not known');
	return address.port;
}
