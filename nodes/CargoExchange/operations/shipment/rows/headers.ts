import { shipmentFields, type Fields, type LeafField, type ListField } from '../../../schemas/shipment/shipment';
import { plainHeader } from './plainHeader';

/** A list on the way of a column to its field, and the entry of a row's entries that it means. */
export type ListStep = { path: string; list: ListField; index: number };

/** Where the cells of a column go: through the entries of lists to a field. */
export type FieldTarget = {
	steps: ListStep[];
	/** Within the innermost entry. */
	path: string;
	/** From the shipment, without indexes of entries: `sets.containers.sealNumber`. */
	dotted: string;
	field: LeafField;
};

/** A field of the import with its path and its names. */
type NamedField = FieldTarget & { header: string; aliases: readonly string[]; bare: string };

/** In characters. A longer header means nothing, and patterns run on no more. */
const longestHeader = 100;

const namedFields = fieldsIn(shipmentFields, { steps: [], path: '', dotted: '', words: [], entry: '' });

/** The header that each field is documented under, in the order of docs/service.md 2.7 to 2.11. */
export const friendlyHeaders: readonly { header: string; path: string }[] = namedFields.map(({ header, dotted }) => ({
	header,
	path: dotted,
}));

const byName = indexNames();
const byPath = new Map(namedFields.map((field) => [field.dotted, field]));

/**
 * The field that a header means by itself: a dotted path such as `sets.containers.sealNumber` (with or without `sets.`, entries of one row
 * by their index, `[1]`), or a name such as `Seal No.` or `Notify Party 2 Name`, whatever its case, spaces, punctuation and usual short forms.
 */
export function columnOf(header: string): FieldTarget | undefined {
	if (header.length > longestHeader) return undefined;
	return fieldByPath(header.trim()) ?? fieldByName(plainHeader(header));
}

/** The target of `Container Number 2` or `Notify Party Name_1`; `repeats` says if the sheet has the header without the suffix, too. */
export function numberedColumn(header: string, repeats: (name: string) => boolean): FieldTarget | undefined {
	const trimmed = header.length > longestHeader ? '' : header.trim();
	const [, name = '', sign, number] = /^(.*[^\d _])(_| ?)([1-9])$/.exec(trimmed) ?? [];
	const target = number === undefined ? undefined : columnOf(name);
	const innermost = target?.steps.at(-1);
	// Fields of a bill of lading need no name of the set in front: a second bill of lading in the same row is hardly meant.
	if (!target || !innermost || target.steps.length < 2) return undefined;
	if (!plainHeader(name).startsWith(plainHeader(innermost.list.entry))) return undefined;
	// n8n calls the second of two columns with one name `Name_1`.
	return withIndex(target, sign === '_' && repeats(name) ? Number(number) : Number(number) - 1);
}

/** The documented header that is most like an unknown one, if any is close. */
export function similarHeader(header: string): string | undefined {
	const wanted = plainHeader(header.slice(0, longestHeader));
	let best: { header: string; distance: number } | undefined;
	for (const [name, field] of byName) {
		const furthest = Math.floor(name.length / 4);
		if (Math.abs(name.length - wanted.length) > furthest) continue;
		const distance = editDistance(wanted, name);
		if (distance <= furthest && distance < (best?.distance ?? Infinity)) best = { header: field.header, distance };
	}
	if (best) return best.header;
	const contained = [...byName].filter(
		([name]) => name.length > 5 && (wanted.startsWith(name) || wanted.endsWith(name)),
	);
	return contained.sort(([one], [other]) => other.length - one.length)[0]?.[1].header;
}

