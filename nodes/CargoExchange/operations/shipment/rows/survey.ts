import { Columns } from './columns';
import { numbersOfSheet } from './numbersOfSheet';
import { cellsOf, rowName, shipmentOfRow } from './cells';
import { isTotalsLabel, isTotalsRow, tellsThings } from './totalsRow';

/** What a first look at a sheet tells: its columns, how it writes numbers, which rows belong together, and which hold totals. */
type Survey = {
	columns: Columns;
	numbers: ReturnType<typeof numbersOfSheet>;
	/** The rows of each shipment, in the order in which shipments first appear. A row without a reference stands alone. */
	shipments: number[][];
	totals: number[];
};

/** Rows of one shipment. They may turn out to be totals of the sheet, until one of them tells more than figures. */
type Group = { rows: number[]; mayBeTotals: boolean };

export function survey(rows: readonly Record<string, unknown>[]): Survey {
	const columns = new Columns(rows);
	const numbers = numbersOfSheet();
	const groups = new Map<string, Group>();
	const totals: number[] = [];
	for (const [index, row] of rows.entries()) {
		const cells = cellsOf(row);
		for (const [header, cell] of cells)
			if (typeof cell === 'string' && columns.holdNumbers(header))
				numbers.note({ text: cell, row: rowName(row, index), header });
		const reference = shipmentOfRow(cells, columns);
		if (isTotalsRow(cells, reference, columns)) {
			totals.push(index);
			continue;
		}
		const key = reference === undefined ? `row ${index}` : `shipment ${reference}`;
		const group = groups.get(key) ?? { rows: [], mayBeTotals: reference !== undefined && isTotalsLabel(reference) };
		groups.set(key, group);
		group.rows.push(index);
		group.mayBeTotals &&= !tellsThings(cells, columns);
	}
	const all = [...groups.values()];
	return {
		columns,
		numbers,
		shipments: all.filter(({ mayBeTotals }) => !mayBeTotals).map((group) => group.rows),
		totals: [...totals, ...all.flatMap((group) => (group.mayBeTotals ? group.rows : []))].sort((a, b) => a - b),
	};
}
