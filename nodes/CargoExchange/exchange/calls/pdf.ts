import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { MIMEType } from 'node:util';
import { ServiceError, UnexpectedResponse } from '../../errors';
import { isPage, sanitize, serviceMessage } from '../../schemas/errorMessage';
import { parseJson } from '../../schemas/json';
import { isPdfStart, PdfEnds } from '../../schemas/pdf';
import { codeIn } from '../../schemas/replies';
import { networkError } from '../http/networkErrors';
import { decoded, isPlain } from '../http/response';
import { AttemptError } from '../http/retry';
import { discard, type Reply } from '../http/send';
import { statusError } from '../http/statusErrors';
import { type AuthenticatedRequests, checkedId } from './authenticatedRequest';
import { Base64Pdf, textWithin } from './base64Pdf';

/** A document, by the IDs of a search result; on behalf of a customer, or as a copy. */
export type RequestedDocument = { setId: string; documentId: string; customerId?: string; copy?: boolean };

export type ArrivingPdf = {
	/** All of its bytes if it is small, else a stream, which fails if the PDF is cut off. */
	content: Buffer | Readable;
	/** File name from Content-Disposition, as the service wrote it. Not safe for a file system. */
	headerFileName?: string;
};

/** The sink's result for a complete PDF, its size in bytes, its SHA-256 (hex), and whether it came as Base64. */
export type StoredPdf<Kept> = { kept: Kept; size: number; sha256: string; isBase64: boolean };

/** Stores a PDF. Called again for each attempt; its result for an incomplete PDF is dropped. */
export type PdfSink<Kept> = (pdf: ArrivingPdf) => Promise<Kept>;

/** The size of a piece: n8n writes piece by piece, and TLS gives 16 kB at a time. */
const pieceBytes = 256 * 1024;
const quotableBytes = 64 * 1024;

/** Fetches one document of a set (docs/service.md 4.4) and hands it to `sink`, again from the start if the connection breaks. */
export async function fetchPdf<Kept>(
	requests: AuthenticatedRequests,
	{ document, mostBytes }: { document: RequestedDocument; mostBytes: number },
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
			statusMessages: {
				202: { message: 'The exchange is still preparing the document', advice: 'Try again later.' },
				403: {
					message: 'This user may not download this document',
					advice:
						'Some exchanges require a "Customer ID", which is among the options. Otherwise, ask the operator of the exchange for permission.',
				},
				404: {
					message: `The exchange did not find document ${documentId} of set ${setId}`,
					advice: 'Check both IDs: they must come from the same search result.',
				},
			},
		},
		async (reply) => receivePdf(reply, mostBytes, sink),
	);
}

/**
 * Checks the bytes, not the content type: whether they are a PDF or its Base64, as many as Content-Length announces, and its ends are sound.
 * Throws an AttemptError if the connection breaks, and any error of `sink`.
 */
async function receivePdf<Kept>(reply: Reply, mostBytes: number, sink: PdfSink<Kept>): Promise<StoredPdf<Kept>> {
	const source = decoded(reply);
	const progress: Progress = { size: 0, hash: createHash('sha256'), ends: new PdfEnds(), arrived: 0, base64: null };
	const pieces = piecesOf(reply, source, { progress, mostBytes });
	try {
		const { value: first = Buffer.alloc(0) } = await pieces.next();
		if (!progress.ends.isPdf) throw notPdf(reply, first);
		const headerFileName = fileNameInHeader(reply.header('content-disposition'));
		const store: Store<Kept> = (content) => sink({ content, ...(headerFileName !== null && { headerFileName }) });
		const isWhole = first.length < pieceBytes;
		const kept = isWhole ? await store(first) : await storeStream(reply, startingWith(first, pieces), store);
		const { size, hash, base64 } = progress;
		return { kept, size, sha256: hash.digest('hex'), isBase64: base64 !== null };
	} finally {
		discard(source);
	}
}

type Store<Kept> = (content: Buffer | Readable) => Promise<Kept>;

