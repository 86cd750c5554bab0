import { readPayload, withoutEmpty } from '../../../schemas/shipment/parsePayload';
import { dayOfSheet } from '../convert/date';
import { readNumber, type DecimalSeparator } from '../convert/number';
import { groupBy } from '../convert/sums';
import { issue, type Issue } from '../validation/issue';
import { analyseSheet, listedHeaders, type Sheet } from './analyseSheet';
import { cellIssue, readRow, rowName, type RowPart } from './cells';
import { plainHeader } from './plainHeader';
import { mergeRow, newEntry, objectOf, placeWaiting, sourceOf, type Cell, type Entry } from './rowTree';
import { cargoLinks, complete } from './totals';

type Row = Record<string, unknown>;

/** How a sheet is read, beyond its cells. */
export type SheetOptions = {
	/** Of the workflow, an IANA name. */
	timezone: string;
	decimalSeparator: DecimalSeparator;
	/** Headers of columns that are not read, comma-separated. */
	ignoreColumns: string;
};

/** A shipment made of rows. */
export type RowShipment = {
	/** The indexes of its rows in the input. */
	rows: number[];
	/** What messages call it. */
	name: string;
	importRef: string | undefined;
	/** What the rows say; with issues, cells that cannot be read are in it as they are. */
	payload: Record<string, unknown>;
	/** What stops the import of this shipment. */
	issues: Issue[];
	notes: Issue[];
	/** The row and column of a value by its path in the payload. */
	sourceOf: (path: string) => string | undefined;
};

/** What became of a sheet: what stops all of it, and its shipments in the order in which they first appear. */
export type SheetReading = { issues: Issue[]; shipments: RowShipment[] };

/**
 * Shipments from rows, one object for each row of a sheet: grouped by shipment reference, bill of lading, cargo and container, with totals
 * added up if the rows leave them out. Never throws for what a cell holds: everything that has to be corrected is listed, by row and
 * column. Empty rows are passed over. Takes time in proportion to the cells.
 */
export function readSheet(rows: readonly Row[], options: SheetOptions): SheetReading {
	const sheet = analyseSheet(rows, listedHeaders(options.ignoreColumns));
	if (sheet.headers.length === 0) return { issues: [], shipments: [] };
	if (!hasReference(sheet)) return { issues: withoutReferences(rows, sheet), shipments: [] };
	const reader = {
		number: (text: string) => readNumber(text, options.decimalSeparator),
		day: dayOfSheet(options.timezone),
	};
	const parts = rows
		.map((row, index) => readRow(row, index, { columns: sheet.columns, reader }))
		.filter((part) => part !== null);
	const groups = [...groupBy(parts, ({ reference, index }) => reference ?? index).values()].map(withoutTotals);
	const totals = groups.flatMap((group) => group.totals);
	const notes = [...sheet.notes, ...totals.map(totalsRow)];
	const shipments = groups.flatMap(({ rest }) => (rest.length === 0 ? [] : [shipmentOf(rest, notes)]));
	const nothingElse = shipments.length === 0 && totals.length > 0 ? [nothingButTotals(totals)] : [];
	return { issues: [...sheet.issues, ...nothingElse], shipments };
}

/** A label in the shipment's reference makes totals only if all rows of that shipment are such. */
function withoutTotals(group: RowPart[]): { totals: RowPart[]; rest: RowPart[] } {
	const areAll = group.every(({ totals }) => totals !== undefined);
	const isTotals = ({ totals }: RowPart) => areAll || totals === 'within';
	return { totals: group.filter(isTotals), rest: group.filter((part) => !isTotals(part)) };
}

function hasReference({ columns }: Sheet): boolean {
	return [...columns.values()].some((target) => target !== 'importRef' && target.path === 'shipmentReference');
}

function shipmentOf(parts: RowPart[], ofSheet: Issue[]): RowShipment {
	const [first] = parts;
	const reference = first?.reference;
	const importRef = parts.find((part) => part.importRef !== undefined)?.importRef;
	const shipment = newEntry();
	const links = cargoLinks();
	const issues: Issue[] = [];
	for (const part of parts) {
		issues.push(...part.issues);
		if (reference === undefined) issues.push(withoutReference(part));
		if (part.importRef && importRef && part.importRef.value !== importRef.value)
			issues.push(secondImportRef(part.importRef, importRef));
		links.add(part.entry);
		mergeRow(shipment, part.entry, part.name, issues);
	}
	placeWaiting(shipment, issues);
	issues.push(...repeatedCharges(shipment));
	if (reference !== undefined && !parts.some((part) => part.saysMoreThanFigures)) issues.push(nothingButFigures(parts));
	const sources = new Map<string, Cell>();
	const said = objectOf(shipment, sources);
	return {
		rows: parts.map(({ index }) => index),
		name: reference === undefined ? (first?.name ?? '') : `Shipment ${reference}`,
		importRef: importRef && String(importRef.value),
		payload: issues.length > 0 ? said : withoutEmpty(complete(readPayload(said).payload, links)),
		issues,
		notes: ofSheet,
		sourceOf(path) {
			const cell = sources.get(path);
			return cell && sourceOf(cell);
		},
	};
}

