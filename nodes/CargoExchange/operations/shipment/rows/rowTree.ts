import type { ListField } from '../../../schemas/shipment/shipment';
import { setAt } from '../convert/value';
import { issue, type Issue } from '../validation/issue';
import type { FieldTarget } from './headers';

type Value = string | number | boolean;

/** A value with the row and the column that it came from. `means` is the same for every writing of the same thing. */
export type Cell = { value: Value; means: Value; row: string; header: string };

/** An entry of the payload, or a row's part of one. Values and lists are kept under their dotted path within the entry. */
export type Entry = { values: Map<string, Cell>; lists: Map<string, EntryList> };

type EntryList = {
	list: ListField;
	entries: Entry[];
	/** Entries with their key, by it. */
	known: Map<string, Entry>;
	/** Parts without a key: where they belong is known when all rows are read. */
	waiting: { part: Entry; row: string }[];
};

export function newEntry(): Entry {
	return { values: new Map(), lists: new Map() };
}

/** How users find a cell again. */
export function sourceOf({ row, header }: Cell): string {
	return `${row}, ${header}`;
}

/**
 * Puts a cell of a row where its column says. Within a row, the column's index alone says which entry is meant. Gives the cell of another
 * column that is there already, if it says something else.
 */
export function putCell(row: Entry, { steps, path }: FieldTarget, cell: Cell): Cell | undefined {
	let entry = row;
	for (const { path: listPath, list, index } of steps) {
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

/** Adds a row's part to what is known, and to `issues` what contradicts it. */
export function mergeRow(target: Entry, part: Entry, row: string, issues: Issue[]): void {
	for (const [path, cell] of part.values) {
		const known = target.values.get(path);
		if (known === undefined) target.values.set(path, cell);
		else if (known.means !== cell.means) issues.push(contradiction(path, known, cell));
	}
	for (const [path, { list, known: parts }] of part.lists) {
		const into = listAt(target, path, list);
		for (const inner of parts.values()) {
			const key = keyOf(list, inner);
			// An entry of a list without a key is always one of its own.
			if (list.key.length === 0) mergeRow(addEntry(into), inner, row, issues);
			else if (key === null) into.waiting.push({ part: inner, row });
			else mergeRow(into.known.get(key) ?? addKnown(into, key), inner, row, issues);
		}
	}
}

/** Places what had to wait: in the only entry that there is, or in one of its own if there is none. */
export function placeWaiting(target: Entry, issues: Issue[]): void {
	for (const into of target.lists.values()) {
		const waiting = into.waiting.splice(0);
		for (const { part, row } of waiting) {
			if (into.known.size > 1) {
				issues.push(unplaceable(into.list, row));
				continue;
			}
			const [only = addKnown(into, '')] = into.known.values();
			mergeRow(only, part, row, issues);
		}
		for (const entry of into.entries) placeWaiting(entry, issues);
	}
}

/** The entry as the payload has it; `sources` gets the cell of each value by its path, as `sets[0].blNumber`. */
export function objectOf({ values, lists }: Entry, sources: Map<string, Cell>, at = ''): Record<string, unknown> {
	const object: Record<string, unknown> = {};
	for (const [path, cell] of values) {
		setAt(object, path.split('.'), cell.value);
		sources.set(`${at}${path}`, cell);
	}
	for (const [path, { entries }] of lists)
		setAt(
			object,
			path.split('.'),
			entries.map((entry, index) => objectOf(entry, sources, `${at}${path}[${index}].`)),
		);
	return object;
}

/** The key of an entry, or null if the row does not say it all. */
function keyOf(list: ListField, { values }: Entry): string | null {
	const parts = list.key.map((path) => values.get(path)?.means);
	return parts.some((part) => part === undefined) ? null : JSON.stringify(parts);
}

function listAt({ lists }: Entry, path: string, list: ListField): EntryList {
	const found = lists.get(path) ?? { list, entries: [], known: new Map(), waiting: [] };
	lists.set(path, found);
	return found;
}

function addKnown(into: EntryList, key: string): Entry {
	const entry = addEntry(into);
	into.known.set(key, entry);
	return entry;
}

function addEntry(into: EntryList): Entry {
	const entry = newEntry();
	into.entries.push(entry);
	return entry;
}

function contradiction(path: string, known: Cell, cell: Cell): Issue {
	const advice = `${known.row} has "${known.value}" for the same thing. Rows of the same shipment, bill of lading, container or cargo must agree: correct one of them, or leave it empty.`;
	return { ...issue(path, cell.value, 'contradiction', advice, 'error'), source: sourceOf(cell) };
}

function unplaceable(list: ListField, row: string): Issue {
	const key = list.key.map((path) => list.fields[path]?.label ?? path).join(' and ');
	const advice = `Does not say which ${list.entry} it belongs to, and there are several. Fill in ${key}.`;
	return { ...issue(list.entry, undefined, 'unplaceable', advice, 'error'), source: row };
}
