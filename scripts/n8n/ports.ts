import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Systems hand out ports from 32,768 on by themselves: one below is not taken by chance before its program has started. */
const range = { from: 20_000, below: 32_768 };
const given = new Set<number>();

/** A TCP port of the loopback interface that nobody listens on now; each call gives another. */
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
