import type { DecimalSeparator } from '../convert/number';
import { valueReader } from '../convert/value';
import { placeNameOf } from '../fields/placeName';
import { issue, type IssuePlace } from '../issue';
import { nameParties } from '../sameParty';
import { groupBy } from '../structure';
import type { ColumnOptions } from './columnMapping';
import { readColumns, readWrongly, type Sheet } from './columns';
import {
	atCell,
	atRows,
	comparableKey,
	entriesOf,
	listNames,
	mergeRow,
	newEntry,
	objectOf,
	placeWaiting,
	shownHeader,
	sourceOf,
	type Entry,
	type Located,
	type Sources,
} from './entries';
import { gapsIn, withoutWeight } from './gaps';
import { identifiersIn, lookAlikes, severalParties } from './lookAlikes';
import { readSheetRow, type RowPart } from './readRow';
import { repeatsIn } from './repeats';
import { rowNames } from './rowName';
import { secondHeader } from './secondHeader';
import { sharedContainers } from './sharedContainers';
import { areTotals, isTotalsLabel, likelyTotals, removeTotals, totalsNote } from './totals';
import { withoutUnit } from './units';
import { unnumberedColumns } from './unnumbered';
import { unreadColumns } from './unreadColumns';

export type SheetOptions = ColumnOptions & {
	/** Of the workflow, an IANA name. */
	timezone: string;
	/** YYYY-MM-DD */
	today: string;
	decimalSeparator: DecimalSeparator;
};

/** A place in the sheet, and its position. */
type SheetPlace = IssuePlace & { row: number; column: number };

/** A shipment made of rows. */
export type RowShipment = {
	/** The indexes of its rows in the input. */
	rows: number[];
	/** Its name in messages. */
	name: string;
	/** Undefined for a row that belongs to no shipment. */
	reference: string | undefined;
	importRef: string | undefined;
	/** If errors are among the issues, this has the cells that cannot be read as they are. */
	payload: Record<string, unknown>;
	/** What was noticed while reading it. */
	issues: Located[];
	/** The place of a value, by its path in the payload; `importRef` is that of the import reference. */
	locate: (path: string) => SheetPlace;
};

/** A sheet: the issues that stop all of it, and its shipments in the order in which they first appear. */
export type SheetReading = { issues: Located[]; shipments: RowShipment[] };

type SheetRow = Record<string, unknown>;

/**
 * Makes shipments of rows, one object for each row of a sheet, grouped by shipment reference, bill of lading, cargo and container. Never
 * throws: everything that has to be corrected is listed, by row and column. Empty rows are skipped. The time it
 * takes is proportional to the number of cells.
 */
export function readSheet(rows: readonly SheetRow[], options: SheetOptions): SheetReading {
	const sheet = readColumns(rows, options);
	if (sheet.headers.length === 0) return { issues: [], shipments: [] };
	const otherwise = readWrongly(sheet.written);
	if (otherwise !== undefined) return { issues: [ofSheet('readWrongly', otherwise)], shipments: [] };
	const reader = valueReader(options);
	const nameOf = rowNames(sheet.columns);
	const read = { ...sheet, reader, today: options.today };
	const named = rows.map((row, index) => ({ cells: row, row: { index, name: nameOf(row, index) } }));
	const headers = named.flatMap(({ cells, row }) => secondHeader(cells, row, sheet.columns) ?? []);
	const isHeader = new Set(headers.map(({ row }) => row));
	const parts = named
		.filter(({ row }) => !isHeader.has(row.index))
		.flatMap(({ cells, row }) => readSheetRow(cells, row, read) ?? []);
	const groups = [...groupBy(parts, ({ reference, row }) => comparableKey(reference ?? row.index)).values()];
	const totals = groups.filter(areTotals).flatMap((group) => group.map(totalsNote));
	const unnumbered = unnumberedColumns(sheet);
	const unclear = new Set(unnumbered.map(({ column }) => column));
	const hasReferences = [...sheet.columns.values()].some(({ target }) => target.dotted === 'shipmentReference');
	const shipments = groups
		.filter((group) => !areTotals(group))
		.map((group) => shipmentOf(group, { rows, sheet, unclear, hasReferences, hasUnitsBelow: headers.length > 0 }));
	const similar = lookAlikes(shipments.map(({ identifiers }) => identifiers));
	const entries = shipments.map(({ entry }) => entry);
	const compared = [similar, withoutWeight(entries), sharedContainers(entries)];
	return {
		issues: [...(hasReferences ? [...sheet.issues, ...unnumbered] : withoutReferences(sheet)), ...headers],
		shipments: shipments.map(({ shipment }, index) => ({
			...shipment,
			issues: [...shipment.issues, ...compared.flatMap((found) => found[index] ?? []), ...(index === 0 ? totals : [])],
		})),
	};
}

type SheetFacts = {
	rows: readonly SheetRow[];
	sheet: Sheet;
	/** The positions of columns that lack a number. */
	unclear: ReadonlySet<number>;
	hasReferences: boolean;
	/** A row below the headers has the units. */
	hasUnitsBelow: boolean;
};