/** Money is not guessed: a charge that several rows repeat may have been filled down, or may apply several times. */
function repeatedCharges(shipment: Entry): Issue[] {
	const path = 'freightCharges.charges';
	return [...(shipment.lists.get('sets')?.entries ?? [])].flatMap((set) => {
		const alike = groupBy(set.lists.get(path)?.entries ?? [], ({ values }) =>
			JSON.stringify([...values].map(([name, { value }]) => [name, value]).sort()),
		);
		return [...alike.values()].flatMap((charges) => {
			const cells = charges.flatMap(({ values }) => [...values.values()].slice(0, 1));
			const rows = [...new Set(cells.map(({ row }) => row))];
			return charges.length > 1 ? [repeatedCharge(`sets.${path}`, cells[0]?.value, rows)] : [];
		});
	});
}

/** How many rows, shipments or headers a message names. */
const mostNamed = 20;

export function named(names: string[]): string {
	const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
	return `${names.slice(0, mostNamed).join(', ')}${more}`;
}

function repeatedCharge(path: string, value: unknown, rows: string[]): Issue {
	const advice =
		'The same charge in each of these places, and it is not known if it applies once or several times. Keep it on one row; if it applies several times, let the rows differ, as in Freighted As.';
	return { ...issue(path, value, 'repeatedCharge', advice, 'error'), source: named(rows) };
}

function withoutReference({ name }: RowPart): Issue {
	const advice =
		'Has no Shipment Reference, so it cannot be placed: it may be a container, or a total. Fill in the reference, or take the row out.';
	return { ...issue('shipmentReference', undefined, 'unplaceable', advice, 'error'), source: name };
}

function secondImportRef(cell: Cell, { row, value }: Cell): Issue {
	const advice = `${row} has "${value}" for the same shipment. A shipment is imported once, under one reference.`;
	return cellIssue('importRef', cell, advice);
}

/** Such is a remark under a table, a PDF whose shipment is not in the sheet, or a row of totals in a language of its own. */
function nothingButFigures(parts: RowPart[]): Issue {
	const advice =
		'Has nothing but its reference and numbers. Write its reference as the other rows do, or take it out if it is not a shipment.';
	const source = named(parts.map(({ name }) => name));
	return { ...issue('shipmentReference', parts[0]?.reference, 'noShipment', advice, 'error'), source };
}

/** One issue for the whole sheet if nothing says what belongs together. */
function withoutReferences(rows: readonly Row[], { headers, issues }: Sheet): Issue[] {
	const ofSheet = (advice: string) => ({
		...issue('', undefined, 'noReferences', `No column is a Shipment Reference. ${advice}`, 'error'),
		source: 'Sheet',
	});
	const like = rows.findIndex((row) =>
		Object.values(row).some(
			(cell) => typeof cell === 'string' && cell.length < 100 && plainHeader(cell) === 'shipmentreference',
		),
	);
	if (like >= 0)
		return [
			ofSheet(
				`${rowName(rows[like] ?? {}, like)} looks like the row of the headers: read the sheet from there on, by the range of the node that reads it.`,
			),
		];
	const [only = '', ...others] = headers;
	const separator = others.length === 0 ? /[;\t|]/.exec(only)?.[0] : undefined;
	if (separator !== undefined)
		return [
			ofSheet(
				`All headers are in one column: set the delimiter "${separator === '\t' ? '\\t' : separator}" in the options of the node that reads the file.`,
			),
		];
	return [ofSheet(`Add one, or rename one of these: ${named(headers)}.`), ...issues];
}

function nothingButTotals(totals: RowPart[]): Issue {
	const advice =
		'Holds nothing but totals: rows with a word such as Total, and numbers. A shipment has at least a B/L Number.';
	return { ...issue('', undefined, 'totalsRow', advice, 'error'), source: named(totals.map(({ name }) => name)) };
}

function totalsRow({ name }: RowPart): Issue {
	const advice =
		'Holds totals of the sheet and belongs to no shipment: the row was not read. A shipment of such a name needs a B/L Number.';
	return issue('', name, 'totalsRow', advice, 'note');
}
