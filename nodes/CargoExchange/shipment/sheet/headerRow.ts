import { unitOf } from '../fields/units';
import type { Issue } from '../issue';
import type { Row } from './columnChoices';
import { ofSheet, shownHeader } from './issues';
import { kindIn, meaningOf } from './headers';

const mostQuoted = 3;
/** How many rows may be above the headers. */
const mostAbove = 60;

/** The sentence for a sheet whose headers are in another row: it names the row, and never an end. `isChosen`: by the user. */
export function headersElsewhere(
	rows: readonly Row[],
	{ numberOf, isChosen }: { numberOf: (row: Row, index: number) => number; isChosen: (header: string) => boolean },
): Issue | undefined {
	// A unit or a kind of packages is a cell as well as a header.
	const isHeader = (text: unknown) =>
		typeof text === 'string' && !unitOf(text) && kindIn(text) === undefined && meaningOf(text) !== undefined;
	const knownIn = (texts: readonly unknown[]) => texts.filter(isHeader).length;
	const here = Object.keys(rows[0] ?? {}).filter((header) => isChosen(header) || meaningOf(header)).length;
	const counted = rows.slice(0, mostAbove).map((row, index) => ({ row, index, known: knownIn(Object.values(row)) }));
	const best = counted.reduce((one, other) => (other.known > one.known ? other : one), {
		row: {},
		index: -1,
		known: here,
	});
	if (best.index < 0 || best.known < 2) return undefined;
	const number = numberOf(best.row, best.index);
	const cells = Object.values(best.row).filter((cell) => typeof cell === 'string' && cell.trim() !== '');
	const quoted = cells
		.slice(0, mostQuoted)
		.map((cell) => `"${shownHeader(String(cell))}"`)
		.join(', ');
	return ofSheet(
		'headers elsewhere',
		`Row ${number} looks like the headers (${quoted} …). In Extract from File, set Range to ${number - 1}, or for CSV Starting Line to about ${number}; in Google Sheets, set Header Row to ${number}. Values above the table, such as the voyage and the ports, are added with Edit Fields.`,
	);
}
