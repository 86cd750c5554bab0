import { isCurrency, unitOf } from '../fields/units';
import {
	fieldByName,
	fieldByPath,
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
	Arrival Date, On Board Date, Remarks, Remark, Comments, Comment, Notes, Note, Status, Vessel, Vessel Name, Ship, Ship Name, MV, Mother Vessel,
	VGM, Tare, Tare Weight, Temperature, Temp, Set Point, Number of Originals, Originals, Original B/L, B/L Type, Weight per Package,
	Unit Weight, Weight per Unit, Unit Price, Item, Item Number, Line, Line Number, Row, No, Sr No, S/N, Truck, Truck Number,
	Booking, Booking Number, Booking Reference`
		.split(/,\s*/)
		.map(plainHeader),
);

/** Numbers of a shipment that serve as its reference if the sheet has no other, the first of them first. */
export const furtherReferences = ['reference', 'bookingnumber', 'bookingreference', 'booking'];

/** Kinds of packages whose name as a header is that of a column with their number. */
const kindsOfPackages = new Set(['cartons', 'pallets', 'bags', 'drums', 'cases', 'crates', 'bales', 'boxes', 'rolls']);

/** What a header means; undefined if it is unknown. */
export function meaningOf(header: string): HeaderMeaning | undefined {
	const text = header.trim();
	if (text === '' || header.length > longestHeader) return undefined;
	// A path is read as one, or not at all.
	if (/\w\[\d+\]/.test(text)) return pathMeaning(text);
	const byOwnName = fieldByPath(text) ?? (namesSeveral(text) ? undefined : fieldByName(plainHeader(text)));
	if (byOwnName) return { target: byOwnName, ...unitIn(byOwnName, [text]) };
	if (withoutField.has(plainHeader(text))) return { noField: true };
	if (kindsOfPackages.has(plainHeader(text))) return kindAsHeader(text);
	for (const separator of separators) {
		const meaning = meaningOfParts(partsOf(text, separator));
		if (meaning) return meaning;
	}
	return undefined;
}

function pathMeaning(path: string): HeaderMeaning | undefined {
	const target = fieldByPath(path);
	return target && { target };
}

/** The one field that the known parts of a header name. */
function meaningOfParts(parts: readonly string[]): HeaderMeaning | undefined {
	const targets = new Map<string, FieldTarget>();
	for (const part of parts) {
		// A unit alone is a weight or a volume; beside another word it says nothing about whose.
		const target = unitOf(part) || namesSeveral(part) ? undefined : fieldByName(plainHeader(part));
		if (target) targets.set(target.dotted, target);
	}
	const others = parts.filter((part) => withoutField.has(plainHeader(part)));
	const [target, ...more] = targets.values();
	if (!target) return others.length > 0 ? { noField: true } : undefined;
	const unit = unitIn(target, parts);
	// A weight in cubic metres is neither.
	if (isQuantity(target) && unit.unit === undefined && parts.some((part) => unitOf(part))) return undefined;
	if (more.length === 0 && others.length === 0) return { target, ...unit };
	return { several: [...[...targets.keys()].map(headerOf), ...others] };
}

function isQuantity({ field }: FieldTarget): boolean {
	return 'unit' in field && field.unit === 'crossRefId';
}

/** Whether a sign joins several names, as in `Container/Seal`; in `P/C` and `Marks & Numbers` it is part of the name. */
function namesSeveral(header: string): boolean {
	return /[/&+|]/.test(header.replace(/b\/l/gi, '')) && !isJoinedName(header);
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
		.map((part) => part.replace(/\s+/g, ' ').trim())
		.flatMap((part) => {
			const [, name = '', last = ''] = /^(.*\S)\s(\S+)$/.exec(part) ?? [];
			const isUnit = unitOf(last) !== undefined || isCurrencyCode(last);
			return isUnit && fieldByName(plainHeader(part)) === undefined ? [name.replace(/\sin$/i, ''), last] : [part];
		})
		.filter((part) => part !== '');
}

/** The unit or currency among the parts of a header. A weight has no unit of volume. */
function unitIn({ field, dotted }: FieldTarget, parts: readonly string[]): { unit?: string } {
	if (!('unit' in field)) return {};
	const beside = fieldByPath(dotted.replace(/[^.]+$/, field.unit))?.field;
	const words = parts.flatMap((part) => [part, ...part.split(' ')]);
	const [unit] =
		field.unit === 'currency'
			? words.filter(isCurrencyCode)
			: words.flatMap((word) => {
					const known = unitOf(word);
					const measure = beside?.kind === 'text' ? beside.measure : undefined;
					return known && known.measure === (measure ?? known.measure) ? [known.code] : [];
				});
	return unit === undefined ? {} : { unit };
}

/** ALL is a word before it is a currency. */
function isCurrencyCode(word: string): boolean {
	return isCurrency(word) && word !== 'ALL';
}

function kindAsHeader(header: string): HeaderMeaning | undefined {
	const target = fieldByPath('sets.containers.totalNumberOfPackingItems');
	return target && { target, unit: header.toUpperCase() };
}
