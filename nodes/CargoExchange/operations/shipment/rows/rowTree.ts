import { InvalidInput } from '../../../errors';
import type { LeafField, ListField } from '../../../schemas/shipment/shipment';
import { plainCode, setAt } from '../convert/value';
import type { Column } from './headers';

type Value = string | number | boolean;

/** A value with the row and the column that it came from. `means` is the same for every writing of the same thing. */
export type Cell = { value: Value; means: Value; row: string; header: string };

/** An entry of the payload, or the part of one that a row tells. Values and lists are kept under their dotted path within the entry. */
export type Entry = { values: Map<string, Cell>; lists: Map<string, EntryList> };

type EntryList = {
	list: ListField;
	entries: Entry[];
	/** Entries that tell their key, by it. */
	known: Map<string, Entry>;
	/** Parts without a key: where they belong is known when all rows are read. */
	waiting: { part: Entry; row: string }[];
};

/** What a value of a field is compared by. */
export function meaningOf(field: LeafField, value: Value): Value {
	return field.kind === 'text' && field.anyWriting ? plainCode(String(value)) : value;
}

export function newEntry(): Entry {
	return { values: new Map(), lists: new Map() };
}

/**
 * Puts a cell of a row where its column says. Within a row, entries are told apart by the column's index alone. Gives the cell that stands
 * there already, from another column, where that says something else.
 */
export function putCell(row: Entry, { levels, path }: Column, cell: Cell): Cell | undefined {
	let entry = row;
	for (const { path: listPath, list, index } of levels) {
		const found = listAt(entry, listPath, list);
		const key = String(index);
		const inner = found.known.get(key) ?? newEntry();
		found.known.set(key, inner);
		entry = inner;
	}
	const there = entry.values.get(path) ?? cell;
	entry.values.set(path, there);
	return there.means === cell.means ? undefined : there;
}

/** Adds what a row tells to what is known; throws InvalidInput where the two contradict each other. */
export function mergeRow(target: Entry, part: Entry, row: string): void {
	for (const [path, cell] of part.values) {
		const known = target.values.get(path);
		if (known === undefined) target.values.set(path, cell);
		else if (known.means !== cell.means) throw contradiction(known, cell);
	}
	for (const [path, { list, known: parts }] of part.lists) {
		const into = listAt(target, path, list);
		for (const inner of parts.values()) {
			const key = keyOf(list, inner);
			if (list.key.length === 0) addTo(into, inner, row);
			else if (key === null) into.waiting.push({ part: inner, row });
			else mergeRow(into.known.get(key) ?? addKnown(into, key), inner, row);
		}
	}
}

/** Places what had to wait: in the only entry that there is, or in one of its own where there is none. */
export function placeWaiting(target: Entry): void {
	for (const into of target.lists.values()) {
		const waiting = into.waiting.splice(0);
		for (const { part, row } of waiting) {
			if (into.known.size > 1) throw unplaceable(into.list, row);
			const [only = addKnown(into, '')] = into.known.values();
			mergeRow(only, part, row);
		}
		for (const entry of into.entries) placeWaiting(entry);
	}
}

/** The entry as the payload has it. */
export function objectOf({ values, lists }: Entry): Record<string, unknown> {
	const object: Record<string, unknown> = {};
	for (const [path, { value }] of values) setAt(object, path.split('.'), value);
	for (const [path, { entries }] of lists) setAt(object, path.split('.'), entries.map(objectOf));
	return object;
}

/** What tells an entry from others, or null where the row does not say it all. */
export function keyOf(list: ListField, { values }: Entry): string | null {
	const parts = list.key.map((path) => values.get(path)?.means);
	return parts.some((part) => part === undefined) ? null : JSON.stringify(parts);
}

function listAt({ lists }: Entry, path: string, list: ListField): EntryList {
	const found = lists.get(path) ?? { list, entries: [], known: new Map(), waiting: [] };
	lists.set(path, found);
	return found;
}

function addKnown(into: EntryList, key: string): Entry {
	const entry = newEntry();
	into.known.set(key, entry);
	into.entries.push(entry);
	return entry;
}

/** An entry of a list without a key is always one of its own. */
function addTo(into: EntryList, part: Entry, row: string): void {
	const entry = newEntry();
	mergeRow(entry, part, row);
	into.entries.push(entry);
}

function contradiction(known: Cell, cell: Cell): InvalidInput {
	return refusedRow(
		cell.row,
		`${cell.row} has "${cell.value}" under ${cell.header}, but ${known.row} has "${known.value}" for the same thing`,
		'Rows of the same shipment, bill of lading, container or cargo must agree. Correct one of them, or leave it empty.',
	);
}

function unplaceable(list: ListField, row: string): InvalidInput {
	const key = list.key.map((path) => list.fields[path]?.label ?? path).join(' and ');
	return refusedRow(
		row,
		`${row} cannot be placed: it does not say which ${list.entry} it belongs to, and there are several`,
		`Fill in ${key}. ${fillDown}`,
	);
}

/** What to do where a sheet tells once what holds for the rows below. */
export const fillDown =
	'To fill the cells of a column from those above them in Excel: unmerge them, select the column, Home > Find & Select > Go To Special > Blanks, type = and the up arrow, press Ctrl+Enter.';

/** A row that the rows operation cannot use. */
export function refusedRow(row: string, message: string, description: string): InvalidInput {
	return new InvalidInput({ field: row, message, description });
}
