import { InvalidInput } from '../../../errors';
import type { ShipmentPayload } from '../../../schemas/shipment/shipment';
import { readPayload } from '../../../schemas/shipment/parsePayload';
import { withoutEmpty } from '../../../schemas/shipment/parsePayload';
import { finding, type Finding } from '../validation/issue';
import { cargoLinks } from './cargoLinks';
import { complete } from './totals';
import { fillDown, mergeRow, newEntry, objectOf, placeWaiting, refusedRow } from './rowTree';
import { repeatedCharges } from './repeatedCharges';
import { plainHeader } from './headers';
import type { Columns } from './columns';
import { dayOfSheet } from '../convert/dayOfSheet';
import { cellsOf, counted, readRow, rowName, type RowPart } from './cells';
import { sumsLeftOut } from './sumsLeftOut';
import { survey } from './survey';

/** How many headers a refusal names. */
const told = 20;

/** What was made of some rows. `rows` are their indexes in the input; the first one is that which a refusal names. */
export type RowsOfShipment = { rows: number[]; importRef: string | undefined } & (
	{ payload: ShipmentPayload; notes: Finding[] } | { refusal: InvalidInput }
);

/**
 * Shipments from rows, one object for each row of a sheet: grouped by shipment reference, bill of lading, cargo and container, in the order
 * in which they first appear, with totals added up where the rows leave them out. What cannot be placed or read gives a refusal that names
 * the row, for its shipment alone. Empty rows are passed over. `timezone` is that of the workflow, an IANA name. Takes time in proportion
 * to the rows.
 */
export function shipmentsFromRows(rows: readonly Record<string, unknown>[], timezone = 'UTC'): RowsOfShipment[] {
	const { columns, numbers, shipments, totals } = survey(rows);
	if (columns.headers().length > 0 && !columns.hold('shipmentReference')) return [withoutReferences(rows, columns)];
	const nameOf = (index: number) => rowName(rows[index] ?? {}, index);
	const sheet = { columns, reader: { number: (text: string) => numbers.read(text), day: dayOfSheet(timezone) } };
	const ofSheet = [...columns.notes(), ...totals.map((index) => totalsRow(nameOf(index)))];
	const found = shipments.flatMap((indexes) => {
		// Rows are read shipment by shipment, so that only one shipment's cells are held at a time.
		const parts = indexes.map((index) => readRow(rows[index] ?? {}, index, sheet)).filter((part) => part !== null);
		return parts.length === 0 ? [] : [assemble(parts, indexes, ofSheet)];
	});
	return found.length === 0 && totals.length > 0 ? [nothingButTotals(totals, nameOf)] : found;
}

/** One refusal for the whole sheet, where it cannot be told what belongs together. */
function withoutReferences(rows: readonly Record<string, unknown>[], columns: Columns): RowsOfShipment {
	const like = rows.findIndex((row) =>
		cellsOf(row).some(([, cell]) => plainHeader(String(cell)) === 'shipmentreference'),
	);
	const whatHelps = () => {
		if (like >= 0)
			return `${rowName(rows[like] ?? {}, like)} looks like the row of the headers: read the sheet from there on, by the range of the node that reads it.`;
		const [only = '', ...others] = columns.headers();
		const separator = others.length === 0 ? /[;\t|]/.exec(only)?.[0] : undefined;
		if (separator !== undefined)
			return `All headers stand in one column: set the delimiter "${separator === '\t' ? '\\t' : separator}" in the options of the node that reads the file.`;
		return 'Give the sheet a column Shipment Reference, or rename one.';
	};
	const refusal = new InvalidInput({
		field: 'inputMode',
		message: 'No row of the sheet has a Shipment Reference',
		description: `The columns that hold something are: ${columns.headers().slice(0, told).join(', ')}. ${whatHelps()}`,
	});
	return { rows: [...rows.keys()], importRef: undefined, refusal };
}

function nothingButTotals(totals: number[], nameOf: (index: number) => string): RowsOfShipment {
	const refusal = new InvalidInput({
		field: 'inputMode',
		message: 'The sheet holds nothing but totals',
		description: `${totals.slice(0, told).map(nameOf).join(', ')} reads like a sum of other rows: it has a word such as Total and figures alone. A shipment has at least a B/L Number. ${counted}`,
	});
	return { rows: totals, importRef: undefined, refusal };
}

function assemble(parts: RowPart[], rows: number[], ofSheet: Finding[]): RowsOfShipment {
	const importRef = parts.find((part) => part.importRef !== undefined)?.importRef;
	try {
		return { rows, importRef, ...shipmentOf(parts, importRef, ofSheet) };
	} catch (error) {
		if (!(error instanceof InvalidInput)) throw error;
		const named = parts.find(({ name }) => name === error.field)?.index;
		const first = named === undefined ? [] : [named];
		return { rows: [...first, ...rows.filter((row) => row !== named)], importRef, refusal: error };
	}
}

function shipmentOf(parts: RowPart[], importRef: string | undefined, ofSheet: Finding[]) {
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
	return {
		payload: withoutEmpty(complete(told, links)),
		notes: [...ofSheet, ...repeated.notes(), ...sumsLeftOut(told, links)],
	};
}

function withoutReference(row: string): InvalidInput {
	return refusedRow(
		row,
		`${row} cannot be placed: it has no Shipment Reference`,
		`Every row names its shipment in a column Shipment Reference (or shipmentReference). ${fillDown} ${counted}`,
	);
}

function secondImportRef(row: string, one: string, other = ''): InvalidInput {
	return refusedRow(
		row,
		`${row} has the import reference "${one}", but a row before it has "${other}" for the same shipment`,
		`A shipment is imported once, under one reference. ${counted}`,
	);
}

function totalsRow(row: string): Finding {
	return finding(
		'',
		row,
		'totalsRow',
		'Holds totals of the sheet and belongs to no shipment: the row was not read. A shipment of such a name needs a B/L Number.',
		'note',
	);
}
