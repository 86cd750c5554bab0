import { isUtf8 } from 'node:buffer';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { UnexpectedResponse } from '../../errors';
import { parseJson } from '../../schemas/json';
import { codeIn } from '../../schemas/replies';
import { networkError } from './networkErrors';
import { UploadBody } from './request';
import type { Reply } from './send';
import { notJson, statusError } from './statusErrors';

/** JSON replies beyond this are not read: a page of a hundred sets has about 100 kB. */
const longestText = 64 * 1024 * 1024;
const longestErrorText = 64 * 1024;

/** The body without its content encoding. Destroying it ends the request. */
export function decoded(reply: Reply): Readable {
	const decoder = decoderFor(reply);
	if (decoder === null) return reply.body;
	// The reader gets the stream's own 'error' event; this callback has nothing to add.
	return pipeline(reply.body, decoder, () => undefined);
}

/** True when Content-Length counts the bytes that a reader sees. */
export function isPlain(reply: Reply): boolean {
	return decoderFor(reply) === null;
}

function decoderFor(reply: Reply) {
	// Some servers name an encoding for an empty body; a decoder would miss its header.
	if (reply.status === 204 || reply.header('content-length') === '0') return null;
	const encoding = reply.header('content-encoding')?.trim().toLowerCase();
	if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
	if (encoding === 'deflate') return createInflate();
	return encoding === 'br' ? createBrotliDecompress() : null;
}

/** The whole body as text; throws an AttemptError if it is cut off. Consumes the reply. */
export async function readText(reply: Reply): Promise<string> {
	const { bytes, whole } = await readBytes(reply, longestText);
	if (whole) return inCharacterSetOf(reply, bytes);
	throw new UnexpectedResponse({
		call: reply.request.call,
		field: 'body',
		message: 'The response from the exchange is too large',
		description: `Reading stopped after ${longestText / 1024 / 1024} MB of the response to ${reply.request.call}. Check the address in the credential.`,
	});
}

/**
 * The whole body as JSON, and its text. `mayQuote`: false if it may contain a token. Throws the error of a code of 400 to 599 in the body
 * as if it were the status. Consumes the reply.
 */
export async function readJson(reply: Reply, mayQuote = true): Promise<{ value: unknown; text: string }> {
	const text = await readText(reply);
	const json = parseJson(text);
	if (json === null) throw notJson(reply, text, mayQuote);
	const code = codeIn(json.value);
	if (code !== null) throw statusError({ ...reply, status: code }, text);
	return { value: json.value, text };
}

/** The beginning of an error's body, enough to quote it, and whether that is all of it. */
export async function readErrorBody(reply: Reply): Promise<{ text: string; whole: boolean }> {
	try {
		const { bytes, whole } = await readBytes(reply, longestErrorText);
		return { text: inCharacterSetOf(reply, bytes), whole };
	} catch {
		// The status has arrived, and only the status matters.
		reply.request.signal?.throwIfAborted();
		return { text: '', whole: false };
	}
}

/** JSON should be UTF-8; older services use the character set of their Content-Type. */
function inCharacterSetOf(reply: Reply, bytes: Buffer): string {
	const [, named = usualCharacterSet(reply, bytes)] =
		/;\s*charset\s*=\s*"?([^\s";]+)/i.exec(reply.header('content-type') ?? '') ?? [];
	if (/^utf-?8$/i.test(named)) return bytes.toString('utf8');
	try {
		// For the decoder, utf-16 without an end is little-endian, whatever the mark at the beginning says.
		const isBigEndian = /^utf-?16$/i.test(named) && bytes[0] === 0xfe && bytes[1] === 0xff;
		return new TextDecoder(isBigEndian ? 'utf-16be' : named).decode(bytes);
	} catch {
		// An unknown name.
		return bytes.toString('utf8');
	}
}

const utf8Sequence = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/;

/** Without a name for it: that of Windows if nothing else is possible, and never for an import, whose doubtful answers are to be noticed. */
function usualCharacterSet({ request }: Reply, bytes: Buffer): string {
	const isOther =
		!isUtf8(bytes) && !(request.body instanceof UploadBody) && !utf8Sequence.test(bytes.toString('latin1'));
	return isOther ? 'windows-1252' : 'utf-8';
}

async function readBytes(reply: Reply, most: number): Promise<{ bytes: Buffer; whole: boolean }> {
	const body: AsyncIterable<Buffer> = decoded(reply);
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		for await (const chunk of body) {
			chunks.push(chunk);
			size += chunk.length;
			// Leaving the loop destroys the body, and with it the connection.
			if (size > most) return { bytes: Buffer.concat(chunks, size).subarray(0, most), whole: false };
		}
	} catch (thrown) {
		reply.request.signal?.throwIfAborted();
		throw networkError(thrown, reply.request);
	}
	return { bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size), whole: true };
}
