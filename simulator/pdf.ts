import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { ParcelSet, SetDocument } from './entities';

/** Printed across the page: ORIGINAL for the title holder, COPY for everyone else. */
export type Watermark = 'ORIGINAL' | 'COPY' | null;

export function fileNameOf({ name }: SetDocument): string {
	return `${name.replace(/(\.pdf)+$/i, '')}.pdf`;
}

/** The file that was given with the document, or else one that is drawn. */
export async function documentFile(set: ParcelSet, document: SetDocument, watermark: Watermark): Promise<Buffer> {
	return document.content ?? (await drawDocument(set, document, watermark));
}

/** Draws one page with the set's data: the same bytes each time, whenever it is drawn. */
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
	const bytes = buffer(pdf);

	if (watermark !== null) drawWatermark(pdf, watermark);
	pdf.fillColor('black').font('Helvetica-Bold').fontSize(18).text(printable(document.name));
	if (document.docType !== document.name) pdf.font('Helvetica').fontSize(10).text(printable(document.docType));
	pdf.moveDown();
	const facts = particulars(set);
	const lines = document.docType === 'Bill of Lading' ? [...facts, ...set.particulars] : facts.slice(0, 4);
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
	return await bytes;
}

/** The built-in fonts have western European letters only; any other becomes a question mark. */
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

/** A PDF of exactly `size` bytes: one empty page, and padding in a comment. Below 400 bytes, only the beginning of one. */
export function paddedPdf(size: number): Buffer {
	const whole = pdfWithPadding(0);
	return size < whole.length ? whole.subarray(0, size) : pdfWithPadding(size - whole.length);
}

/** Every number has a fixed width, so each byte of padding adds one byte. */
function pdfWithPadding(padding: number): Buffer {
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> >>',
	];
	const tenDigits = (offset: number) => String(offset).padStart(10, '0');
	let file = `%PDF-1.4\n%${'x'.repeat(padding)}\n`;
	let table = '0000000000 65535 f \n';
	for (const [index, object] of objects.entries()) {
		table += `${tenDigits(file.length)} 00000 n \n`;
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
	}
	const trailer = `trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${tenDigits(file.length)}\n%%EOF\n`;
	return Buffer.from(`${file}xref\n0 4\n${table}${trailer}`, 'latin1');
}
