import { convert, plainCode, type Conversion, type ValueReader } from '../convert/value';
import { issue, type Issue } from '../issue';
import type { LeafField } from '../fields/shipment';
import { importRefTarget, unitCode, type Column } from './columns';
import { newEntry, putCell, sourceOf, type Cell, type Entry } from './entries';
import type { FieldTarget } from './headers';

export type RowPart = {
	index: number;
	name: string;
	reference: string | undefined;
	entry: Entry;
	/** Cells that cannot be read or that contradict each other. */
	issues: Issue[];
	/** True if all its values are numbers or units, except the references. */
	hasOnlyFigures: boolean;
};

/** Reads a row, each cell once; null if it is empty. */
export function readRow(
	row: Record<string, unknown>,
	index: number,
	{ columns, reader }: { columns: ReadonlyMap<string, Column>; reader: ValueReader },
): RowPart | null {
	const name = rowName(row, index);
	const entry = newEntry();
	const issues: Issue[] = [];
	const filled: { target: FieldTarget; cell: Cell; unit: string | undefined }[] = [];
	for (const [header, raw] of Object.entries(row)) {
		const column = columns.get(header);
		if (column === undefined) continue;
		const { target, unit } = column;
		const conversion = readCell(target.field, raw, reader);
		if ('empty' in conversion) continue;
		const value = 'value' in conversion ? conversion.value : shown(raw);
		const cell = { value, means: meaningOf(target.field, value), row: name, header };
		if ('unreadable' in conversion) issues.push(cellIssue(target.dotted, cell, conversion.unreadable));
		const other = putCell(entry, target, cell);
		if (other) issues.push(cellIssue(target.dotted, cell, sameField(other)));
		// A row with nothing but an import reference is empty.
		if (target !== importRefTarget) filled.push({ target, cell, unit });
	}
	if (filled.length === 0 && issues.length === 0) return null;
	for (const { target, cell, unit } of filled) {
		if (unit === undefined) continue;
		const path = target.path.replace(/quantity(?:Gross|Net)$/, 'crossRefId');
		const other = putCell(entry, { ...target, path }, { ...cell, value: unit, means: unit });
		if (other) issues.push(cellIssue(target.dotted, cell, otherUnit(other)));
	}
	const reference = entry.values.get('shipmentReference')?.value;
	return {
		index,
		name,
		reference: reference === undefined ? undefined : String(reference),
		entry,
		issues,
		hasOnlyFigures: filled.every(({ target }) => target.dotted === 'shipmentReference' || isFigure(target)),
	};
}

/** A text without the spaces around it, which are invisible in a sheet and mean nothing. */
function plainText(cell: string): string {
	return cell
		.replace(/\u200b/g, '')
		.replace(/[\u00a0\u202f]/g, ' ')
		.trim();
}

const withoutResult = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)$/;

/** Two ISO 6346 numbers, with or without the check digit. */
const severalContainers = /(?:[A-Z]{3}[UJZ][ -]?\d{6}.*){2}/is;

function readCell(field: LeafField, raw: unknown, reader: ValueReader): Conversion {
	if (typeof raw !== 'string') return convert(field, raw, reader);
	const text = plainText(raw);
	if (withoutResult.test(text))
		return { unreadable: 'The formula of this cell has no valid result. Correct the cell.' };
	if (field.kind === 'text' && field.anyWriting && severalContainers.test(text))
		return { unreadable: 'Has several container numbers. Give each container its own row.' };
	return convert(field, text, reader);
}

/** The value that comparisons use. */
function meaningOf(field: LeafField, value: Cell['value']): Cell['value'] {
	if (field.kind !== 'text') return value;
	if (field.isUnit) return unitCode(String(value)) ?? value;
	return field.anyWriting ? plainCode(String(value)) : value;
}

/** A value that cannot be read keeps its place, so that nothing else seems to be missing. */
function shown(raw: unknown): string {
	if (raw instanceof Date) return raw.toJSON();
	const text = typeof raw === 'string' || typeof raw === 'number' ? plainText(String(raw)) : JSON.stringify(raw);
	return text.slice(0, 100);
}

const unitField = /(?:^|\.)(?:crossRefId|label|format|packingUnit|totalContainers|currency)$/;

function isFigure({ field, path }: FieldTarget): boolean {
	return field.kind === 'number' || field.kind === 'integer' || unitField.test(path);
}

/** The sheet's own row number if there is one, else the number of the item. */
function rowName(row: Record<string, unknown>, index: number): string {
	const number = row['row_number'];
	return typeof number === 'number'
		? `Row ${number}`
		: `Item ${index + 1} (row ${index + 2} if the sheet starts with its header)`;
}

/** A cell that stops the import. */
function cellIssue(path: string, cell: Cell, advice: string): Issue {
	return issue({ path, value: cell.value, rule: 'cell', advice, severity: 'error', source: sourceOf(cell) });
}

function sameField({ value, header }: Cell): string {
	return `The column ${header} is for the same field and has "${value}". Keep one of the two columns, and add the other to Ignore Columns.`;
}

function otherUnit({ value, header }: Cell): string {
	return `The unit in its header contradicts ${header}, which has "${value}". Correct one of the two.`;
}
