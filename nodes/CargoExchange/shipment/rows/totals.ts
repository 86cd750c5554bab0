import { atCell, atRows, type Cell, type Located } from './entries';
import type { RowPart } from './readRow';

/** Labels of sums, as people and spreadsheet programs write them. */
const totalWord = '(?:(?:grand |sub[- ]?)?totals?|sums?|[Σ∑])';
const beginsOrEnds = new RegExp(`^${totalWord}(?:[\\s:=.]|$)|[\\s:]${totalWord}\\s?[:=.]?$`, 'iu');
const wholeCell = new RegExp(`^${totalWord}\\s?[:=.]?$`, 'iu');
/** In characters; patterns run on no more. */
const longestLabel = 100;

export function isTotalsLabel(text: string): boolean {
	return text.length <= longestLabel && beginsOrEnds.test(text);
}

/** Whether rows have such a word in their reference, and otherwise only numbers. */
export function areTotals(parts: readonly RowPart[]): boolean {
	return isTotalsLabel(parts[0]?.reference ?? '') && parts.every((part) => part.hasOnlyFigures);
}

export function totalsNote({ row, entry }: RowPart): Located {
	const advice = 'Looks like a row of totals and was not imported. If it is a shipment, fill in its B/L Number.';
	const label = entry.values.get('shipmentReference')?.written;
	return atRows([row], { path: '', value: label, rule: 'totalsRow', advice, severity: 'note' });
}

const labelled = /(?:^|\.)(?:shipmentReference|blNumber|containerNumber|cargoName|cargoDescription)$/;

export const removeTotals = 'Looks like a row of totals. Remove the row.';

/** Rows that look like totals although their references were filled down; `cells` are those of the payload, by their path. */
export function likelyTotals(parts: readonly RowPart[], cells: ReadonlyMap<string, Cell>): Located[] {
	const labels = [...cells].filter(([path, { value }]) => labelled.test(path) && wholeCell.test(String(value)));
	const onlyTexts = parts.flatMap(({ onlyText }) =>
		onlyText && isTotalsLabel(String(onlyText.value)) ? [onlyText] : [],
	);
	return [...new Set([...labels.map(([, cell]) => cell), ...onlyTexts])].map((cell) =>
		atCell(cell, { path: '', rule: 'totalsRow', advice: removeTotals, severity: 'warning' }),
	);
}
