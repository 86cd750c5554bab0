import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { parse as parseDisposition } from 'content-disposition';
import { InvalidInput, ServiceError, UnexpectedResponse } from '../../errors';
import { isPage, sanitize, serviceMessage } from '../../schemas/errorMessage';
import { isUuid } from '../../schemas/json';
import { networkError } from '../http/networkErrors';
import { decoded, isPlain } from '../http/response';
import { AttemptError, ifTransient } from '../http/retry';
import type { Reply } from '../http/send';
import type { AuthenticatedRequests, Success } from './authenticatedRequest';

/** A document, by the ids of a search result; on behalf of a customer, or as a copy. */
export type RequestedDocument = { setId: string; documentId: string; customerId?: string; copy?: boolean };

/** A PDF to be stored. */
export type ArrivingPdf = {
	/** All of its bytes if it is small, else a stream, which fails if the PDF breaks off. */
	content: Buffer | Readable;
	/** Size in bytes, if the service announces it. */
	length?: number;
	/** File name from Content-Disposition, as the service wrote it (make it safe before use). */
	headerFileName?: string;
};

/** What a sink made of a PDF that arrived whole, its size in bytes and its SHA-256 (hex). */
export type StoredPdf<Kept> = { kept: Kept; size: number; sha256: string };

/** Stores a PDF. Called again for each attempt; what it made of one that broke off is of no use. */
export type PdfSink<Kept> = (pdf: ArrivingPdf) => Promise<Kept>;

/** What is handed on at a time: n8n writes piece by piece, and TLS gives 16 kB at a time. */
const pieceBytes = 256 * 1024;
const markerWithin = 1024;
/** How far from its last byte a PDF says that it ends; some append blanks or more. */
const endWithin = 4096;
const quotableBytes = 64 * 1024;

/** Fetches one document of a set (docs/service.md 4.4) and hands it to `sink`, again from the start if the connection breaks. */
export async function fetchPdf<Kept>(
	requests: AuthenticatedRequests,
	document: RequestedDocument,
	sink: PdfSink<Kept>,
): Promise<StoredPdf<Kept>> {
	const setId = checkedId('setId', document.setId);
	const documentId = checkedId('documentId', document.documentId);
	const { customerId = '', copy = false } = document;
	return requests.call(
		{
			method: 'GET',
			field: 'baseUrl',
			path: `/v3/common/sets/${setId}/get-single-pdf/${documentId}`,
			query: {
				...(customerId !== '' && { customerId: checkedId('customerId', customerId) }),
				...(copy && { copy: 'true' }),
			},
			headers: { accept: 'application/pdf, */*;q=0.5' },
			body: () => null,
			mayRepeat: ifTransient,
			statusMessages: {
				403: {
					message: 'The exchange does not give this document to this account',
					advice: 'Ask the operator of the exchange whether the account may see it.',
				},
				404: {
					message: `The exchange does not know document ${documentId} of set ${setId}`,
					advice: 'Check both ids: they come from the same search result.',
				},
			},
		},
		async (success) => receivePdf(success, sink),
	);
}

/**
 * Takes a reply for a PDF. Believes the bytes, not the content type: `%PDF-` within the first 1,024, and as many as
 * Content-Length says. Throws an AttemptError when the connection breaks; whatever `sink` throws is thrown on.
 */
async function receivePdf<Kept>({ reply, secrets, limits }: Success, sink: PdfSink<Kept>): Promise<StoredPdf<Kept>> {
	const source = decoded(reply);
	const pieces = new PdfPieces(reply, { source, mostBytes: limits.documentBytes });
	try {
		const first = await pieces.next();
		if (!first.subarray(0, markerWithin).includes('%PDF-')) throw notPdf(reply, first, secrets);
		const headerFileName = fileNameOf(reply.header('content-disposition'));
		const facts = {
			...(pieces.announced !== null && { length: pieces.announced }),
			...(headerFileName !== null && { headerFileName }),
		};
		if (pieces.ended) return { kept: await sink({ content: first, ...facts }), ...pieces.total() };

		const content = Readable.from(pieces.from(first), { objectMode: false, highWaterMark: pieceBytes });
		// It may break before anyone reads it; a later reader still gets the error.
		content.on('error', () => undefined);
		try {
			const kept = await sink({ content, ...facts });
			if (!content.readableEnded) throw content.errored ?? new Error('The PDF was not read to its end');
			return { kept, ...pieces.total() };
		} catch (thrown) {
			reply.request.signal?.throwIfAborted();
			throw content.errored instanceof AttemptError ? content.errored : thrown;
		} finally {
			content.destroy();
		}
	} finally {
		source.on('error', () => undefined).destroy();
	}
}

/** The bytes of a PDF in large pieces, counted, hashed and checked on their way. */
class PdfPieces {
	/** Size in bytes, if the service announces it. */
	readonly announced: number | null;
	ended = false;
	private readonly chunks: AsyncIterator<Buffer>;
	private readonly mostBytes: number;
	private readonly hash = createHash('sha256');
	private size = 0;
	private end = Buffer.alloc(0);

