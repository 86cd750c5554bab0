import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { fileNameOf } from '../../schemas/fileName';
import { isPage, serviceMessage, sanitize } from '../../schemas/errorMessage';
import { blockBytes, type Blocks } from './blocks';
import { ServiceError, UnexpectedResponse } from '../../errors';
import { networkError } from '../http/networkErrors';
import type { Success } from './authenticatedRequest';
import type { Reply } from '../http/send';
import { firstBytes, inPieces } from './pieces';
import { decoded, isPlain } from '../http/response';
import { AttemptError } from '../http/retry';

/** A PDF for keeping. */
export type ArrivingPdf = {
	/** Its bytes where it is small; they are good until `keep` has ended. Else a stream, which fails where the PDF breaks off. */
	content: Buffer | Readable;
	/** Size in bytes, where the service announces it. */
	length?: number;
	/** File name from Content-Disposition, as the service wrote it (make it safe before use). */
	headerFileName?: string;
};

/** What `keep` made of a PDF that came whole, its size in bytes and its SHA-256 (hex). */
export type StoredPdf<Kept> = { kept: Kept; size: number; sha256: string };

/** Puts a PDF where it is wanted. Called anew for each attempt; what it made of one that broke off is of no use. */
export type PdfSink<Kept> = (pdf: ArrivingPdf) => Promise<Kept>;

const markerWithin = 1024;
/** How far from its last byte a PDF says that it ends; some append blanks or more. */
const endWithin = 4096;
const quotableBytes = 64 * 1024;

/**
 * Takes a reply for a PDF. Believes the bytes, not the content type: `%PDF-` within the first 1,024, and as many as
 * Content-Length says. Throws a AttemptError when the line breaks, be it in the middle; whatever `keep` throws is thrown on.
 */
export async function receivePdf<Kept>(
	{ reply, secrets }: Success,
	blocks: Blocks,
	keep: PdfSink<Kept>,
): Promise<StoredPdf<Kept>> {
	const announced = isPlain(reply) ? lengthOf(reply) : null;
	const headerFileName = fileNameOf(reply.header('content-disposition'));
	const facts = {
		...(announced !== null && { length: announced }),
		...(headerFileName !== null && { headerFileName }),
	};
	if (announced !== null && announced <= blockBytes) {
		const bytes = await gather(reply, announced, blocks);
		if (!isPdf(bytes)) throw noPdf(reply, bytes, secrets);
		const sha256 = createHash('sha256').update(bytes).digest('hex');
		const kept = await keep({ content: bytes, ...facts });
		// Not after a failure: whoever was to keep it may still be reading.
		blocks.giveBack(bytes);
		return { kept, size: announced, sha256 };
	}
	const source = decoded(reply);
	const start = await firstBytes(source, markerWithin).catch((thrown: unknown) => {
		reply.request.signal?.throwIfAborted();
		throw brokenOff(reply, { came: 0, announced, thrown });
	});
	if (!isPdf(start)) {
		// Whatever breaks while reading on changes nothing: it is no PDF.
		const more = await firstBytes(source, quotableBytes).catch(() => Buffer.alloc(0));
		source.destroy();
		throw noPdf(reply, Buffer.concat([start, more]), secrets);
	}
	return await flow(reply, { source, start, announced }, (content) => keep({ content, ...facts }));
}

/** All bytes of a body of known size. Throws a AttemptError when fewer come. */
async function gather(reply: Reply, announced: number, blocks: Blocks): Promise<Buffer> {
	const bytes = blocks.take(announced);
	let came = 0;
	try {
		// By events: one hop less per chunk than iterators.
		await new Promise((resolve, reject) => {
			reply.body
				.on('data', (chunk: Buffer) => (came += chunk.copy(bytes, came)))
				.on('end', resolve)
				.on('error', reject);
		});
	} catch (thrown) {
		reply.request.signal?.throwIfAborted();
		throw brokenOff(reply, { came, announced, thrown });
	}
	if (came < announced) throw brokenOff(reply, { came, announced });
	return bytes;
}

/** Hands a long PDF on as a stream, checked and counted while it flows. */
async function flow<Kept>(
	reply: Reply,
	{ source, start, announced }: { source: Readable; start: Buffer; announced: number | null },
	keep: (content: Readable) => Promise<Kept>,
): Promise<StoredPdf<Kept>> {
	const hash = createHash('sha256');
	let size = 0;
	let end: Buffer = Buffer.alloc(0);
	const isShort = () => (announced === null ? endsWithConnection(reply) && !end.includes('%%EOF') : size !== announced);
	const breakOff = (thrown?: unknown) => brokenOff(reply, { came: size, announced, thrown });
	const content = inPieces(source, start, {
		onChunk(chunk) {
			hash.update(chunk);
			size += chunk.length;
			if (announced === null)
				end = chunk.length < endWithin ? Buffer.concat([end, chunk]).subarray(-endWithin) : chunk.subarray(-endWithin);
		},
		onEnd: () => (isShort() ? breakOff() : null),
		onBreak: breakOff,
	});
	try {
		const kept = await keep(content);
		if (!content.readableEnded) throw content.errored ?? new Error('The PDF was not read to its end');
		return { kept, size, sha256: hash.digest('hex') };
	} catch (thrown) {
		reply.request.signal?.throwIfAborted();
		throw content.errored instanceof AttemptError ? content.errored : thrown;
	} finally {
		content.destroy();
	}
}

function isPdf(start: Buffer): boolean {
	return start.subarray(0, markerWithin).includes('%PDF-');
}

/** True where the service neither announces a length nor marks the end: a connection that broke looks like one that is done. */
function endsWithConnection(reply: Reply): boolean {
	return isPlain(reply) && !/\bchunked\b/i.test(reply.header('transfer-encoding') ?? '');
}

function lengthOf(reply: Reply): number | null {
	const header = reply.header('content-length');
	return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

function noPdf(reply: Reply, start: Buffer, secrets: readonly string[]): UnexpectedResponse {
	const text = start.subarray(0, quotableBytes).toString('utf8');
	const json = /^\s*[[{"]/.test(text);
	const words = json || isPage(text) ? serviceMessage(text, secrets) : sanitize(text.slice(0, 60), secrets);
	const what = text.trim() === '' ? 'nothing' : isPage(text) ? 'a web page' : json ? 'a message' : 'something else';
	return new UnexpectedResponse({
		call: reply.request.call,
		field: 'body',
		message: `The exchange sent ${what} instead of a PDF${words === null ? '' : `: ${words}`}`,
		description: `It answered ${reply.status} to ${reply.request.call}. Check the set and document ids, and that this account may see the document.`,
	});
}

/** The line broke before all was there; asking again may help. */
function brokenOff(reply: Reply, at: { came: number; announced: number | null; thrown?: unknown }): Error {
	const line = networkError(at.thrown, reply.request);
	if (at.came === 0) return line;
	const bytes = at.announced === null ? `${at.came} bytes came` : `${at.came} of ${at.announced} bytes came`;
	const problem = new ServiceError({
		call: reply.request.call,
		status: reply.status,
		message: `The PDF is incomplete: ${bytes}`,
		description: `The answer to ${reply.request.call} broke off. Nothing of it is used. Try again.`,
		cause: at.thrown,
	});
	return new AttemptError(problem, { transient: true });
}
