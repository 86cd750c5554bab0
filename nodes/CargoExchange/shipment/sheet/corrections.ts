import { isMissing, lineOf, ruleOfColumn, wayOut, type Issue } from '../issue';
import { groupBy } from '../structure';
import { listNames, shownHeader, type Finding } from './finding';

/**
 * What has to be corrected, one line for each cause: columns of which no value fits, then the others in the order of the sheet. `filled` is
 * the number of cells of each column.
 */
export function correctionLines(findings: readonly Finding[], filled: ReadonlyMap<string, number>): string[] {
	const different = [...new Map(findings.map((found) => [lineOf(found.issue), found])).values()];
	const groups = [...groupBy(different, causeOf).values()].map((same) => ({ same, isWhole: isWhole(same, filled) }));
	const place = ({ same: [first] }: { same: readonly Finding[] }) => first ?? { row: 0, column: 0 };
	groups.sort((one, other) => {
		if (one.isWhole !== other.isWhole) return one.isWhole ? -1 : 1;
		const [a, b] = [place(one), place(other)];
		return a.row - b.row || (a.column === b.column ? 0 : a.column - b.column);
	});
	return groups.map(({ same, isWhole: whole }) => lineFor(same, whole));
}

/** The same rule for the same column, or for rows and entries. */
function causeOf({ issue: { rule, advice, source }, header }: Finding): string {
	const name = rule === 'missing' ? advice.slice(0, advice.indexOf(isMissing)) : rule;
	const isWholeRow = source?.startsWith('Row ') === true;
	return JSON.stringify([name, header ?? (isWholeRow || rule === 'missing' ? advice : (source ?? ''))]);
}

function isWhole(same: readonly Finding[], filled: ReadonlyMap<string, number>): boolean {
	const [first] = same;
	return same.length > 1 && first?.header !== undefined && filled.get(first.header) === same.length;
}

function lineFor(same: readonly Finding[], whole: boolean): string {
	const [first] = same;
	if (!first) return '';
	const { issue, header } = first;
	if (same.length === 1) return lineOf(issue);
	if (header === undefined) {
		const sources = [...new Set(same.map(({ issue: { source = '' } }) => source))];
		return lineOf({ ...issue, source: listNames(sources) });
	}
	const column = `Column ${shownHeader(header)}`;
	const where = whole ? `all of its ${same.length} cells` : `${same.length} cells in ${rowsOf(same)}`;
	const values = new Set(same.map((found) => found.issue.value));
	const quoted = issue.value === null ? '' : `, ${values.size > 1 ? 'such as ' : ''}"${issue.value}"`;
	return `${column}, ${where}${quoted}: ${issue.advice}${wayOutOf(issue, header, values.size)}`;
}

function wayOutOf({ accept, rule }: Issue, header: string, values: number): string {
	if (accept === undefined) return '';
	return wayOut(values > 1 ? ruleOfColumn(shownHeader(header), rule) : accept);
}

function rowsOf(same: readonly Finding[]): string {
	const names = [...new Set(same.map(({ issue: { source = '' } }) => source.split(',')[0]?.split(' (')[0] ?? ''))];
	const numbers = names.map((name) => name.replace('Row ', ''));
	return `rows ${numbers[0]} to ${numbers.at(-1)}`;
}
