import type { DateOrder } from '../fields/date';
import type { DecimalSeparator } from '../fields/number';
import type { Issue } from '../issue';
import { mostSimilar } from '../similar';
import { inList, textsOfList } from '../structure';
import { documentedHeaders, fieldByPath, isList, numberedHeaders, plainHeader, type FieldTarget } from './fieldNames';
import { meaningOf } from './headers';
import { atColumn, listNames, shownHeader } from './issues';

export type Row = Record<string, unknown>;

/**
 * A column that is read. `unit`: of its header. `isSize`: the length of containers whose type is in another column. `dateOrder`: that of its
 * dates with one reading. `shownSeparator`: that of the sheet's numbers with one reading.
 */
export type Column = {
	header: string;
	position: number;
	target: FieldTarget;
	unit?: string;
	isSize?: true;
	dateOrder?: DateOrder;
	shownSeparator?: DecimalSeparator;
};

/**
 * What the user says about columns: *Column Mapping*, *More Column Mapping*, whose values are headers, and *Ignore Columns*, a
 * comma-separated list of headers.
 */
export type ColumnChoices = {
	columns: readonly { column: string; field: string }[];
	columnMapping?: Readonly<Record<string, unknown>> | undefined;
	ignoreColumns: string;
};

/** The import reference is no field of the payload, but read and merged like one. */
export const importReference: FieldTarget = {
	steps: [],
	path: 'importRef',
	dotted: 'importRef',
	field: { kind: 'text', label: 'Import Reference', type: 'code' },
	owner: null,
	isNumbered: false,
};

/** Its headers, in the form of `plainHeader`. */
export const importReferences: ReadonlySet<string> = new Set(['importreference', 'importref']);

/** The value of *Column Mapping* for a column that is not read. */
export const ignoredField = 'ignore';
/** Of an entry whose field is not chosen yet. */
export const noField = '';
/** Spaces, line breaks and case do not matter. */
export function sameWriting(header: string): string {
	return header.replace(/[\s\u200b\ufeff]+/g, '').toLowerCase();
}

/** Whether the user has chosen what a header means. */
export function chosenHeaders({
	columns,
	columnMapping = {},
	ignoreColumns,
}: ColumnChoices): (header: string) => boolean {
	const named = [...columns.map(({ column }) => column), ...Object.keys(columnMapping), ...textsOfList(ignoreColumns)];
	const chosen = new Set(named.map(sameWriting));
	return (header) => chosen.has(sameWriting(header));
}

