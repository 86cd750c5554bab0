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

/** What is handed on at a time. */
const pieceBytes = 256 * 1024;
const markerWithin = 1024;
const quotableWithin = 64 * 1024;

/**
 * Takes a reply for a PDF. Resolves once its beginning shows one; until then nothing was handed over, so that a broken
 * line is a Setback. Believes the bytes, not the content type: `%PDF-` within the first 1,024.
 */
export async function openPdf(reply: Reply, secrets: readonly string[]): Promise<PdfDownload> {
	const source = decoded(reply);
	const start = await firstBytes(source, markerWithin).catch((thrown: unknown) => {
		reply.ask.signal?.throwIfAborted();
		throw setbackOf(thrown, reply.ask, { proxy: null, nothingSent: false });
	});
	if (!start.subarray(0, markerWithin).includes('%PDF-')) {
		// Whatever breaks while reading on changes nothing: it is no PDF.
		const more = await firstBytes(source, quotableWithin).catch(() => Buffer.alloc(0));
		source.destroy();
		throw noPdf(reply, Buffer.concat([start, more]), secrets);
	}
	const announced = isPlain(reply) ? lengthOf(reply) : null;
	const hash = createHash('sha256');
	let size = 0;
	let sha256: string | null = null;
	const stream = checked(source, start, {
		onChunk(chunk) {
			hash.update(chunk);
			size += chunk.length;
		},
		onEnd() {
			if (announced !== null && size !== announced) return incomplete(reply, { size, announced });
			sha256 = hash.digest('hex');
			return null;
		},
		onBreak: (cause) =>
			reply.ask.signal?.aborted === true
				? asError(reply.ask.signal.reason)
				: incomplete(reply, { size, announced, cause }),
	});
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

type Checks = {
	onChunk: (chunk: Buffer) => void;
	/** What is wrong with the whole, or null. */
	onEnd: () => Error | null;
	/** What to tell when the line breaks. */
	onBreak: (cause: unknown) => Error;
};

/**
 * What begins with `start` and goes on with `source`, at the reader's pace, in pieces of `pieceBytes`: whoever stores it
 * writes piece by piece, and TLS gives 16 kB at a time. By events: one hop less per chunk than iterators.
 */
function checked(source: Readable, start: Buffer, { onChunk, onEnd, onBreak }: Checks): Readable {
	let parts: Buffer[] = [];
	let size = 0;
	const stream = new Readable({
		highWaterMark: pieceBytes,
		read: () => source.resume(),
		destroy(thrown, done) {
			source.destroy();
			done(thrown);
		},
	});
	// It may break before anyone reads; whoever reads later is told, and until then nobody must be.
	stream.on('error', () => undefined);
	const take = (chunk: Buffer) => {
		onChunk(chunk);
		parts.push(chunk);
		size += chunk.length;
		if (size >= pieceBytes) give();
	};
	const give = () => {
		const piece = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, size);
		parts = [];
		size = 0;
		if (!stream.push(piece)) source.pause();
	};
	const end = () => {
		const wrong = onEnd();
		if (wrong) {
			stream.destroy(wrong);
			return;
		}
		if (size > 0) give();
		stream.push(null);
	};
	source
		.on('data', take)
		.on('end', end)
		.on('error', (thrown: unknown) => {
			if (!stream.destroyed) stream.destroy(onBreak(thrown));
		});
	take(start);
	if (source.readableEnded) end();
	else if (source.errored) stream.destroy(onBreak(source.errored));
	return stream;
}

/** At least so many bytes, or all there are; leaves the source paused. */
async function firstBytes(source: Readable, least: number): Promise<Buffer> {
	if (source.readableEnded) return Buffer.alloc(0);
	const parts: Buffer[] = [];
	let size = 0;
	return new Promise((resolve, reject) => {
		const settle = () => {
			source.off('data', take).off('end', settle);
			source.pause();
			resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, size));
		};
		const take = (chunk: Buffer) => {
			parts.push(chunk);
			size += chunk.length;
			if (size >= least) settle();
		};
		// The listener for errors stays: a body that breaks when nobody reads it must not end the process.
		source.on('data', take).on('end', settle).on('error', reject).resume();
	});
}

function asError(reason: unknown): Error {
	return reason instanceof Error ? reason : new DOMException('The execution was cancelled', 'AbortError');
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
