import { isAmount } from '../fields/freightCharges';
import { besideQuantity, isPackageCount, isQuantity, measureOf } from '../fields/goods';
import { issue } from '../issue';
import { atCell, putCell, shownHeader, type Cell, type Entry, type Located } from './entries';
import { columnOf, friendlyHeaders, type FieldTarget } from './headers';

/** A cell with a value, its field, and the unit or currency in its header. */
export type Filled = { target: FieldTarget; cell: Cell; unit: string | undefined };

/** Fills in the units and currencies of headers. Returns those that contradict another cell. */
export function putUnits(entry: Entry, filled: readonly Filled[]): Located[] {
	return filled.flatMap(({ target, cell, unit }) => {
		if (unit === undefined) return [];
		const path = isAmount(target.path) ? 'amount.currency' : besideQuantity(target.path, 'crossRefId');
		const other = putCell(entry, { ...target, path }, { ...cell, value: unit, means: unit, written: unit });
		return other ? [atCell(cell, { path: target.dotted, rule: 'cell', advice: otherUnit(other, target) })] : [];
	});
}

function otherUnit({ written, header }: Cell, { path }: FieldTarget): string {
	return `The ${isAmount(path) ? 'currency' : 'unit'} in its header contradicts ${header}, which has "${String(written)}". Correct one of the two.`;
}

/** Weights, volumes and packages without a unit, by their path in the payload: one issue for each column. */
export function withoutUnit(cells: ReadonlyMap<string, Cell>): Located[] {
	const byColumn = new Map<number, Located>();
	// If other packages of the bill of lading have a unit, those without one are gaps.
	const withKind = new Set([...cells.keys()].filter((path) => path.endsWith('.packingUnit')).map(billOf));
	for (const [path, { header, column, isUnreadable }] of cells) {
		const hasUnit = isPackageCount(path)
			? withKind.has(billOf(path))
			: (['crossRefId', 'label'] as const).some((name) => cells.has(besideQuantity(path, name)));
		if (!(isQuantity(path) || isPackageCount(path)) || isUnreadable || hasUnit || byColumn.has(column)) continue;
		const value = shownHeader(header);
		const advice = `The numbers of this column have no unit. ${wayToUnit(path, header)}`;
		byColumn.set(column, { issue: issue({ path, value, rule: 'unit', advice, source: 'Sheet' }), row: -1, column });
	}
	return [...byColumn.values()];
}

function billOf(path: string): string {
	return path.slice(0, path.indexOf(']'));
}

function wayToUnit(path: string, header: string): string {
	const isPackages = isPackageCount(path);
	const unitPath = isPackages ? path.replace(/[^.]+$/, 'packingUnit') : besideQuantity(path, 'crossRefId');
	const dotted = unitPath.replace(/\[\d+\]/g, '');
	const isVolume = measureOf(path) === 'volume';
	const short = isPackages ? 'Packing Unit' : isVolume ? 'Volume Unit' : 'Weight Unit';
	// The short name is that of the containers' unit, or of the goods' if the sheet has no containers.
	const isShort = [dotted, columnOf(header)?.dotted].some((field) => field?.startsWith('sets.containers.'));
	const name = isShort ? short : friendlyHeaders.find((field) => field.path === dotted)?.header;
	return isPackages
		? `Add a column ${name}, with the kind of packages, such as CARTONS.`
		: `Add it to the header, such as (${isVolume ? 'm3' : 'kg'}), or add a column ${name}.`;
}
