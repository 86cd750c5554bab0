import { Readable } from 'node:stream';
import PDFDocument from 'pdfkit';
import type { ParcelSet, SetDocument } from './entities';

/** Written across the page: ORIGINAL for the title holder, COPY for anyone else. */
export type Watermark = 'ORIGINAL' | 'COPY' | null;

/** What a document is called as a file. */
export function fileNameOf({ name }: SetDocument): string {
	return `${name.replace(/(\.pdf)+$/i, '')}.pdf`;
}

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

/** Draws one page that shows the set's data. Nothing in it depends on when it is drawn. */
async function drawDocument(set: ParcelSet, document: SetDocument, watermark: Watermark): Promise<Buffer> {
	const made = new Date(`${set.billOfLadingDate}T00:00:00Z`);
	const pdf = new PDFDocument({
		size: 'A4',
		margin: 50,
		info: {
			Title: `${document.name} ${set.blNumber}`,
			Subject: document.docType,
			CreationDate: Number.isNaN(made.getTime()) ? new Date(0) : made,
		},
	});
	const chunks: Buffer[] = [];
	pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
	const ended = new Promise<void>((resolve, reject) => pdf.once('end', resolve).once('error', reject));

	if (watermark !== null) drawWatermark(pdf, watermark);
	pdf.fillColor('black').font('Helvetica-Bold').fontSize(18).text(printable(document.name));
	if (document.docType !== document.name) pdf.font('Helvetica').fontSize(10).text(printable(document.docType));
	pdf.moveDown();
	const lines =
		document.docType === 'Bill of Lading' ? [...particulars(set), ...set.particulars] : particulars(set).slice(0, 4);
	for (const [label, text] of lines) {
		pdf.font('Helvetica-Bold').fontSize(8).fillColor('#555').text(label.toUpperCase());
		pdf
			.font('Helvetica')
			.fontSize(11)
			.fillColor('black')
			.text(text === '' ? '-' : printable(text))
			.moveDown(0.4);
	}
	pdf.moveDown().fontSize(7).fillColor('#777').text(`Set ${set.setId}   Document ${document.documentId}`);
	pdf.end();
	await ended;
	return Buffer.concat(chunks);
}

/** The built-in fonts write western European letters only; a question mark stands for any other. */
function printable(text: string): string {
	return text
		.normalize('NFC')
		.replace(/[^\n\x20-\x7e\xa0-\xff\u2013\u2014\u2018-\u201e\u2020-\u2022\u2026\u20ac]/gu, '?');
}

function drawWatermark(pdf: PDFKit.PDFDocument, watermark: string): void {
	pdf.save().rotate(-45, { origin: [297, 421] });
	pdf.font('Helvetica-Bold').fontSize(90).fillColor('#dddddd');
	pdf.text(watermark, 0, 380, { width: 595, align: 'center', lineBreak: false });
	pdf.restore();
	pdf.x = 50;
	pdf.y = 50;
}

function particulars(set: ParcelSet): [label: string, text: string][] {
	return [
		['B/L number', set.blNumber],
		['Parcel reference', set.parcelRef],
		['Shipment reference', set.shipmentRef],
		['Date', set.billOfLadingDate],
		['Shipper', set.consignorCompanyName],
		['Consignee', set.consigneeCompanyName],
		['Vessel', set.vesselName ?? ''],
		['Port of loading', set.loadPort],
		['Destination', [set.destinationName, set.destinationCountry].filter(Boolean).join(', ')],
		['Cargo', set.cargoName],
		['Quantity', set.quantity],
	];
}

const chunk = Buffer.alloc(64 * 1024, 'cargo ');

/**
 * A PDF of exactly `size` bytes that is never held in memory as a whole: one empty page, and padding in a stream object.
 * Below some 420 bytes there is no room for a whole PDF; what comes then begins like one and is cut to size.
 */
function paddedPdf(size: number): Readable {
	const { padding, head, tail } = fittingFrame(size);
	return Readable.from(pieces([head, padding, tail], size));
}

/** The length of the padding is written in the file too, and its digits take room: the largest padding that fits. */
function fittingFrame(size: number): { padding: number; head: Buffer; tail: Buffer } {
	const empty = frame(0);
	let padding = Math.max(size - empty.head.length - empty.tail.length, 0);
	for (;;) {
		const { head, tail } = frame(padding);
		const excess = head.length + padding + tail.length - size;
		if (excess <= 0 || padding === 0) return { padding, head, tail };
		padding = Math.max(padding - excess, 0);
	}
}

/** Where the digits leave a byte or two over, line ends fill the file up. */
function* pieces([head, padding, tail]: [Buffer, number, Buffer], size: number): Generator<Buffer> {
	yield head.subarray(0, size);
	for (let left = padding; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(left, chunk.length));
	yield tail.subarray(0, Math.max(size - head.length, 0));
	const rest = size - head.length - padding - tail.length;
	if (rest > 0) yield Buffer.alloc(rest, '\n');
}

function frame(padding: number): { head: Buffer; tail: Buffer } {
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> >>',
	];
	let head = '%PDF-1.4\n';
	const offsets = objects.map((object, index) => {
		const offset = head.length;
		head += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	offsets.push(head.length);
	head += `4 0 obj\n<< /Length ${padding} >>\nstream\n`;
	const closing = '\nendstream\nendobj\n';
	const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
	const start = head.length + padding + closing.length;
	const trailer = `trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
	const tail = `${closing}xref\n0 5\n0000000000 65535 f \n${table}${trailer}`;
	return { head: Buffer.from(head, 'latin1'), tail: Buffer.from(tail, 'latin1') };
}
