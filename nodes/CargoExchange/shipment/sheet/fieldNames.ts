import { shipmentFields, type Fields, type LeafField, type ListField } from '../fields/shipment';
import { mostSimilar } from '../similar';

/** A list that contains the field of a column; `index` distinguishes entries of the list in one row. */
type ListStep = { path: string; list: ListField; index: number };

/** The field that the cells of a column fill, and the lists that contain it. */
export type FieldTarget = {
	steps: readonly ListStep[];
	/** Within the innermost entry. */
	path: string;
	/** From the shipment, without indexes: `sets.containers.sealNumber`. */
	dotted: string;
	field: LeafField;
	/** Whose figure it is: that of the container or goods that the header names, or of what the row describes. */
	owner: 'container' | 'goods' | 'row' | null;
	/** The header names its number, as in Notify Party 2 Name. */
	isNumbered: boolean;
};

type NamedField = FieldTarget & { header: string; aliases: readonly string[]; bare: string };

/** Whether several columns may be for it: their codes are one list. */
export function isList({ field }: FieldTarget): boolean {
	return field.kind === 'text' && field.type === 'codes';
}

/** In characters. Longer headers are not understood, so that patterns stay fast. */
export const longestHeader = 100;

const shortForms = new Map(
	Object.entries({
		address: 'addr',
		amount: 'amt',
		consignee: 'cnee importer receiver',
		container: 'cntr cont ctnr ctr',
		currency: 'ccy cur curr',
		date: 'dt',
		description: 'desc',
		destination: 'dest',
		discharge: 'disch',
		gross: 'grs',
		measurement: 'meas',
		net: 'nett',
		number: 'no nr num',
		numbers: 'nos',
		package: 'pkg',
		packages: 'pkgs',
		quantity: 'qty',
		receipt: 'rcpt',
		reference: 'ref',
		size: 'sz',
		shipper: 'shpr consignor exporter',
		type: 'tp',
		volume: 'vol',
		voyage: 'voy',
		weight: 'wt',
	}).flatMap(([word, forms]) => forms.split(' ').map((form) => [form, word] as const)),
);

/** A header without case, accents, spaces and punctuation, and with short forms written out. */
export function plainHeader(header: string): string {
	return (
		wordsOf(header)
			.join('')
			// 2nd Notify
			.replace(/^([1-9])(?:st|nd|rd|th)notify(?:party)?/, 'notifyparty$1')
			.replace(/^(?:also|second)notify(?:party)?/, 'notifyparty2')
			.replace(/^notify(?!part(?:y|ies))/, 'notifyparty')
	);
}

function wordsOf(header: string): string[] {
	return header
		.slice(0, longestHeader + 1)
		.normalize('NFKD')
		.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
		.toLowerCase()
		.replace(/\p{M}/gu, '')
		.replace(/b\/l/g, 'bl')
		.replace(/&/g, ' and ')
		.replace(/#/g, ' number ')
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== '')
		.map((word) => shortForms.get(word) ?? word);
}

const namedFields = fieldsIn(shipmentFields, { steps: [], path: '', dotted: '', words: [], entry: '' });
const byPath = new Map(namedFields.map((field) => [field.dotted, field]));

/** The documented header of each field, in the order of docs/service.md 2.7 to 2.11. A figure of what the row describes has a plain one. */
export const documentedHeaders: readonly { header: string; path: string }[] = namedFields.map(
	({ header, aliases, dotted, field }) => ({
		header: 'ofGoods' in field ? (aliases[0] ?? header) : header,
		path: dotted,
	}),
);

/** Lists whose entries a row can have several of, in numbered columns. */
const numberedLists = ['sets.notifyParties', 'sets.cargos', 'sets.containers', 'sets.freightCharges.charges'];

/** The numbered columns that *Column Mapping* offers: `Notify Party 2 Name` is `sets.notifyParties[1].name`. */
export const numberedHeaders: typeof documentedHeaders = [2, 3].flatMap((number) =>
	namedFields.flatMap(({ steps, dotted, header, path }) => {
		const list = dotted.slice(0, -path.length - 1);
		const entry = steps.at(-1)?.list.entry ?? '';
		if (!numberedLists.includes(list) || !header.startsWith(entry)) return [];
		return [{ header: `${entry} ${number}${header.slice(entry.length)}`, path: `${list}[${number - 1}].${path}` }];
	}),
);

/** Documented headers have priority over aliases, and these over bare labels. */
const tiers: readonly ((field: NamedField) => readonly string[])[] = [
	({ header }) => [header],
	({ aliases }) => aliases,
	({ bare, aliases, header, steps }) => [
		// The location of a total is no common column, but a column Location is.
		...(steps.at(-1)?.list.entry.endsWith('Total') ? [] : [bare]),
		...aliases.map((alias) => `${header.endsWith(bare) ? header.slice(0, -bare.length).trim() : header} ${alias}`),
	],
];

const byName = indexNames();
const spelledNames = namedFields
	.flatMap((field) => tiers.flatMap((namesOf) => namesOf(field)))
	.map((name) => wordsOf(name).join(' '));

