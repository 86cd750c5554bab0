import type { Issue } from '../issue';
import { atCell, atRows, listNames, shownHeader } from './issues';
import { cellOfUnit } from './rowFigures';
import { entriesOf, type Cell, type Entry, type Figure } from './entries';

/** The unit of packages of several kinds together. */
const anyPackages = 'PACKAGES';

/** Adds up the figures of an entry and of all entries in it, which become its values. Returns what nobody can know, and what was added up. */
export function addUp(entry: Entry): Issue[] {
	const issues = rowsOf(entry);
	for (const [path, figures] of entry.figures) {
		const [first] = figures;
		if (!first) continue;
		const units = new Set(figures.flatMap(({ unit }) => unit ?? []));
		const isCount = first.unitPath === 'packingUnit';
		const [unit] = units.size > 1 && isCount ? [anyPackages] : units;
		if (unit !== undefined && !entry.values.has(first.unitPath))
			entry.values.set(
				first.unitPath,
				cellOfUnit(figures.find((each) => each.unit === unit) ?? { ...first, unit, unitCell: undefined }),
			);
		const used = isCount ? undefined : entry.values.get(first.unitPath)?.means;
		const { total, differs } = totalOf(figures, used);
		if (differs) issues.push(differs);
		else if (units.size > 1 && total && entry.values.get(first.unitPath)?.value === anyPackages)
			issues.push(severalKinds(figures, total));
		entry.values.set(path, total ?? first.cell);
	}
	entry.figures.clear();
	for (const { entries } of entry.lists.values()) for (const inner of entries) issues.push(...addUp(inner));
	return issues;
}

/**
 * The sum of the rows, or the cell that has to be corrected first: `used` is the unit of what they belong to. A row of a container without goods states the figure of the whole
 * container, which is the sum of its goods.
 */
function totalOf(figures: readonly Figure[], used?: Cell['means']): { total: Cell | undefined; differs?: Issue } {
	const unreadable = figures.find(({ cell }) => cell.isUnreadable);
	if (unreadable) return { total: unreadable.cell };
	const other = figures.find(({ unit = used }) => unit !== used);
	if (figures.some(({ unitCell }) => unitCell?.isUnreadable)) return { total: sumOf(figures) };
	if (other && used !== undefined) {
		const { cell, unit } = other;
		const advice = `Does not go with the other figures, because the units differ: ${used}, ${unit}. Use one unit.`;
		const differs = atCell(cell, { path: '', rule: 'units', cause: 'rows', advice });
		return { total: { ...cell, value: cell.written, isUnreadable: true }, differs };
	}
	const [stated, parts] = [figures.filter(({ goods }) => goods === ''), figures.filter(({ goods }) => goods !== '')];
	const [whole] = stated;
	const total = sumOf(parts.length === 0 ? stated : parts);
	if (!whole || parts.length === 0 || sumOf(stated)?.value === total?.value) return { total };
	const advice = `Is the figure of the whole container, but the rows of its goods have ${total?.value} together. Correct one of them, or leave it empty.`;
	return { total, differs: atCell(whole.cell, { path: '', rule: 'rows disagree', advice }) };
}

/** A sum stands in all of its rows. */
function sumOf(figures: readonly Figure[]): Cell | undefined {
	const cells = figures.map(({ cell }) => cell);
	const [first] = cells;
	if (!first || cells.length === 1) return first;
	const value = Number(cells.reduce((total, cell) => total + Number(cell.value), 0).toPrecision(15));
	const rows = cells.map(({ row }) => row);
	const row = { ...first.row, name: listNames(rows.map(({ name }) => name)) };
	return { ...first, value, means: value, written: String(value), row, sumOf: rows };
}

