/**
 * `npm run import-template`: writes examples/import-template.xlsx from the table of fields: an empty sheet for an import, with formats,
 * drop-downs and input messages, and a second sheet with the rules.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import writeWorkbook from 'write-excel-file/node';
import { neededFields } from '../nodes/CargoExchange/shipment/checks/needed';
import type { LeafField } from '../nodes/CargoExchange/shipment/fields/shipment';
import { documentedHeaders, fieldByPath, numberedHeaders } from '../nodes/CargoExchange/shipment/sheet/fieldNames';

const usual =
	`vessel.imo voyageReference serviceTypeAtReceipt serviceTypeAtDelivery loadType sets.blNumber sets.blDate sets.billOfLadingClause
	sets.placeOfReceipt sets.destinationCountry.unCountryCode sets.destinationCountry.value sets.placeOfDelivery sets.placeOfIssue
	sets.carrier.scac sets.carrier.name sets.shipper.id sets.shipper.address sets.consignee.prefix sets.consignee.id sets.consignee.address
	sets.notifyParties.name sets.notifyParties.address sets.notifyParties[1].name sets.notifyParties[1].address
	sets.cargos.cargoDescription sets.cargos.marksAndNumbers sets.containers.containerNumber sets.containers.containerType
	sets.containers.sealNumber sets.containers.totalNumberOfPackingItems sets.containers.packingUnit sets.containers.containerQuantity.quantityGross
	sets.containers.containerQuantity.quantityNet sets.containers.containerQuantity.crossRefId
	sets.containers.containerVolume.quantityGross sets.containers.containerVolume.crossRefId
	sets.freightCharges.paymentLocationPrepaid sets.freightCharges.paymentLocationCollect sets.freightCharges.charges.code
	sets.freightCharges.charges.tariffItem sets.freightCharges.charges.rate sets.freightCharges.charges.amount.currency
	sets.freightCharges.charges.amount.value sets.freightCharges.charges.prepaidType`.split(/\s+/);

/** Values to choose from. Others can be entered, too. */
const suggestions: Record<string, string> = {
	'sets.containers.containerType': '22G1,42G1,45G1,L5G1,22R1,42R1,45R1,22U1,42U1,45U1,22P1,42P1,22T1',
	'sets.containers.packingUnit': 'CARTONS,PALLETS,BAGS,DRUMS,CASES,CRATES,BALES,BOXES,ROLLS,PACKAGES',
	'sets.freightCharges.charges.amount.currency':
		'USD,EUR,GBP,CNY,HKD,SGD,JPY,KRW,INR,AED,AUD,BRL,CAD,CHF,DKK,NOK,SEK,TRY,ZAR',
};
const units = { weight: 'kg,t,lb', volume: 'm3,ft3' };

const rules = [
	'A cell has exactly one value, or is empty. A number is a number, and a date a date, such as 2026-11-20.',
	'No placeholders, such as n/a, TBA, unknown or ditto: leave the cell empty, or enter the value.',
	'Keep the headers. A column that you add needs a documented header, or a field in Column Mapping. Columns that the import has no field for are not sent.',
	'If two columns give the same field, they have to agree. A second notify party has columns with the number 2.',
	'Every row needs the shipment reference; rows with the same one are one shipment. With several bills of lading, every row needs the B/L number, too.',
	'No rows of totals. Sums are not sent.',
	'Write a reference, a B/L number and a container number in the same way in every row.',
	'What rows have in common, such as the shipper, is on one of them or the same on all. Each container and each charge has its own row.',
	'A weight, volume or number of packages belongs to the container, the goods, or the goods in the container that its row names. Do not repeat the figures of a container on several rows.',
	'Needed are the columns with a dark header. A weight or volume needs its unit, an amount its currency.',
	'Values have to fit together: check digit and type of a container, seals, net and gross weights, country and code.',
	'For an order bill, enter TO THE ORDER OF in Consignee Prefix. SAME AS CONSIGNEE in a name means that party, but not in an order bill, which has none.',
];

/** Rows below the headers that have drop-downs and checks. */
const lastRow = 2000;

type Column = { header: string; path: string; field: LeafField };

function columnsOfTemplate(): Column[] {
	const paths = new Set([...neededFields, ...usual]);
	const secondNotify = numberedHeaders.filter(({ path }) => path.startsWith('sets.notifyParties[1]'));
	const all = documentedHeaders.flatMap((one) =>
		one.path === 'sets.cargos.cargoName' ? [...secondNotify, one] : [one],
	);
	return all.flatMap(({ header, path }) => {
		const field = fieldByPath(path)?.field;
		return field && paths.has(path) ? [{ header, path, field }] : [];
	});
}

