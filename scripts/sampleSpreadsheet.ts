/**
 * Writes the sample spreadsheet of the examples, as .csv and .xlsx, from one table, and a PDF for each of its
 * shipments: `npm run sample-spreadsheet`.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import writeWorkbook from 'write-excel-file/node';

type Cell = string | number | Date | null;

const headers = [
	'Import Reference',
	'Shipment Reference',
	'Shipment Type',
	'IMO Number',
	'Voyage Reference',
	'Service Type at Receipt',
	'Service Type at Delivery',
	'Load Type',
	'B/L Number',
	'B/L Date',
	'B/L Document Name',
	'E-Set Type',
	'Loading Location',
	'Destination',
	'Destination Country Code',
	'Destination Country',
	'Carrier',
	'Shipper ID',
	'Shipper',
	'Shipper Address',
	'Consignee ID',
	'Consignee',
	'Consignee Address',
	'Notify Party 1 Name',
	'Notify Party 2 Name',
	'Cargo Name',
	'Cargo Description',
	'Container Number',
	'Container Type',
	'Seal Number',
	'Packages',
	'Packing Unit',
	'Gross Weight',
	'Net Weight',
	'Weight Unit',
	'Payment Location Prepaid',
	'Charge Code',
	'Tariff Item',
	'Rate',
	'Currency',
	'Amount',
	'Payment Type',
] as const;

type Row = Partial<Record<(typeof headers)[number], Cell>>;

const first: Row = { 'Shipment Reference': 'SHP-2026-0101', 'B/L Number': 'BL-0101-1' };
const second: Row = { 'Shipment Reference': 'SHP-2026-0102', 'B/L Number': 'BL-0102-1' };

/** The fields that all bills of lading of the sample share. The parties are companies of the demo. */
const terms: Row = {
	'Shipment Type': 'liner',
	'Service Type at Receipt': 'CY',
	'Service Type at Delivery': 'CY',
	'Load Type': 'FCL',
	'B/L Document Name': 'Bill of Lading',
	'E-Set Type': 'electronic',
	'Loading Location': 'Santos',
	Destination: 'Copenhagen',
	'Destination Country Code': 'DK',
	'Destination Country': 'Denmark',
	Carrier: 'Example Line',
	'Shipper ID': 'ad07304f-35a2-4ed7-a630-db49b1cf89c1',
	Shipper: 'Alta Mira Coffee',
	'Shipper Address': '2 Quay Street, Santos',
	'Consignee ID': 'aba3ed17-4997-4e5e-a88e-63e90be32f25',
	Consignee: 'Nordhavn Trading',
	'Consignee Address': '3 Market Square, Copenhagen',
	'Payment Location Prepaid': 'Santos',
};

const bags: Row = { 'Packing Unit': 'Bags', 'Weight Unit': 'KGM', 'Container Type': '22G1' };

/** One row per container, then one per charge. The first row has the fields of the whole bill of lading. */
const rows: Row[] = [
	{
		...first,
		...terms,
		...bags,
		'Import Reference': 'SHEET-0101',
		'IMO Number': 9074729,
		'Voyage Reference': '402E',
		'B/L Date': day('2026-05-12'),
		'Notify Party 1 Name': 'Harbour Notify Ltd',
		'Notify Party 2 Name': 'Quayside Brokers',
		'Cargo Name': 'Green coffee',
		'Cargo Description': 'Green coffee in bags of 60 kg',
		'Container Number': 'CSQU3054383',
		'Seal Number': 'SL100001',
		Packages: 320,
		'Gross Weight': 19400.5,
		'Net Weight': 19200,
	},
	{
		...first,
		...bags,
		'Cargo Name': 'Green coffee',
		'Container Number': 'EXAU1000003',
		'Seal Number': 'SL100002',
		Packages: 300,
		'Gross Weight': 18190.25,
		'Net Weight': 18000,
	},
	charge(first, 'BAS', 'Basic ocean freight', 1250.5, 2501, 'PREPAID'),
	charge(first, 'BAF', 'Bunker adjustment factor', 110.1, 220.2, 'PREPAID'),
	charge(first, 'THD', 'Terminal handling at destination', 145, 290, 'COLLECT'),
	{
		...second,
		...terms,
		...bags,
		'Import Reference': 'SHEET-0102',
		'IMO Number': 9074729,
		'Voyage Reference': '402E',
		'B/L Date': day('2026-05-12'),
		'Notify Party 1 Name': 'Harbour Notify Ltd',
		'Cargo Name': 'Cocoa beans',
		'Cargo Description': 'Cocoa beans in jute bags',
		'Container Number': 'EXAU1000019',
		'Seal Number': 'SL100003',
		Packages: 250,
		'Gross Weight': 16100,
		'Net Weight': 15625,
	},
	charge(second, 'BAS', 'Basic ocean freight', 1250.5, 1250.5, 'PREPAID'),
];

