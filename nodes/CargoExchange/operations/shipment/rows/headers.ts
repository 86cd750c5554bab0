import { shipmentFields, type Fields, type LeafField, type ListField } from '../../../schemas/shipment/shipment';

/** A list that a column passes on its way, and which of the row's entries it means. */
export type Level = { path: string; list: ListField; index: number };

/** Where the cells of a column go: through the entries of lists to a field. */
export type Column = { levels: Level[]; path: string; field: LeafField };

/** A field of the table with the way to it and what its column may be called. */
type Destination = Column & { dotted: string; header: string; aliases: readonly string[]; bare: string };

const destinations = destinationsIn(shipmentFields, { levels: [], path: '', dotted: '', words: [], entry: '' });

/** The header that each field is documented under, in the order of the specification. */
export const friendlyHeaders: readonly { header: string; path: string }[] = destinations.map(({ header, dotted }) => ({
	header,
	path: dotted,
}));

const byHeader = indexHeaders();
const byPath = new Map(destinations.map((destination) => [destination.dotted, destination]));

/**
 * The field that a header means: a dotted path such as `sets.containers.sealNumber` (with or without `sets.`, entries of one row told
 * apart by `[1]`), or a label such as `Seal Number` or `Notify Party 2 Name`, without regard to case, spaces and punctuation.
 */
export function columnOf(header: string): Column | undefined {
	return columnByPath(header.trim()) ?? columnByLabel(header);
}

function columnByPath(header: string): Column | undefined {
	const dotted = header.replace(/\[\d+\]|\.\d+(?=\.)/g, '');
	const found = byPath.get(dotted) ?? byPath.get(`sets.${dotted}`);
	if (found === undefined) return undefined;
	const steps = header.replace(/\[(\d+)\]/g, '.$1').split('.');
	const names = steps.filter((step) => !/^\d+$/.test(step));
	const skipped = found.dotted.split('.').length - names.length;
	const levels = found.levels.map((level) => {
		const end = names.slice(0, dottedLength(found, level) - skipped).join('.');
		return { ...level, index: indexAfter(steps, end) };
	});
	return { ...found, levels };
}

/** How many names lead from the shipment to the end of a level. */
function dottedLength({ levels }: Column, level: Level): number {
	return levels.slice(0, levels.indexOf(level) + 1).reduce((length, { path }) => length + path.split('.').length, 0);
}

function indexAfter(steps: string[], names: string): number {
	const walked: string[] = [];
	for (const [at, step] of steps.entries()) {
		if (/^\d+$/.test(step)) continue;
		walked.push(step);
		if (walked.join('.') === names) return Number(/^\d+$/.exec(steps[at + 1] ?? '')?.[0] ?? 0);
	}
	return 0;
}

function columnByLabel(header: string): Column | undefined {
	const plain = plainHeader(header);
	const found = byHeader.get(plain);
	if (found) return found;
	// Several entries of a list in one row are numbered: Notify Party 2 Name.
	const [, before = '', number, after = ''] = /^(\D+)([1-9])(\D*)$/.exec(plain) ?? [];
	const numbered = byHeader.get(before + after);
	const innermost = numbered?.levels.at(-1);
	if (number === undefined || !numbered || !innermost || !before.endsWith(plainHeader(innermost.list.entry)))
		return undefined;
	return { ...numbered, levels: [...numbered.levels.slice(0, -1), { ...innermost, index: Number(number) - 1 }] };
}

/** Documented headers come before further ones, and these before bare labels; what two fields could mean, none does. */
function indexHeaders(): Map<string, Destination> {
	const index = new Map<string, Destination>();
	const tiers: ((destination: Destination) => readonly string[])[] = [
		({ header }) => [header],
		({ aliases }) => aliases,
		({ bare, aliases, header }) => [bare, ...aliases.map((alias) => `${prefixOf(header, bare)} ${alias}`)],
	];
	for (const tier of tiers) {
		const claims = new Map<string, Set<Destination>>();
		for (const destination of destinations)
			for (const name of tier(destination).map(plainHeader))
				claims.set(name, (claims.get(name) ?? new Set()).add(destination));
		for (const [name, [only, ...more]] of claims)
			if (only && more.length === 0 && !index.has(name)) index.set(name, only);
	}
	return index;
}

function prefixOf(header: string, bare: string): string {
	return header.endsWith(bare) ? header.slice(0, -bare.length).trim() : header;
}

/** A header without what people write one way or another: case, accents, spaces, punctuation. */
export function plainHeader(header: string): string {
	return header
		.normalize('NFD')
		.toLowerCase()
		.replace(/&/g, 'and')
		.replace(/[^\p{L}\p{N}]/gu, '');
}

type Way = { levels: Level[]; path: string; dotted: string; words: string[]; entry: string };

function destinationsIn(fields: Fields, way: Way): Destination[] {
	return Object.entries(fields).flatMap(([name, field]) => {
		const path = way.path === '' ? name : `${way.path}.${name}`;
		const dotted = way.dotted === '' ? name : `${way.dotted}.${name}`;
		const words = [...way.words, field.label].filter((word) => word !== '');
		if (field.kind === 'object') return destinationsIn(field.fields, { ...way, path, dotted, words });
		if (field.kind === 'list') {
			const levels = [...way.levels, { path, list: field, index: 0 }];
			// A set is the bill of lading itself: its fields need no name in front.
			const entry = field.entry === 'Set' ? '' : field.entry;
			return destinationsIn(field.fields, { levels, path: '', dotted, words: [], entry });
		}
		const label = words.join(' ');
		const header = label.startsWith(way.entry) ? label : `${way.entry} ${label}`;
		return [{ levels: way.levels, path, field, dotted, header, aliases: field.headers ?? [], bare: field.label }];
	});
}
