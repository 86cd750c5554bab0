import { isCurrency, unitOf } from '../fields/units';
import {
	fieldByName,
	fieldByPath,
	goodsFigure,
	headerOf,
	isJoinedName,
	longestHeader,
	plainHeader,
	type FieldTarget,
} from './fieldNames';

/** What a header means: a field, a field of the trade for which the import has none, or several fields. */
export type HeaderMeaning = { target: FieldTarget; unit?: string } | { noField: true } | { several: readonly string[] };

/** Columns that the trade uses and the import has no field for. They are named once in a note. */
const withoutField = new Set(
	`HS Code, HS, Commodity Code, Tariff Number, Incoterm, Incoterms, Terms of Delivery, ETD, ETA, ATD, ATA, Sailing Date, Departure Date,
	Arrival Date, On Board Date, Shipped on Board Date, Invoice Number, TEU, Remarks, Remark, Comments, Comment, Notes, Note, Status, Vessel, Vessel Name, Ship, Ship Name, MV, Mother Vessel,
	VGM, Tare, Tare Weight, Temperature, Temp, Set Point, Number of Originals, Originals, Original B/L, B/L Type,
	Unit Weight, Unit Price, Item, Item Number, Line, Line Number, Row, No, Sr No, S/N, Truck, Truck Number,
	Material, Material Number, Material Code, Article Number, Article Code, Item Code, Product Code, Part Number, SKU, Batch, Batch Number,
	Booking, Booking Number, Booking Reference, Humidity, Ventilation, Dimensions, Country of Origin, Created At`
		.split(/,\s*/)
		.map(plainHeader),
);

/**
 * What stands for a field if no other column does: the first of them, or all, which then have to agree. Words in another script do not
 * count.
 */
const lastResorts: readonly [field: string, names: readonly string[], most: number][] = [
	['shipmentReference', ['reference', 'referencenumber', 'bookingnumber', 'bookingreference', 'booking'], 1],
	['sets.containers.totalNumberOfPackingItems', ['quantity', 'pieces', 'pcs', 'numberofpieces'], Infinity],
];

/** A header that stands for a field is none of its own. */
export function isStandIn(header: string): boolean {
	return lastResorts.some(([, names]) => names.includes(plainHeader(header)));
}

/** Of the headers that name no field, those that have to stand for one which the others do not name. */
export function standIns(headers: readonly string[], named: ReadonlySet<string>): Map<string, FieldTarget> {
	const latin = (header: string) => plainHeader(header.replace(/[^\p{Script=Latin}\P{L}]/gu, ' '));
	return new Map(
		lastResorts.flatMap(([field, names, most]) => {
			const found = names.flatMap((name) => headers.filter((header) => latin(header) === name));
			const target = fieldByPath(field);
			const ofGoods = target && goodsFigure(target)?.dotted;
			return named.has(field) || named.has(ofGoods ?? '') || !target
				? []
				: found.slice(0, most).map((header) => [header, target] as const);
		}),
	);
}

/** Kinds of packages whose name as a header is that of a column with their number. */
const kindsOfPackages = new Map(
	'bags bales bigbags bottles boxes bundles cans cartons cases chests coils colli crates ctns drums jerricans pails pallets plts reels rolls sacks skids'
		.split(' ')
		.flatMap((kind) => [kind, kind.replace(/(?<=x)es$|s$/, '')].map((name) => [name, kind.toUpperCase()] as const)),
);

/** One package, in the singular. */
const ofOne = new Set(
	[...kindsOfPackages.keys()].filter((kind) => !kind.endsWith('s')).concat('package', 'piece', 'pc', 'unit', 'item'),
);

/** A column without a header, as n8n names it. */
export function hasNoHeader(header: string): boolean {
	return /^(?:__EMPTY(?:_\d+)?|\s*)$/.test(header);
}

/** What a header means; undefined if it is unknown. */
export function meaningOf(header: string): HeaderMeaning | undefined {
	const text = header.trim();
	if (text === '' || header.length > longestHeader) return undefined;
	// A path is read as one, or not at all.
	const byPath = fieldByPath(text);
	if (/\w\[\d+\]/.test(text)) return byPath && { target: byPath };
	const byOwnName = byPath ?? (namesSeveral(text) ? undefined : fieldByName(plainHeader(text)));
	if (byOwnName) {
		const [unit] = unitsIn(byOwnName, [text]) ?? [];
		return { target: byOwnName, ...(unit === undefined ? {} : { unit }) };
	}
	if (withoutField.has(plainHeader(text)) || isPerPackage(text)) return { noField: true };
	for (const separator of separators) {
		const meaning = meaningOfParts(partsOf(text, separator));
		if (meaning) return meaning;
	}
	const [, numbered] = /^\d{1,2}[.)]\s*(\S.*)$/.exec(text) ?? [];
	return numbered === undefined ? undefined : meaningOf(numbered);
}

/** A figure of one package, such as *Weight/CTN* and *MEAS per carton*. */
function isPerPackage(header: string): boolean {
	const text = header.replace(/\([^)]*\)/g, ' ').trim();
	const [, figure = '', of = ''] = /^(.*\S)(?:\s*\/\s*|\s+per\s+)(\S+)$/i.exec(text) ?? [];
	const target = fieldByName(plainHeader(figure));
	const isFigure = isStandIn(figure) || (target !== undefined && 'adds' in target.field);
	return isFigure && ofOne.has(plainHeader(of));
}

