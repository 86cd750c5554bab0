import { isNeeded } from '../checks/needed';
import { isContainerNumber } from '../fields/containerNumber';
import { countryName } from '../fields/countries';
import { isPlaceholder } from '../fields/placeholder';
import { plainCode, readValue, type ValueOptions } from '../fields/readValue';
import { isCurrency, unitOf } from '../fields/units';
import type { LeafField } from '../fields/shipment';
import { sentEmpty, wordOf } from '../accept';
import { ruleOfColumn, type Issue, type RowName } from '../issue';
import { importReference, type Column, type Row } from './columnChoices';
import { withType } from './containerType';
import { cellIn, newEntry, putCell, type Cell, type Entry, type Filled } from './entries';
import { fieldByPath, isList, type FieldTarget } from './fieldNames';
import { kindIn, measureOf } from './headers';
import { atCell, atRows, shownHeader } from './issues';
import { putFigures, sameField, type FigureColumns } from './rowFigures';

/** What a row says. */
export type RowReading = {
	row: RowName;
	reference: string | undefined;
	filled: readonly Filled[];
	/** Its part of the shipment; null if no figure or date in it can be read. */
	entry: Entry | null;
	issues: Issue[];
};

export function isAboutGoods({ filled }: Pick<RowReading, 'filled'>): boolean {
	return filled.some(({ target: { path } }) => path === 'cargoName' || path === 'cargoDescription');
}

export type RowReader = {
	columns: readonly Column[];
	figures: FigureColumns;
	values: ValueOptions;
	/** Whether *Accept Values* has one of these texts. */
	accepts: (texts: readonly string[]) => boolean;
	/** The columns of units of each column of figures, and the only unit that they have, if so. */
	unitColumns: ReadonlyMap<Column, { columns: readonly Column[]; only: OnlyUnit | undefined }>;
};

/** A unit, and the header of the column that it stands in. */
export type OnlyUnit = { unit: string; header: string };

/** Reads a row, each cell once; null if it is empty. */
export function readSheetRow(cells: Row, row: RowName, reader: RowReader): RowReading | null {
	const issues: Issue[] = [];
	const read = reader.columns.flatMap((column) => readCell(cells, row, column, reader, issues) ?? []);
	const filled = withType(withAllCodes(read), issues);
	// A row with nothing but an import reference is empty.
	if (filled.every(({ target }) => target === importReference)) return null;
	const unread = unreadable(row, filled);
	const entry = newEntry();
	for (const each of filled) {
		const { owner } = each.target;
		// Units belong to their figures, and figures to what the row describes.
		const other = owner === 'row' || owner === 'goods' ? undefined : putCell(entry, each.target, each.cell);
		if (other && !each.cell.isUnreadable) issues.push(sameField(each, other));
	}
	issues.push(...putFigures(entry, filled, reader.figures), ...withoutName(filled), ...chargesOf(filled));
	const reference = cellIn(filled, 'shipmentReference');
	return {
		row,
		reference: reference === undefined || reference.isUnreadable ? undefined : String(reference.value),
		filled,
		entry: unread ? null : entry,
		issues: unread ? [unread] : issues,
	};
}

