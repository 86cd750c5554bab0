import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A door to the broker that counts who is inside. */
export type Gate = { url: string; open(): number; close(): Promise<void> };

/** Listens on a free port of this machine and passes every connection on to the broker of that address. */
export async function startGate(brokerUrl: string): Promise<Gate> {
	const { hostname, port } = new URL(brokerUrl);
	const guests = new Set<Socket>();
	const server = createServer((guest) => {
		const inside = connect(Number(port) || 5672, hostname);
		guests.add(guest);
		guest.pipe(inside).pipe(guest);
		for (const [one, other] of [
			[guest, inside],
			[inside, guest],
		] as const) {
			one.on('error', () => other.destroy());
			one.on('close', () => {
				guests.delete(guest);
				other.destroy();
			});
		}
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (!address || typeof address === 'string') throw new Error('The gate got no port');

	const url = new URL(brokerUrl);
	url.hostname = '127.0.0.1';
	url.port = String(address.port);
	return {
		url: url.href,
		open: () => guests.size,
		async close() {
			for (const guest of guests) guest.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}
