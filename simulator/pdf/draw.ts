import PDFDocument from 'pdfkit';

import type { ParcelSet, SetDocument } from '../entities';

/** What stands across the page: ORIGINAL for the title holder, COPY for anyone else. */
export type Watermark = 'ORIGINAL' | 'COPY' | null;

/** Draws one page that shows the set's data. Nothing in it depends on when it is drawn. */
export async function drawDocument(set: ParcelSet, document: SetDocument, watermark: Watermark): Promise<Buffer> {
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
