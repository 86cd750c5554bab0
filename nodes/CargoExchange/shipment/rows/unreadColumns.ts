import type { Sheet } from './columns';
import { isMissing } from '../issue';
import { groupBy } from '../structure';
import { atCell, atRows, shownHeader, type Entry, type Located, type RowName } from './entries';
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
		...[...groupBy(unheaded, ({ header }) => header).values()].map(withoutHeader),
		...(ship ? [ignoredShip({ ...ship, value: '', means: '', column: Infinity, isUnreadable: false }, hasImo)] : []),
	];
}

const mostQuoted = 3;

function withoutHeader(cells: readonly { row: RowName; header: string; written: string }[]): Located {
	const texts = cells.map(({ written }) => written);
	const quoted = texts.slice(0, mostQuoted).map((text) => `"${text.slice(0, 40)}"`);
	const more = texts.length > mostQuoted ? ` and ${texts.length - mostQuoted} more` : '';
	const header = shownHeader(cells[0]?.header ?? '');
	const wayOut = header === '' ? 'or empty the column' : `or add ${header} to Ignore Columns`;
	const advice = `Values in a column without a header are not imported: ${quoted.join(', ')}${more}. Give the column a header, ${wayOut}.`;
	const rows = cells.slice(0, 1).map(({ row }) => row);
	return atRows(rows, { path: '', rule: 'withoutHeader', advice, severity: 'warning' });
}

function ignoredShip(cell: Parameters<typeof atCell>[0], hasImo: boolean): Located {
	const advice = hasImo
		? 'The name of the ship is not imported: its IMO number identifies it.'
		: `IMO Number${isMissing} Without it, the ship is not imported. Fill it in.`;
	const rule = hasImo ? 'ignoredShip' : 'missing';
	return atCell(cell, { path: 'vessel.imo', rule, advice, severity: hasImo ? 'note' : 'warning' });
}
