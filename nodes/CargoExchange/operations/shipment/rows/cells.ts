import { convert, plainCode, type Conversion, type ValueReader } from '../convert/value';
import { issue, type Issue } from '../validation/issue';
import type { LeafField } from '../../../schemas/shipment/shipment';
import type { ColumnTarget } from './analyseSheet';
import type { FieldTarget } from './headers';
import { newEntry, putCell, sourceOf, type Cell, type Entry } from './rowTree';

/** What a row says of a shipment. */
export type RowPart = {
	/** The row's index in the input. */
	index: number;
	name: string;
	reference: string | undefined;
	importRef: Cell | undefined;
	entry: Entry;
	/** Cells that cannot be read, or contradict each other. */
	issues: Issue[];
	/** Where a row of totals has its label: in the shipment's reference, or in a column below it. */
	totals: 'shipment' | 'within' | undefined;
	/** False if all that it says is numbers, their units and references. */
	saysMoreThanFigures: boolean;
};

const importRefField = { kind: 'text', label: 'Import Reference' } as const;

/** Reads a row, each cell once; null if it holds nothing. */
export function readRow(
	row: Record<string, unknown>,
	index: number,
	{ columns, reader }: { columns: ReadonlyMap<string, ColumnTarget>; reader: ValueReader },
): RowPart | null {
	const name = rowName(row, index);
	const entry = newEntry();
	const issues: Issue[] = [];
	const read: [FieldTarget, Cell][] = [];
	let importRef: Cell | undefined;
	for (const [header, cell] of Object.entries(row)) {
		const target = columns.get(header);
		if (target === undefined) continue;
		const raw = typeof cell === 'string' ? plainText(cell) : cell;
		const field = target === 'importRef' ? importRefField : target.field;
		const conversion = valueOf(field, raw, reader);
		if ('empty' in conversion) continue;
		const value = 'value' in conversion ? conversion.value : shown(raw);
		const own = { value, means: meaningOf(field, value), row: name, header };
		const path = target === 'importRef' ? 'importRef' : target.dotted;
		if ('unreadable' in conversion) issues.push(cellIssue(path, own, conversion.unreadable));
		if (target === 'importRef') {
			importRef = own;
			continue;
		}
		read.push([target, own]);
		const other = putCell(entry, target, own);
		if (other) issues.push(cellIssue(path, own, sameField(other)));
	}
	if (read.length === 0 && issues.length === 0) return null;
	const reference = entry.values.get('shipmentReference')?.value;
	return {
		index,
		name,
		reference: reference === undefined ? undefined : String(reference),
		importRef,
		entry,
		issues,
		...totalsOf(read),
	};
}

/** A cell as text is written. Space around it is invisible in a sheet and means nothing, nor does the kind of space. */
function plainText(cell: string): string {
	return cell
		.replace(/\u200b/g, '')
		.replace(/[\u00a0\u202f]/g, ' ')
		.trim();
}

const withoutResult = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)$/;

function valueOf(field: LeafField, raw: unknown, reader: ValueReader): Conversion {
	if (typeof raw === 'string' && withoutResult.test(raw))
		return { unreadable: 'A spreadsheet shows this if a formula has no result. Correct the cell.' };
	return convert(field, raw, reader);
}

/** What a value is compared by. */
function meaningOf(field: LeafField, value: Cell['value']): Cell['value'] {
	return field.kind === 'text' && field.anyWriting ? plainCode(String(value)) : value;
}

/** A value that cannot be read keeps its place, so that nothing else seems to be missing. */
function shown(raw: unknown): string {
	if (raw instanceof Date) return raw.toJSON();
	return typeof raw === 'string' || typeof raw === 'number'
		? String(raw).slice(0, 100)
		: JSON.stringify(raw).slice(0, 100);
}

/** The sheet's own number of the row if there is one, else the number of the item. */
export function rowName(row: Record<string, unknown>, index: number): string {
	const number = row['row_number'];
	return typeof number === 'number'
		? `Row ${number}`
		: `Item ${index + 1} (row ${index + 2} if the sheet starts with its header)`;
}

/** A cell that stops the import. */
export function cellIssue(path: string, cell: Cell, advice: string): Issue {
	return { ...issue(path, cell.value, 'cell', advice, 'error'), source: sourceOf(cell) };
}

function sameField({ value, header }: Cell): string {
	return `${header} means the same and has "${value}". Keep one of the two columns, and add the other one to Ignore Columns.`;
}

/** What people and spreadsheet programs write beside a sum. */
const word = '(?:(?:grand |sub[- ]?)?totals?|sums?|[Σ∑])';
const onlyWord = new RegExp(`^${word}\\s?[:=.]?$`, 'iu');
const beginsOrEnds = new RegExp(`^${word}(?:[\\s:=.]|$)|[\\s:]${word}\\s?[:=.]?$`, 'iu');
/** In characters; patterns run on no more. */
const longestLabel = 100;

const container = 'sets.containers.containerNumber';
/** From the outermost to the innermost: references above the one with the label may be filled down beside it. */
const references = ['shipmentReference', 'sets.blNumber', 'sets.cargos.cargoName'];
const unit = /(?:^|\.)(?:crossRefId|label|format|packingUnit|totalContainers|currency)$/;

function totalsOf(cells: [FieldTarget, Cell][]): Pick<RowPart, 'totals' | 'saysMoreThanFigures'> {
	const isFigure = ({ field, path }: FieldTarget) =>
		field.kind === 'number' || field.kind === 'integer' || unit.test(path);
	const more = cells.filter(([target]) => !isFigure(target));
	const labelled = more.filter(([target, { value }]) => {
		const path = target.dotted;
		const text = String(value);
		if (text.length > longestLabel) return false;
		// No container has such a number, whatever is filled down beside it; a company or its oil may be called Total.
		if (path === 'shipmentReference') return beginsOrEnds.test(text);
		return (path === container || references.includes(path)) && onlyWord.test(text);
	});
	const levels = labelled.map(([target]) => references.indexOf(target.dotted));
	const level = Math.max(...levels);
	const isTotals =
		levels.includes(-1) ||
		(levels.length > 0 && more.every(([target]) => references.slice(0, level + 1).includes(target.dotted)));
	return {
		totals: !isTotals ? undefined : level === 0 ? 'shipment' : 'within',
		saysMoreThanFigures: more.some(([{ dotted }]) => dotted !== 'shipmentReference'),
	};
}