function readCell(cells: Row, row: RowName, column: Column, reader: RowReader, issues: Issue[]): Filled | null {
	const { header, position, target, unit } = column;
	const written = Object.hasOwn(cells, header) ? cells[header] : undefined;
	const field = column.isSize ? size : target.field;
	const split = column.isSize ? undefined : unitInCell(target, written);
	const { dateOrder = reader.values.dateOrder, shownSeparator } = column;
	const values = { ...reader.values, dateOrder, shownSeparator };
	const reading = readValue(field, split ? split.figure : asShown(written), values);
	if ('empty' in reading) return null;
	const shown = quotable(written, 'value' in reading && field.kind === 'date' ? reading.value : undefined);
	const cell = { written: shown, row, header, column: position };
	const place = { path: target.dotted };
	if (!('value' in reading)) {
		const { rule, cause = reading.advice } = reading;
		const advice =
			rule === 'placeholder' && isNeeded(target.dotted) ? 'Is a placeholder. Enter the value.' : reading.advice;
		// A row needs its reference: an empty one would leave the row out.
		const accepted = target.dotted === 'shipmentReference' ? undefined : reading.accepted;
		const texts = textsFor(field, shown, header, rule);
		const isAccepted = accepted !== undefined && reader.accepts(texts);
		const entry = entryOf(target);
		if (isAccepted && accepted === null) {
			const isUnit = [...reader.unitColumns.values()].some(({ columns }) => columns.includes(column));
			const advice = isUnit ? 'Accepted, and read as an empty cell.' : sentEmpty.advice;
			const more = entry === undefined ? '' : ` It is ${entry} of its own.`;
			issues.push(atCell(cell, { ...place, rule, ...sentEmpty, advice: `${advice}${more}` }));
			if (entry === undefined) return null;
		}
		const accept = accepted === undefined ? undefined : texts[0];
		const option = field.kind === 'date' ? 'Date Order' : 'Decimal Separator';
		const inNode = cause === 'two readings' ? `Or set ${option} in the options.` : undefined;
		if (!isAccepted) issues.push(atCell(cell, { ...place, rule, advice, inNode, cause, accept }));
		const value = isAccepted ? (accepted ?? null) : shown;
		return {
			target,
			cell: { ...cell, value, means: value ?? shown, isUnreadable: !isAccepted },
			unit: undefined,
			unitCell: undefined,
		};
	}
	if (reading.note !== undefined)
		issues.push(atCell(cell, { ...place, rule: 'placeholder', advice: reading.note, severity: 'note' }));
	const { value } = reading;
	const { columns = [], only } = reader.unitColumns.get(column) ?? {};
	const beside = unitBeside(cells, row, columns, reader);
	const taken = beside === undefined && unit === undefined && split === undefined ? only : undefined;
	const said = [
		...(split ? [{ by: 'Its cell', unit: split.unit }] : []),
		...(unit === undefined ? [] : [{ by: 'Its header', unit }]),
		...(beside && !beside.isUnreadable ? [{ by: 'the unit column', unit: String(beside.value) }] : []),
	];
	const [first] = said;
	const other = said.find((each) => first && sameUnit(each.unit) !== sameUnit(first.unit));
	if (first && other) {
		const advice = `${first.by} says ${first.unit}, and ${other.by.toLowerCase()} ${other.unit}. Correct one of the two.`;
		issues.push(atCell(cell, { ...place, rule: 'units', cause: 'header', advice }));
	}
	return {
		target: targetFor(target, value),
		cell: { ...cell, value, means: meaningOf(field, value), isUnreadable: false },
		unit: beside ? String(beside.value) : (unit ?? split?.unit ?? taken?.unit),
		unitCell: beside,
		...(taken ? { takesUnitOf: taken.header } : {}),
		...(column.isSize ? { isSize: true } : {}),
	};
}

/** `CARTONS` and `ctn` are the same kind. */
function sameUnit(unit: string): string {
	return kindIn(unit)?.replace(/^CTN/, 'CARTON') ?? plainCode(unit);
}

/** The figure and its unit in a cell such as `9840 kg`, `820 cartons` and `USD 100`; undefined if it is no known one. */
function unitInCell(target: FieldTarget, written: unknown): { figure: string; unit: string } | undefined {
	const { field } = target;
	if (typeof written !== 'string' || !('unit' in field)) return undefined;
	const [, before = '', figure = '', after = ''] = figureWithUnit.exec(written.trim()) ?? [];
	const word = before === '' ? after : after === '' ? before : '';
	if (field.unit === 'packingUnit')
		return after !== '' && kindIn(word) !== undefined ? { figure, unit: word } : undefined;
	if (field.unit === 'currency') return isCurrency(word) ? { figure, unit: word } : undefined;
	const unit = after === '' ? undefined : unitOf(word);
	return unit && unit.measure === (measureOf(target) ?? unit.measure) ? { figure, unit: unit.code } : undefined;
}

