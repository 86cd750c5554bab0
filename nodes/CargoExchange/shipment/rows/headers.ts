import { unitOf } from '../fields/goods';
import { shipmentFields, type Fields, type LeafField, type ListField } from '../fields/shipment';
import { mostSimilar } from '../similar';

/** A list that contains the field of a column; `index` distinguishes entries of the list in one row. */
type ListStep = { path: string; list: ListField; index: number };

/** The field that the cells of a column fill, and the lists that contain it. */
export type FieldTarget = {
	steps: ListStep[];
	/** Within the innermost entry. */
	path: string;
	/** From the shipment, without indexes: `sets.containers.sealNumber`. */
	dotted: string;
	field: LeafField;
};

/** A field of the import with its names. */
type NamedField = FieldTarget & { header: string; aliases: readonly string[]; bare: string };

/** In characters. Longer headers are not understood, so that patterns stay fast. */
export const longestHeader = 100;

const shortForms = new Map(
	Object.entries({
		address: ['addr'],
		amount: ['amt'],
		consignee: ['cnee'],
		container: ['cntr', 'cont', 'ctnr', 'ctr'],
		currency: ['ccy', 'cur', 'curr'],
		date: ['dt'],
		description: ['desc'],
		destination: ['dest'],
		discharge: ['disch'],
		gross: ['grs'],
		measurement: ['meas'],
		net: ['nett'],
		number: ['no', 'nr', 'num'],
		numbers: ['nos'],
		package: ['pkg'],
		packages: ['pkgs'],
		quantity: ['qty'],
		receipt: ['rcpt'],
		reference: ['ref'],
		shipper: ['shpr'],
		volume: ['vol'],
		voyage: ['voy'],
		weight: ['wt'],
	}).flatMap(([word, forms]) => forms.map((form) => [form, word] as const)),
);

/** A header without case, accents, spaces and punctuation, and with short forms written out. */
export function plainHeader(header: string): string {
	return (
		wordsOfHeader(header)
			.join('')
			// 2nd Notify
			.replace(/^([1-9])(?:st|nd|rd|th)notify(?:party)?/, 'notifyparty$1')
			.replace(/^notify(?!part(?:y|ies))/, 'notifyparty')
	);
}

function wordsOfHeader(header: string): string[] {
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

/** The documented header of each field, in the order of docs/service.md 2.7 to 2.11. */
export const friendlyHeaders: readonly { header: string; path: string }[] = namedFields.map(({ header, dotted }) => ({
	header,
	path: dotted,
}));

/** Lists whose entries a row can have several of, in numbered columns. */
const numberedLists = ['sets.notifyParties', 'sets.cargos', 'sets.containers', 'sets.freightCharges.charges'];
const furtherNumbers = [2, 3];

/** The numbered columns that *Column Mapping* offers: `Notify Party 2 Name` is `sets.notifyParties[1].name`. */
export const numberedHeaders: typeof friendlyHeaders = furtherNumbers.flatMap((number) =>
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
		...aliases.map((alias) => `${prefixOf(header, bare)} ${alias}`),
	],
];

const byName = indexNames();
/** The names of all fields in words, short forms written out. */
const spelledNames = namedFields
	.flatMap((field) => tiers.flatMap((namesOf) => namesOf(field)))
	.map((name) => wordsOfHeader(name).join(' '));
const byPath = new Map(namedFields.map((field) => [field.dotted, field]));

/** Column names with several words for one field, or for the choices of one field: their slash separates nothing. */
const listedPairs = new Set(
	namedFields.flatMap(({ aliases }) => aliases.filter((alias) => /[/&]/.test(alias)).map(plainHeader)),
);

