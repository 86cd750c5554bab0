import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { fileNameOf } from '../wire/fileName';
import { isPage, ownWords, quote } from '../wire/problem';
import { ServiceProblem, UnexpectedReply } from './errors';
import { setbackOf } from './faults';
import type { Reply } from './http';
import { decoded, isPlain } from './reading';

/** A PDF on its way. The stream fails when what came is no whole PDF; only its end vouches for it. */
export type PdfDownload = {
	/** Consume or destroy it. */
	stream: Readable;
	/** Size in bytes, where the service announces it. */
	length?: number;
	/** File name from Content-Disposition, as the service wrote it (make it safe before use). */
	headerFileName?: string;
	/** Size in bytes and SHA-256 (hex) of what came; throws before the stream has ended well. */
	digest(): { size: number; sha256: string };
};

const markerWithin = 1024;
const quotableWithin = 64 * 1024;

/**
 * Takes a reply for a PDF. Resolves once its beginning shows one; until then nothing was handed over, so that a broken
 * line is a Setback. Believes the bytes, not the content type: `%PDF-` within the first 1,024.
 */
export async function openPdf(reply: Reply, secrets: readonly string[]): Promise<PdfDownload> {
	const source = decoded(reply).on('error', () => {
		// Told by the iterator as well; without a listener a body destroyed early would end the process.
	});
	const chunks: AsyncIterator<Buffer, unknown> = source.iterator({ destroyOnReturn: false });
	const start = await firstBytes(chunks, reply);
	if (!start.subarray(0, markerWithin).includes('%PDF-')) {
		const quotable = await moreOf(chunks, start);
		source.destroy();
		throw noPdf(reply, quotable, secrets);
	}
	const announced = isPlain(reply) ? lengthOf(reply) : null;
	const hash = createHash('sha256');
	let size = 0;
	let sha256: string | null = null;

	async function* checked(): AsyncGenerator<Buffer> {
		try {
			for (let chunk: Buffer | null = start; chunk !== null; chunk = await nextChunk(chunks)) {
				hash.update(chunk);
				size += chunk.length;
				yield chunk;
			}
		} catch (thrown) {
			reply.ask.signal?.throwIfAborted();
			throw incomplete(reply, { size, announced, cause: thrown });
		}
		if (announced !== null && size !== announced) throw incomplete(reply, { size, announced });
		sha256 = hash.digest('hex');
	}
	const stream = Readable.from(checked(), { objectMode: false });
	stream.once('close', () => source.destroy());

	const headerFileName = fileNameOf(reply.header('content-disposition'));
	return {
		stream,
		...(announced !== null && { length: announced }),
		...(headerFileName !== null && { headerFileName }),
		digest() {
			if (sha256 === null) throw new Error('The PDF has not arrived whole');
			return { size, sha256 };
		},
	};
}

async function firstBytes(chunks: AsyncIterator<Buffer, unknown>, reply: Reply): Promise<Buffer> {
	const parts: Buffer[] = [];
	let size = 0;
	try {
		while (size < markerWithin) {
			const chunk = await nextChunk(chunks);
			if (chunk === null) break;
			parts.push(chunk);
			size += chunk.length;
		}
	} catch (thrown) {
		reply.ask.signal?.throwIfAborted();
		throw setbackOf(thrown, reply.ask, { proxy: null, nothingSent: false });
	}
	return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, size);
}

/** Enough of what came to quote it; whatever breaks here changes nothing: it is no PDF. */
async function moreOf(chunks: AsyncIterator<Buffer, unknown>, start: Buffer): Promise<Buffer> {
	let bytes = start;
	try {
		while (bytes.length < quotableWithin) {
			const chunk = await nextChunk(chunks);
			if (chunk === null) break;
			bytes = Buffer.concat([bytes, chunk]);
		}
	} catch {
		// What came so far is quoted.
	}
	return bytes;
}

async function nextChunk(chunks: AsyncIterator<Buffer, unknown>): Promise<Buffer | null> {
	const next = await chunks.next();
	return next.done === true ? null : next.value;
}

function lengthOf(reply: Reply): number | null {
	const header = reply.header('content-length');
	return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

function noPdf(reply: Reply, start: Buffer, secrets: readonly string[]): UnexpectedReply {
	const text = start.toString('utf8');
	const json = /^\s*[[{"]/.test(text);
	const words = json || isPage(text) ? ownWords(text, secrets) : quote(text.slice(0, 60), secrets);
	const what = text.trim() === '' ? 'nothing' : isPage(text) ? 'a web page' : json ? 'a message' : 'something else';
	return new UnexpectedReply({
		call: reply.ask.call,
		field: 'body',
		message: `The exchange sent ${what} instead of a PDF${words === null ? '' : `: ${words}`}`,
		description: `It answered ${reply.status} to ${reply.ask.call}. Check the set and document ids, and that this account may see the document.`,
	});
}

function incomplete(reply: Reply, at: { size: number; announced: number | null; cause?: unknown }): ServiceProblem {
	const came = at.announced === null ? `${at.size} bytes came` : `${at.size} of ${at.announced} bytes came`;
	return new ServiceProblem({
		call: reply.ask.call,
		status: reply.status,
		message: `The PDF is incomplete: ${came}`,
		description: `The answer to ${reply.ask.call} broke off. Nothing of it is used. Try again.`,
		cause: at.cause,
	});
}