async function storeStream<Kept>(reply: Reply, pieces: AsyncIterable<Buffer>, store: Store<Kept>): Promise<Kept> {
	const content = Readable.from(pieces, { objectMode: false, highWaterMark: pieceBytes });
	// It may fail before the sink reads it; a later reader still gets the error.
	content.on('error', () => undefined);
	try {
		const kept = await store(content);
		if (!content.readableEnded) throw content.errored ?? new Error('The PDF was not read completely');
		return kept;
	} catch (thrown) {
		reply.request.signal?.throwIfAborted();
		throw content.errored instanceof AttemptError ? content.errored : thrown;
	} finally {
		content.destroy();
	}
}

/** `size`: of the PDF, as far as it has come; `arrived`: the bytes of the answer. */
type Progress = { size: number; hash: Hash; ends: PdfEnds; arrived: number; base64: Base64Pdf | null };

/**
 * The bytes of a PDF in pieces, counted, hashed and checked. Every piece but the last has at least `pieceBytes`. Throws an
 * AttemptError if the PDF is cut off, and an UnexpectedResponse if it is damaged.
 */
async function* piecesOf(
	reply: Reply,
	source: Readable,
	{ progress, mostBytes }: { progress: Progress; mostBytes: number },
): AsyncGenerator<Buffer, undefined> {
	const announced = isPlain(reply) ? lengthOf(reply) : null;
	const { ends } = progress;
	const joined = (parts: Buffer[]): Buffer => {
		const piece = Buffer.concat(parts);
		progress.hash.update(piece);
		ends.add(piece);
		return piece;
	};
	let parts: Buffer[] = [];
	let bytes = 0;
	try {
		for await (const chunk of contentOf(source, progress)) {
			if (progress.base64 === null && (announced ?? 0) > mostBytes) throw tooLarge(reply, mostBytes);
			progress.size += chunk.length;
			if (progress.size > mostBytes) break;
			parts.push(chunk);
			bytes += chunk.length;
			if (bytes < pieceBytes) continue;
			yield joined(parts);
			parts = [];
			bytes = 0;
		}
	} catch (thrown) {
		reply.request.signal?.throwIfAborted();
		if (thrown instanceof UnexpectedResponse) throw thrown;
		throw brokenOff(reply, { came: progress.arrived, announced, thrown });
	}
	if (progress.size > mostBytes) throw tooLarge(reply, mostBytes);
	const last = joined(parts);
	const isUnmarked = endsWithConnection(reply) && progress.size > 0 && !ends.hasEnd;
	const isShort = announced === null ? isUnmarked : progress.arrived !== announced;
	if (isShort || progress.base64?.isWhole === false) throw brokenOff(reply, { came: progress.arrived, announced });
	if (ends.isPdf && ends.damage !== null) throw damaged(reply, ends.damage);
	yield last;
}

/** The bytes of the PDF in an answer: the answer itself, or what its Base64 says. */
async function* contentOf(source: Readable, progress: Progress): AsyncGenerator<Buffer> {
	let head: Buffer | null = Buffer.alloc(0);
	// Measured: an iterator costs less CPU time than a handler of 'data' events.
	const chunks: AsyncIterable<Buffer> = source;
	for await (const chunk of chunks) {
		progress.arrived += chunk.length;
		if (head === null) {
			yield progress.base64?.add(chunk) ?? chunk;
			continue;
		}
		head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
		const found = isPdfStart(head) ? null : Base64Pdf.in(head);
		if (found === null && !isPdfStart(head) && head.length < textWithin) continue;
		progress.base64 = found?.pdf ?? null;
		yield found?.pdf.add(head.subarray(found.at)) ?? head;
		head = null;
	}
	if (head !== null) yield head;
	if (progress.base64) yield progress.base64.rest();
}

async function* startingWith(first: Buffer, others: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	yield first;
	yield* others;
}

/** True if only the end of the connection ends the response: a broken connection looks like a complete response. */
function endsWithConnection(reply: Reply): boolean {
	return isPlain(reply) && !/\bchunked\b/i.test(reply.header('transfer-encoding') ?? '');
}

