import type { Issue } from '../issue';
import type { Column } from './columnChoices';
import { cellIn, comparableKey, putCell, putFigure, type Cell, type Entry, type Figure, type Filled } from './entries';
import { containerFigure, goodsFigure, type FieldTarget } from './fieldNames';
import { atCell } from './issues';

/** The columns with the units of a figure: beside it, or for goods also those of the container. */
export function unitColumns(figure: FieldTarget, columns: readonly Column[]): Column[] {
	const siblings = [figure, ...(figure.owner === 'goods' ? [containerFigure(figure)] : [])].flatMap((each) => {
		const name = each && 'unit' in each.field ? each.field.unit : undefined;
		return each && name !== undefined ? [each.dotted.replace(/[^.]+$/, name)] : [];
	});
	const index = figure.steps.at(-1)?.index;
	return columns.filter(({ target }) => siblings.includes(target.dotted) && target.steps.at(-1)?.index === index);
}

/** What the columns say about figures: whether any of them is about a container, and which fields have a column of the container's own. */
export type FigureColumns = { hasContainers: boolean; ownFigures: ReadonlySet<string> };

export function figureColumns(columns: readonly Column[]): FigureColumns {
	const own = columns.filter(({ target }) => target.owner === 'container');
	return {
		hasContainers: columns.some(({ target }) => target.dotted.startsWith('sets.containers.') && target.owner !== 'row'),
		ownFigures: new Set(own.map(({ target }) => target.dotted)),
	};
}

/**
 * Puts the figures of a row where they belong: what the header names, or what the row describes. Goods in a container have theirs, and the
 * container the sum of its rows, unless a column names the container's own.
 */
export function putFigures(
	entry: Entry,
	filled: readonly Filled[],
	{ hasContainers, ownFigures }: FigureColumns,
): Issue[] {
	const name = cellIn(filled, 'sets.cargos.cargoName') ?? cellIn(filled, 'sets.cargos.cargoDescription');
	const goods = name === undefined ? '' : comparableKey(name.means);
	const hasContainer = cellIn(filled, 'sets.containers.containerNumber') !== undefined;
	const hasCount = filled.some(({ target }) => unitPathOf(target) === 'packingUnit');
	const isOfContainer = hasContainer || (name === undefined && hasContainers);
	const placed = new Map<string, Filled>();
	return filled.flatMap((each) => {
		const { target, cell, unit, unitCell } = each;
		const { owner } = target;
		if (owner !== 'goods' && owner !== 'row') return putUnit(entry, each);
		const [ofGoods, ofContainer] =
			owner === 'goods' ? [target, containerFigure(target)] : [goodsFigure(target), target];
		const put = (to: FieldTarget, isMain: boolean): Issue[] => {
			const unitPath = unitPathOf(to);
			// A kind of packages without their number; other units without a figure are nothing.
			if (to.path === 'packingUnit' && !hasCount) putCell(entry, to, cell);
			const other = placed.get(to.dotted);
			placed.set(to.dotted, other ?? each);
			if (other) return other.cell.means === cell.means && other.unit === unit ? [] : [sameField(each, other.cell)];
			if (unitPath === undefined) return [];
			putFigure(entry, to, { cell, unit, unitCell, unitPath, goods, isMain, asks: owner === 'row' });
			// The kind of their packages distinguishes goods.
			if (unit !== undefined && unitPath === 'packingUnit' && to === ofGoods)
				putCell(entry, { ...to, path: unitPath }, cellOfUnit(each));
			return [];
		};
		const isOfGoods = owner === 'goods' || name !== undefined || !isOfContainer;
		const inContainer = ofContainer && isOfContainer && !ownFigures.has(ofContainer.dotted);
		const found = [
			...(ofGoods && isOfGoods ? put(ofGoods, !isOfContainer) : []),
			...(inContainer ? put(ofContainer, true) : []),
		];
		return found.slice(0, 1);
	});
}

/** Two columns for one field that do not agree. */
export function sameField({ target, cell }: Filled, { header, written }: Cell): Issue {
	const advice = `The column ${header} is for the same field and has "${written}". Keep one of the two columns, or choose another field in Column Mapping.`;
	return atCell(cell, { path: target.dotted, rule: 'same field', advice });
}

function unitPathOf({ path, field }: FieldTarget): string | undefined {
	return 'unit' in field ? path.replace(/[^.]+$/, field.unit) : undefined;
}

/** The unit of a figure as a cell: its own, or that of the figure. */
export function cellOfUnit({ cell, unit = '', unitCell }: Pick<Figure, 'cell' | 'unit' | 'unitCell'>): Cell {
	return unitCell ?? { ...cell, value: unit, means: unit, written: unit, isUnreadable: false };
}

/** The unit of a figure that does not add up, such as the currency of an amount. */
function putUnit(entry: Entry, filled: Filled): Issue[] {
	const { target, cell, unit } = filled;
	const path = unitPathOf(target);
	if (path === undefined || unit === undefined) return [];
	const other = putCell(entry, { ...target, path }, cellOfUnit(filled));
	if (!other) return [];
	const advice = `Its unit, ${unit}, contradicts ${other.header}, which has "${other.written}". Correct one of the two.`;
	return [atCell(cell, { path: target.dotted, rule: 'units', cause: 'column', advice })];
}
