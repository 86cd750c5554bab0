import { issue } from '../issue';
import { inList } from '../structure';
import { shownHeader, type Located } from './entries';
import { columnOf, friendlyHeaders, longestHeader, numberedHeaders, type FieldTarget } from './headers';

/** What the user says about columns: *Column Mapping*, and *Ignore Columns*, a comma-separated list of headers. */
export type ColumnOptions = { columns: readonly { column: string; field: string }[]; ignoreColumns: string };

/** The value of *Column Mapping* for a column that is not read. */
export const ignoredField = 'ignore';

/** The import reference is no field of the payload, but read and merged like one. */
export const importRefTarget: FieldTarget = {
	steps: [],
	path: 'importRef',
	dotted: 'importRef',
	field: { kind: 'text', label: 'Import Reference', isCode: true },
};

/** The fields that *Column Mapping* offers, by their documented names, in the order of the alphabet. */
export const mappableFields: readonly { name: string; value: string }[] = [
	{ name: '(Ignore)', value: ignoredField },
	{ name: 'Import Reference', value: importRefTarget.path },
	...[...friendlyHeaders, ...numberedHeaders].map(({ header, path }) => ({ name: header, value: path })),
].sort((one, other) => one.name.localeCompare(other.name));

/** What *Column Mapping* says, by header, and what is wrong with it. */
export function readMapping(columns: ColumnOptions['columns']) {
	const mapped = new Map<string, FieldTarget | typeof ignoredField>();
	const headersOf = new Map<string, string>();
	const issues: Located[] = [];
	const refuse = (column: string, advice: string) => issues.push(atColumn(column, -1, 'columnMapping', advice));
	for (const { column, field } of columns) {
		const header = sameWriting(column);
		if (header === '') continue;
		const target = field === 'importRef' ? importRefTarget : field === ignoredField ? field : columnOf(field);
		const other = field === ignoredField ? undefined : headersOf.get(field);
		if (target === undefined)
			refuse(column, `Column Mapping chooses a field that does not exist: "${field}". Choose one from the list.`);
		else if (mapped.has(header)) refuse(column, 'Column Mapping has this column twice. Keep one of the two entries.');
		else if (other !== undefined)
			refuse(
				column,
				`Column Mapping has the same field for ${other}. Keep one of the two entries, or choose a numbered field.`,
			);
		else mapped.set(header, target);
		headersOf.set(field, column);
	}
	return { mapped, issues };
}

/** The value of *Ignore Columns* that leaves these columns out. */
export function ignoringList(headers: readonly string[]): string {
	return headers.map((header) => inList(shownHeader(header))).join(', ');
}

/** Spaces, line breaks and case do not matter. */
export function sameWriting(header: string): string {
	return header.replace(/[\s\u200b\ufeff]+/g, '').toLowerCase();
}

/** An issue of a column, which stops the import. */
export function atColumn(header: string, column: number, rule: string, advice: string): Located {
	const shown = shownHeader(header.length > longestHeader ? `${header.slice(0, longestHeader)}…` : header);
	return {
		issue: issue({ path: header, rule, advice, severity: 'error', source: `Column ${shown}` }),
		row: -1,
		column,
	};
}
