import { columnOf } from '../accept';
import { lineOf, ruleOfColumn, withoutWays, wayOut, type Issue, type RowName } from '../issue';
import { listNames, shownHeader } from './issues';

/** What has to be corrected for one cause, as users see it in a line and in an item. */
export type Correction = {
	/** The place, the value and the problem in a sentence. */
	text: string;
	rows: readonly RowName[];
	column: string | null;
	value: Issue['value'];
	/** The first issue: a sum, or a rule that many cells break, has several. */
	first: Issue;
	/** What is wrong, and what to write in the sheet. */
	problem: string;
	/** What can be done about it in the node. */
	advice: string | null;
};

export function correctionLine({ text, advice }: Correction): string {
	return advice === null ? text : `${text} ${advice}`;
}

/**
 * What has to be corrected, once for each cause: columns of which no value fits, then the others in the order of the sheet. `filled` is the
 * number of cells of each column.
 */
export function correctionsIn(issues: readonly Issue[], filled: ReadonlyMap<string, number>): Correction[] {
	const different = [...new Map(issues.map((found) => [lineOf(found), found])).values()];
	const groups = [...Map.groupBy(different, causeOf).values()].map((all) => {
		// A cell that is wrong is the reason why a sum is.
		const cells = all.filter(({ at }) => !at?.isSum);
		const same = cells.length > 0 ? cells : all;
		return { same, isWhole: same.length > 1 && filled.get(same[0]?.at?.header ?? '') === same.length };
	});
	const place = ({ same: [first] }: { same: readonly Issue[] }) => ({
		row: first?.at?.rows[0]?.index ?? -1,
		column: first?.at?.column ?? 0,
	});
	groups.sort((one, other) => {
		if (one.isWhole !== other.isWhole) return one.isWhole ? -1 : 1;
		const [a, b] = [place(one), place(other)];
		return a.row - b.row || (a.column === b.column ? 0 : a.column - b.column);
	});
	return groups.flatMap(({ same, isWhole }) => correctionOf(same, isWhole) ?? []);
}

/** The same rule for the same column, or with the same words; a rule may have several causes. */
function causeOf({ rule, advice, cause, at }: Issue): string {
	return JSON.stringify([rule, at?.header ?? advice, cause]);
}

function correctionOf(same: readonly Issue[], isWhole: boolean): Correction | undefined {
	const [first] = same;
	if (!first) return undefined;
	const { accept, rule, inNode, advice: problem, value, at } = first;
	const rows = rowsOf(same);
	const isShort = !isWhole && new Set(same.map((found) => found.value)).size <= mostValues;
	const accepted = isShort ? same.flatMap((found) => found.accept ?? []) : [ruleOfColumn(columnOf(first), rule)];
	const ways = [inNode ?? [], accept === undefined ? [] : wayOut(...new Set(accepted))].flat().join(' ');
	const ofColumns = at?.rows.length === 0 ? same.map(({ path }) => path).filter((header) => header !== '') : [];
	const columns = at?.header === undefined ? ofColumns : [at.header];
	const facts = { rows, first, value, problem, advice: ways === '' ? null : ways };
	const placed = { ...facts, column: columns.length === 0 ? null : listNames(columns.map(shownHeader)) };
	if (same.length === 1) return { ...placed, text: withoutWays(first) };
	const sources = listNames([...new Set(same.map(({ source = '' }) => source))]);
	const values = [...new Set(same.map((found) => found.value))];
	if (at?.header === undefined && values.length === 1)
		return { ...placed, text: withoutWays({ ...first, source: sources }) };
	const cells = isWhole ? `all of its ${same.length} cells` : `${same.length} cells in rows ${runsOf(rows)}`;
	const where = at?.header === undefined ? sources : `Column ${shownHeader(columnOf(first))}, ${cells}`;
	// What is said about one value may not be true of another.
	const isQuoted = isShort || (rule === 'placeholder' && values.length <= mostWords);
	const isAboutAll = isQuoted && same.every((found) => found.advice === problem);
	const listed = (isAboutAll ? values : values.slice(0, 1)).map((each) => `"${each}"`).join(', ');
	const quoted = value === null ? '' : `, ${isAboutAll ? '' : 'such as '}${listed}`;
	return { ...placed, text: `${where}${quoted}: ${problem}` };
}

/** How many different values of one cause are quoted, and how many words for nothing of a whole column. */
const mostValues = 5;
const mostWords = 10;

/** The rows of all, once each, in the order of the sheet. */
function rowsOf(issues: readonly Issue[]): RowName[] {
	const rows = new Map(issues.flatMap(({ at }) => at?.rows ?? []).map((row) => [row.index, row]));
	return [...rows.values()].sort((one, other) => one.index - other.index);
}

/** `17, 95 and 130 to 203`: those that follow each other, from the first to the last. */
function runsOf(rows: readonly RowName[]): string {
	const runs: [first: number, last: number][] = [];
	for (const { number } of rows) {
		const run = runs.at(-1);
		if (run && number === run[1] + 1) run[1] = number;
		else runs.push([number, number]);
	}
	return listNames(runs.map(([first, last]) => (first === last ? String(first) : `${first} to ${last}`)));
}
