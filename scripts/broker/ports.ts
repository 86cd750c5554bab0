/** Free loopback ports, and whether a broker answers on one. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** One free port for each name; all are taken at once before any is given back, so they differ. */
export async function freePorts<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>>;
export async function freePorts(names: readonly string[]): Promise<Record<string, number>> {
	const servers = await Promise.all(
		names.map(async () => {
			const server = createServer();
			server.listen(0, '127.0.0.1');
			await once(server, 'listening');
			return server;
		}),
	);
	const ports = servers.map((server) => portOf(server.address()));
	await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
	return Object.fromEntries(names.map((name, index) => [name, ports[index] ?? 0]));
}

/** Whether something listens on the port. */
export async function accepts(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => {
			socket.destroy();
			resolve(true);
		});
		socket.on('error', () => {
			resolve(false);
		});
	});
}

/** Whether an AMQP 0-9-1 handshake is answered: an open port alone says nothing. */
export async function answersAsBroker(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1');
		const finish = (answer: boolean) => {
			socket.destroy();
			resolve(answer);
		};
		socket.setTimeout(2000, () => {
			finish(false);
		});
		socket.on('error', () => {
			finish(false);
		});
		socket.on('close', () => {
			finish(false);
		});
		socket.on('connect', () => socket.write(Buffer.from([0x41, 0x4d, 0x51, 0x50, 0, 0, 9, 1])));
		// The first frame of a broker is a method frame (type 1) on channel 0.
		socket.on('data', (data) => {
			finish(data[0] === 1);
		});
	});
}

function portOf(address: AddressInfo | string | null): number {
	if (address === null || typeof address === 'string') throw new Error('A TCP server without a port');
	return address.port;
}
