import { besideQuantity, isQuantity } from '../fields/goods';
import { issue } from '../issue';
import { atCell, putCell, shownHeader, type Cell, type Entry, type Located } from './entries';
import type { FieldTarget } from './headers';

/** A cell with a value, its field, and the unit in its header. */
export type Filled = { target: FieldTarget; cell: Cell; unit: string | undefined };

/** Fills in the units of headers. Returns those that contradict another cell. */
export function putUnits(entry: Entry, filled: readonly Filled[]): Located[] {
	return filled.flatMap(({ target, cell, unit }) => {
		if (unit === undefined) return [];
		const path = besideQuantity(target.path, 'crossRefId');
		const other = putCell(entry, { ...target, path }, { ...cell, value: unit, means: unit });
		return other ? [atCell(cell, { path: target.dotted, rule: 'cell', advice: otherUnit(other) })] : [];
	});
}

function otherUnit({ value, header }: Cell): string {
	return `The unit in its header contradicts ${header}, which has "${value}". Correct one of the two.`;
}

/** Weights and volumes without a unit, by their path in the payload: one issue for each column. */
export function withoutUnit(cells: ReadonlyMap<string, Cell>): Located[] {
	const byColumn = new Map<number, Located>();
	for (const [path, { header, column, isUnreadable }] of cells) {
		const hasUnit = (['crossRefId', 'label'] as const).some((name) => cells.has(besideQuantity(path, name)));
		if (!isQuantity(path) || isUnreadable || hasUnit || byColumn.has(column)) continue;
		const value = shownHeader(header);
		const [unit, measure] = /volume/i.test(path) ? ['m3', 'Volume'] : ['kg', 'Weight'];
		const advice = `The numbers of this column have no unit. Add it to the header, such as (${unit}), or add a column ${measure} Unit.`;
		byColumn.set(column, { issue: issue({ path, value, rule: 'unit', advice, source: 'Sheet' }), row: -1, column });
	}
	return [...byColumn.values()];
}
