import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

/** How an exchange treats an import whose token has ended. */
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

/** An exchange whose token ends with each list of counterparties. It refuses an import with an ended token as `answer` does. */
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
				// Whoever imports may not be allowed to search.
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

/** The Node 20 that n8n 1.x runs on, where this machine has one on its PATH; else the Node that runs the tests. */
async function findNode20(): Promise<string> {
	for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
		const node = path.join(folder, 'node');
		if (!existsSync(node)) continue;
		const { stdout } = await promisify(execFile)(node, ['-p', 'process.versions.node']);
		if (stdout.startsWith('20.')) return node;
	}
	return process.execPath;
}

/** The client, bundled as it is shipped, for processes of their own; `run` starts one under Node 20 or under the Node of the tests. */
export async function bundledClient() {
	const folder = await mkdtemp(path.join(tmpdir(), 'client-'));
	const file = path.join(folder, 'client.cjs');
	const source = path.resolve(__dirname, '../../nodes/CargoExchange/exchange/client.ts');
	await build({ entryPoints: [source], bundle: true, platform: 'node', target: 'node20', outfile: file });
	const nodes = { 'Node 20': await findNode20(), 'Node 24': process.execPath };
	return {
		/** The version and whatever else `script` prints; `createClient` is defined in it. */
		async run(node: keyof typeof nodes, script: string): Promise<string> {
			const code = `const { createClient } = require(${JSON.stringify(file)}); ${script}`;
			return (await promisify(execFile)(nodes[node], ['-e', code], { timeout: 30_000 })).stdout.trim();
		},
		remove: () => rm(folder, { recursive: true }),
	};
}

/** A script that lets the token of an `expiringExchange` end and imports a body of so many bytes, several times. Prints the outcomes. */
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
