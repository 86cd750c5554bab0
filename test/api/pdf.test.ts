import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { createClient } from '../../nodes/CargoExchange/api/client';
import { closeConnections } from '../../nodes/CargoExchange/api/dispatcher';
import { accountAt, answersToken, impatient, readPdf, serve, type TestServer } from '../helpers/exchangeClient';

const ids = { setId: '01234567-89ab-cdef-0123-456789abcdef', documentId: '01234567-89ab-cdef-0123-456789abcde0' };
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(100_000), Buffer.from('\n%%EOF\n')]);

/** Real documents by other hands, where they are at hand. */
const realFolder = path.resolve(__dirname, '../../../shared/data/pdf');
const realPdfs = existsSync(realFolder) ? readdirSync(realFolder).map((name) => path.join(realFolder, name)) : [];

describe('a PDF on its way', () => {
	let server: TestServer;
	let asked: number;

	async function serving(answer: RequestListener) {
		asked = 0;
		server = await serve((request, response) => {
			if (answersToken(request, response)) return;
			asked++;
			answer(request, response);
		});
		return createClient(accountAt(server.url), { ...impatient, tries: 3 });
	}
	afterEach(async () => {
		await closeConnections();
		await server.stop();
	});

	it.each([
		['at the very beginning', 0],
		['after a preamble', 500],
		['at the last place where it counts', 1_019],
	])('is believed with its marker %s, whatever the content type says', async (_where, at) => {
		const bytes = Buffer.concat([Buffer.alloc(at, 10), pdf]);
		const client = await serving((_request, response) => response.setHeader('content-type', 'text/html').end(bytes));
		expect((await readPdf(await client.pdf(ids))).bytes.equals(bytes)).toBe(true);
	});

	it.each([
		[
			'with its marker one byte too late',
			Buffer.concat([Buffer.alloc(1_020, 10), pdf]),
			/something else instead of a PDF: %PDF-1\.7|something else|nothing/,
		],
		[
			'that is a short text',
			Buffer.from('No such document'),
			/^The exchange sent something else instead of a PDF: No such document$/,
		],
		[
			'that is JSON longer than the first chunk',
			Buffer.from(JSON.stringify({ data: 'x'.repeat(20_000), errorMessage: 'Not yet signed' })),
			/^The exchange sent a message instead of a PDF: Not yet signed$/,
		],
		[
			'that is an image',
			Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(3_000)]),
			/^The exchange sent something else instead of a PDF/,
		],
	])('is refused %s', async (_what, bytes, says) => {
		const client = await serving((_request, response) =>
			response.setHeader('content-type', 'application/pdf').end(bytes),
		);
		await expect(client.pdf(ids)).rejects.toMatchObject({
			name: 'UnexpectedReply',
			message: expect.stringMatching(says) as string,
		});
		expect(asked).toBe(1);
	});

	it('arrives byte for byte, whoever made it', async () => {
		for (const bytes of [pdf, ...realPdfs.map((file) => readFileSync(file))]) {
			const client = await serving((_request, response) => response.end(bytes));
			const arrived = await readPdf(await client.pdf(ids));
			expect(arrived.bytes.equals(bytes)).toBe(true);
			expect(arrived.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
			await closeConnections();
			await server.stop();
		}
	});

	it('never quotes a credential that came instead', async () => {
		const client = await serving((request, response) =>
			response.end(JSON.stringify({ message: `seen ${request.headers.authorization} and eyJhbGciOi.eyJzdWIi.c2ln` })),
		);
		await expect(client.pdf(ids)).rejects.toMatchObject({
			message: 'The exchange sent a message instead of a PDF: seen Bearer *** and ***',
		});
	});

	it('may be packed', async () => {
		const client = await serving((_request, response) =>
			response.setHeader('content-encoding', 'gzip').end(gzipSync(pdf)),
		);
		const download = await client.pdf(ids);
		expect(download.length).toBeUndefined();
		expect((await readPdf(download)).size).toBe(pdf.length);
	});

	it('is incomplete when what is packed ends early', async () => {
		const packed = gzipSync(pdf);
		const client = await serving((_request, response) =>
			response.setHeader('content-encoding', 'gzip').end(packed.subarray(0, packed.length - 5_000)),
		);
		const download = await client.pdf(ids);
		await expect(readPdf(download)).rejects.toMatchObject({
			message: expect.stringMatching(/^The PDF is incomplete: \d+ bytes came$/) as string,
		});
		expect(() => download.digest()).toThrow();
	});

	it('is fetched again when it broke before anything was handed over', async () => {
		const client = await serving((_request, response) => {
			if (asked > 1) return response.end(pdf);
			response.writeHead(200, { 'content-length': pdf.length });
			response.write('%PDF-', () => response.destroy());
			return response;
		});
		expect((await readPdf(await client.pdf(ids))).size).toBe(pdf.length);
		expect(asked).toBe(2);
	});

	it('is not fetched again when it broke later: the stream tells', async () => {
		const client = await serving((_request, response) => {
			response.writeHead(200, { 'content-length': pdf.length });
			response.write(pdf.subarray(0, 50_000));
			setTimeout(() => response.destroy(), 50);
		});
		const download = await client.pdf(ids);
		await expect(readPdf(download)).rejects.toMatchObject({
			message: `The PDF is incomplete: 50000 of ${pdf.length} bytes came`,
		});
		expect(asked).toBe(1);
	});

	it('that breaks before anyone reads it is told to whoever reads it later', async () => {
		const client = await serving((_request, response) => {
			response.writeHead(200, { 'content-length': pdf.length });
			response.write(pdf.subarray(0, 50_000), () => setTimeout(() => response.destroy(), 20));
		});
		const download = await client.pdf(ids);
		await new Promise((resolve) => download.stream.on('close', resolve));
		await expect(readPdf(download)).rejects.toMatchObject({
			message: expect.stringMatching(/^The PDF is incomplete/) as string,
		});
	});

	it('is incomplete when the service falls silent', async () => {
		const client = await serving((_request, response) => {
			response.writeHead(200, { 'content-length': pdf.length });
			response.write(pdf.subarray(0, 50_000));
		});
		await expect(readPdf(await client.pdf(ids))).rejects.toMatchObject({ name: 'ServiceProblem' });
	});

	it('is whole when the service sends more than it announced', async () => {
		const client = await serving((_request, response) => {
			response.socket?.end(
				Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${pdf.length - 10}\r\n\r\n`), pdf]),
			);
		});
		expect((await readPdf(await client.pdf(ids))).size).toBe(pdf.length - 10);
	});

	it('is handed on in few pieces, so that few writes store it', async () => {
		const large = Buffer.concat([pdf, randomBytes(1_000_000)]);
		const client = await serving((_request, response) => {
			response.setHeader('content-length', large.length);
			const parts = Array.from({ length: Math.ceil(large.length / 5_000) }, (_, part) =>
				large.subarray(part * 5_000, (part + 1) * 5_000),
			);
			const give = () => {
				const part = parts.shift();
				if (part) response.write(part, give);
				else response.end();
			};
			give();
		});
		const { stream } = await client.pdf(ids);
		const pieces: Buffer[] = [];
		await once(
			stream.on('data', (piece: Buffer) => pieces.push(piece)),
			'end',
		);
		expect(Buffer.concat(pieces).equals(large)).toBe(true);
		expect(pieces.length).toBeLessThanOrEqual(5);
	});

	it('ends its connection when the reader leaves, and when the execution is cancelled', async () => {
		const closed: Promise<unknown>[] = [];
		const client = await serving((_request, response) => {
			closed.push(once(response, 'close'));
			response.writeHead(200);
			response.write(pdf);
		});
		(await client.pdf(ids)).stream.destroy();
		await closed[0];

		const cancel = new AbortController();
		const { stream } = await createClient(accountAt(server.url), { signal: cancel.signal }).pdf(ids);
		const reading = stream.toArray();
		cancel.abort(new Error('cancelled by the user'));
		await expect(reading).rejects.toThrow('cancelled by the user');
		await closed[1];
	});

	it('of 100 MB flows through without being gathered: the service waits for the reader', async () => {
		const total = 100 * 1024 * 1024;
		const chunk = Buffer.alloc(64 * 1024, 'x');
		let given = 0;
		const client = await serving((_request, response) => {
			response.writeHead(200, { 'content-length': total });
			response.write('%PDF-1.7\n'.padEnd(chunk.length, ' '));
			given = chunk.length;
			const give = () => {
				while (given < total) {
					given += chunk.length;
					if (!response.write(chunk)) return;
				}
				response.end();
			};
			response.on('drain', give);
			give();
		});
		const download = await client.pdf(ids);
		let taken = 0;
		let mostAhead = 0;
		for await (const part of download.stream) {
			taken += (part as Buffer).length;
			mostAhead = Math.max(mostAhead, given - taken);
			if (taken % (8 * 1024 * 1024) < 65_536) await new Promise((resolve) => setTimeout(resolve, 5));
		}
		expect(taken).toBe(total);
		expect(download.digest().size).toBe(total);
		// What is under way sits in the sockets' buffers of the two sides; the file itself is far larger.
		expect(mostAhead).toBeLessThan(16 * 1024 * 1024);
	});
});
