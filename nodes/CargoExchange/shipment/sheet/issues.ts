import { issue, type Description, type Issue, type RowName, type Severity } from '../issue';

/** An issue of a cell. It stops the import unless it says otherwise. */
export function atCell(
	{ row, header, column, written }: { row: RowName; header: string; column: number; written: unknown },
	found: Description,
): Issue {
	const at = { rows: [row], column, header };
	return issue({ value: written, severity: 'stops', source: `${row.name}, ${shownHeader(header)}`, at, ...found });
}

/** An issue of whole rows. It stops the import unless it says otherwise. */
export function atRows(rows: readonly RowName[], found: Description): Issue {
	const source = listNames([...new Set(rows.map(({ name }) => name))]);
	return issue({ severity: 'stops', source, at: { rows, column: Infinity }, ...found });
}

/** An issue of a column. It stops the import unless it says otherwise. */
export function atColumn(header: string, column: number, found: Omit<Description, 'path'>): Issue {
	const shown = shownHeader(header.length > longestShown ? `${header.slice(0, longestShown)}…` : header);
	return issue({ path: header, severity: 'stops', source: `Column ${shown}`, at: { rows: [], column }, ...found });
}

/** An issue of the whole sheet, which stops it. */
export function ofSheet(rule: string, advice: string, severity: Severity = 'stops'): Issue {
	return issue({ path: '', rule, advice, severity, source: 'Sheet', at: { rows: [], column: -1 } });
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