/** What the user has chosen, by header, and what is wrong with it. */
export function readChoices({ columns, columnMapping = {}, ignoreColumns }: ColumnChoices) {
	const fields = new Map<string, FieldTarget | typeof ignoredField>();
	/** The units in the headers that *More Column Mapping* gives. */
	const units = new Map<string, string>();
	const entries: { column: string; target: FieldTarget | typeof ignoredField; where: string }[] = [];
	const issues: Issue[] = [];
	const columnOf = new Map<string, string>();
	for (const { column, field } of columns) {
		const header = sameWriting(column);
		if (header === '') continue;
		const target = field === ignoredField ? ignoredField : field === 'importRef' ? importReference : fieldByPath(field);
		const other = target === undefined || target === ignoredField || isList(target) ? undefined : columnOf.get(field);
		const refuse = (advice: string) => issues.push(atColumn(column, -1, { rule: 'column mapping', advice }));
		if (field === noField) refuse('Column Mapping has no field for it yet. Choose one, or (Ignore).');
		else if (target === undefined)
			refuse(`Column Mapping chooses a field that does not exist: "${field}". Choose one from the list.`);
		else if (fields.has(header)) refuse('Column Mapping has this column twice. Keep one of the two entries.');
		else if (other !== undefined)
			refuse(
				`Column Mapping has the same field for ${other}. Keep one of the two entries, or choose a numbered field.`,
			);
		else {
			fields.set(header, target);
			entries.push({ column, target, where: 'Column Mapping' });
		}
		columnOf.set(field, column);
	}
	for (const column of textsOfList(ignoreColumns)) {
		if (fields.get(sameWriting(column)) === undefined)
			entries.push({ column, target: ignoredField, where: 'Ignore Columns' });
		fields.set(sameWriting(column), ignoredField);
	}
	for (const [column, value] of Object.entries(columnMapping)) {
		const header = sameWriting(column);
		if (header === '' || fields.has(header)) continue;
		const meaning = typeof value === 'string' ? meaningOfChoice(value) : undefined;
		if (meaning === undefined) {
			const advice = `More Column Mapping has ${JSON.stringify(value).slice(0, longestValue)} for this column. Enter a header of the list of Column Mapping, or (ignore).`;
			issues.push(atColumn(column, -1, { rule: 'column mapping', advice }));
		} else {
			fields.set(header, meaning.target);
			if (meaning.unit !== undefined) units.set(header, meaning.unit);
		}
	}
	/** Entries that meet no column: a renamed column must not be read by its own header instead. */
	const absent = (
		headers: readonly string[],
		read: readonly Column[],
		unknown: readonly string[],
		needed: ReadonlySet<string>,
	) =>
		entries
			.filter(({ column }) => !headers.some((header) => sameWriting(header) === sameWriting(column)))
			.flatMap(({ column, target, where }) => {
				const isRead = ({ target: read }: Column) => target !== ignoredField && read.dotted === target.dotted;
				const instead = read.filter(isRead).map(({ header }) => header);
				const found = [...new Set([...headers.filter((header) => areSimilar(column, header)), ...instead])];
				if (found.length === 0 && where === 'Ignore Columns') return [];
				const seen = found.length === 0 ? '' : ` It has ${listNames(found.map(shownHeader))}.`;
				const isNeeded = target !== ignoredField && (needed.has(target.dotted) || unknown.length > 0);
				const stops = where === 'Column Mapping' && (found.length > 0 || isNeeded);
				const way =
					where === 'Column Mapping'
						? ' Correct the entry (type the header, do not drag it: that gives the value of a cell), or remove it. If other sheets have this column, move the entry to More Column Mapping.'
						: '';
				const advice = `The sheet has no filled column of this name, which is in ${where}.${seen}${way}`;
				return atColumn(column, -1, {
					rule: 'no such column',
					advice,
					severity: stops ? 'stops' : 'note',
				});
			});
	return { fields, units, issues, absent };
}

/** In characters. */
const longestValue = 60;

/** What a value of *More Column Mapping* means: a header as rule 3 reads it, or the word that ignores the column. */
function meaningOfChoice(value: string): { target: FieldTarget | typeof ignoredField; unit?: string } | undefined {
	if (/^\s*\(?ignore\)?\s*$/i.test(value)) return { target: ignoredField };
	if (importReferences.has(plainHeader(value))) return { target: importReference };
	const meaning = meaningOf(value);
	return meaning && 'target' in meaning ? meaning : undefined;
}

function areSimilar(one: string, other: string): boolean {
	return plainHeader(one) === plainHeader(other) || mostSimilar(one, [other]) !== undefined;
}

/** What most sheets have: *Column Mapping* offers these first. */
const usualHeaders =
	`Choose a Field, (Ignore), Shipment Reference, B/L Number, B/L Date, Shipper Name, Shipper Address, Consignee Name, Consignee Address,
	Notify Party Name, Notify Party Address, Port of Loading, Port of Discharge, Voyage Reference, Cargo Name, Cargo Description,
	Container Number, Container Type, Container Seal Number, Packages, Packing Unit, Gross Weight, Volume`.split(/,\s*/);

/** The fields that *Column Mapping* offers, by their names: the usual ones, then the others in the order of the alphabet. */
export const mappableFields: readonly { name: string; value: string }[] = [
	{ name: 'Choose a Field', value: noField },
	{ name: '(Ignore)', value: ignoredField },
	{ name: 'Import Reference', value: importReference.path },
	...[...documentedHeaders, ...numberedHeaders].map(({ header, path }) => ({ name: header, value: path })),
].sort((one, other) => placeOf(one.name) - placeOf(other.name) || one.name.localeCompare(other.name));

function placeOf(name: string): number {
	return usualHeaders.includes(name) ? usualHeaders.indexOf(name) : usualHeaders.length;
}

/** The value of *Ignore Columns* that leaves these columns out. */
export function ignoringList(headers: readonly string[]): string {
	return headers.map((header) => inList(shownHeader(header))).join(', ');
}
