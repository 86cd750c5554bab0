import { issue, type Issue, type Severity } from '../issue';

/** A row of the sheet: its position in the input and its name for users. */
export type RowName = { index: number; name: string };

/** An issue, and its place in the sheet: the position of its row, or -1 for the whole sheet, and of its column, or infinity for a whole row. */
export type Finding = { issue: Issue; row: number; column: number; header?: string };

type Description = {
	path: string;
	rule: string;
	advice: string;
	severity?: Severity;
	value?: unknown;
	accept?: string | undefined;
};

/** An issue of a cell. It stops the import unless it says otherwise. */
export function atCell(
	cell: { row: RowName; header: string; column: number; written: unknown },
	{ severity = 'stops', ...found }: Description,
): Finding {
	const { row, column, header, written } = cell;
	const source = `${row.name}, ${shownHeader(header)}`;
	return { issue: issue({ value: written, severity, source, ...found }), row: row.index, column, header };
}

/** An issue of whole rows. It stops the import unless it says otherwise. */
export function atRows(rows: readonly RowName[], { severity = 'stops', ...found }: Description): Finding {
	const source = listNames([...new Set(rows.map(({ name }) => name))]);
	return { issue: issue({ severity, source, ...found }), row: rows[0]?.index ?? 0, column: Infinity };
}

/** An issue of a column. It stops the import unless it says otherwise. */
export function atColumn(header: string, column: number, found: Omit<Description, 'path'>): Finding {
	const { severity = 'stops', ...rest } = found;
	const shown = shownHeader(header.length > longestShown ? `${header.slice(0, longestShown)}…` : header);
	return { issue: issue({ path: header, severity, source: `Column ${shown}`, ...rest }), row: -1, column };
}

/** An issue of the whole sheet, which stops it. */
export function ofSheet(rule: string, advice: string, severity: Severity = 'stops'): Finding {
	return { issue: issue({ path: '', rule, advice, severity, source: 'Sheet' }), row: -1, column: -1 };
}

/** In characters. */
const longestShown = 100;

/** A header in one line. */
export function shownHeader(header: string): string {
	return header.replace(/\s+/g, ' ').trim();
}

const mostNamed = 20;

export function listNames(names: readonly string[]): string {
	const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
	return `${names.slice(0, mostNamed).join(', ')}${more}`;
}
