import type { Column, Row } from './columnChoices';
import type { RowName } from '../issue';
import { shownHeader } from './issues';

/** What people find a row by: its bill of lading or shipment, and its container. */
const identifying = [['sets.blNumber', 'shipmentReference'], ['sets.containers.containerNumber']];

/** In characters. */
const longestShown = 30;

/** The row's number in the sheet: Google Sheets gives it openly, and n8n's reader of Excel files hidden, as long as no other node copies the row. */
export function numberInSheet(row: Row): number | undefined {
	const { row_number: given, __rowNum__: beforeIt } = row;
	if (typeof given === 'number') return given;
	return typeof beforeIt === 'number' ? beforeIt + 1 : undefined;
}

/**
 * Names rows for messages. Where the number in the sheet is unknown, it is counted; but empty rows are left out before the node sees them, so
 * the row's own words stand beside it: *Row 4 (BL-0101-1, MSKU1234565)*.
 */
export function rowNames(columns: readonly Column[]) {
	const headersOf = (fields: readonly string[]) =>
		fields.flatMap((field) => columns.flatMap(({ header, target }) => (target.dotted === field ? [header] : [])));
	const [inOrder, all] = [identifying.map(headersOf), columns.map(({ header }) => header)];
	return (row: Row, index: number): RowName => {
		const given = numberInSheet(row);
		const number = given ?? index + 2;
		if (given !== undefined) return { index, number, name: `Row ${number}` };
		const firstOf = (headers: readonly string[]) =>
			headers.map((header) => textOf(row[header])).find((text) => text !== '');
		const found = inOrder.flatMap((headers) => firstOf(headers) ?? []);
		const words = found.length > 0 ? found : [firstOf(all) ?? []].flat();
		return { index, number, name: `Row ${number}${words.length > 0 ? ` (${words.join(', ')})` : ''}` };
	};
}

function textOf(cell: unknown): string {
	const text =
		typeof cell === 'string' || typeof cell === 'number' ? shownHeader(String(cell).replace(/^="(.*)"$/, '$1')) : '';
	return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
