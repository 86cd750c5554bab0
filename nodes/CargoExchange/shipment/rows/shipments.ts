import { readPayload, withoutEmpty } from '../fields/parsePayload';
import type { ShipmentPayload } from '../fields/shipment';
import { dayReader } from '../convert/date';
import { readNumber, type DecimalSeparator } from '../convert/number';
import { groupBy } from '../structure';
import { issue, type Issue } from '../issue';
import { readColumns, type Sheet } from './columns';
import { mergeRow, newEntry, objectOf, placeWaiting, plainKey, sourceOf, type Cell, type Entry } from './entries';
import { readRow, type RowPart } from './readRow';

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
	/** Its name in messages. */
	name: string;
	importRef: string | undefined;
	/** If there are issues, this has the cells that cannot be read as they are. */
	payload: Record<string, unknown>;
	issues: Issue[];
	notes: Issue[];
	/** The row and column of a value by its path in the payload; `importRef` is that of the import reference. */
	sourceOf: (path: string) => string | undefined;
};

/** A sheet: the issues that stop all of it, and its shipments in the order in which they first appear. */
export type SheetReading = { issues: Issue[]; shipments: RowShipment[] };

/**
 * Makes shipments of rows, one object for each row of a sheet, grouped by shipment reference, bill of lading, cargo and container. Never
 * throws: everything that has to be corrected is listed, by row and column. Empty rows are skipped. The time it
 * takes is proportional to the number of cells.
 */
export function readSheet(rows: readonly Record<string, unknown>[], options: SheetOptions): SheetReading {
	const sheet = readColumns(rows, options.ignoreColumns);
	if (sheet.headers.length === 0) return { issues: [], shipments: [] };
	if (!hasReference(sheet)) return { issues: [withoutReferences(sheet), ...sheet.issues], shipments: [] };
	const reader = {
		number: (text: string) => readNumber(text, options.decimalSeparator),
		day: dayReader(options.timezone),
	};
	const parts = rows
		.map((row, index) => readRow(row, index, { columns: sheet.columns, reader }))
		.filter((part) => part !== null);
	const groups = [...groupBy(parts, ({ reference, index }) => plainKey(reference ?? index)).values()];
	const notes = groups.filter(areTotals).flatMap((totals) => totals.map(totalsNote));
	const shipments = groups.filter((group) => !areTotals(group)).map((group) => shipmentOf(group, notes));
	return { issues: sheet.issues, shipments };
}

function hasReference({ columns }: Sheet): boolean {
	return [...columns.values()].some(({ target }) => target.dotted === 'shipmentReference');
}

/** Labels of sums, as people and spreadsheet programs write them. */
const totalWord = '(?:(?:grand |sub[- ]?)?totals?|sums?|[Σ∑])';
const beginsOrEnds = new RegExp(`^${totalWord}(?:[\\s:=.]|$)|[\\s:]${totalWord}\\s?[:=.]?$`, 'iu');
/** In characters; patterns run on no more. */
const longestLabel = 100;

/** Whether rows have such a word in their reference, and otherwise only numbers. */
function areTotals([first, ...others]: RowPart[]): boolean {
	const reference = first?.reference ?? '';
	if (reference.length > longestLabel || !beginsOrEnds.test(reference)) return false;
	return [first, ...others].every((part) => part?.hasOnlyFigures);
}

function shipmentOf(parts: RowPart[], notes: Issue[]): RowShipment {
	const [first] = parts;
	const reference = first?.reference;
	const shipment = newEntry();
	const issues: Issue[] = [];
	for (const part of parts) {
		issues.push(...part.issues);
		if (reference === undefined) issues.push(withoutReference(part));
		mergeRow(shipment, part.entry, part.name, issues);
	}
	placeWaiting(shipment, issues);
	const charges = chargesOf(shipment);
	charges.forEach(dropRepeatedTerms);
	issues.push(...charges.flatMap(repeatedCharges));
	if (reference !== undefined && parts.every(({ hasOnlyFigures }) => hasOnlyFigures))
		issues.push(nothingButFigures(parts));
	const sources = new Map<string, Cell>();
	const payload = objectOf(shipment, sources);
	const importRef = sources.get('importRef');
	return {
		rows: parts.map(({ index }) => index),
		name: reference === undefined ? (first?.name ?? '') : `Shipment ${reference}`,
		importRef: importRef && String(importRef.value),
		payload: issues.length > 0 ? payload : withContainerCount(readPayload(payload).payload),
		issues,
		notes,
		sourceOf(path) {
			const cell = sources.get(path);
			return cell && sourceOf(cell);
		},
	};
}

