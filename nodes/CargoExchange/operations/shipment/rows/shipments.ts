import { InputRefused } from '../../../api/errors';
import { readPayload } from '../../../wire/shipmentPayload/reading';
import type { ShipmentPayload } from '../../../wire/shipmentPayload';
import { finding, type Finding } from '../checks/finding';
import { convert } from '../form/convert';
import { cargoLinks } from './cargoLinks';
import { complete } from './complete';
import { mergeRow, newEntry, objectOf, placeWaiting, putCell, refusedRow, type Entry } from './entries';
import { columnOf, type Column } from './headers';
import { repeatedCharges } from './repeatedCharges';
import { withoutEmpty } from './withoutEmpty';

/** What was made of some rows. `rows` are their indexes in the input. */
export type RowsOfShipment = { rows: number[]; importRef: string | undefined } & (
	{ payload: ShipmentPayload; notes: Finding[] } | { refusal: InputRefused }
);

/**
 * Shipments from rows, one object for each row of a sheet: grouped by shipment reference, bill of lading, cargo and container, in the order
 * in which they first appear, with totals added up where the rows leave them out. What cannot be placed or read gives a refusal that names
 * the row, for its shipment alone. Empty rows are passed over. Takes time in proportion to the rows.
 */
export function shipmentsFromRows(rows: readonly Record<string, unknown>[]): RowsOfShipment[] {
	const columns = new ColumnFinder();
	const groups = new Map<string, RowPart[]>();
	for (const [index, row] of rows.entries()) {
		const part = readRow(row, index, columns);
		if (part === null) continue;
		const reference = part.entry.values.get('shipmentReference')?.value;
		// A row without a reference stands alone, and is refused.
		const group = reference === undefined ? `row ${index}` : `shipment ${reference}`;
		const known = groups.get(group);
		if (known) known.push(part);
		else groups.set(group, [part]);
	}
	const ignored = columns.unknown().map(ignoredColumn);
	return [...groups.values()].map((parts) => assemble(parts, ignored));
}

type RowPart = {
	index: number;
	name: string;
	entry: Entry;
	importRef: string | undefined;
	refusal: InputRefused | undefined;
};

/** Headers are the same on every row: each is looked up once. */
class ColumnFinder {
	private readonly found = new Map<string, Column | undefined>();

	find(header: string): Column | undefined {
		if (!this.found.has(header)) this.found.set(header, columnOf(header));
		return this.found.get(header);
	}

	unknown(): string[] {
		return [...this.found].filter(([, column]) => column === undefined).map(([header]) => header);
	}
}

const importRefField = { kind: 'text', label: 'Import Reference' } as const;
const importRefHeaders = new Set(['importref', 'importreference']);

/** What a row tells, or null when it tells nothing. */
function readRow(row: Record<string, unknown>, index: number, columns: ColumnFinder): RowPart | null {
	const name = rowName(row, index);
	const part: RowPart = { index, name, entry: newEntry(), importRef: undefined, refusal: undefined };
	for (const [header, raw] of Object.entries(row)) {
		if (header === 'row_number') continue;
		if (importRefHeaders.has(header.toLowerCase().replace(/[^a-z]/g, ''))) {
			const reference = convert(importRefField, raw);
			if ('value' in reference) part.importRef = String(reference.value);
			continue;
		}
		const column = columns.find(header);
		if (column === undefined) continue;
		const conversion = convert(column.field, raw);
		if ('value' in conversion) putCell(part.entry, column, { value: conversion.value, row: name, header });
		else if ('unreadable' in conversion) part.refusal ??= unreadable(name, header, raw, conversion.unreadable);
	}
	const tells = part.entry.values.size > 0 || part.entry.lists.size > 0 || part.refusal !== undefined;
	return tells ? part : null;
}

/** Google Sheets gives each row its number in the sheet; other rows are counted from the first. */
function rowName(row: Record<string, unknown>, index: number): string {
	const number = row['row_number'];
	return `Row ${typeof number === 'number' ? number : index + 1}`;
}

function assemble(parts: RowPart[], ignored: Finding[]): RowsOfShipment {
	const rows = parts.map(({ index }) => index);
	const importRef = parts.find((part) => part.importRef !== undefined)?.importRef;
	try {
		return { rows, importRef, ...shipmentOf(parts, importRef, ignored) };
	} catch (error) {
		if (error instanceof InputRefused) return { rows, importRef, refusal: error };
		throw error;
	}
}

function shipmentOf(parts: RowPart[], importRef: string | undefined, ignored: Finding[]) {
	const shipment = newEntry();
	const repeated = repeatedCharges();
	const links = cargoLinks();
	for (const { name, entry, refusal, importRef: other } of parts) {
		if (refusal) throw refusal;
		if (!entry.values.has('shipmentReference')) throw withoutReference(name);
		if (other !== undefined && other !== importRef) throw secondImportRef(name, other, importRef);
		repeated.leaveOut(entry, name);
		links.note(entry);
		mergeRow(shipment, entry, name);
	}
	placeWaiting(shipment);
	const told = readPayload(objectOf(shipment)).payload;
	const { payload } = readPayload(withoutEmpty(complete(told, links)));
	return { payload, notes: [...ignored, ...repeated.notes()] };
}

function unreadable(row: string, header: string, raw: unknown, why: string): InputRefused {
	const shown = typeof raw === 'string' || typeof raw === 'number' ? `"${String(raw).slice(0, 60)}"` : 'the value';
	return refusedRow(row, `${row}: ${shown} under ${header} ${why}`, `${counted} Correct the cell.`);
}

const counted = 'Rows are counted from the first one under the headers, unless the sheet gives their numbers.';

function withoutReference(row: string): InputRefused {
	return refusedRow(
		row,
		`${row} cannot be placed: it has no Shipment Reference`,
		`Every row names its shipment in a column Shipment Reference (or shipmentReference). ${counted}`,
	);
}

function secondImportRef(row: string, one: string, other = ''): InputRefused {
	return refusedRow(
		row,
		`${row} has the import reference "${one}", but a row before it has "${other}" for the same shipment`,
		`A shipment is imported once, under one reference. ${counted}`,
	);
}

function ignoredColumn(header: string): Finding {
	return finding(
		header,
		undefined,
		'unknownColumn',
		'No field of the import has this name: the column was not read.',
		'note',
	);
}