	constructor(
		private readonly reply: Reply,
		{ source, mostBytes }: { source: Readable; mostBytes: number },
	) {
		this.mostBytes = mostBytes;
		this.announced = isPlain(reply) ? lengthOf(reply) : null;
		this.chunks = source[Symbol.asyncIterator]();
	}

	/** At least `pieceBytes`, or all that is left. Throws an AttemptError if the PDF breaks off, UnexpectedResponse if it has no end. */
	async next(): Promise<Buffer> {
		const parts: Buffer[] = [];
		for (let bytes = 0; bytes < pieceBytes && !this.ended;) {
			const next = await this.chunks.next().catch((thrown: unknown) => {
				this.reply.request.signal?.throwIfAborted();
				throw brokenOff(this.reply, { came: this.size, announced: this.announced, thrown });
			});
			if (next.done === true) {
				this.ended = true;
				break;
			}
			parts.push(next.value);
			bytes += next.value.length;
			this.size += next.value.length;
			if (Math.max(this.size, this.announced ?? 0) > this.mostBytes) {
				throw tooLarge(this.reply, this.mostBytes);
			}
		}
		const piece = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
		this.hash.update(piece);
		this.end = Buffer.concat([this.end, piece.subarray(-endWithin)]).subarray(-endWithin);
		if (this.ended && this.isShort()) throw brokenOff(this.reply, { came: this.size, announced: this.announced });
		return piece;
	}

	async *from(first: Buffer): AsyncGenerator<Buffer> {
		yield first;
		while (!this.ended) yield await this.next();
	}

	total(): { size: number; sha256: string } {
		return { size: this.size, sha256: this.hash.digest('hex') };
	}

	private isShort(): boolean {
		if (this.announced !== null) return this.size !== this.announced;
		return this.size > 0 && endsWithConnection(this.reply) && !this.end.includes('%%EOF');
	}
}

/** True if the service neither announces a length nor marks the end: a connection that broke looks like one that is done. */
function endsWithConnection(reply: Reply): boolean {
	return isPlain(reply) && !/\bchunked\b/i.test(reply.header('transfer-encoding') ?? '');
}

function lengthOf(reply: Reply): number | null {
	const header = reply.header('content-length');
	return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

/** The file name of a Content-Disposition header, decoded, or null. Make it safe before use. */
export function fileNameOf(header: string | null): string | null {
	if (header === null) return null;
	// Some servers leave out the type that comes first.
	const { filename } = parseDisposition(/^\s*filename/i.test(header) ? `attachment; ${header}` : header).parameters;
	if (filename === undefined || filename === '') return null;
	// Header bytes arrive as Latin-1; many servers write UTF-8 there. Bytes that are not UTF-8 stay as they are.
	if (!/[\x80-\xff]/.test(filename) || /[^\x00-\xff]/.test(filename)) return filename;
	const utf8 = Buffer.from(filename, 'latin1').toString('utf8');
	return utf8.includes('\ufffd') ? filename : utf8;
}

const idLabels = {
	setId: 'set ID',
	documentId: 'document ID',
	customerId: 'customer ID',
	customerIds: 'customer ID',
} as const;

/** The id, sure to be a UUID: nothing else ever becomes part of an address (docs/service.md 4.4). */
export function checkedId(field: keyof typeof idLabels, value: unknown): string {
	if (isUuid(value)) return value;
	const given = typeof value === 'string' ? value.trim() : '';
	throw new InvalidInput({
		field,
		message: given === '' ? `The ${idLabels[field]} is missing` : `The ${idLabels[field]} is not a UUID`,
		description: `Nothing was sent. A ${idLabels[field]} looks like 01234567-89ab-cdef-0123-456789abcdef and comes from a search result or an event.`,
	});
}

function notPdf(reply: Reply, start: Buffer, secrets: readonly string[]): UnexpectedResponse {
	const text = start.subarray(0, quotableBytes).toString('utf8');
	const isJson = /^\s*[[{"]/.test(text);
	const words = isJson || isPage(text) ? serviceMessage(text, secrets) : sanitize(text.slice(0, 60), secrets);
	const what = text.trim() === '' ? 'nothing' : isPage(text) ? 'a web page' : isJson ? 'a message' : 'something else';
	return new UnexpectedResponse({
		call: reply.request.call,
		field: 'body',
		message: `The exchange sent ${what} instead of a PDF${words === null ? '' : `: ${words}`}`,
		description: `It answered ${reply.status} to ${reply.request.call}. Check the set and document ids, and that this account may see the document.`,
	});
}

function tooLarge(reply: Reply, mostBytes: number): UnexpectedResponse {
	return new UnexpectedResponse({
		call: reply.request.call,
		field: 'body',
		message: `The document is larger than ${mostBytes / 1024 / 1024} MB`,
		description: `Nothing of it is used. No bill of lading is that large: ask the operator of the exchange what ${reply.request.call} answers.`,
	});
}

/** The connection broke before all was there; asking again may help. */
function brokenOff(reply: Reply, at: { came: number; announced: number | null; thrown?: unknown }): Error {
	const unread = networkError(at.thrown, reply.request);
	if (at.came === 0 || (unread instanceof AttemptError && !unread.transient)) return unread;
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