function fieldByPath(header: string): FieldTarget | undefined {
	const dotted = header.replace(/\[\d+\]|\.\d+(?=\.)/g, '');
	const found = byPath.get(dotted) ?? byPath.get(`sets.${dotted}`);
	if (found === undefined) return undefined;
	const names: string[] = found.dotted === dotted ? [] : ['sets'];
	const indexes = new Map<string, number>();
	for (const step of header.replace(/\[(\d+)\]/g, '.$1').split('.'))
		if (/^\d+$/.test(step)) indexes.set(names.join('.'), Number(step));
		else names.push(step);
	let way = '';
	const steps = found.steps.map((step) => {
		way = way === '' ? step.path : `${way}.${step.path}`;
		return { ...step, index: indexes.get(way) ?? 0 };
	});
	return { ...found, steps };
}

function fieldByName(plain: string): FieldTarget | undefined {
	const found = byName.get(plain);
	if (found) return found;
	// Several entries of a list in one row are numbered: Notify Party 2 Name.
	const [, before = '', number, after = ''] = /^(\D+)([1-9])(\D*)$/.exec(plain) ?? [];
	const numbered = number === undefined ? undefined : byName.get(before + after);
	const innermost = numbered?.steps.at(-1);
	if (!numbered || !innermost || !before.endsWith(plainHeader(innermost.list.entry))) return undefined;
	return withIndex(numbered, Number(number) - 1);
}

function withIndex(target: FieldTarget, index: number): FieldTarget {
	return {
		...target,
		steps: target.steps.map((step, at) => (at === target.steps.length - 1 ? { ...step, index } : step)),
	};
}

/** Documented headers come before further ones, and these before bare labels; a name with two candidates in one tier means none. */
function indexNames(): Map<string, NamedField> {
	const index = new Map<string, NamedField>();
	const tiers: ((field: NamedField) => readonly string[])[] = [
		({ header }) => [header],
		({ aliases }) => aliases,
		({ bare, aliases, header }) => [bare, ...aliases.map((alias) => `${prefixOf(header, bare)} ${alias}`)],
	];
	for (const tier of tiers) {
		const candidates = new Map<string, Set<NamedField>>();
		for (const field of namedFields)
			for (const name of tier(field).map(plainHeader))
				candidates.set(name, (candidates.get(name) ?? new Set()).add(field));
		for (const [name, [only, ...more]] of candidates)
			if (only && more.length === 0 && !index.has(name)) index.set(name, only);
	}
	return index;
}

function prefixOf(header: string, bare: string): string {
	return header.endsWith(bare) ? header.slice(0, -bare.length).trim() : header;
}

/** How many letters have to be added, taken out or replaced to make one text of the other (Levenshtein). */
function editDistance(one: string, other: string): number {
	let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
	for (let row = 1; row <= one.length; row++) {
		const current = [row];
		for (let column = 1; column <= other.length; column++) {
			const replaced = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
			const [taken, added] = [(previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1];
			const changed = taken < added ? taken : added;
			current.push(replaced < changed ? replaced : changed);
		}
		previous = current;
	}
	return previous[other.length] ?? 0;
}

type Way = { steps: ListStep[]; path: string; dotted: string; words: string[]; entry: string };

function fieldsIn(fields: Fields, way: Way): NamedField[] {
	return Object.entries(fields).flatMap(([name, field]) => {
		const path = way.path === '' ? name : `${way.path}.${name}`;
		const dotted = way.dotted === '' ? name : `${way.dotted}.${name}`;
		const words = [...way.words, field.label].filter((word) => word !== '');
		if (field.kind === 'object') return fieldsIn(field.fields, { ...way, path, dotted, words });
		if (field.kind === 'list') {
			const steps = [...way.steps, { path, list: field, index: 0 }];
			// A set is the bill of lading itself: its fields need no name in front.
			const entry = field.entry === 'Set' ? '' : field.entry;
			return fieldsIn(field.fields, { steps, path: '', dotted, words: [], entry });
		}
		const label = words.join(' ');
		const header = label.startsWith(way.entry) ? label : `${way.entry} ${label}`;
		return [{ steps: way.steps, path, field, dotted, header, aliases: field.headers ?? [], bare: field.label }];
	});
}
