import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

/** How an exchange can answer an import whose token has expired. */
export const earlyAnswers = {
	'answers 401 before it reads the body, and closes at once': (request: IncomingMessage, response: ServerResponse) => {
		request.pause();
		response.writeHead(401, { connection: 'close' }).end('{"message":"expired"}');
	},
	'answers 401 after a part of the body, and closes': (request: IncomingMessage, response: ServerResponse) => {
		request.once('data', () => {
			request.pause();
			response.writeHead(401, { connection: 'close' }).end('{"message":"expired"}');
		});
	},
	'answers 401 early and lets the body drain': (request: IncomingMessage, response: ServerResponse) => {
		response.writeHead(401).end('{"message":"expired"}');
		request.resume();
	},
	'resets the connection': (request: IncomingMessage) => {
		request.socket.destroy();
	},
} as const;

export type EarlyAnswer = keyof typeof earlyAnswers;

/** An exchange whose token expires with each list of counterparties. It answers an import with an expired token as `answer` does. */
export function expiringExchange(answer: EarlyAnswer) {
	let issued = 0;
	let valid = '';
	const exchange = {
		imported: 0,
		searches: 0,
		listener: ((request, response) => {
			if (request.url?.endsWith('/oauth2/token') === true) {
				valid = `opaque-token-${++issued}`;
				response.setHeader('content-type', 'application/json').end(JSON.stringify({ token: valid }));
				return;
			}
			const isValid = request.headers.authorization === `Bearer ${valid}`;
			if (request.url?.includes('/shipments') !== true) {
				if (request.method === 'POST') exchange.searches++;
				else valid = '';
				// An account that can import is not always allowed to search.
				request.resume().on('end', () => response.writeHead(isValid ? 403 : 401).end('{}'));
			} else if (isValid) {
				request.resume().on('end', () => {
					exchange.imported++;
					response.end('{"status":"OK"}');
				});
			} else {
				earlyAnswers[answer](request, response);
			}
		}) satisfies RequestListener,
	};
	return exchange;
}

/** The client, bundled as in the package. `run` starts a process with it, in the Node of the tests or another one. */
export async function bundledClient() {
	const folder = await mkdtemp(path.join(tmpdir(), 'client-'));
	const file = path.join(folder, 'client.cjs');
	const source = path.resolve(__dirname, '../../nodes/CargoExchange/exchange/client.ts');
	await build({ entryPoints: [source], bundle: true, platform: 'node', target: 'node22', outfile: file });
	return {
		/** Returns the output of `script`, in which `createClient` is defined. */
		async run(script: string, node = process.execPath): Promise<string> {
			const code = `const { createClient } = require(${JSON.stringify(file)}); ${script}`;
			// On a terminal, jest tells its children to print in color.
			const env = { ...process.env, FORCE_COLOR: '0' };
			return (await promisify(execFile)(node, ['-e', code], { timeout: 30_000, env })).stdout.trim();
		},
		remove: () => rm(folder, { recursive: true }),
	};
}

/** A script that several times lets the token of an `expiringExchange` expire, imports a body of this size and prints the outcome. */
export function importScript(account: object, { bytes, times }: { bytes: number; times: number }): string {
	return `
		const account = ${JSON.stringify(account)};
		const piece = Buffer.alloc(64 * 1024, 'x');
		async function* open() {
			for (let left = ${bytes}; left > 0; left -= piece.length) yield piece.subarray(0, left);
		}
		(async () => {
			for (let time = 0; time < ${times}; time++) {
				const client = createClient(account, { firstDelayMs: 10 });
				await client.counterparties().catch(() => undefined);
				const outcome = await client.importShipment('REF-' + time, { length: ${bytes}, open }).then(
					({ status }) => status,
					({ message }) => message,
				);
				console.log(outcome);
			}
		})();
	`;
}
