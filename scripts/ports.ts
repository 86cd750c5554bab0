import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

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

function isFree(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => {
			resolve(false);
		});
		server.listen(port, '127.0.0.1', () => {
			server.close(() => {
				resolve(true);
			});
		});
	});
}

/** A free port for each name. */
export async function freePorts<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>>;
export async function freePorts(names: readonly string[]): Promise<Record<string, number>> {
	const ports: Record<string, number> = {};
	for (const name of names) ports[name] = await freePort();
	return ports;
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

/** Whether an AMQP 0-9-1 handshake is answered: an open port alone proves nothing. */
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
		// A broker's first frame is a method frame (type 1) on channel 0.
		socket.on('data', (data) => {
			finish(data[0] === 1);
		});
	});
}
