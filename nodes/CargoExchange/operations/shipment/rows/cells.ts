import type { InvalidInput } from '../../../errors';
import { convert, type Conversion, type Reader } from '../convert/value';
import { meaningOf, newEntry, putCell, refusedRow, type Cell, type Entry } from './rowTree';
import type { Columns } from './columns';

/** What is known of a sheet as a whole: what its columns mean, and how it writes numbers and days. */
type Sheet = { columns: Columns; reader: Reader };

/** What a row of the sheet tells of a shipment, its index in the input, and what its messages call it. */
export type RowPart = {
	index: number;
	name: string;
	entry: Entry;
	importRef: string | undefined;
	refusal: InvalidInput | undefined;
};

/** How users find a row again. */
export const counted = 'Rows are counted from the first one under the headers, unless the sheet gives their numbers.';

const importRefField = { kind: 'text', label: 'Import Reference' } as const;

/** The cells of a row that hold something. Space around a text is invisible in a sheet and means nothing, nor does what kind of space it is. */
export function cellsOf(row: Record<string, unknown>): [string, unknown][] {
	return Object.entries(row)
		.map(([header, cell]): [string, unknown] => [header, typeof cell === 'string' ? plainText(cell) : cell])
		.filter(([, cell]) => cell !== undefined && cell !== null && cell !== '');
}

function plainText(cell: string): string {
	return cell
		.replace(/\u200b/g, '')
		.replace(/[\u00a0\u202f]/g, ' ')
		.trim();
}

/** The reference of the shipment that a row belongs to, if it has one. */
export function shipmentOfRow(cells: [string, unknown][], columns: Columns): string | undefined {
	let reference: string | undefined;
	for (const [header, cell] of cells) {
		const column = columns.find(header);
		if (typeof column !== 'object' || column.path !== 'shipmentReference') continue;
		const conversion = convert(column.field, cell);
		if ('value' in conversion) reference ??= String(conversion.value);
	}
	return reference;
}

/** What a row tells, or null when it tells nothing. */
export function readRow(row: Record<string, unknown>, index: number, { columns, reader }: Sheet): RowPart | null {
	const name = rowName(row, index);
	const part: RowPart = { index, name, entry: newEntry(), importRef: undefined, refusal: undefined };
	for (const [header, cell] of cellsOf(row)) {
		const column = columns.find(header);
		if (column === undefined || column === 'rowNumber') continue;
		const conversion = withoutResult.test(String(cell))
			? { unreadable: 'is what a sheet shows where a formula has no result' }
			: convert(column === 'importRef' ? importRefField : column.field, cell, reader);
		if ('unreadable' in conversion) part.refusal ??= unreadable({ row: name, header, raw: cell }, conversion);
		else if ('empty' in conversion) continue;
		else if (column === 'importRef') part.importRef = String(conversion.value);
		else {
			const { value } = conversion;
			const own = { value, means: meaningOf(column.field, value), row: name, header };
			const other = putCell(part.entry, column, own);
			if (other) part.refusal ??= ambiguous(own, other);
		}
	}
	const tells = part.entry.values.size > 0 || part.entry.lists.size > 0 || part.refusal !== undefined;
	return tells ? part : null;
}

const withoutResult = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)$/;

/** The sheet's own number of the row where there is one; other rows are counted from the first. */
export function rowName(row: Record<string, unknown>, index: number): string {
	const number = row['row_number'];
	return `Row ${typeof number === 'number' ? number : index + 1}`;
}

function unreadable(
	{ row, header, raw }: { row: string; header: string; raw: unknown },
	{ unreadable: why, further = 'Correct the cell.' }: Extract<Conversion, { unreadable: string }>,
): InvalidInput {
	const written = raw instanceof Date ? raw.toJSON() : raw;
	const shown =
		typeof written === 'string' || typeof written === 'number' ? `"${String(written).slice(0, 60)}"` : 'the value';
	return refusedRow(row, `${row}: ${shown} under ${header} ${why}`, `${counted} ${further}`);
}

function ambiguous({ row, value, header }: Cell, other: Cell): InvalidInput {
	return refusedRow(
		row,
		`${row} has "${value}" under ${header}, but "${other.value}" under ${other.header}, which means the same`,
		`${counted} Keep one of the two columns, or rename one.`,
	);
}