function shipmentOf(parts: RowPart[], { rows, sheet, unclear, hasReferences, hasUnitsBelow }: SheetFacts) {
	const [first] = parts;
	const reference = first?.reference;
	const entry = newEntry();
	const issues: Located[] = [];
	for (const part of parts) {
		issues.push(...part.issues);
		if (reference === undefined && hasReferences) issues.push(withoutReference(part));
		mergeRow(entry, part.entry, part.row, issues);
	}
	placeWaiting(entry, issues);
	issues.push(...repeatsIn(entry, parts), ...severalParties(entry));
	if (reference !== undefined && parts.every(({ hasOnlyFigures }) => hasOnlyFigures))
		issues.push(nothingButFigures(parts));
	const sources: Sources = { cells: new Map(), entries: new Map() };
	const importRef = entry.values.get('importRef');
	entry.values.delete('importRef');
	const payload = withContainerCounts(objectOf(entry, sources), entry);
	if (importRef) sources.cells.set('importRef', importRef);
	const locate = (path: string) => placeOf(path, sources, payload);
	issues.push(
		...likelyTotals(parts, sources.cells),
		...(hasUnitsBelow ? [] : withoutUnit(sources.cells)),
		...gapsIn(entry, unclear),
		...unreadColumns(parts, { rows, sheet }, entry),
		...nameParties(payload).map((found) => {
			const { source, row, column } = locate(found.path);
			return { issue: { ...found, source }, row, column };
		}),
	);
	const made: RowShipment = {
		rows: parts.map(({ row }) => row.index),
		name: reference === undefined ? (first?.row.name ?? '') : `Shipment ${reference}`,
		reference,
		importRef: importRef && String(importRef.value),
		payload,
		issues,
		locate,
	};
	return { shipment: made, entry, identifiers: identifiersIn(sources.cells) };
}

/** The place of a cell, or else of the innermost entry that contains the path: *Bill of lading BL-1*, or its row if it has no name. */
function placeOf(path: string, { cells, entries }: Sources, payload: unknown): SheetPlace {
	const cell = cells.get(path);
	if (cell) return { source: sourceOf(cell), row: cell.row.index, column: cell.column, written: cell.written };
	const { entry, label, isNumbered } = placeNameOf(payload, path);
	const inner = [...path.matchAll(/\]\.?/g)].map(({ index, 0: end }) => path.slice(0, index + end.length));
	const known = inner.reverse().flatMap((at) => entries.get(at.endsWith('.') ? at : `${at}.`) ?? []);
	const [nearest = entries.get('')] = known;
	const source = isNumbered && nearest ? nearest.row.name : entry;
	return { source, label, row: nearest?.row.index ?? 0, column: Infinity };
}

/** Fills in the number of containers of each bill of lading, if the sheet does not have it. */
function withContainerCounts(payload: Record<string, unknown>, shipment: Entry): Record<string, unknown> {
	const sets = payload['sets'];
	for (const [index, { values, lists }] of entriesOf(shipment, 'sets').entries()) {
		const count = lists.get('containers')?.entries.size ?? 0;
		const set: unknown = Array.isArray(sets) ? sets[index] : undefined;
		if (count > 0 && !values.has('numberOfContainers') && typeof set === 'object' && set !== null)
			Reflect.set(set, 'numberOfContainers', count);
	}
	return payload;
}

function withoutReference({ row, onlyText, hasOnlyFigures }: RowPart): Located {
	if (onlyText && isTotalsLabel(String(onlyText.value)))
		return atCell(onlyText, { path: 'shipmentReference', rule: 'totalsRow', advice: removeTotals });
	const advice =
		'Has no Shipment Reference, so it is unclear which shipment it belongs to. Fill in the reference, or remove the row if it is a total.';
	// Numbers alone are rarely a row whose other cells were merged.
	const rule = hasOnlyFigures ? 'noShipment' : 'unplaceable';
	return atRows([row], { path: 'shipmentReference', rule, advice });
}

/** Such as a remark under a table, a PDF whose shipment is not in the sheet, or totals in another language. */
function nothingButFigures(parts: RowPart[]): Located {
	const advice =
		'Has only a reference and numbers. Write the reference as in the other rows, or remove the row if it is not a shipment.';
	const rows = parts.map(({ row }) => row);
	const value = parts[0]?.reference;
	return atRows(rows, { path: 'shipmentReference', value, rule: 'noShipment', advice });
}

/** If no column is known or nearly so, these are probably not the headers, and nothing else counts. */
function withoutReferences({ written, columns, issues }: Sheet): Located[] {
	const advice = `There is no column Shipment Reference. Add it, or choose it for one of these in Column Mapping: ${listNames(written.map(shownHeader))}. If these are not the headers, set the row of the headers, or the sheet, in the node that reads the file. In Extract from File, this is Range (the number of rows above the headers: 2 if they are in row 3) or Sheet Name or, for CSV, Starting Line.`;
	const areHeaders = columns.size > 0 || issues.some(({ issue: { rule } }) => rule === 'misspeltColumn');
	return [ofSheet('noReferences', advice), ...(areHeaders ? issues : [])];
}

function ofSheet(rule: string, advice: string): Located {
	return { issue: issue({ path: '', rule, advice, severity: 'error', source: 'Sheet' }), row: -1, column: -1 };
}
