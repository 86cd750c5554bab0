import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { createClient } from '../../nodes/CargoExchange/exchange/client';
import { damagedPdfs } from '../helpers/damagedPdfs';
import { readPdf, shortSilence } from '../helpers/exchangeClient';
import { ids, largePdf, pdf, streamOf, usePdfExchange } from '../helpers/pdfExchange';

describe('a PDF that does not come whole', () => {
	const exchange = usePdfExchange();

	it('is fetched again while the exchange is still preparing it', async () => {
		const client = await exchange.serving((_request, response) => {
			if (exchange.asked < 3) response.writeHead(202).end('{"message":"in progress"}');
			else response.end(pdf);
		});
		expect((await client.pdf(ids, readPdf)).kept.equals(pdf)).toBe(true);
	});

	it('is reported if it is not ready after all', async () => {
		const client = await exchange.serving((_request, response) => response.writeHead(202).end());
		await expect(client.pdf(ids, readPdf)).rejects.toMatchObject({
			message: 'The exchange is still preparing the document',
			description: expect.stringMatching(/^Try again later\. .*Tried 3 times\.$/) as string,
		});
	});

	it('is not asked for in a form that cannot be unpacked', async () => {
		let accepted: string | undefined;
		const client = await exchange.serving((request, response) => {
			accepted = request.headers['accept-encoding']?.toString();
			response.end(pdf);
		});
		await client.pdf(ids, readPdf);
		expect(accepted).toBe('identity');
	});

	it('is incomplete when what is packed ends early', async () => {
		const packed = gzipSync(pdf);
		const client = await exchange.serving((_request, response) =>
			response.setHeader('content-encoding', 'gzip').end(packed.subarray(0, packed.length - 5_000)),
		);
		await expect(client.pdf(ids, readPdf)).rejects.toMatchObject({
			message: expect.stringMatching(/^The PDF is incomplete: \d+ bytes arrived$/) as string,
		});
	});

	it.each([
		['a small one at its beginning', pdf, 5],
		['a small one in the middle', pdf, 50_000],
		['a large one at its beginning', largePdf, 5],
		['a large one in the middle', largePdf, 700_000],
	])('is fetched again from the start when the line breaks: %s', async (_what, bytes, breaksAt) => {
		const client = await exchange.serving((_request, response) => {
			response.writeHead(200, { 'content-length': bytes.length });
			if (exchange.asked > 1) return response.end(bytes);
			response.write(bytes.subarray(0, breaksAt), () => response.destroy());
			return response;
		});
		expect((await client.pdf(ids, readPdf)).kept.equals(bytes)).toBe(true);
		expect(exchange.asked).toBe(2);
	});

	it.each([
		['incomplete without its end', largePdf.subarray(0, 700_000), false],
		['whole with its end', largePdf, true],
		['whole with its end and some blanks', Buffer.concat([largePdf, Buffer.alloc(500, '\n')]), true],
	])('is %s where only the end of the connection ends the answer', async (_what, bytes, isWhole) => {
		const client = await exchange.serving((_request, response) => {
			response.socket?.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'), bytes]));
		});
		const came = await client.pdf(ids, readPdf).catch((thrown: unknown) => String(thrown));
		if (isWhole) expect(came).toMatchObject({ size: bytes.length });
		else expect(came).toContain('The PDF is incomplete: 700000 bytes arrived');
	});

	it.each([...damagedPdfs(pdf), ...damagedPdfs(largePdf)])(
		'is not taken for whole although the exchange says so: %s',
		async (_what, bytes) => {
			const client = await exchange.serving((_request, response) => response.end(bytes));
			await expect(client.pdf(ids, readPdf)).rejects.toMatchObject({
				name: 'UnexpectedResponse',
				message: expect.stringMatching(
					/^The PDF is damaged: (?:its end is missing|it was read as text on its way)$/,
				) as string,
			});
			expect(exchange.asked).toBe(1);
		},
	);

	it('that breaks before it is read fails for a later reader', async () => {
		const client = await exchange.serving((_request, response) => {
			response.writeHead(200, { 'content-length': largePdf.length });
			response.write(largePdf.subarray(0, 50_000), () => response.destroy());
		});
		const late = client.pdf(ids, async ({ content }) => {
			const stream = streamOf(content);
			if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve));
			return await readPdf({ content });
		});
		await expect(late).rejects.toMatchObject({
			message: expect.stringMatching(/^The PDF is incomplete/) as string,
		});
	});

	it.each([
		['small', pdf],
		['large', largePdf],
	])('is incomplete when the service falls silent: a %s one', async (_size, bytes) => {
		const client = await exchange.serving((_request, response) => {
			response.writeHead(200, { 'content-length': bytes.length });
			response.write(bytes.subarray(0, 50_000));
		}, shortSilence);
		await expect(client.pdf(ids, readPdf)).rejects.toMatchObject({ name: 'ServiceError' });
	});

	it('ends its connection, and is not fetched again, when the reader leaves, and when the execution is cancelled', async () => {
		const closed: Promise<unknown>[] = [];
		const client = await exchange.serving((_request, response) => {
			closed.push(once(response, 'close'));
			response.writeHead(200);
			response.write(largePdf);
		});
		await expect(client.pdf(ids, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
		expect(exchange.asked).toBe(1);
		await closed[0];

		const cancel = new AbortController();
		const cancelled = createClient(exchange.account(), { signal: cancel.signal }).pdf(ids, (arriving) => {
			cancel.abort(new Error('cancelled by the user'));
			return readPdf(arriving);
		});
		await expect(cancelled).rejects.toThrow('cancelled by the user');
		await closed[1];
	});
});
