import { isContainerNumber } from '../fields/containerNumber';
import type { Issue } from '../issue';
import { cellIn, comparableKey, type Filled } from './entries';
import { atRows } from './issues';
import type { RowReading } from './rows';

/** Sums by column, and how many rows they come from, and how many cells those fill. */
type Sums = { byColumn: Map<number, number>; rows: number; filled: number };

/**
 * Finds the rows of totals by arithmetic, whatever their words: each figure is the sum of the same column over the rows before it of the same
 * bill of lading, shipment or sheet, and the row has nothing of its own beside figures, references and one label.
 */
export function totalsIn(readings: readonly RowReading[], accepts: (label: string) => boolean): Map<RowReading, Issue> {
	const found = new Map<RowReading, Issue>();
	const sums = new Map<string, Sums>();
	let previous: RowReading | undefined;
	const scoped = readings.map((reading) => ({ reading, scopes: scopesOf(reading) }));
	const last = new Map(scoped.flatMap(({ reading, scopes }) => scopes.map((scope) => [scope, reading] as const)));
	for (const { reading, scopes: fixed } of scoped) {
		// Since the last row of totals: subtotals follow each other.
		const scopes = [...fixed, `after ${found.size}`];
		const figures = figuresOf(reading);
		const own = ownTexts(reading, previous);
		const label = own[0]?.cell.written ?? '';
		const isSum = scopes.some((scope) => {
			const before = sums.get(scope);
			const isEnd = last.get(scope) === reading && reading.filled.length < (before?.filled ?? 0);
			return before !== undefined && areSums(figures, before, isEnd);
		});
		if (own.length <= 1 && !own.some(isOwn) && isSum && !accepts(label)) {
			found.set(reading, totalsRow(reading, label));
			continue;
		}
		if (figures.length > 0) for (const scope of scopes) addTo(sums, scope, { figures, filled: reading.filled.length });
		previous = reading;
	}
	return found;
}

/** The bill of lading, the shipment and the sheet of a row. */
function scopesOf({ filled, reference }: RowReading): string[] {
	if (reference === undefined) return ['sheet'];
	const bill = cellIn(filled, 'sets.blNumber')?.means ?? '';
	const shipment = comparableKey(reference);
	return [JSON.stringify([shipment, comparableKey(bill)]), JSON.stringify([shipment]), 'sheet'];
}

function figuresOf({ filled }: RowReading): Filled[] {
	return filled.filter(({ target: { field }, cell }) => 'adds' in field && cell.value !== 0);
}

function addTo(
	scopes: Map<string, Sums>,
	scope: string,
	{ figures, filled }: { figures: readonly Filled[]; filled: number },
): void {
	const sums = scopes.get(scope) ?? { byColumn: new Map<number, number>(), rows: 0, filled: 0 };
	scopes.set(scope, sums);
	sums.rows++;
	sums.filled = Math.max(sums.filled, filled);
	for (const { cell } of figures)
		sums.byColumn.set(
			cell.column,
			(sums.byColumn.get(cell.column) ?? 0) + (cell.isUnreadable ? NaN : Number(cell.value)),
		);
}

/** One row before is enough for the last row of all, if it fills fewer columns. Of a column with a cell that cannot be read, nobody knows the sum. */
function areSums(figures: readonly Filled[], { byColumn, rows }: Sums, isEnd: boolean): boolean {
	if (rows < 2 && !isEnd) return false;
	const known = figures.filter(({ cell }) => !cell.isUnreadable && !Number.isNaN(byColumn.get(cell.column)));
	if (known.length === 0) return false;
	return known.every(({ cell }) => {
		const decimals = /[.,](\d+)$/.exec(String(cell.value))?.[1]?.length ?? 0;
		const sum = byColumn.get(cell.column);
		return sum !== undefined && Math.abs(sum - Number(cell.value)) <= 0.5 * 10 ** -decimals + 1e-9;
	});
}

const companions = /(?:crossRefId|label|format|packingUnit|currency|prepaidType|paymentType)$/;
const references = new Set(['shipmentReference', 'importRef', 'sets.blNumber']);

/** The texts of a row that are no reference, no unit, and not filled down from the row before it. */
function ownTexts({ filled }: RowReading, previous: RowReading | undefined): Filled[] {
	return filled.filter(({ target, cell }) => {
		if ('adds' in target.field || references.has(target.dotted) || companions.test(target.path)) return false;
		return !previous?.filled.some((other) => other.cell.column === cell.column && other.cell.means === cell.means);
	});
}

/** A container, a rate, or another figure that adds up with none is no label. */
function isOwn({ target: { field, path }, cell }: Filled): boolean {
	const isNumber = field.kind === 'number' || field.kind === 'integer' || field.kind === 'date';
	return isNumber || (path === 'containerNumber' && isContainerNumber(cell.value));
}

/** Without a reference, it is left out; with one, somebody has to look. */
function totalsRow({ row, reference }: RowReading, label: string): Issue {
	const value = label === '' ? undefined : label;
	const sums = 'its figures are the sums of the rows above it';
	const found =
		reference === undefined
			? ({ severity: 'note', advice: `Is a row of totals, and was left out: ${sums}.` } as const)
			: { accept: value, advice: `Is a row of totals: ${sums}. Remove the row.` };
	return atRows([row], { path: '', rule: 'totals', value, ...found });
}
