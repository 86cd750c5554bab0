import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { quickTries, readPdf } from '../helpers/exchangeClient';
import { ids, largePdf, pdf, pdfOf, usePdfExchange } from '../helpers/pdfExchange';

const urlSafe = (text: string) => text.replace(/\+/g, '-').replace(/\//g, '_');
const inLines = (text: string) => text.replace(/.{76}/g, '$&\r\n');
const escaped = (text: string) => JSON.stringify(text).replaceAll('/', '\\/');
const inUnicode = (text: string) =>
	JSON.stringify(text).replace(/[+/=]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);

/** How an exchange may write the Base64 of a PDF. */
const letters = [(text: string) => text, urlSafe, inLines, (text: string) => text.replace(/=+$/, '')];
/** And what it may put around it. */
const answers: ((text: string) => string)[] = [
	(text) => text,
	(text) => `\r\n${text}\n`,
	(text) => `data:application/pdf;base64,${text}`,
	(text) => JSON.stringify(text),
	(text) => `\ufeff{ "name": "B/L", "data": ${escaped(text)} }`,
	(text) =>
		JSON.stringify({ code: 200, data: { content: `data:application/pdf;base64,${text}`, name: 'x, "y"' } }, null, 2),
	(text) => `[{"size":7,"content":${inUnicode(text)},"names":["a\\nb"]}]`,
];

describe('a PDF as Base64', () => {
	const exchange = usePdfExchange();
	const serving = async (pieces: readonly Buffer[], length?: number) =>
		await exchange.serving((_request, response) => {
			if (length !== undefined) response.setHeader('content-length', length);
			void (async () => {
				for (const piece of pieces) {
					response.write(piece);
					await sleep(0);
				}
				response.end();
			})();
		});

	it('is the same PDF however it is written, and wherever the answer is cut into pieces', async () => {
		const drawn = fc.record({
			write: fc.constantFrom(...letters),
			wrap: fc.constantFrom(...answers),
			bytes: fc.constantFrom(0, 1, 2, 3, 50_000),
			cuts: fc.array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 12 }),
			isAnnounced: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(drawn, async ({ write, wrap, bytes, cuts, isAnnounced }) => {
				const file = pdfOf(bytes);
				const answer = Buffer.from(wrap(write(file.toString('base64'))));
				const at = [...cuts, answer.length].map((_, index) => cuts.slice(0, index).reduce((sum, cut) => sum + cut, 0));
				const pieces = at.map((start, index) => answer.subarray(start, at[index + 1] ?? answer.length));
				const client = await serving(pieces, isAnnounced ? answer.length : undefined);
				const { kept, size, sha256, isBase64 } = await client.pdf(ids, readPdf);
				expect(kept.equals(file)).toBe(true);
				expect([size, isBase64]).toEqual([file.length, true]);
				expect(sha256).toBe(createHash('sha256').update(file).digest('hex'));
			}),
			{ numRuns: 100 },
		);
	});

	it('counts against the largest document as it is decoded', async () => {
		const answer = Buffer.from(JSON.stringify({ data: largePdf.toString('base64') }));
		const limits = { documentBytes: largePdf.length };
		const serve = async (documentBytes: number) =>
			await exchange.serving((_request, response) => response.end(answer), { ...quickTries, documentBytes });
		expect((await (await serve(limits.documentBytes)).pdf(ids, readPdf)).kept.equals(largePdf)).toBe(true);
		await expect((await serve(largePdf.length - 1)).pdf(ids, readPdf)).rejects.toMatchObject({
			message: expect.stringMatching(/^The document is larger than /) as string,
		});
	});

	it.each([
		['within the text', (answer: string) => answer.slice(0, answer.length / 2)],
		['behind the text', (answer: string) => answer.slice(0, -1)],
		['and goes on with something else', (answer: string) => `${answer}{}`],
	])('that is cut off %s is requested again, and never given out', async (_where, cut) => {
		const answer = cut(JSON.stringify({ data: pdf.toString('base64') }));
		const client = await serving([Buffer.from(answer)], Buffer.byteLength(answer));
		await expect(client.pdf(ids, readPdf)).rejects.toMatchObject({
			message: expect.stringMatching(/^The PDF is (?:incomplete|damaged)/) as string,
		});
		expect(exchange.asked).toBe(3);
	});

	it.each([
		['a page', `<p>"${pdf.toString('base64')}"</p>`, 'The exchange sent a web page instead of a PDF'],
		[
			'Base64 of something else',
			Buffer.from('PK\x03\x04 no').toString('base64'),
			'The exchange sent something else instead of a PDF',
		],
		['a message', '{"errorMessage":"Not yet signed"}', 'The exchange sent a message instead of a PDF: Not yet signed'],
		[
			'JSON whose text begins too late',
			JSON.stringify({ a: ' '.repeat(70_000), data: pdf.toString('base64') }),
			'The exchange sent a message instead of a PDF',
		],
	])('is not %s', async (_what, answer, message) => {
		const client = await serving([Buffer.from(answer)]);
		await expect(client.pdf(ids, readPdf)).rejects.toMatchObject({
			message: expect.stringContaining(message) as string,
		});
	});
});
