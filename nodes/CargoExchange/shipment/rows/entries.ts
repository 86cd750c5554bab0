import type { ListField } from '../fields/shipment';
import { setAt } from '../structure';
import { issue, type Issue } from '../issue';
import type { FieldTarget } from './headers';

type Value = string | number | boolean;

/** A value with its row and column. `means` is the same for every way of writing the same thing. */
export type Cell = { value: Value; means: Value; row: string; header: string };

/** An entry of the payload, or a row's part of one. Values and lists have their dotted path within the entry. */
export type Entry = { values: Map<string, Cell>; lists: Map<string, EntryList> };

type EntryList = {
	list: ListField;
	/** By their key. In a list without a key every row's part is an entry of its own. */
	entries: Map<string, Entry>;
	/** Parts without a key: their place is known once all rows are read. */
	waiting: { part: Entry; row: string }[];
};

export function newEntry(): Entry {
	return { values: new Map(), lists: new Map() };
}

/** The row and column of a cell, as shown to users. */
export function sourceOf({ row, header }: Cell): string {
	return `${row}, ${header}`;
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
export function plainKey(key: Value): Value {
	return typeof key === 'string' ? key.normalize('NFKC').replace(/\s/g, '').toLowerCase() : key;
}

const ofContents = /^(?:totalNumberOfPackingItems|container(?:Quantity|Volume)\.quantity(?:Gross|Net))$/;
const ofCargos = ' Figures of each cargo in a container have their own columns, such as Packaging Weight Gross.';

/** Merges a row's part into the entry. Contradictions go to `issues`, with a hint. */
export function mergeRow(target: Entry, part: Entry, row: string, issues: Issue[], hint = ''): void {
	for (const [path, cell] of part.values) {
		const known = target.values.get(path);
		if (known === undefined) target.values.set(path, cell);
		else if (known.means !== cell.means)
			issues.push(contradiction(path, known, cell, hint || (ofContents.test(path) ? ofCargos : '')));
	}
	for (const [path, { list, entries: parts }] of part.lists) {
		const into = listAt(target, path, list);
		for (const inner of parts.values()) {
			const key = list.key.length === 0 ? String(into.entries.size) : keyOf(list, inner);
			if (key === null) into.waiting.push({ part: inner, row });
			else mergeRow(entryAt(into, key), inner, row, issues);
		}
	}
}

/** Merges the parts that had to wait into the only entry, or into a new one if there is none. */
export function placeWaiting(target: Entry, issues: Issue[]): void {
	for (const into of target.lists.values()) {
		for (const { part, row } of into.waiting) {
			const [only = entryAt(into, ''), ...others] = into.entries.values();
			if (others.length > 0) issues.push(unplaceable(into.list, row));
			else mergeRow(only, part, row, issues, ` If this is another ${into.list.entry}, fill in ${keyLabel(into.list)}.`);
		}
		for (const entry of into.entries.values()) placeWaiting(entry, issues);
	}
}

/** The entry as the payload has it; `sources` gets the cell of each value by its path, such as `sets[0].blNumber`. */
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
			[...entries.values()].map((entry, index) => objectOf(entry, sources, `${at}${path}[${index}].`)),
		);
	return object;
}

/** The key of an entry, or null if the row does not have all of it. */
function keyOf(list: ListField, { values }: Entry): string | null {
	const parts = list.key.flatMap((path) => values.get(path)?.means ?? []);
	return parts.length < list.key.length ? null : JSON.stringify(parts.map(plainKey));
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

function contradiction(path: string, known: Cell, cell: Cell, hint: string): Issue {
	const advice = `Contradicts ${known.row}, which has "${known.value}". Rows of the same shipment, bill of lading, container or cargo must agree: correct one of them, or leave it empty.${hint}`;
	return issue({ path, value: cell.value, rule: 'contradiction', advice, severity: 'error', source: sourceOf(cell) });
}

function keyLabel({ key, fields }: ListField): string {
	return key.map((path) => fields[path]?.label ?? path).join(' and ');
}

function unplaceable(list: ListField, row: string): Issue {
	const advice = `It is unclear which ${list.entry} this row belongs to, because there are several. Fill in ${keyLabel(list)}.`;
	return issue({ path: list.entry, rule: 'unplaceable', advice, severity: 'error', source: row });
}
