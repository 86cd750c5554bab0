/**
 * `npm run sample-spreadsheet`: writes the sample spreadsheet of the examples as a workbook, and a PDF for each of its
 * shipments, from examples/import-from-spreadsheet.csv. Edit that file to change the sample.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import writeWorkbook from 'write-excel-file/node';

const folder = path.resolve(__dirname, '../examples');

/** Quoted cells of the sample contain commas, but no quotes and no line breaks. */
function cellsOf(line: string): string[] {
	return [...`,${line}`.matchAll(/,(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** A cell of the workbook: dates and numbers are more than text. */
function workbookCell(text: string) {
	if (text === '') return null;
	if (/^\d{4}-\d\d-\d\d$/.test(text)) return { value: new Date(text), type: Date, format: 'yyyy-mm-dd' } as const;
	return { value: Number.isNaN(Number(text)) ? text : Number(text) };
}

async function packingList(shipment: string, rows: ReadonlyArray<Record<string, string>>): Promise<Buffer> {
	const info = { Title: `Packing list of ${shipment}`, CreationDate: new Date('2026-05-12') };
	const document = new PDFDocument({ info, size: 'A4' });
	document.fontSize(20).text('Packing list').fontSize(11).moveDown().text(`Shipment ${shipment}`);
	const shown = ['Container Number', 'Cargo Name', 'Packages', 'Packing Unit', 'Gross Weight', 'Weight Unit'];
	for (const row of rows.filter((one) => one['Shipment Reference'] === shipment && one['Container Number']))
		document.text(shown.map((header) => row[header]).join('  '));
	document.moveDown().text('A sample. Replace it by your own PDF.').end();
	return await buffer(document);
}

async function main(): Promise<void> {
	const csv = await readFile(path.join(folder, 'import-from-spreadsheet.csv'), 'utf8');
	const [headers = [], ...rows] = csv.trimEnd().split('\n').map(cellsOf);

	const head = headers.map((value) => ({ value, fontWeight: 'bold' as const }));
	const columns = headers.map((header) => ({ width: Math.max(12, header.length + 2) }));
	const options = { columns, stickyRowsCount: 1, sheet: 'Shipments' };
	const workbook = writeWorkbook([head, ...rows.map((row) => row.map(workbookCell))], options);
	await writeFile(path.join(folder, 'import-from-spreadsheet.xlsx'), await workbook.toBuffer());

	const named = rows.map((row) => Object.fromEntries(headers.map((header, at) => [header, row[at] ?? ''])));
	for (const shipment of new Set(named.map((row) => row['Shipment Reference'] ?? '')))
		await writeFile(path.join(folder, `${shipment} Packing List.pdf`), await packingList(shipment, named));
}

void main();