function formatOf({ field, path }: Column): string {
	if (field.kind === 'date') return 'yyyy-mm-dd';
	if (field.kind === 'integer') return '0';
	if (field.kind === 'number') return path.includes('charges') ? '#,##0.00' : '#,##0.000';
	return '@';
}

/** The condition of a cell in the words of the file format. */
function conditionOf({ field, path }: Column): string {
	const list = (values: string, error: 0 | 1) =>
		`type="list" showErrorMessage="${error}"><formula1>"${values}"</formula1>`;
	const above = (type: string, limit: number) =>
		`type="${type}" operator="greaterThan" showErrorMessage="1"><formula1>${limit}</formula1>`;
	if (field.kind === 'choice') return list(Object.keys(field.values).join(','), 1);
	if (field.kind === 'date') return above('date', Date.UTC(2000, 0, 1) / 86_400_000 + 25_569);
	if (field.kind === 'integer') return above('whole', 0);
	if (field.kind === 'number') return above('decimal', field.isPositive ? 0 : -1e12);
	if (field.kind === 'text' && field.measure) return list(units[field.measure], 1);
	const values = suggestions[path];
	return values === undefined ? 'showErrorMessage="0">' : list(values, 0);
}

function messageOf({ field, path }: Column): string {
	const ofCustomer = 'The ID of the customer in the exchange, a UUID';
	const description = field.kind === 'counterparty' ? ofCustomer : field.description;
	const values = field.kind === 'choice' ? Object.values(field.values).join(', ') : undefined;
	const isNeeded = neededFields.includes(path) ? 'Needed' : undefined;
	return [isNeeded, description, values, field.placeholder].filter((text) => text !== undefined).join('. ');
}

function attribute(text: string): string {
	return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function letters(index: number): string {
	return (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));
}

/** Adds what the library does not write: the conditions, and the formats of whole columns, which are those of the second row. */
function complete(sheet: string, columns: readonly Column[]): string {
	const [row = ''] = /<row r="2".*?<\/row>/s.exec(sheet) ?? [];
	const styles = Array.from(row.matchAll(/ s="(\d+)"/g), ([, style]) => style);
	const cols = columns.map(({ header }, index) => {
		const width = Math.max(14, header.length + 2);
		return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1" style="${styles[index]}"/>`;
	});
	const conditions = columns.map((column, index) => {
		const message = `promptTitle="${attribute(column.header.slice(0, 32))}" prompt="${attribute(messageOf(column).slice(0, 255))}"`;
		const cells = `${letters(index)}2:${letters(index)}${lastRow}`;
		return `<dataValidation allowBlank="1" showInputMessage="1" ${message} sqref="${cells}" ${conditionOf(column)}</dataValidation>`;
	});
	return sheet
		.replace(row, '')
		.replace(/<cols>.*<\/cols>/s, `<cols>${cols.join('')}</cols>`)
		.replace(
			'</sheetData>',
			`</sheetData><dataValidations count="${conditions.length}">${conditions.join('')}</dataValidations>`,
		);
}

/** The workbook. */
export async function importTemplate(): Promise<Buffer> {
	const columns = columnsOfTemplate();
	const head = columns.map(({ header, path }) => ({
		...{ value: header, fontWeight: 'bold' as const },
		...(neededFields.includes(path)
			? { backgroundColor: '#1f4e79', textColor: '#ffffff' }
			: { backgroundColor: '#ddebf7' }),
	}));
	// A cell of each column, only for its format.
	const formats = columns.map((column) => {
		const format = formatOf(column);
		return format === '@' ? { value: 'text', format } : { value: 1, format };
	});
	const text = rules.map((rule, index) => [
		...[index + 1, rule].map((value) => ({ value, wrap: true, alignVertical: 'top' as const, height: 32 })),
	]);
	const transform = (sheet: string, _: unknown, { sheetIndex }: { sheetIndex: number }) =>
		sheetIndex === 0 ? complete(sheet, columns) : sheet;
	const workbook = writeWorkbook(
		[
			{ data: [head, formats], sheet: 'Shipments', stickyRowsCount: 1, columns: columns.map(() => ({ width: 14 })) },
			{ data: text, sheet: 'Rules', columns: [{ width: 4 }, { width: 100 }] },
		],
		{
			fontFamily: 'Arial',
			fontSize: 10,
			features: [{ files: { transform: { 'xl/worksheets/sheet{id}.xml': { transform } } } }],
		},
	);
	return await workbook.toBuffer();
}

if (require.main === module) {
	const file = path.resolve(__dirname, '../examples/import-template.xlsx');
	void importTemplate().then((workbook) => writeFile(file, workbook));
}
