import { unitOf } from '../fields/units';
import type { Issue } from '../issue';
import type { Row } from './columnChoices';
import { ofSheet, shownHeader } from './issues';
import { hasNoHeader, kindIn, meaningOf } from './headers';
import { numberInSheet } from './rowName';

const mostQuoted = 3;
/** How many rows may be above the headers. */
const mostAbove = 60;

/**
 * The sentence for a sheet whose headers are in another row: it names the row, and never an end. Columns without a header have theirs in that
 * row, whatever columns other nodes have added. `isChosen`: by the user.
 */
export function headersElsewhere(rows: readonly Row[], isChosen: (header: string) => boolean): Issue | undefined {
	const here = Object.keys(rows[0] ?? {}).filter((header) => isChosen(header) || meaningOf(header)).length;
	const [best] = rows
		.slice(0, mostAbove)
		.map((row, index) => ({ row, index, known: Object.entries(row).filter(([, cell]) => isHeader(cell)) }))
		.filter(({ known }) => known.length > Math.max(here, 1) || known.filter(([name]) => hasNoHeader(name)).length > 1)
		.sort((one, other) => other.known.length - one.known.length);
	if (!best) return undefined;
	const quoted = best.known.slice(0, mostQuoted).map(([, cell]) => `"${shownHeader(String(cell))}"`);
	const [row, inNode] = whereTo(numberInSheet(best.row), best.index);
	const advice = `${row} looks like the headers (${quoted.join(', ')} …). Remove the rows above it; values there, such as the voyage and the ports, need columns of their own.`;
	return { ...ofSheet('headers elsewhere', advice), inNode: `${inNode} Edit Fields adds the values.` };
}

/** A unit or a kind of packages is a cell as well as a header. */
function isHeader(cell: unknown): boolean {
	return typeof cell === 'string' && !unitOf(cell) && kindIn(cell) === undefined && meaningOf(cell) !== undefined;
}

/** Empty rows are left out before the node sees them, so a row that is counted is further down, or where it seems to be. */
function whereTo(number: number | undefined, index: number): [row: string, inNode: string] {
	return number === undefined
		? [
				`Row ${index + 2}, counted without empty rows,`,
				`Or in Extract from File, set Range to the number of all rows above it in the file, at least ${index + 1}, or for CSV Starting Line to its line, at least ${index + 2}.`,
			]
		: [
				`Row ${number}`,
				`Or in Extract from File, set Range to ${number - 1}, or for CSV Starting Line to about ${number}; in Google Sheets, set Header Row to ${number}.`,
			];
}