function lengthOf(reply: Reply): number | null {
	const header = reply.header('content-length');
	return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

/** The file name of a Content-Disposition header, decoded, or null. Make it safe before use. */
export function fileNameInHeader(header: string | null): string | null {
	if (header === null) return null;
	// Written like a media type, but some servers put blanks around "=". The type that comes first, if any, is no parameter.
	const { params } = new MIMEType(`any/type;${header.replace(/(filename\*?)\s*=\s*/gi, '$1=')}`);
	return decodedName(params.get('filename*') ?? '') ?? (utf8In(params.get('filename') ?? '') || null);
}

/** A value as RFC 8187 writes it, such as `UTF-8''na%C3%AFve.pdf`; null if it is none, or another character set. */
function decodedName(value: string): string | null {
	const [, charset = '', escaped = ''] = /^(utf-?8|iso-8859-1)'[^']*'(.+)$/i.exec(value) ?? [];
	if (/%(?![\da-f]{2})/i.test(escaped)) return null;
	const latin1 = escaped.replace(/%(..)/g, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
	return (/^utf/i.test(charset) ? utf8In(latin1) : latin1) || null;
}

/** Header bytes arrive as Latin-1; many servers write UTF-8 there. Bytes that are not UTF-8 stay as they are. */
function utf8In(latin1: string): string {
	if (!/[\x80-\xff]/.test(latin1) || /[^\x00-\xff]/.test(latin1)) return latin1;
	const utf8 = Buffer.from(latin1, 'latin1').toString('utf8');
	return utf8.includes('\ufffd') ? latin1 : utf8;
}

function notPdf(reply: Reply, start: Buffer): Error {
	const { secrets } = reply.request;
	const text = start.subarray(0, quotableBytes).toString('utf8');
	const status = reply.status === 202 ? 202 : codeIn(parseJson(text)?.value);
	if (status !== null) return statusError({ ...reply, status }, text);
	const isJson = /^\ufeff?\s*[[{"]/.test(text);
	const quote =
		isJson || isPage(text) ? serviceMessage(text, secrets) : (sanitize(text, secrets)?.slice(0, 60) ?? null);
	const what = text.trim() === '' ? 'nothing' : isPage(text) ? 'a web page' : isJson ? 'a message' : 'something else';
	return new UnexpectedResponse({
		call: reply.request.call,
		field: 'body',
		message: `The exchange sent ${what} instead of a PDF${quote === null ? '' : `: ${quote}`}`,
		description: `Check the set ID and the document ID, and that this user may see the document. (The exchange answered ${reply.request.call} with status ${reply.status}.)`,
	});
}

function tooLarge(reply: Reply, mostBytes: number): UnexpectedResponse {
	return new UnexpectedResponse({
		call: reply.request.call,
		field: 'body',
		message: `The document is larger than ${mostBytes / 1024 / 1024} MB`,
		description: `It was discarded. No bill of lading is that large: ask the operator of the exchange what ${reply.request.call} returns.`,
	});
}

function damaged(reply: Reply, damage: string): UnexpectedResponse {
	return new UnexpectedResponse({
		call: reply.request.call,
		field: 'body',
		message: `The PDF is damaged: ${damage}`,
		description: `It arrived as the exchange announced it, and was discarded. Try again later. If that does not help, ask the operator of the exchange. (Request: ${reply.request.call}.)`,
	});
}

function brokenOff(reply: Reply, at: { came: number; announced: number | null; thrown?: unknown }): Error {
	const unread = networkError(at.thrown, reply.request);
	if (at.came === 0 || (unread instanceof AttemptError && !unread.transient)) return unread;
	const bytes = at.announced === null ? `${at.came} bytes arrived` : `${at.came} of ${at.announced} bytes arrived`;
	const problem = new ServiceError({
		call: reply.request.call,
		status: reply.status,
		message: `The PDF is incomplete: ${bytes}`,
		description: `The response was cut off and discarded. Try again. (Request: ${reply.request.call}.)`,
		cause: at.thrown,
	});
	return new AttemptError(problem, { transient: true });
}