/** The fields that a header names one after the other, as in `Container / Seal No.`; empty if it names one. */
export function fieldsJoinedIn(header: string): string[] {
	if (header.length > longestHeader || !/[/&+]/.test(header) || listedPairs.has(plainHeader(header))) return [];
	const parts = header.replace(/b\/l/gi, 'BL').split(/[/&+]/);
	// No. & Kind of Packages
	const [, things = ''] = /\bof\s(.*)$/.exec(parts.at(-1) ?? '') ?? [];
	const names = parts.filter((part) => unitOf(part) === undefined);
	const found = names.flatMap(
		(part) => fieldByName(plainHeader(part)) ?? fieldByName(plainHeader(`${part} of ${things}`)) ?? [],
	);
	const paths = new Set(found.map(({ dotted }) => dotted));
	return paths.size < 2 ? [] : [...paths].flatMap((dotted) => byPath.get(dotted)?.header ?? []);
}

/** The field of a path such as `sets.containers.sealNumber` or of a name such as `Seal No.` or `Notify Party 2 Name`. */
export function columnOf(header: string): FieldTarget | undefined {
	if (header.length > longestHeader) return undefined;
	return fieldByPath(header.trim()) ?? fieldByName(plainHeader(header));
}

/** The documented headers of the fields whose names end with these words: Shipper Address and Consignee Address for Address. */
export function fieldsEnding(words: string): string[] {
	const plain = plainHeader(words);
	const found = plain === '' ? [] : [...byName].flatMap(([name, { header }]) => (name.endsWith(plain) ? [header] : []));
	return [...new Set(found)];
}

/** Whether a text is a name of a field or the end of one, such as Address. */
export function endsField(text: string): boolean {
	return text.length <= longestHeader && /\p{L}{4}/u.test(text) && fieldsEnding(text).length > 0;
}

/** The documented header that an unknown one is most like, if any is close. */
export function similarHeader(header: string): string | undefined {
	// The last word of several fields, such as Ref, may mean each of them.
	if (fieldsEnding(header).length > 1) return undefined;
	const words = wordsOfHeader(header).join(' ');
	const [, before = words, number, after = ''] = withNumber.exec(words) ?? [];
	const found = byName.get(plainHeader(mostSimilar(before + after, spelledNames) ?? ''));
	const entry = found?.steps.at(-1)?.list.entry ?? '';
	if (!found || number === undefined || entry === 'Set' || !found.header.startsWith(entry)) return found?.header;
	return `${entry} ${number}${found.header.slice(entry.length)}`;
}

/** Several entries of a list in one row are numbered: Notify Party 2 Name. */
const withNumber = /^(\D+)([1-9])(\D*)$/;

/** `sets.` may be left out. One list may have an index: `notifyParties[1].name`. */
function fieldByPath(header: string): FieldTarget | undefined {
	const dotted = header.replace(/\[\d\]/, '');
	const found = byPath.get(dotted) ?? byPath.get(`sets.${dotted}`);
	const [, list = '', index = '0'] = /(\w+)\[(\d)\]/.exec(header) ?? [];
	const isInnermost = found?.steps.at(-1)?.path.endsWith(list);
	return found && isInnermost !== false ? withIndex(found, Number(index)) : undefined;
}

function fieldByName(plain: string): FieldTarget | undefined {
	const found = byName.get(plain);
	if (found) return withIndex(found, 0);
	const [, before = '', number, after = ''] = withNumber.exec(plain) ?? [];
	const numbered = number === undefined ? undefined : byName.get(before + after);
	const innermost = numbered?.steps.at(-1);
	if (!numbered || !innermost || !before.endsWith(plainHeader(innermost.list.entry))) return undefined;
	return withIndex(numbered, Number(number) - 1);
}

function withIndex({ steps, path, dotted, field }: FieldTarget, index: number): FieldTarget {
	const last = steps.length - 1;
	return { steps: steps.map((step, at) => (at === last ? { ...step, index } : step)), path, dotted, field };
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

function prefixOf(header: string, bare: string): string {
	return header.endsWith(bare) ? header.slice(0, -bare.length).trim() : header;
}

type Parent = { steps: ListStep[]; path: string; dotted: string; words: string[]; entry: string };

function fieldsIn(fields: Fields, parent: Parent): NamedField[] {
	return Object.entries(fields).flatMap(([name, field]) => {
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
		return [{ steps: parent.steps, path, field, dotted, header, aliases: field.headers ?? [], bare: field.label }];
	});
}
