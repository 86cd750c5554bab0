import { createHash, randomUUID } from 'node:crypto';
import type { ImportBody } from '../../exchange/client';
import { InvalidInput } from '../../errors';
import type { IncomingFile } from '../../n8n/itemContext';
import { PdfEnds } from '../../schemas/pdf';

/** A file to attach. `damage`: what is wrong with it, in words. */
export type AttachedPdf = { file: IncomingFile; documentName: string; documentType: string; damage: string | null };

/** Marks the place of a PDF's Base64 in the payload. Random, so that no payload can contain it by chance. */
const placeholder = `pdf-${randomUUID()}-`;
const placeholders = new RegExp(`${placeholder}(\\d+);`);

/** What a dry run shows in the place of a PDF. */
const sizeOf = (file: IncomingFile) => `<Base64 of ${file.size} bytes>`;
const leftOut = /"<Base64 of \d+ bytes>"/;

/** The text that `importBody` replaces by the Base64 of the PDF with this index. */
export function placeholderOf(index: number): string {
	return `${placeholder}${index};`;
}

/**
 * The body of an import; the payload for people to read, with each PDF's Base64 replaced by its size; and a hash of the payload with the
 * names and sizes of its PDFs, which are not read for it.
 */
export type ReadableBody = ImportBody & { readable: () => unknown; fingerprint: () => string };

/**
 * The payload as JSON text, with each PDF streamed into its place as Base64. The length is exact; no PDF is held in memory. Throws
 * InvalidInput if a dry run has left out PDFs of the payload.
 */
export function importBody(payload: unknown, pdfs: readonly AttachedPdf[]): ReadableBody {
	const text = JSON.stringify(payload);
	if (leftOut.test(text))
		throw new InvalidInput({
			field: 'payload',
			message: 'The payload is that of a dry run, without its PDFs; nothing was sent',
			description: 'Remove its parcels, and add the PDFs again under "PDFs".',
		});
	// Splitting by a pattern with one group gives text, index, text, index, …, text.
	const parts = text
		.split(placeholders)
		.map((part, position) => (position % 2 === 0 ? undefined : pdfs[Number(part)]?.file) ?? part);
	const lengthOf = (part: Part) => (typeof part === 'string' ? Buffer.byteLength(part) : base64Length(part.size));
	return {
		length: parts.reduce((sum, part) => sum + lengthOf(part), 0),
		open: () => bytesOf(parts),
		fingerprint: () => {
			const content = parts.map((part) => (typeof part === 'string' ? part : { name: part.fileName, size: part.size }));
			return createHash('sha256').update(JSON.stringify(content)).digest('base64');
		},
		readable: (): unknown => JSON.parse(parts.map((part) => (typeof part === 'string' ? part : sizeOf(part))).join('')),
	};
}

/** JSON text, or a PDF in between. */
type Part = string | IncomingFile;

async function* bytesOf(parts: readonly Part[]): AsyncGenerator<Buffer> {
	for (const part of parts) {
		if (typeof part === 'string') yield Buffer.from(part);
		else yield* base64Of(contentOf(part));
	}
}

/** The content of the file. Throws InvalidInput if it cannot be read, or if its size is not the announced one. */
async function* contentOf(file: IncomingFile): AsyncGenerator<Buffer> {
	let size = 0;
	try {
		for await (const chunk of chunksOf(file)) {
			size += chunk.length;
			yield chunk;
		}
	} catch {
		throw cutOff(file, 'could not be read');
	}
	if (size !== file.size) throw cutOff(file, 'changed');
}

function cutOff({ fileName = 'A PDF' }: IncomingFile, what: string): InvalidInput {
	return new InvalidInput({
		field: 'pdfs',
		message: `${fileName} ${what} while it was being sent`,
		description:
			'The request was cut off before it was complete. Make sure that nothing changes the file while it is imported.',
	});
}

/** The bytes of a file, as n8n's store gives them. */
async function* chunksOf(file: IncomingFile): AsyncGenerator<Buffer> {
	for await (const chunk of await file.open())
		yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk), 'latin1');
}

/** The two ends of a file, all of which is read. */
export async function endsOf(file: IncomingFile): Promise<PdfEnds> {
	const ends = new PdfEnds();
	for await (const chunk of chunksOf(file)) ends.add(chunk);
	return ends;
}

/** Encoded at a time: whole threes, so that each piece is complete in itself. Larger pieces leave more memory to collect. */
const pieceBytes = 48 * 1024;

function base64Length(bytes: number): number {
	return 4 * Math.ceil(bytes / 3);
}

/** The Base64 of bytes that come in chunks of any size, in pieces of bounded size. The rest of a chunk goes with the next one. */
async function* base64Of(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	let rest: Buffer = Buffer.alloc(0);
	for await (const chunk of chunks) {
		const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
		const whole = bytes.length - (bytes.length % 3);
		for (let start = 0; start < whole; start += pieceBytes)
			yield encoded(bytes.subarray(start, Math.min(start + pieceBytes, whole)));
		rest = bytes.subarray(whole);
	}
	if (rest.length > 0) yield encoded(rest);
}

function encoded(bytes: Buffer): Buffer {
	return Buffer.from(bytes.toString('base64'), 'latin1');
}
