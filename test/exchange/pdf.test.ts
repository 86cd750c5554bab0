import { createHash, randomBytes } from 'node:crypto';
import { readPdf } from '../helpers/exchangeClient';
import { ids, largePdf, pdf, streamOf, usePdfExchange } from '../helpers/pdfExchange';

describe('a PDF on its way', () => {
	const exchange = usePdfExchange();

	it.each([
		['at the very beginning', 0],
		['after a preamble', 500],
		['at the last place where it counts', 1_019],
	])('is believed with its marker %s, whatever the content type says', async (_where, at) => {
		const bytes = Buffer.concat([Buffer.alloc(at, 10), pdf]);
		const client = await exchange.serving((_request, response) =>
			response.setHeader('content-type', 'text/html').end(bytes),
		);
		expect((await client.pdf(ids, readPdf)).kept.equals(bytes)).toBe(true);
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
			'that is JSON with a mark, which mentions one',
			Buffer.from('\ufeff{"errorMessage":"No %PDF-1.7 found"}'),
			/sent a message instead of a PDF: No %PDF-1.7 found$/,
		],
		[
			'that is a page, which mentions one',
			Buffer.from('<!DOCTYPE html><title>%PDF-1.7 viewer</title>'),
			/sent a web page instead of a PDF: %PDF-1.7 viewer$/,
		],
		['that is a page in other words', Buffer.from('<!-- x --><p>%PDF-1.7</p>'), /instead of a PDF/],
		[
			'that is an image',
			Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(3_000)]),
			/^The exchange sent something else instead of a PDF/,
		],
	])('is refused %s', async (_what, bytes, says) => {
		const client = await exchange.serving((_request, response) =>
			response.setHeader('content-type', 'application/pdf').end(bytes),
		);
		await expect(client.pdf(ids, readPdf)).rejects.toMatchObject({
			name: 'UnexpectedResponse',
			message: expect.stringMatching(says) as string,
		});
		expect(exchange.asked).toBe(1);
	});

	it('arrives byte for byte', async () => {
		for (const bytes of [pdf, largePdf]) {
			const client = await exchange.serving((_request, response) => response.end(bytes));
			const arrived = await client.pdf(ids, readPdf);
			expect(arrived.kept.equals(bytes)).toBe(true);
			expect(arrived.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
		}
	});

	it('is whole when the service sends more than it announced', async () => {
		const client = await exchange.serving((_request, response) => {
			response.socket?.end(
				Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${pdf.length}\r\n\r\n`), pdf, Buffer.alloc(10)]),
			);
		});
		expect((await client.pdf(ids, readPdf)).size).toBe(pdf.length);
	});

	it('is handed on in few pieces, so that few writes store it', async () => {
		const client = await exchange.serving((_request, response) => {
			response.setHeader('content-length', largePdf.length);
			const parts = Array.from({ length: Math.ceil(largePdf.length / 5_000) }, (_, part) =>
				largePdf.subarray(part * 5_000, (part + 1) * 5_000),
			);
			const give = () => {
				const part = parts.shift();
				if (part) response.write(part, give);
				else response.end();
			};
			give();
		});
		const pieces: Buffer[] = [];
		await client.pdf(ids, async ({ content }) => {
			for await (const piece of streamOf(content)) pieces.push(piece as Buffer);
		});
		expect(Buffer.concat(pieces).equals(largePdf)).toBe(true);
		expect(pieces.length).toBeLessThanOrEqual(5);
	});

	it('of 100 MB flows through without being gathered: the service waits for the reader', async () => {
		const total = 100 * 1024 * 1024;
		const chunk = Buffer.from('%%EOF'.padStart(64 * 1024, 'x'));
		let given = 0;
		const client = await exchange.serving((_request, response) => {
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
		let taken = 0;
		let mostAhead = 0;
		const { size } = await client.pdf(ids, async ({ content }) => {
			for await (const part of streamOf(content)) {
				taken += (part as Buffer).length;
				mostAhead = Math.max(mostAhead, given - taken);
				if (taken % (8 * 1024 * 1024) < 65_536) await new Promise((resolve) => setTimeout(resolve, 5));
			}
		});
		expect(taken).toBe(total);
		expect(size).toBe(total);
		// What is under way sits in the sockets' buffers of the two sides; the file itself is far larger.
		expect(mostAhead).toBeLessThan(16 * 1024 * 1024);
	});
});
