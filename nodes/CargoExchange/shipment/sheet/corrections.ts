import { columnOf } from '../accept';
import { lineOf, ruleOfColumn, wayOut, type Issue } from '../issue';
import { listNames, shownHeader } from './issues';

/**
 * What has to be corrected, one line for each cause: columns of which no value fits, then the others in the order of the sheet. `filled` is
 * the number of cells of each column.
 */
export function correctionLines(issues: readonly Issue[], filled: ReadonlyMap<string, number>): string[] {
	const different = [...new Map(issues.map((found) => [lineOf(found), found])).values()];
	const groups = [...Map.groupBy(different, causeOf).values()].map((all) => {
		// A cell that is wrong is the reason why a sum is.
		const cells = all.filter(({ at }) => !at?.isSum);
		const same = cells.length > 0 ? cells : all;
		return { same, isWhole: same.length > 1 && filled.get(same[0]?.at?.header ?? '') === same.length };
	});
	const place = ({ same: [first] }: { same: readonly Issue[] }) => first?.at ?? { row: 0, column: 0 };
	groups.sort((one, other) => {
		if (one.isWhole !== other.isWhole) return one.isWhole ? -1 : 1;
		const [a, b] = [place(one), place(other)];
		return a.row - b.row || (a.column === b.column ? 0 : a.column - b.column);
	});
	return groups.map(({ same, isWhole: whole }) => lineFor(same, whole));
}

/** The same rule for the same column, or with the same words; a rule may have several causes. */
function causeOf({ rule, advice, cause, at }: Issue): string {
	return JSON.stringify([rule, at?.header ?? advice, cause]);
}

function lineFor(same: readonly Issue[], whole: boolean): string {
	const [first] = same;
	if (!first) return '';
	if (same.length === 1) return lineOf(first);
	const { value, advice, rule, accept, at: { header } = {} } = first;
	const sources = listNames([...new Set(same.map(({ source = '' }) => source))]);
	const values = [...new Set(same.map((found) => found.value))];
	if (header === undefined && values.length === 1) return lineOf({ ...first, source: sources });
	const column = shownHeader(columnOf(first));
	const cells = whole ? `all of its ${same.length} cells` : `${same.length} cells in ${rowsOf(same)}`;
	const where = header === undefined ? sources : `Column ${column}, ${cells}`;
	const isShort = !whole && values.length <= mostValues;
	// What is said about one value may not be true of another.
	const isAboutAll = isShort && same.every((found) => found.advice === advice);
	const listed = (isAboutAll ? values : values.slice(0, 1)).map((each) => `"${each}"`).join(', ');
	const quoted = value === null ? '' : `, ${isAboutAll ? '' : 'such as '}${listed}`;
	const accepted = isShort ? same.flatMap((found) => found.accept ?? []) : [ruleOfColumn(columnOf(first), rule)];
	const way = accept === undefined ? '' : wayOut(...new Set(accepted));
	return `${where}${quoted}: ${advice}${way}`;
}

/** How many different values of one cause are quoted. */
const mostValues = 5;

/** `rows 17, 95 and 130 to 203`: those that follow each other, from the first to the last. */
function rowsOf(same: readonly Issue[]): string {
	const names = same.map(({ source = '' }) => source.split(',')[0]?.split(' (')[0] ?? '');
	const numbers = [...new Set(names.map((name) => Number(name.replace('Row ', ''))))].sort((one, other) => one - other);
	const runs: [first: number, last: number][] = [];
	for (const number of numbers) {
		const run = runs.at(-1);
		if (run && number === run[1] + 1) run[1] = number;
		else runs.push([number, number]);
	}
	return `rows ${listNames(runs.map(([first, last]) => (first === last ? String(first) : `${first} to ${last}`)))}`;
}