/** The one field that the known parts of a header name. */
function meaningOfParts(parts: readonly string[]): HeaderMeaning | undefined {
	const targets = new Map<string, FieldTarget>();
	const others: string[] = [];
	for (const part of parts) {
		const target = fieldOfPart(part);
		if (target) targets.set(target.dotted, target);
		else if (withoutField.has(plainHeader(part))) others.push(part);
		// A word that is not known may change the meaning of the others: weight *per bag*, *previous* container.
		else if (!isBeside(part)) return undefined;
	}
	const [target, ...more] = targets.values();
	if (!target) return others.length > 0 ? { noField: true } : undefined;
	const units = unitsIn(target, parts);
	if (units === undefined) return undefined;
	const [unit] = units;
	if (more.length === 0 && others.length === 0) return { target, ...(unit === undefined ? {} : { unit }) };
	return { several: [...[...targets.keys()].map(headerOf), ...others] };
}

/** A unit alone is a weight or a volume; beside another word it says nothing about whose. A kind of packages is their number. */
function fieldOfPart(part: string): FieldTarget | undefined {
	if (unitOf(part) || namesSeveral(part)) return undefined;
	return kindIn(part) === undefined ? fieldByName(plainHeader(part)) : packages;
}

const packages = fieldByPath('sets.containers.totalNumberOfPackingItems');

/** A unit, a currency, the form of a date, or words in another script. */
function isBeside(part: string): boolean {
	return (
		unitOf(part) !== undefined ||
		isCurrencyCode(part) ||
		/^(?:YYYY|YY|MM|DD|[-/. ])+$/i.test(part) ||
		/^[^\p{Script=Latin}\p{N}%]*$/u.test(part)
	);
}

/** Whether a sign joins several names, as in `Container/Seal`; in `P/C` it is part of the name. */
function namesSeveral(header: string): boolean {
	return /[/+|]/.test(header.replace(/b\/l/gi, '')) && !isJoinedName(header);
}

const betweenScripts =
	/(?<=\p{Script=Latin}[.)]?)\s*(?=[^\p{Script=Latin}\P{L}])|(?<=[^\p{Script=Latin}\P{L}])\s*(?=\p{Script=Latin})/gu;

/** From the coarsest to the finest: `B/L⏎Date (YYYY-MM-DD)`, `Gross Weight⏎毛重`, `Container & Seal`. */
const separators = [/[()[\]{}]+/, /[()[\]{}\n\r]+/, /[()[\]{}\n\r/|,:;&+]+|\s[-–—]\s/];

/** The parts of a header, with a unit behind a name apart: `net_weight_kg`. */
function partsOf(header: string, separator: RegExp): string[] {
	const spaced = header
		.replace(/b\/l/gi, 'BL')
		.replace(/(?<=\p{Ll})(?=\p{Lu})|_/gu, ' ')
		.replace(betweenScripts, '/');
	return spaced
		.split(separator)
		.map((part) => part.replace(/\s+/g, ' ').trim().replace(/^in /i, ''))
		.flatMap((part) => {
			const [, name = '', last = ''] = /^(.*\S)\s(\S+)$/.exec(part) ?? [];
			const isUnit = unitOf(last) !== undefined || isCurrencyCode(last);
			return isUnit && fieldByName(plainHeader(part)) === undefined ? [name.replace(/\sin$/i, ''), last] : [part];
		})
		.filter((part) => part !== '');
}

/** The one unit, currency or kind of packages among the parts of a header; undefined if they have another one, or several. */
function unitsIn(target: FieldTarget, parts: readonly string[]): string[] | undefined {
	const { field } = target;
	const words = [...new Set(parts.flatMap((part) => [part, ...part.split(' ')]))];
	const found = new Set(words.flatMap((word) => unitOf(word) ?? []));
	if (!('unit' in field)) return found.size === 0 ? [] : undefined;
	if (field.unit === 'currency') return words.filter(isCurrencyCode);
	if (field.unit === 'packingUnit') return found.size === 0 ? words.flatMap((word) => kindIn(word) ?? []) : undefined;
	const measure = measureOf(target);
	const units = [...found];
	return units.length > 1 || units.some((unit) => unit.measure !== (measure ?? unit.measure))
		? undefined
		: units.map(({ code }) => code);
}

/** What the unit of a figure is one of; undefined if it may be any. */
export function measureOf({ field, dotted }: FieldTarget): 'weight' | 'volume' | undefined {
	const beside = 'unit' in field ? fieldByPath(dotted.replace(/[^.]+$/, field.unit))?.field : undefined;
	return beside?.kind === 'text' ? beside.measure : undefined;
}

/** The unit in the header of a column that the user has mapped, whatever its words. */
export function unitInHeader(target: FieldTarget, header: string): string | undefined {
	return unitsIn(target, partsOf(header.slice(0, longestHeader), separators.at(-1) ?? /\s/))?.[0];
}

/** ALL is a word before it is a currency. */
function isCurrencyCode(word: string): boolean {
	return isCurrency(word) && word !== 'ALL';
}

/** The kind of packages that a text names, alone or as in *No. of Cartons*. */
export function kindIn(text: string): string | undefined {
	const plain = plainHeader(text)
		.replace(/^(?:totalnumberof|numberof|totalnumber)/, '')
		.replace(/quantity$/, '');
	return kindsOfPackages.get(plain);
}
