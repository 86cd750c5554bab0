import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import * as z from 'zod/v4';

/** The system assigns ports from 32,768 on: a port below is not taken by chance before its program has started. */
const range = { from: 20_000, below: 32_768 };
const given = new Set<number>();

/** A TCP port of the loopback interface that nothing listens on; each call returns another. */
export async function freePort(): Promise<number> {
	for (let tries = 0; tries < 1_000; tries++) {
		const port = randomInt(range.from, range.below);
		if (given.has(port) || !(await isFree(port))) continue;
		given.add(port);
		return port;
	}
	throw new Error(`No port from ${range.from} to ${range.below} is free`);
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer().listen(port, '127.0.0.1');
	const listening = once(server, 'listening').then(
		() => true,
		() => false,
	);
	return await listening.finally(() => server.close());
}

/** Whether something listens on the port. */
export async function accepts(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	const connected = once(socket, 'connect').then(
		() => true,
		() => false,
	);
	return await connected.finally(() => socket.destroy());
}

/** Whether an AMQP 0-9-1 handshake is answered: an open port alone proves nothing. */
export async function answersAsBroker(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	try {
		socket.write(Buffer.from([0x41, 0x4d, 0x51, 0x50, 0, 0, 9, 1]));
		const [data] = z
			.tuple([z.instanceof(Buffer)])
			.parse(await once(socket, 'data', { signal: AbortSignal.timeout(2000) }));
		// A broker's first frame is a method frame (type 1) on channel 0.
		return data[0] === 1;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}