/** A container has one kind of packages (docs/service.md 2.10). */
function severalKinds(figures: readonly Figure[], { value }: Cell): Issue {
	const ofGoods = figures.filter(({ goods }) => goods !== '');
	const kinds = Map.groupBy(ofGoods.length > 0 ? ofGoods : figures, ({ unit = anyPackages }) => unit);
	const named = [...kinds].map(([kind, same]) => `${sumOf(same)?.value} ${kind}`);
	const advice = `The ${named.join(' and ')} in this container are sent as ${value} ${anyPackages}, since a container has one kind of packages. The goods keep theirs.`;
	return atRows(
		figures.map(({ cell }) => cell.row),
		{ path: '', rule: 'several kinds', advice, severity: 'note' },
	);
}

/** Goods in containers have figures if every container of the bill of lading with figures names its goods. Returns what they lose. */
export function dropPartial(set: Entry): Issue[] {
	const ofContainers = entriesOf(set, 'containers').map(({ figures }) => [...figures.values()].flat());
	if (ofContainers.every((figures) => figures.length === 0 || figures.some(({ goods }) => goods !== ''))) return [];
	const dropped = entriesOf(set, 'cargos').flatMap((cargo) => {
		const figures = entriesOf(cargo, 'packaging').flatMap((each) => [...each.figures.values()].flat());
		if (!figures.every(({ isMain, asks }) => asks && !isMain)) return [];
		cargo.lists.delete('packaging');
		return figures.map(({ cell }) => cell.row);
	});
	const advice =
		'The figures are sent for the containers alone: other rows of the bill of lading do not name their goods.';
	return dropped.length === 0 ? [] : [atRows(dropped, { path: '', rule: 'goods', advice, severity: 'note' })];
}

type RowFigures = { path: string; figure: Figure }[];

/** Equal figures on several rows are each row's or one thing repeated: nobody can know. Different ones are the rows' own. */
function rowsOf({ figures }: Entry): Issue[] {
	const all = [...figures].flatMap(([path, each]) =>
		each.flatMap((figure) => (figure.isMain ? [{ path, figure }] : [])),
	);
	const rows = [...Map.groupBy(all, ({ figure }) => figure.cell.row.index).values()];
	const [first] = rows;
	if (!first || rows.length < 2) return [];
	const asked = rows.filter((row) => row.some(({ figure }) => figure.asks));
	const twins = [...Map.groupBy(asked, contentOf).values()].filter((same) => same.length > 1).flat();
	const repeated = twins.length > 0 ? cellsOf(twins) : equalColumns(figures, asked.length);
	if (repeated.length > 0) return [equalFigures(repeated)];
	const isSame = rows.every((row) => row[0]?.figure.goods === first[0]?.figure.goods);
	return isSame ? [addedUp(cellsOf(rows))] : [];
}

function contentOf(row: RowFigures): string {
	return JSON.stringify(row.map(({ path, figure }) => [path, figure.cell.means]));
}

/** Weights and volumes that are the same on all rows; packages often are. */
function equalColumns(figures: Entry['figures'], rows: number): Cell[] {
	const equal = [...figures.values()].filter(
		(each) =>
			each[0]?.unitPath !== 'packingUnit' &&
			each.length === rows &&
			each.length > 1 &&
			new Set(each.map(({ cell }) => cell.means)).size === 1,
	);
	return equal.flat().map(({ cell }) => cell);
}

function cellsOf(rows: readonly RowFigures[]): Cell[] {
	return rows.flatMap((row) => row.map(({ figure }) => figure.cell));
}

function headersOf(cells: readonly Cell[]): string[] {
	return [...new Set(cells.map(({ header }) => shownHeader(header)))];
}

function equalFigures(cells: readonly Cell[]): Issue {
	const headers = headersOf(cells);
	const [header = ''] = headers;
	const advice = `These rows have equal figures in ${listNames(headers)}. If each row has its own, rename the header, as in Goods ${header}; if it is one figure for the whole container, as in Container ${header}, or keep it on one row.`;
	return atRows(
		cells.map(({ row }) => row),
		{ path: '', value: headers[0], rule: 'equal figures', advice },
	);
}

function addedUp(cells: readonly Cell[]): Issue {
	const advice = `The figures of these rows in ${listNames(headersOf(cells))} were added up.`;
	return atRows(
		cells.map(({ row }) => row),
		{ path: '', rule: 'added up', advice, severity: 'note' },
	);
}
