import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { createClient } from '../../nodes/CargoExchange/exchange/client';
import { accountAt, quickTries, useExchange } from '../helpers/exchangeClient';
import { ids } from '../helpers/pdfExchange';

const MB = 1024 * 1024;

/** `start`, then so many MB of zeros as gzip packs them: a thousandth of their size on the way. */
function bomb(start: string, megabytes: number): Buffer {
	const packed = gzipSync(Buffer.alloc(MB));
	return Buffer.concat([gzipSync(start), ...Array.from({ length: megabytes }, () => packed)]);
}

/** Does something every few milliseconds until the connection is closed. */
function regularly(response: ServerResponse, act: () => unknown): void {
	const timer = setInterval(act, 20);
	response.on('close', () => {
		clearInterval(timer);
	});
}

describe('an answer without end', () => {
	const serve = useExchange();

	async function answering(answer: (response: ServerResponse) => unknown, limits = {}) {
		const server = await serve((_request, response) => {
			answer(response);
		});
		return createClient(accountAt(server.url), { ...quickTries, ...limits });
	}

	it('is not unpacked beyond the size of any list', async () => {
		const client = await answering((response) => {
			response.setHeader('content-encoding', 'gzip').end(bomb('[', 200));
		});
		await expect(client.counterparties()).rejects.toMatchObject({
			message: 'The response from the exchange is too large',
			description: expect.stringMatching(/^Reading stopped after 64 MB/) as string,
		});
	});

	it('is not unpacked beyond the size of any document, and nobody takes it for one', async () => {
		const client = await answering(
			(response) => response.setHeader('content-encoding', 'gzip').end(bomb('%PDF-1.7', 50)),
			{ documentBytes: 20 * MB },
		);
		let stored = 0;
		const storing = client.pdf(ids, async ({ content }) => {
			for await (const chunk of content as Readable) stored += (chunk as Buffer).length;
		});
		await expect(storing).rejects.toMatchObject({ message: 'The document is larger than 20 MB' });
		expect(stored).toBeLessThanOrEqual(20 * MB);
	});

	it('is refused by its announced size already', async () => {
		const client = await answering((response) => {
			response.writeHead(200, { 'content-length': 600 * MB }).write('%PDF-1.7');
		});
		const stored: unknown[] = [];
		const storing = client.pdf(ids, (pdf) => Promise.resolve(stored.push(pdf)));
		await expect(storing).rejects.toMatchObject({ message: 'The document is larger than 512 MB' });
		expect(stored).toEqual([]);
	});

	it('that redirects each time just in time is given up after the time of one', async () => {
		const client = await answering(
			(response) => setTimeout(() => response.writeHead(307, { location: '/again' }).end(), 300),
			{ connectMs: 200, headersMs: 500, tries: 1 },
		);
		await expect(client.counterparties()).rejects.toMatchObject({
			message: expect.stringMatching(/did not respond in time$/) as string,
		});
	});

	it.each(['a list', 'a document'])('that drips is given up after a total time: %s', async (kind) => {
		const client = await answering(
			(response) => {
				response.write('%PDF-1.7');
				regularly(response, () => response.write('x'));
			},
			{ bodyTotalMs: 300 },
		);
		const call = kind === 'a list' ? client.counterparties() : client.pdf(ids, () => Promise.resolve());
		await expect(call).rejects.toMatchObject({
			message: expect.stringMatching(/^127\.0\.0\.1:\d+ takes too long to send its response$/) as string,
		});
	});
});

describe('an import', () => {
	const serve = useExchange();

	it.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
		[
			'is announced a response again and again, but never gets one',
			(request, response) => {
				request.resume();
				regularly(response, () => {
					response.writeProcessing();
				});
			},
		],
		[
			'is read in drops',
			(request, response) => {
				request.pause();
				regularly(response, () => request.read(1_000) as unknown);
			},
		],
	])('that %s is given up after a total time', async (_what, answer) => {
		const { url } = await serve(answer);
		const client = createClient(accountAt(url), { ...quickTries, bodyTotalMs: 300 });
		const piece = Buffer.alloc(MB);
		const body = { length: 64 * MB, open: () => Readable.from(Array.from({ length: 64 }, () => piece)) };
		await expect(client.importShipment('REF', body)).rejects.toMatchObject({
			name: 'ImportOutcomeUnknown',
			description: expect.stringMatching(/^127\.0\.0\.1:\d+ did not respond in time\./) as string,
		});
	});
});
