import type { Issue } from '../issue';
import { cellIn, comparableKey, type Cell, type Filled } from './entries';
import { atRows, listNames, ofSheet, shownHeader } from './issues';
import { companions, groupOf, references, type Labelled } from './labels';
import { isAboutGoods, type RowReading } from './rows';

/** By column; NaN if a cell in it cannot be read. */
type Sums = Map<number, number>;

/**
 * Judges the rows of totals, none of which is sent: each figure has to be the sum of the rows of its group, of those since the last total or
 * up to the next, of all before it or of all. They are left out with one note; one that adds up nothing stops.
 */
export function totalsIssues(readings: readonly RowReading[], labelled: readonly Labelled[]): Issue[] {
	const totals = new Map(labelled.map((total) => [total.reading, total]));
	const groups = new Map<string, Sums>(labelled.flatMap((total) => total.groups).map((group) => [group, new Map()]));
	const columns = new Set([...groups.keys()].map((group) => parseInt(group, 10)));
	const all: Sums = new Map();
	let part: Sums = new Map();
	const judged: { total: Labelled; sums: Sums[] }[] = [];
	for (const reading of readings) {
		const total = totals.get(reading);
		if (total) {
			const ofGroups = total.groups.flatMap((group) => groups.get(group) ?? []);
			const before = part;
			part = new Map();
			judged.push({ total, sums: [...ofGroups, before, part, new Map(all), all] });
			continue;
		}
		const ofGroups = reading.filled.flatMap(({ cell }) =>
			columns.has(cell.column) ? (groups.get(groupOf(cell)) ?? []) : [],
		);
		for (const { cell } of reading.filled.filter(isFigure))
			for (const sums of [all, part, ...ofGroups]) sums.set(cell.column, (sums.get(cell.column) ?? 0) + numberIn(cell));
	}
	const issues = judged.flatMap(({ total, sums }) => whyNot(total, sums));
	const stopping = new Set(issues.flatMap(({ at }) => at?.rows[0]?.index ?? []));
	const left = labelled.filter(({ reading }) => !stopping.has(reading.row.index));
	if (left.length === 0) return issues;
	const names = left.map(({ reading: { row }, label }) => `Row ${row.number} ("${label}")`);
	const advice = `Rows of totals were left out, since their figures are the sums of other rows: ${listNames(names)}.`;
	return [...issues, ofSheet('totals', advice, 'note')];
}

function isFigure({ target: { field }, cell }: Filled): boolean {
	return 'adds' in field && cell.value !== 0;
}

function numberIn({ value, isUnreadable }: Cell): number {
	return isUnreadable ? NaN : Number(value);
}

/** What stops a row of totals: a figure that cannot be read, one that is no sum, or what does not add up. */
function whyNot({ reading, label, figures, beside }: Labelled, sums: readonly Sums[]): Issue[] {
	if (!reading.entry) return reading.issues;
	const unreadable = new Set(figures.filter(({ cell }) => cell.isUnreadable).map(({ cell }) => cell.header));
	if (unreadable.size > 0) return reading.issues.filter(({ at }) => unreadable.has(at?.header ?? ''));
	const stop = (advice: string) => [atRows([reading.row], { path: '', rule: 'totals', value: label, advice })];
	if (beside.length > 0) {
		const headers = listNames(beside.map(({ cell }) => shownHeader(cell.header)));
		return stop(
			`Is the label of a row of totals, but the row has a value in ${headers}, too. Remove the row; if it is not a total, write more than this word.`,
		);
	}
	if (figures.length === 0) return stop('Is the label of a row of totals, but the row has no figures. Remove it.');
	const wrong = sums.map((each) => figures.filter(({ cell }) => !isSum(cell, each.get(cell.column) ?? 0)));
	const [closest = 0] = [...wrong.keys()].sort((one, other) => (wrong[one]?.length ?? 0) - (wrong[other]?.length ?? 0));
	const found = (wrong[closest] ?? []).map(({ cell }) => {
		const sum = Number((sums[closest]?.get(cell.column) ?? 0).toPrecision(12));
		return `${shownHeader(cell.header)} has ${cell.written}, but its rows have ${sum}`;
	});
	return found.length === 0
		? []
		: stop(
				`Is a row of totals that does not add up: ${found.join('; ')}. Correct the wrong figure, or remove this row.`,
			);
}

/** Rounded to its decimals. Of a column with a cell that cannot be read, nobody knows the sum. */
function isSum({ value }: Cell, sum: number): boolean {
	const decimals = /[.,](\d+)$/.exec(String(value))?.[1]?.length ?? 0;
	return (
		Number.isNaN(sum) || Math.abs(sum - Number(value)) <= 0.5 * 10 ** -decimals + 1e-9 * Math.max(1, Math.abs(sum))
	);
}

/**
 * The rows that have nothing of their own beside figures that are the sums of the other rows of their bill of lading. One other row is enough
 * if it fills more cells.
 */
export function sumsOfOthers(readings: readonly RowReading[]): Map<RowReading, Issue> {
	const found = new Map<RowReading, Issue>();
	for (const [bill, own] of Map.groupBy(readings, billOf)) {
		const rows = bill === '' ? readings : own;
		const withFigures = rows.filter(({ filled }) => filled.some(isFigure));
		const most = rows.reduce((longest, { filled }) => Math.max(longest, filled.length), 0);
		const hasGoods = rows.some(isAboutGoods);
		const sums: Sums = new Map();
		const cells = new Map<string, number>();
		for (const each of rows.flatMap(({ filled }) => filled)) {
			cells.set(contentOf(each), (cells.get(contentOf(each)) ?? 0) + 1);
			if (isFigure(each)) sums.set(each.cell.column, (sums.get(each.cell.column) ?? 0) + numberIn(each.cell));
		}
		for (const reading of own) {
			const figures = reading.filled.filter(isFigure);
			const isOfOthers = ({ cell }: Filled) => isSum(cell, (sums.get(cell.column) ?? 0) - numberIn(cell));
			const hasOwn = reading.filled.some((each) => saysSomething(each) && cells.get(contentOf(each)) === 1);
			// The row of a container without goods states the sum of its goods.
			const states = hasGoods && !isAboutGoods(reading) && cellIn(reading.filled, 'sets.containers.containerNumber');
			const isAmongOthers = withFigures.length > 2 || (withFigures.length === 2 && reading.filled.length < most);
			const isKnown = figures.some(({ cell }) => !Number.isNaN(sums.get(cell.column)));
			if (isAmongOthers && isKnown && !hasOwn && !states && figures.every(isOfOthers))
				found.set(reading, nothingOwn(reading));
		}
	}
	return found;
}

function billOf({ filled }: RowReading): string {
	return comparableKey(cellIn(filled, 'sets.blNumber')?.means ?? '');
}

function contentOf({ cell }: Filled): string {
	return JSON.stringify([cell.column, cell.means]);
}

function saysSomething({ target: { path, dotted, field } }: Filled): boolean {
	return !('adds' in field || companions.test(path) || references.has(dotted));
}

function nothingOwn({ row }: RowReading): Issue {
	const advice =
		'Has nothing of its own but figures, and these are the sums of the other rows of its bill of lading. Remove the row, or fill in what it is about.';
	return atRows([row], { path: '', rule: 'totals', advice });
}
