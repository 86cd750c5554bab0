import { isQuantity } from '../fields/goods';
import type { ListField } from '../fields/shipment';
import { issue, type Issue, type Severity } from '../issue';
import { setAt } from '../structure';
import type { FieldTarget } from './headers';

type Value = string | number | boolean;

/** A row of the sheet: its position and its name for users. */
export type RowName = { index: number; name: string };

/** A value with its row and column. `means` is the same for every way of writing the same thing, `written` is the cell as it reads. */
export type Cell = {
	value: Value;
	means: Value;
	written: unknown;
	row: RowName;
	header: string;
	column: number;
	/** It has to be corrected anyway, and is compared with no other. */
	isUnreadable: boolean;
};

/** An issue and its place in the sheet. A place that is a whole row comes after its cells. */
export type Located = { issue: Issue; row: number; column: number };

/** An entry of the payload, or a row's part of one. Values and lists have their dotted path within the entry. */
export type Entry = { values: Map<string, Cell>; lists: Map<string, EntryList> };

type EntryList = {
	list: ListField;
	/** By their key. In a list without a key every row's part is an entry of its own. */
	entries: Map<string, Entry>;
	/** Parts without a key: their place is known once all rows are read. */
	waiting: { part: Entry; row: RowName }[];
};

export function newEntry(): Entry {
	return { values: new Map(), lists: new Map() };
}

/** The entries of a list within an entry. */
export function entriesOf({ lists }: Entry, path: string): Entry[] {
	return [...(lists.get(path)?.entries.values() ?? [])];
}

/** The row and column of a cell, as shown to users. */
export function sourceOf({ row, header }: Pick<Cell, 'row' | 'header'>): string {
	return `${row.name}, ${shownHeader(header)}`;
}

/** A header in one line. */
export function shownHeader(header: string): string {
	return header.replace(/\s+/g, ' ').trim();
}

type Finding = { path: string; rule: string; advice: string; severity?: Severity; value?: unknown };

/** An issue of a cell; it stops the import unless it says otherwise. */
export function atCell(cell: Cell, { severity = 'error', ...finding }: Finding): Located {
	const { row, column, written } = cell;
	return {
		issue: issue({ value: written, severity, source: sourceOf(cell), ...finding }),
		row: row.index,
		column,
	};
}

/** An issue of whole rows; it stops the import unless it says otherwise. */
export function atRows(rows: readonly RowName[], { severity = 'error', ...finding }: Finding): Located {
	const source = listNames([...new Set(rows.map(({ name }) => name))]);
	return { issue: issue({ severity, source, ...finding }), row: rows[0]?.index ?? 0, column: Infinity };
}

const mostNamed = 20;

export function listNames(names: readonly string[]): string {
	const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
	return `${names.slice(0, mostNamed).join(', ')}${more}`;
}

/**
 * Puts a cell of a row where its column belongs; within a row, the column's index identifies the entry. If another column has filled that
 * place with another value, that one stays and is returned.
 */
export function putCell(row: Entry, { steps, path }: FieldTarget, cell: Cell): Cell | undefined {
	let entry = row;
	for (const step of steps) entry = entryAt(listAt(entry, step.path, step.list), String(step.index));
	const first = entry.values.get(path) ?? cell;
	entry.values.set(path, first);
	return first.means === cell.means ? undefined : first;
}

/** The form in which keys are compared, so that one that is written in two ways is a contradiction and not two entries. */
export function comparableKey(key: Value): Value {
	if (typeof key !== 'string') return key;
	return key
		.normalize('NFKC')
		.replace(/\s/g, '')
		.replace(/\p{Pd}/gu, '-')
		.toLowerCase();
}

const ofContents = (path: string) =>
	path === 'totalNumberOfPackingItems' || (/^container/.test(path) && isQuantity(path));
const ofWhole =
	'Enter the figure of the whole container on one row, and leave the others empty. Figures of each cargo in a container have their own columns, such as Packaging Weight Gross.';
const ofGoods = /^(?:cargoDescription|marksAndNumbers)$/;
const inOneCell =
	' If both belong to the same goods, write both into one cell; otherwise give the goods different names in Cargo Name.';

