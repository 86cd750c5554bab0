import type { Readable } from 'node:stream';

import type { ParcelSet, SetDocument } from '../entities';
import { drawDocument, type Watermark } from './draw';
import { paddedPdf } from './padded';

/** A file to send: its size in bytes, and the bytes. */
export type PrintedFile = { size: number; body: Buffer | Readable };

/** So many of the latest drawings are kept: drawing one takes some milliseconds. */
const mostDrawn = 1000;

/** Makes the PDF of a document. The same document and watermark give the same bytes every time. */
export class DocumentPrinter {
	private readonly drawn = new Map<string, Promise<Buffer>>();

	async file(set: ParcelSet, document: SetDocument, watermark: Watermark): Promise<PrintedFile> {
		const { content } = document;
		if (content.kind === 'given') return { size: content.bytes.length, body: content.bytes };
		if (content.kind === 'padded') return { size: content.size, body: paddedPdf(content.size) };
		const bytes = await this.draw(set, document, watermark);
		return { size: bytes.length, body: bytes };
	}

	private draw(set: ParcelSet, document: SetDocument, watermark: Watermark): Promise<Buffer> {
		const key = `${document.documentId} ${watermark ?? ''}`;
		const known = this.drawn.get(key);
		if (known !== undefined) return known;
		const [oldest] = this.drawn.keys();
		if (this.drawn.size >= mostDrawn && oldest !== undefined) this.drawn.delete(oldest);
		const drawing = drawDocument(set, document, watermark);
		this.drawn.set(key, drawing);
		return drawing;
	}
}
