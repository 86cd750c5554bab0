import type { ListField } from '../fields/shipment';
import type { Issue, RowName } from '../issue';
import { setAt } from '../structure';
import { atCell, atRows } from './issues';
import type { FieldTarget } from './fieldNames';

type Value = string | number | boolean;

/**
 * A value with its row and column; null for a word that is accepted as nothing, but distinguishes its entry. `means` is the same for every
 * way of writing the same thing, `written` is the cell as it reads.
 */
export type Cell = {
	value: Value | null;
	means: Value;
	written: string;
	row: RowName;
	header: string;
	column: number;
	/** It has to be corrected anyway, and is compared with no other. */
	isUnreadable: boolean;
	/** The rows that it is the sum of. */
	sumOf?: readonly RowName[];
};

/** A cell that is filled, with its field; `unit` is that of its figure, and `unitCell` where it stands, unless that is the header or another row. */
export type Filled = {
	target: FieldTarget;
	cell: Cell;
	unit: string | undefined;
	unitCell: Cell | undefined;
	isSize?: true;
	/** The header of the column of units whose only unit it has, since its own cell there is empty. */
	takesUnitOf?: string;
};

/** The cell that a row fills for a field. */
export function cellIn(filled: readonly Filled[], dotted: string): Cell | undefined {
	return filled.find(({ target }) => target.dotted === dotted)?.cell;
}

/** A figure that adds up with those of other rows, its unit and where that goes, and the goods of its row. */
export type Figure = {
	cell: Cell;
	unit: string | undefined;
	unitCell: Cell | undefined;
	unitPath: string;
	goods: string;
	/** The row is about this entry: a container, or goods outside of one. */
	isMain: boolean;
	/** No header says whose it is. */
	asks: boolean;
};

/** An entry of the payload, or a row's part of one. Values, figures and lists have their dotted path within the entry. */
export type Entry = { values: Map<string, Cell>; figures: Map<string, Figure[]>; lists: Map<string, EntryList> };

type EntryList = {
	list: ListField;
	entries: Entry[];
	/** By their key. */
	known: Map<string, Entry[]>;
	/** Parts without a key: their place is known once all rows are read. */
	waiting: { part: Entry; row: RowName }[];
};

export function newEntry(): Entry {
	return { values: new Map(), figures: new Map(), lists: new Map() };
}

/** The entries of a list within an entry. */
export function entriesOf({ lists }: Entry, path: string): readonly Entry[] {
	return lists.get(path)?.entries ?? [];
}

function listAt({ lists }: Entry, path: string, list: ListField): EntryList {
	const found = lists.get(path) ?? { list, entries: [], known: new Map(), waiting: [] };
	lists.set(path, found);
	return found;
}

/** The entry of a row that a target belongs to; within a row, the index of a column identifies it. */
function entryOf(row: Entry, { steps }: Pick<FieldTarget, 'steps'>): Entry {
	let entry = row;
	for (const { path, list, index } of steps) {
		const into = listAt(entry, path, list);
		const [found = newEntry()] = into.known.get(String(index)) ?? [];
		into.known.set(String(index), [found]);
		entry = found;
	}
	return entry;
}

/** Puts a cell of a row in its place. If another column has filled that with another value, that one stays and is returned. */
export function putCell(row: Entry, target: FieldTarget, cell: Cell): Cell | undefined {
	const { values } = entryOf(row, target);
	const first = values.get(target.path) ?? cell;
	values.set(target.path, first);
	return first.means === cell.means ? undefined : first;
}

/** Puts a figure of a row in its place. */
export function putFigure(row: Entry, target: FieldTarget, figure: Figure): void {
	const { figures } = entryOf(row, target);
	figures.set(target.path, [...(figures.get(target.path) ?? []), figure]);
}

/** The form in which keys are compared, so that one that is written in two ways is a contradiction and not two entries. */
export function comparableKey(key: Value): string {
	return String(key)
		.normalize('NFKC')
		.replace(/[\s\p{Cf}]/gu, '')
		.replace(/\p{Pd}/gu, '-')
		.toLowerCase();
}

/** Merges a row's part into the entry. What contradicts an earlier row goes to `issues`. */
export function mergeRow(target: Entry, part: Entry, row: RowName, issues: Issue[]): void {
	for (const [path, cell] of part.values) {
		const known = target.values.get(path);
		if (known === undefined) target.values.set(path, cell);
		else if (known.means !== cell.means && !known.isUnreadable && !cell.isUnreadable)
			issues.push(disagreement(path, known, cell));
	}
	for (const [path, figures] of part.figures)
		target.figures.set(path, [...(target.figures.get(path) ?? []), ...figures]);
	for (const [path, { list, known }] of part.lists) {
		const into = listAt(target, path, list);
		// Notify Party 1 comes before Notify Party 2, wherever its columns are.
		const inner = [...known].sort(([one], [other]) => Number(one) - Number(other)).flatMap(([, parts]) => parts);
		for (const each of inner) {
			const entry = findEntry(into, each);
			// One row is one container, several may be several.
			const isRepeated = list.entry === 'Container' && entry?.values.get('containerNumber')?.value === null;
			if (isRepeated) issues.push(unplaceable(list, row));
			else if (entry) mergeRow(entry, each, row, issues);
			else into.waiting.push({ part: each, row });
		}
	}
}