/** Names with several words for one field: their sign separates nothing. */
const joinedNames = new Set(
	namedFields.flatMap((field) =>
		tiers
			.flatMap((namesOf) => namesOf(field))
			.filter((name) => /[/&]/.test(name))
			.map(plainHeader),
	),
);

export function isJoinedName(header: string): boolean {
	return joinedNames.has(plainHeader(header));
}

/** The header of a field, as the documentation has it. */
export function headerOf(dotted: string): string {
	return documentedHeaders.find(({ path }) => path === dotted)?.header ?? dotted;
}

/** The field of a path such as `sets.containers.sealNumber`; `sets.` may be left out. One list may have an index: `notifyParties[1].name`. */
export function fieldByPath(header: string): FieldTarget | undefined {
	const dotted = header.replace(/\[\d\]/, '');
	const found = byPath.get(dotted) ?? byPath.get(`sets.${dotted}`);
	const [, list, index = '0'] = /(\w+)\[(\d)\]/.exec(header) ?? [];
	const isInnermost = list === undefined || found?.steps.at(-1)?.path.endsWith(list) === true;
	return found && isInnermost ? withIndex(found, Number(index), list !== undefined) : undefined;
}

/** The documented header that an unknown one is most like, if any is close. */
export function closestHeader(header: string): string | undefined {
	if (header.length > longestHeader) return undefined;
	return byName.get(plainHeader(mostSimilar(wordsOf(header).join(' '), spelledNames) ?? ''))?.header;
}

const ofGoods = /^(?:goods|cargo|item|packaging)(?=.{2})/;
/** Several entries of a list in one row are numbered: Notify Party 2 Name. */
const withNumber = /^(\D+)([1-9])(\D*)$/;

/** The field with this name, which is plain; the figures of goods are those of containers with *Goods* in front. */
export function fieldByName(plain: string): FieldTarget | undefined {
	const found = byName.get(plain);
	if (found) return withIndex(found, 0, false, plain.includes('container'));
	const row = byName.get(plain.replace(ofGoods, ''));
	if (row && 'ofGoods' in row.field && ofGoods.test(plain)) return goodsFigure(row);
	const [, before = '', number, after = ''] = withNumber.exec(plain) ?? [];
	const numbered = number === undefined ? undefined : byName.get(before + after);
	const innermost = numbered?.steps.at(-1);
	if (!numbered || !innermost || !before.endsWith(plainHeader(innermost.list.entry))) return undefined;
	return withIndex(numbered, Number(number) - 1, true);
}

/** The same figure of goods: that of a container is `weight.quantityGross` of their packaging. */
export function goodsFigure({ field }: FieldTarget): FieldTarget | undefined {
	const path = 'ofGoods' in field ? field.ofGoods : undefined;
	return path === undefined ? undefined : byPath.get(`sets.cargos.packaging.${path}`);
}

/** The same figure of a container. */
export function containerFigure({ dotted }: FieldTarget): FieldTarget | undefined {
	return namedFields.find(({ field }) => 'ofGoods' in field && dotted === `sets.cargos.packaging.${field.ofGoods}`);
}

/** A figure of a container belongs to what the row describes, unless the header names the container. */
function withIndex(field: NamedField, index: number, isNumbered: boolean, namesContainer = false): FieldTarget {
	const { steps, path, dotted, field: leaf } = field;
	const isOfRow = 'ofGoods' in leaf;
	const owner = isOfRow ? (namesContainer || isNumbered ? 'container' : 'row') : field.owner;
	const last = steps.length - 1;
	const indexed = steps.map((step, at) => (at === last ? { ...step, index } : step));
	return { steps: indexed, path, dotted, field: leaf, owner, isNumbered };
}

/** The fields by their names; one that two fields of a tier share is not used. */
function indexNames(): Map<string, NamedField> {
	const index = new Map<string, NamedField>();
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

type Parent = { steps: ListStep[]; path: string; dotted: string; words: string[]; entry: string };

function fieldsIn(fields: Fields, parent: Parent): NamedField[] {
	return Object.entries(fields).flatMap(([name, field]): NamedField[] => {
		const path = parent.path === '' ? name : `${parent.path}.${name}`;
		const dotted = parent.dotted === '' ? name : `${parent.dotted}.${name}`;
		const words = [...parent.words, field.label].filter((word) => word !== '');
		if (field.kind === 'object') return fieldsIn(field.fields, { ...parent, path, dotted, words });
		if (field.kind === 'list') {
			const steps = [...parent.steps, { path, list: field, index: 0 }];
			// A set is the bill of lading itself: its fields need no name in front.
			const entry = field.entry === 'Set' ? '' : field.entry;
			return fieldsIn(field.fields, { steps, path: '', dotted, words: [], entry });
		}
		const label = words.join(' ');
		const header = label.startsWith(parent.entry) ? label : `${parent.entry} ${label}`;
		const owner = parent.entry === 'Packaging' && 'adds' in field ? 'goods' : null;
		const names = { header, aliases: field.headers ?? [], bare: field.label };
		return [{ steps: parent.steps, path, field, dotted, owner, isNumbered: false, ...names }];
	});
}
