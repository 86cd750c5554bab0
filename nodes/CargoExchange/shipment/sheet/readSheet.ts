import { neededFields } from '../checks/needed';
import { acceptedTexts } from '../accept';
import { readValue, type ValueOptions } from '../fields/readValue';
import type { Issue } from '../issue';
import { chosenHeaders, type Column, type ColumnChoices, type Row } from './columnChoices';
import { withCharacters } from './characters';
import { readColumns, withoutReferences } from './columns';
import { cellIn, comparableKey } from './entries';
import { atRows, listNames, ofSheet, shownHeader } from './issues';
import { headersElsewhere } from './headerRow';
import { labelledRows } from './labels';
import { rowNames } from './rowName';
import { figureColumns, unitColumns } from './rowFigures';
import { readSheetRow, type RowReader, type RowReading, type OnlyUnit } from './rows';
import { inSeveralShipments, rowsAtOnce, shipmentOf, type Made, type RowShipment } from './shipments';
import { totalsIssues } from './totals';

export type SheetOptions = ColumnChoices & ValueOptions & { acceptValues: string };

/** What a row is about, as it says itself. */
export type RowKeys = { shipmentReference: string | null; blNumber: string | null };

/**
 * A sheet: what stops all of it, its shipments in the order in which they first appear, how many cells each column fills, what each row is
 * about, by its index, and the fields that have a column.
 */
export type SheetReading = {
	issues: Issue[];
	shipments: RowShipment[];
	filled: ReadonlyMap<string, number>;
	keys: ReadonlyMap<number, RowKeys>;
	fields: ReadonlySet<string>;
};

const neededColumns = new Set(neededFields);

/**
 * Makes shipments of rows, one object for each row of a sheet, by the rules of docs/import-columns.md. Never throws: everything that has to
 * be corrected is listed, by row and column. Empty rows are skipped. The time it takes is proportional to the number of cells; it yields after
 * each piece of work, so that its caller can let other work pass.
 */
export function* readSheet(given: readonly Row[], options: SheetOptions): Generator<void, SheetReading> {
	const rows = withCharacters(given);
	const nothing = {
		shipments: [],
		filled: new Map<string, number>(),
		keys: new Map<number, RowKeys>(),
		fields: new Set<string>(),
	};
	const elsewhere = headersElsewhere(rows, chosenHeaders(options));
	if (elsewhere) return { ...nothing, issues: [elsewhere] };
	const { columns, unused, issues } = readColumns(rows, options, neededColumns);
	if (columns.length === 0 && issues.length === 0) return { ...nothing, issues: [] };
	if (unused.length > 0) issues.push(notSent(unused));
	const hasReferences = columns.some(({ target }) => target.dotted === 'shipmentReference');
	if (!hasReferences) {
		const missing = withoutReferences(Object.keys(rows[0] ?? {}));
		if (columns.length === 0) return { ...nothing, issues: [missing] };
		issues.unshift(missing);
	}
	yield;

	const isAccepted = acceptedTexts(options.acceptValues);
	const accepts: RowReader['accepts'] = (texts) => texts.some(isAccepted);
	const reader: RowReader = {
		...{ columns, figures: figureColumns(columns), values: options, accepts },
		unitColumns: unitColumnsOf(rows, columns, options),
	};
	const nameOf = rowNames(columns);
	const readings: RowReading[] = [];
	for (const [index, row] of rows.entries()) {
		if (index % rowsAtOnce === rowsAtOnce - 1) yield;
		const reading = readSheetRow(row, nameOf(row, index), reader);
		if (reading) readings.push(reading);
	}
	const read = new Set(columns.map(({ header }) => header));
	const unread = Object.keys(rows[0] ?? {}).filter((header) => !read.has(header));
	const labelled = labelledRows(readings, rows, unread);
	issues.push(...totalsIssues(readings, labelled));
	const totals = new Set(labelled.map(({ reading }) => reading));
	const left = readings.filter((reading) => !totals.has(reading));
	if (hasReferences) issues.push(...left.flatMap(withoutReference));
	const placed = hasReferences ? left.filter(({ reference }) => reference !== undefined) : left;
	const made: Made[] = [];
	for (const group of Map.groupBy(placed, ({ reference }) => comparableKey(reference ?? '')).values()) {
		made.push(yield* shipmentOf(group));
	}
	return {
		issues: [...issues, ...inSeveralShipments(made)],
		shipments: made.map(({ shipment }) => shipment),
		filled: filledCells(readings),
		keys: new Map(readings.map((reading) => [reading.row.index, keysOf(reading)])),
		fields: new Set(columns.map(({ target }) => target.dotted)),
	};
}

function keysOf({ reference, filled }: RowReading): RowKeys {
	return { shipmentReference: reference ?? null, blNumber: cellIn(filled, 'sets.blNumber')?.written ?? null };
}

function filledCells(readings: readonly RowReading[]): Map<string, number> {
	const filled = new Map<string, number>();
	for (const reading of readings)
		for (const { cell } of reading.filled) filled.set(cell.header, (filled.get(cell.header) ?? 0) + 1);
	return filled;
}

function notSent(headers: readonly string[]): Issue {
	const advice = `The import has no field for ${listNames(headers.map(shownHeader))}: these columns are not sent.`;
	return ofSheet('no field', advice, 'note');
}

/** The columns of units, each beside a column of figures. */
function unitColumnsOf(
	rows: readonly Row[],
	columns: readonly Column[],
	options: ValueOptions,
): RowReader['unitColumns'] {
	const known = new Map<Column, Map<string, OnlyUnit>>();
	const unitsOf = (column: Column) => {
		const units = known.get(column) ?? unitsIn(rows, column, options);
		known.set(column, units);
		return units;
	};
	return new Map(
		columns.flatMap((figure) => {
			const ofUnits = unitColumns(figure.target, columns);
			if (ofUnits.length === 0) return [];
			const [only, ...others] = new Map(ofUnits.flatMap((column) => [...unitsOf(column)])).values();
			return [[figure, { columns: ofUnits, only: others.length === 0 ? only : undefined }] as const];
		}),
	);
}

/** Weights of a sheet have one unit, and amounts one currency; packages are of several kinds. */
function unitsIn(rows: readonly Row[], { header, target }: Column, options: ValueOptions): Map<string, OnlyUnit> {
	const units = new Map<string, OnlyUnit>();
	if (target.path === 'packingUnit') return units;
	for (const row of rows) {
		const reading = readValue(target.field, row[header], options);
		if ('value' in reading) units.set(String(reading.value), { unit: String(reading.value), header });
	}
	return units;
}

function withoutReference({ row, reference, issues }: RowReading): Issue[] {
	if (reference !== undefined) return [];
	const isSaid = issues.some(({ rule, path }) => rule === 'unreadable row' || path === 'shipmentReference');
	if (isSaid) return issues;
	const advice =
		'Has no Shipment Reference, so it is unclear which shipment it belongs to. Fill in the reference (merged cells have theirs in the first row only), or remove the row. A row of totals needs a word such as Total.';
	return [atRows([row], { path: 'shipmentReference', rule: 'no reference', advice }), ...issues];
}
