import type { Sheet } from './columns';
import { atCell, atRows, type Entry, type Located, type RowName } from './entries';
import { quotable } from './readCell';
import type { RowPart } from './readRow';

type SheetRow = Record<string, unknown>;

/** Values in columns that are not read although they may matter. */
export function unreadColumns(
	parts: readonly RowPart[],
	{ rows, sheet }: { rows: readonly SheetRow[]; sheet: Sheet },
	shipment: Entry,
): Located[] {
	const cellsIn = (headers: readonly string[]) =>
		parts.flatMap(({ row }) =>
			headers.flatMap((header) => {
				const written = rows[row.index]?.[header];
				const text = written === undefined || written === null ? '' : quotable(written);
				return text === '' ? [] : [{ row, header, written: text }];
			}),
		);
	const unheaded = sheet.unheaded.length === 0 ? [] : cellsIn(sheet.unheaded);
	const hasImo = shipment.values.has('vessel.imo');
	const ships = sheet.ships.filter(({ isIgnored }) => !hasImo || !isIgnored).map(({ header }) => header);
	const [ship] = ships.length === 0 ? [] : cellsIn(ships);
	return [
		...(unheaded[0]
			? [
					withoutHeaderNote(
						unheaded[0].row,
						unheaded.map(({ written }) => written),
					),
				]
			: []),
		...(ship ? [ignoredShip({ ...ship, value: '', means: '', column: Infinity }, hasImo)] : []),
	];
}

const mostQuoted = 3;

function withoutHeaderNote(row: RowName, texts: readonly string[]): Located {
	const quoted = texts.slice(0, mostQuoted).map((text) => `"${text.slice(0, 40)}"`);
	const more = texts.length > mostQuoted ? ` and ${texts.length - mostQuoted} more` : '';
	const advice = `Values in columns without a header are not imported: ${quoted.join(', ')}${more}.`;
	return atRows([row], { path: '', rule: 'withoutHeader', advice, severity: 'note' });
}

function ignoredShip(cell: Parameters<typeof atCell>[0], hasImo: boolean): Located {
	const advice = hasImo
		? 'The name of the ship is not imported: its IMO number identifies it.'
		: 'The ship is not imported, because its IMO number is missing. Fill in IMO Number.';
	return atCell(cell, { path: 'vessel.imo', rule: 'ignoredShip', advice, severity: hasImo ? 'note' : 'warning' });
}