/** Merges a row's part into the entry. Contradictions go to `issues`, with a hint. */
export function mergeRow(target: Entry, part: Entry, row: RowName, issues: Located[], hint = ''): void {
	for (const [path, cell] of part.values) {
		const known = target.values.get(path);
		if (known === undefined) target.values.set(path, cell);
		else if (known.means !== cell.means && !known.isUnreadable && !cell.isUnreadable)
			issues.push(contradiction(path, known, cell, hint));
	}
	for (const [path, { list, entries: parts }] of part.lists) {
		const into = listAt(target, path, list);
		// Notify Party 1 comes before Notify Party 2, wherever its columns are.
		for (const [, inner] of [...parts].sort(([one], [other]) => Number(one) - Number(other))) {
			const key = list.key.length === 0 ? String(into.entries.size) : keyOf(list, inner);
			if (key === null) into.waiting.push({ part: inner, row });
			else mergeRow(entryAt(into, key), inner, row, issues);
		}
	}
}

/** Merges the parts that had to wait into the only entry, or into a new one if there is none. */
export function placeWaiting(target: Entry, issues: Located[]): void {
	for (const into of target.lists.values()) {
		const { list, waiting } = into;
		if (waiting.length > 1 && into.entries.size === 0 && list.entry === 'Container') issues.push(unnumbered(waiting));
		for (const { part, row } of waiting) {
			const [only = entryAt(into, ''), ...others] = into.entries.values();
			if (others.length > 0) issues.push(unplaceable(list, row));
			else mergeRow(only, part, row, issues, ` If this is another ${list.entry}, fill in ${keyLabel(list)}.`);
		}
		for (const entry of into.entries.values()) placeWaiting(entry, issues);
	}
}

/** The cells of a payload by their path, such as `sets[0].blNumber`, and the first cell of each entry by its path. */
export type Sources = { cells: Map<string, Cell>; entries: Map<string, Cell> };

/** The entry as the payload has it. */
export function objectOf({ values, lists }: Entry, sources: Sources, at = ''): Record<string, unknown> {
	const object: Record<string, unknown> = {};
	for (const [path, cell] of values) {
		setAt(object, path.split('.'), cell.value);
		sources.cells.set(`${at}${path}`, cell);
		if (!sources.entries.has(at)) sources.entries.set(at, cell);
	}
	for (const [path, { entries }] of lists) {
		const inner = [...entries.values()].map((entry, index) => objectOf(entry, sources, `${at}${path}[${index}].`));
		if (inner.length > 0) setAt(object, path.split('.'), inner);
	}
	return object;
}

/** The key of an entry, or null if the row does not have all of it. */
function keyOf(list: ListField, { values }: Entry): string | null {
	const parts = list.key.flatMap((path) => values.get(path)?.means ?? []);
	return parts.length < list.key.length ? null : JSON.stringify(parts.map(comparableKey));
}

function listAt({ lists }: Entry, path: string, list: ListField): EntryList {
	const found = lists.get(path) ?? { list, entries: new Map(), waiting: [] };
	lists.set(path, found);
	return found;
}

function entryAt({ entries }: EntryList, key: string): Entry {
	const entry = entries.get(key) ?? newEntry();
	entries.set(key, entry);
	return entry;
}

/** The issue of a cell whose value contradicts that of another cell of the same entry. */
export function contradiction(path: string, known: Cell, cell: Cell, hint: string): Located {
	const contradicts = `Contradicts ${known.row.name}, which has "${String(known.written)}".`;
	const agree =
		'Rows of the same shipment, bill of lading, container or cargo must agree: correct one of them, or leave it empty.';
	const advice = ofContents(path)
		? `${contradicts} ${ofWhole}${hint}`
		: `${contradicts} ${agree}${ofGoods.test(path) ? inOneCell : hint}`;
	return atCell(cell, { path, rule: 'contradiction', advice });
}

/** The fields that distinguish the entries of a list, for users. */
export function keyLabel({ key, fields }: ListField): string {
	return key.map((path) => fields[path]?.label ?? path).join(' and ');
}

function unplaceable(list: ListField, row: RowName): Located {
	const entry = list.entry === 'Set' ? 'bill of lading' : list.entry.toLowerCase();
	const advice = `It is unclear which ${entry} this row belongs to, because there are several. Fill in ${keyLabel(list)}.`;
	return atRows([row], { path: list.entry, rule: 'unplaceable', advice });
}

function unnumbered(waiting: EntryList['waiting']): Located {
	const advice =
		'It is unclear whether these rows are one container or several. Fill in Container Number, or keep the container on one row.';
	return atRows(
		waiting.map(({ row }) => row),
		{ path: 'sets.containers', rule: 'unplaceable', advice },
	);
}