function withContainerCount(payload: ShipmentPayload): ShipmentPayload {
	const sets = payload.sets?.map((set) => ({
		...set,
		numberOfContainers: set.numberOfContainers ?? set.containers?.length,
	}));
	return withoutEmpty({ ...payload, sets });
}

/** The charges of each bill of lading. */
function chargesOf(shipment: Entry): Map<string, Entry>[] {
	const sets = [...(shipment.lists.get('sets')?.entries.values() ?? [])];
	return sets.flatMap(({ lists }) => lists.get('freightCharges.charges')?.entries ?? []);
}

const terms = new Set(['amount.currency', 'prepaidType', 'exchangeRate']);

/** Terms that are filled down beside the containers are no charge if another one has the same. */
function dropRepeatedTerms(charges: Map<string, Entry>): void {
	const onlyTerms = [...charges].filter(([, { values }]) => [...values.keys()].every((path) => terms.has(path)));
	for (const same of groupBy(onlyTerms, ([, charge]) => contentOf(charge)).values()) {
		for (const [key] of same.slice(0, -1)) charges.delete(key);
		for (const [key, { values }] of same.slice(-1)) {
			const hasAll = (other: Entry) =>
				[...values].every(([path, { means }]) => other.values.get(path)?.means === means);
			if ([...charges].some(([otherKey, other]) => otherKey !== key && hasAll(other))) charges.delete(key);
		}
	}
}

function contentOf({ values }: Entry): string {
	return JSON.stringify([...values].map(([path, { value }]) => [path, value]).sort());
}

/** Money is never guessed: a charge that several rows repeat may have been filled down, or may apply several times. */
function repeatedCharges(charges: Map<string, Entry>): Issue[] {
	const alike = groupBy([...charges.values()], contentOf);
	return [...alike.values()].flatMap((same) => {
		const cells = same.flatMap(({ values }) => [...values.values()].slice(0, 1));
		const rows = [...new Set(cells.map(({ row }) => row))];
		return same.length > 1 ? [repeatedCharge(cells[0]?.value, rows)] : [];
	});
}

const mostNamed = 20;

export function named(names: string[]): string {
	const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
	return `${names.slice(0, mostNamed).join(', ')}${more}`;
}

function repeatedCharge(value: unknown, rows: string[]): Issue {
	const advice =
		'These rows have the same charge. If it applies only once, keep it on one row. If it applies several times, make the rows differ, for example in Freighted As.';
	return issue({
		path: 'sets.freightCharges.charges',
		value,
		rule: 'repeatedCharge',
		advice,
		severity: 'error',
		source: named(rows),
	});
}

function withoutReference({ name }: RowPart): Issue {
	const advice =
		'Has no Shipment Reference, so it is unclear which shipment it belongs to. Fill in the reference, or remove the row if it is a total.';
	return issue({ path: 'shipmentReference', rule: 'unplaceable', advice, severity: 'error', source: name });
}

/** Such as a remark under a table, a PDF whose shipment is not in the sheet, or totals in another language. */
function nothingButFigures(parts: RowPart[]): Issue {
	const advice =
		'Has only a reference and numbers. Write the reference as in the other rows, or remove the row if it is not a shipment.';
	const source = named(parts.map(({ name }) => name));
	return issue({
		path: 'shipmentReference',
		value: parts[0]?.reference,
		rule: 'noShipment',
		advice,
		severity: 'error',
		source,
	});
}

function withoutReferences({ headers }: Sheet): Issue {
	const advice = `There is no column Shipment Reference. Add it, or rename one of these: ${named(headers)}. If these are not the headers, set the header row or the delimiter in the node that reads the sheet.`;
	return issue({ path: '', rule: 'noReferences', advice, severity: 'error', source: 'Sheet' });
}

function totalsNote({ name }: RowPart): Issue {
	const advice = 'Looks like a row of totals and was not imported. If it is a shipment, fill in its B/L Number.';
	return issue({ path: '', value: name, rule: 'totalsRow', advice, severity: 'note' });
}