const figureWithUnit = /^([A-Z]{3}(?=[\s\d]))?\s*([+-]?\d[\d.,' \u00a0\u202f]{0,30}?)\s*(\p{L}[\p{L}\d. ()³]{0,19})?$/u;

/** What the column distinguishes, if its word is accepted as nothing: *TBA* is another bill of lading than *BL-1*. */
function entryOf({ steps, path }: FieldTarget): string | undefined {
	const list = steps.at(-1)?.list;
	return list?.key.includes(path) ? ownEntries[list.entry] : undefined;
}

const ownEntries: Readonly<Record<string, string>> = { Set: 'a bill of lading', Container: 'a container' };

/** Columns for one list of codes, such as two for seals, are one list. */
function withAllCodes(filled: readonly Filled[]): Filled[] {
	const places = Map.groupBy(filled, ({ target, cell }) =>
		isList(target) && !cell.isUnreadable ? `${target.dotted} ${target.steps.at(-1)?.index}` : cell.column,
	);
	return [...places.values()].flatMap(([first, ...others]) => {
		if (!first || others.length === 0) return first ?? [];
		const codes = [first, ...others].flatMap(({ cell }) => String(cell.value).split(', '));
		const value = [...new Set(codes)].join(', ');
		const header = [first, ...others].map(({ cell }) => shownHeader(cell.header)).join(', ');
		return { ...first, cell: { ...first.cell, value, means: value, written: value, header } };
	});
}

/** Spreadsheet programs show 15 digits: 3 × 1250.1 is 3750.2999999999997 to a computer. */
function asShown(raw: unknown): unknown {
	return typeof raw === 'number' && !Number.isInteger(raw) ? Number(raw.toPrecision(15)) : raw;
}

/** A country of two letters is its code, whatever the header says. */
function targetFor(target: FieldTarget, value: Cell['means']): FieldTarget {
	const code = target.field.kind === 'text' ? target.field.code : undefined;
	const isCode = code !== undefined && countryName(String(value)) !== null;
	return (isCode ? fieldByPath(target.dotted.replace(/[^.]+$/, code)) : undefined) ?? target;
}

const size: LeafField = { kind: 'text', label: 'Size', type: 'code' };

/** What lets a cell pass; the first is what its message offers. */
function textsFor(field: LeafField, shown: string, header: string, rule: string): string[] {
	return [wordOf(field, shown) ?? [], ruleOfColumn(header, rule)].flat();
}

/** The cell of the unit in the same row, as it reads if nobody knows what it is: that is said of the cell, and of no figure. */
function unitBeside(cells: Row, row: RowName, columns: readonly Column[], reader: RowReader): Cell | undefined {
	for (const { header, position, target } of columns) {
		const reading = readValue(target.field, cells[header], reader.values);
		if ('empty' in reading) continue;
		const written = quotable(cells[header], undefined);
		const place = { written, row, header, column: position };
		if ('value' in reading) return { ...place, value: reading.value, means: reading.value, isUnreadable: false };
		const { accepted, rule } = reading;
		const isAccepted = accepted !== undefined && reader.accepts(textsFor(target.field, written, header, rule));
		const value = isAccepted ? accepted : written;
		if (value !== null) return { ...place, value, means: value, isUnreadable: !isAccepted };
	}
	return undefined;
}

/** The value that comparisons use. */
function meaningOf(field: LeafField, value: Cell['means']): Cell['means'] {
	if (field.kind !== 'text') return value;
	const text = String(value).normalize('NFC').replace(/\s+/g, ' ').trim();
	return field.anyWriting ? plainCode(text) : text;
}

/** A row of which no figure and no date can be read, such as a second header, units, or a remark. */
function unreadable(row: RowName, filled: readonly Filled[]): Issue | undefined {
	const figures = filled.filter(({ target: { field } }) => ['number', 'integer', 'date'].includes(field.kind));
	const isWords = ({ cell }: Filled) =>
		cell.isUnreadable && !isPlaceholder(cell.written) && !/^[\s(+-]*[\d\p{Sc}]/u.test(cell.written);
	const hasContainer = filled.some(
		({ target, cell }) => target.path === 'containerNumber' && isContainerNumber(cell.value),
	);
	if (figures.length < 2 || !figures.every(isWords) || hasContainer) return undefined;
	const advice = 'No figure or date in it can be read. Remove the row, if it is a second header or a remark.';
	return atRows([row], { path: '', rule: 'unreadable row', advice });
}

/** A numbered entry, such as the second notify party, never fills another one: it needs its name. */
function withoutName(filled: readonly Filled[]): Issue[] {
	const firsts = new Map<string, Filled>();
	const named = new Set<string>();
	for (const each of filled) {
		const step = each.target.steps.at(-1);
		if (!step || !each.target.isNumbered || step.list.key.length === 0) continue;
		const entry = `${step.path} ${step.index}`;
		if (!firsts.has(entry)) firsts.set(entry, each);
		if (step.list.key.includes(each.target.path)) named.add(entry);
	}
	return [...firsts].flatMap(([entry, { target, cell }]) => {
		const step = target.steps.at(-1);
		if (!step || named.has(entry)) return [];
		const name = step.list.key.map((path) => step.list.fields[path]?.label ?? path).join(' and ');
		const advice = `Fill in ${step.list.entry} ${step.index + 1} ${name}, or leave this cell empty.`;
		return [atCell(cell, { path: target.dotted, rule: 'no name', advice })];
	});
}

const terms = /(?:currency|prepaidType|exchangeRate)$/;

/** A charge begins with its amount. Currency and terms alone are none; a code or a rate without an amount is half of one. */
function chargesOf(filled: readonly Filled[]): Issue[] {
	const parts = filled.filter(({ target }) => target.dotted.startsWith('sets.freightCharges.charges.'));
	const amounts = new Set(
		parts.filter(({ target }) => target.path === 'amount.value').map(({ target }) => target.steps.at(-1)?.index),
	);
	return parts.flatMap(({ target, cell }) => {
		if (amounts.has(target.steps.at(-1)?.index) || terms.test(target.path)) return [];
		const advice = 'Has no amount. Fill in Charge Amount, or empty the cell.';
		return [atCell(cell, { path: target.dotted, rule: 'charge', advice, severity: 'stopsIfStrict' })];
	});
}

/** In characters. */
const longestQuote = 100;

/** A cell as it reads, for messages. A date that an Excel file has as a number of days reads as a date. */
function quotable(written: unknown, day: Cell['value'] | undefined): string {
	if (typeof written === 'number' && day !== undefined) return String(day);
	if (written instanceof Date) return written.toJSON();
	const isPlain = typeof written === 'string' || typeof written === 'number' || typeof written === 'boolean';
	return (isPlain ? String(written) : JSON.stringify(written)).trim().slice(0, longestQuote);
}