function charge(set: Row, code: string, item: string, rate: number, amount: number, type: string): Row {
	return {
		...set,
		'Charge Code': code,
		'Tariff Item': item,
		Rate: rate,
		Currency: 'USD',
		Amount: amount,
		'Payment Type': type,
	};
}

function day(date: string): Date {
	return new Date(`${date}T00:00:00Z`);
}

const table: Cell[][] = rows.map((row) => headers.map((header) => row[header] ?? null));

/** The sample as CSV with ISO dates. */
export function sampleCsv(): string {
	return [[...headers], ...table].map((cells) => cells.map(csvCell).join(',')).join('\n') + '\n';
}

function csvCell(cell: Cell): string {
	if (cell === null) return '';
	const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
	return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The sample as a workbook with numbers, dates and a fixed header row. */
async function sampleWorkbook(): Promise<Buffer> {
	const head = headers.map((value) => ({ value, fontWeight: 'bold' as const }));
	const cells = table.map((row) => row.map(workbookCell));
	const columns = headers.map((header) => ({ width: Math.max(12, header.length + 2) }));
	return writeWorkbook([head, ...cells], { columns, stickyRowsCount: 1, sheet: 'Shipments' }).toBuffer();
}

function workbookCell(cell: Cell) {
	if (cell === null) return null;
	if (cell instanceof Date) return { value: cell, type: Date, format: 'yyyy-mm-dd' } as const;
	return { value: cell };
}

/** The shipments of the sample, in order. */
export const sampleShipments = [first, second].map((row) => String(row['Shipment Reference']));

async function packingList(shipment: string): Promise<Buffer> {
	const info = { Title: `Packing list of ${shipment}`, CreationDate: day('2026-05-12') };
	const document = new PDFDocument({ info, size: 'A4' });
	document.fontSize(20).text('Packing list').fontSize(11).moveDown().text(`Shipment ${shipment}`);
	const containers = rows.filter((row) => row['Shipment Reference'] === shipment && row['Container Number']);
	for (const row of containers) {
		const shown = [
			'Container Number',
			'Cargo Name',
			'Packages',
			'Packing Unit',
			'Gross Weight',
			'Weight Unit',
		] as const;
		document.text(shown.map((header) => csvCell(row[header] ?? null)).join('  '));
	}
	document.moveDown().text('A sample. Replace it by your own PDF.').end();
	return await buffer(document);
}

if (require.main === module) {
	const folder = path.resolve(__dirname, '../examples');
	void (async () => {
		await writeFile(path.join(folder, 'import-from-spreadsheet.csv'), sampleCsv());
		await writeFile(path.join(folder, 'import-from-spreadsheet.xlsx'), await sampleWorkbook());
		for (const shipment of sampleShipments)
			await writeFile(path.join(folder, `${shipment} Packing List.pdf`), await packingList(shipment));
	})();
}