/** The entry that a part belongs to, a new one if there is none; undefined for a part without a key. In a list without a key each is new. */
function findEntry({ list, entries, known }: EntryList, part: Entry): Entry | undefined {
	const { key, furtherKey = [] } = list;
	const [firstFurther] = furtherKey;
	const parts = key.map((path) => part.values.get(path) ?? part.values.get(firstFurther ?? path));
	const cells = parts.filter((cell) => cell !== undefined);
	if (cells.length < key.length) return undefined;
	const name =
		key.length === 0 ? String(entries.length) : JSON.stringify(cells.map(({ means }) => comparableKey(means)));
	const agrees = (entry: Entry) => furtherKey.every((path) => areSame(entry.values.get(path), part.values.get(path)));
	const alike = known.get(name) ?? [];
	const found = alike.find(agrees);
	if (found) return found;
	const entry = newEntry();
	entries.push(entry);
	known.set(name, [...alike, entry]);
	return entry;
}

function areSame(one: Cell | undefined, other: Cell | undefined): boolean {
	return one === undefined || other === undefined || one.means === other.means;
}

/** Merges the parts that had to wait into the only entry, or into a new one if there is none. */
export function placeWaiting(target: Entry, issues: Issue[]): void {
	for (const into of target.lists.values()) {
		const { list, waiting, entries } = into;
		const isUnclear = entries.length > 1 || (waiting.length > 1 && entries.length === 0 && list.entry === 'Container');
		if (isUnclear) issues.push(...waiting.map(({ row }) => unplaceable(list, row)));
		else {
			const [only = newEntry()] = entries;
			if (waiting.length > 0 && entries.length > 0) issues.push(...takenFor(list, only, waiting));
			else if (waiting.length > 0) entries.push(only);
			for (const { part, row } of waiting) mergeRow(only, part, row, issues);
		}
		for (const entry of entries) placeWaiting(entry, issues);
	}
}

function unplaceable(list: ListField, row: RowName): Issue {
	const advice = `It is unclear which ${nameOf(list)} this row belongs to. Fill in ${keyOf(list)}.`;
	return atRows([row], { path: list.entry, rule: 'unclear row', advice });
}

/** Rows without the number of the only bill of lading or container, or the name of the only goods. */
function takenFor(list: ListField, { values }: Entry, waiting: EntryList['waiting']): Issue[] {
	const { key, furtherKey = [] } = list;
	const [only] = [...key, ...furtherKey].flatMap((path) => values.get(path) ?? []);
	if (!only || !named.has(list.entry)) return [];
	const advice = `Without ${keyOf(list)}, taken for the ${nameOf(list)} ${only.written}, which is the only one.`;
	const rows = waiting.map(({ row }) => row);
	return [atRows(rows, { path: list.entry, rule: 'only one', advice, severity: 'note' })];
}

const named = new Set(['Set', 'Container', 'Cargo']);

function nameOf({ entry }: ListField): string {
	return entry === 'Set' ? 'bill of lading' : entry.toLowerCase();
}

function keyOf({ key, fields }: ListField): string {
	return key.map((path) => fields[path]?.label ?? path).join(' and ');
}

function disagreement(path: string, known: Cell, cell: Cell): Issue {
	const advice = `Contradicts ${known.row.name}, which has "${known.written}". Rows of the same shipment, bill of lading, container or goods must agree: correct one of them, or leave it empty.`;
	return atCell(cell, { path, rule: 'rows disagree', advice });
}

/** The cells of a payload by their path, such as `sets[0].blNumber`, and the first cell of each entry by its path. */
export type Sources = { cells: Map<string, Cell>; entries: Map<string, Cell> };

/** The entry as the payload has it. */
export function objectOf({ values, lists }: Entry, sources: Sources, at = ''): Record<string, unknown> {
	const object: Record<string, unknown> = {};
	for (const [path, cell] of values) {
		if (cell.value !== null) setAt(object, path.split('.'), cell.value);
		sources.cells.set(`${at}${path}`, cell);
		if (!sources.entries.has(at)) sources.entries.set(at, cell);
	}
	for (const [path, { entries }] of lists) {
		const inner = entries.map((entry, index) => objectOf(entry, sources, `${at}${path}[${index}].`));
		if (inner.length > 0) setAt(object, path.split('.'), inner);
	}
	return object;
}
