import type { InputRefused } from '../../../api/errors';
import { convert } from '../form/convert';
import { newEntry, putCell, refusedRow, type Entry } from './entries';
import { columnOf, plainHeader, type Column } from './headers';

/** What a row of the sheet tells of a shipment, and what its messages call it. */
export type RowPart = { name: string; entry: Entry; importRef: string | undefined; refusal: InputRefused | undefined };

/** How users find a row again. */
export const counted = 'Rows are counted from the first one under the headers, unless the sheet gives their numbers.';

/** Columns that go beside the payload. Google Sheets gives each row its number in the sheet. */
const besidePayload = new Map<string, 'importRef' | 'rowNumber'>([
	['importref', 'importRef'],
	['importreference', 'importRef'],
	['rownumber', 'rowNumber'],
]);

const importRefField = { kind: 'text', label: 'Import Reference' } as const;

/** The columns of a sheet. Headers are the same on every row: each is looked up once. */
export class Columns {
	private readonly found = new Map<string, Column | 'importRef' | 'rowNumber' | undefined>();

	find(header: string) {
		if (!this.found.has(header)) this.found.set(header, besidePayload.get(plainHeader(header)) ?? columnOf(header));
		return this.found.get(header);
	}

	/** The headers seen so far that mean nothing. */
	unknown(): string[] {
		return [...this.found].filter(([, column]) => column === undefined).map(([header]) => header);
	}
}

/** The reference of the shipment that a row belongs to, if it has one. */
export function shipmentOfRow(row: Record<string, unknown>, columns: Columns): string | undefined {
	let reference: string | undefined;
	for (const header of Object.keys(row)) {
		const column = columns.find(header);
		if (typeof column !== 'object' || column.path !== 'shipmentReference') continue;
		const conversion = convert(column.field, cellOf(row, header));
		if ('value' in conversion) reference ??= String(conversion.value);
	}
	return reference;
}

/** What a row tells, or null when it tells nothing. */
export function readRow(row: Record<string, unknown>, index: number, columns: Columns): RowPart | null {
	const name = rowName(row, index);
	const part: RowPart = { name, entry: newEntry(), importRef: undefined, refusal: undefined };
	for (const header of Object.keys(row)) {
		const column = columns.find(header);
		if (column === undefined || column === 'rowNumber') continue;
		const conversion = convert(column === 'importRef' ? importRefField : column.field, cellOf(row, header));
		if ('unreadable' in conversion) part.refusal ??= unreadable(name, header, row[header], conversion.unreadable);
		else if ('empty' in conversion) continue;
		else if (column === 'importRef') part.importRef = String(conversion.value);
		else putCell(part.entry, column, { value: conversion.value, row: name, header });
	}
	const tells = part.entry.values.size > 0 || part.entry.lists.size > 0 || part.refusal !== undefined;
	return tells ? part : null;
}

/** Space around a cell's text is invisible in a sheet and means nothing. */
function cellOf(row: Record<string, unknown>, header: string): unknown {
	const cell = row[header];
	return typeof cell === 'string' ? cell.trim() : cell;
}

/** The sheet's own number of the row where there is one; other rows are counted from the first. */
function rowName(row: Record<string, unknown>, index: number): string {
	const number = row['row_number'];
	return `Row ${typeof number === 'number' ? number : index + 1}`;
}

function unreadable(row: string, header: string, raw: unknown, why: string): InputRefused {
	const shown = typeof raw === 'string' || typeof raw === 'number' ? `"${String(raw).slice(0, 60)}"` : 'the value';
	return refusedRow(row, `${row}: ${shown} under ${header} ${why}`, `${counted} Correct the cell.`);
}
