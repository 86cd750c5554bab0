import { randomUUID } from 'node:crypto';
import type { ImportBody } from '../../exchange/client';
import { InvalidInput } from '../../errors';
import type { IncomingFile } from '../../n8n/itemContext';
import { base64Length, base64Of } from './base64';
import { chunksOf } from './incomingBytes';

/** A PDF that goes out with a shipment. */
export type AttachedPdf = { file: IncomingFile; documentName: string; documentType: string };

/** Stands in the payload where a PDF's Base64 belongs. Random, so that no payload can hold it by chance. */
const placeholder = `pdf-${randomUUID()}-`;
const placeholders = new RegExp(`${placeholder}(\\d+);`);

/** The text that `importBody` replaces by the Base64 of the PDF with this index. */
export function placeholderOf(index: number): string {
	return `${placeholder}${index};`;
}

/** The payload as JSON text, with each PDF streamed into its place as Base64. The length is exact; nothing is held in memory. */
export function importBody(payload: unknown, pdfs: AttachedPdf[]): ImportBody {
	// Splitting by a pattern with one group gives text, index, text, index, …, text.
	const parts = jsonText(payload)
		.split(placeholders)
		.map((part, position) => (position % 2 === 0 ? Buffer.from(part) : fileAt(pdfs, Number(part))));
	const length = parts.reduce((sum, part) => sum + (Buffer.isBuffer(part) ? part.length : base64Length(part.size)), 0);
	return { length, open: () => bytesOf(parts) };
}

/** The payload as a person wants to see it: each PDF's Base64 told by its name and size. */
export function readablePayload(payload: unknown, pdfs: AttachedPdf[]): unknown {
	const told = jsonText(payload)
		.split(placeholders)
		.map((part, position) => (position % 2 === 0 ? part : `<Base64 of ${fileAt(pdfs, Number(part)).size} bytes>`));
	return JSON.parse(told.join(''));
}

function jsonText(payload: unknown): string {
	try {
		return JSON.stringify(payload);
	} catch {
		// An expression in the form can give what is nested without end; JSON.stringify throws for nothing else here.
		throw new InvalidInput({
			field: 'payload',
			message: 'The shipment cannot be written as JSON: it is nested too deeply',
			description: 'Nothing was sent. Check the expressions that fill it.',
		});
	}
}

function fileAt(pdfs: AttachedPdf[], index: number): IncomingFile {
	const pdf = pdfs[index];
	if (!pdf) throw new RangeError(`No PDF with index ${index}`);
	return pdf.file;
}

async function* bytesOf(parts: Array<Buffer | IncomingFile>): AsyncGenerator<Buffer> {
	for (const part of parts) {
		if (Buffer.isBuffer(part)) yield part;
		else yield* base64Of(contentOf(part));
	}
}

/** What the file holds, to its last byte. Throws InvalidInput where that is not as much as was announced. */
async function* contentOf(file: IncomingFile): AsyncGenerator<Buffer> {
	let size = 0;
	for await (const chunk of chunksOf(file)) {
		size += chunk.length;
		yield chunk;
	}
	if (size !== file.size) throw changed(file);
}

function changed({ fileName = 'A PDF' }: IncomingFile): InvalidInput {
	return new InvalidInput({
		field: 'pdfs',
		message: `${fileName} changed while it was being sent`,
		description:
			'The import was broken off. Check in the exchange whether the shipment is there before importing again.',
	});
}
