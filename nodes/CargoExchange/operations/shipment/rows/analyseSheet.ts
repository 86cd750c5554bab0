import { plainNumber } from '../convert/number';
import { issue, type Issue } from '../validation/issue';
import { columnOf, numberedColumn, similarHeader, type FieldTarget } from './headers';
import { plainHeader } from './plainHeader';

/** What the cells of a column are: a field of the shipment, or the import reference beside it. */
export type ColumnTarget = FieldTarget | 'importRef';

/** What is known of a sheet before its rows are read. */
export type Sheet = {
	/** The columns that are read, by their header. */
	columns: ReadonlyMap<string, ColumnTarget>;
	/** All headers with something under them, in their order. */
	headers: string[];
	/** Columns that stop the import. */
	issues: Issue[];
	/** What users should know about the columns. */
	notes: Issue[];
};

/** Suggestions are looked for this often: each compares a header with all names. */
const mostSuggestions = 20;

/** What nodes put beside the columns of a sheet: numbers of rows, a Data Table's own columns, columns without a header. */
const besideSheet = /^(?:row_number|id|createdAt|updatedAt|__EMPTY(?:_\d+)?|\s*)$/;

/** A unit or the like behind a header: `Gross Weight (KGS)`, `Volume [m3]`, `Net Weight kg`. */
const suffix = /\s*(?:\([^()]*\)|\[[^[\]]*\]|\s(?:in )?(?:kgs?|kgm|lbs?|cbm|m3|m³))\.?\s*$/i;

/** In characters; patterns run on no more of a header. */
const longestHeader = 100;

/** Headers of a ship's name, for which the import has no field: it knows a ship by its IMO number. */
const shipNames = new Set(['vessel', 'vesselname', 'ship', 'shipname', 'mv', 'mothervessel']);

/** An amount above numbers, and who pays above words. */
const amountOrPayment = new Set(['freight', 'freightcharges', 'oceanfreight']);

/**
 * Decides once for a whole sheet what its columns mean. `ignored` are the headers that are not to be read. Takes time in proportion to the
 * cells: empty columns count as if they were not there.
 */
export function analyseSheet(rows: readonly Record<string, unknown>[], ignored: readonly string[]): Sheet {
	const ignoredHeaders = new Set(ignored.map(sameWriting));
	const firstCells = firstCellsOf(rows);
	const present = [...firstCells.keys()];
	const headers = present.filter((header) => !besideSheet.test(header) && !ignoredHeaders.has(sameWriting(header)));
	const allHeaders = new Set(rows.flatMap((row) => Object.keys(row)));
	const targets = headers.map((header) => [header, targetOf(header, firstCells.get(header), allHeaders)] as const);
	const columns = new Map(cargoMeasures(targets).filter(isKnown));
	dropUnnamedEntries(columns, allHeaders);
	const withSuffix = headers.filter((header) => columns.has(header) && isWithSuffix(header, allHeaders));
	const ships = dropShipNames(columns, firstCells);
	const unknown = headers.filter(
		(header) => !columns.has(header) && !ships.has(header) && !isFile(firstCells.get(header)),
	);
	return {
		columns,
		headers: present,
		issues: [
			...unknown.map((header, at) => unknownColumn(header, at < mostSuggestions ? similarHeader(header) : undefined)),
			...[...ships.values()].filter(({ severity }) => severity === 'error'),
		],
		notes: [...[...ships.values()].filter(({ severity }) => severity === 'note'), ...withSuffix.map(suffixPassedOver)],
	};
}

/** Header names from a comma-separated list; a name with a comma is in double quotes. */
export function listedHeaders(list: string): string[] {
	return [...list.matchAll(/\s*(?:"([^"\n]*)"|([^,\n]+))/g)].map(([, quoted, plain = '']) => quoted ?? plain);
}

/** The value of *Ignore Columns* that leaves these columns out. */
export function asList(headers: readonly string[]): string {
	return headers.map((header) => (header.includes(',') ? `"${header}"` : header.trim())).join(', ');
}

function sameWriting(header: string): string {
	return header.trim().toLowerCase();
}

/** The first cell with something in it of each column that has one. */
function firstCellsOf(rows: readonly Record<string, unknown>[]): Map<string, unknown> {
	const cells = new Map<string, unknown>();
	for (const row of rows)
		for (const [header, cell] of Object.entries(row)) {
			if (cells.has(header) || cell === undefined || cell === null) continue;
			if (typeof cell !== 'string' || cell.trim() !== '') cells.set(header, cell);
		}
	return cells;
}

function targetOf(header: string, cell: unknown, all: ReadonlySet<string>): ColumnTarget | undefined {
	const plain = header.length > longestHeader ? '' : plainHeader(header);
	if (plain === 'importreference' || plain === 'importref') return 'importRef';
	if (amountOrPayment.has(plain)) {
		const isNumber = typeof cell === 'number' || (typeof cell === 'string' && /\d/.test(cell.slice(0, longestHeader)));
		return columnOf(isNumber ? 'Charge Amount' : 'Charge Payment Type');
	}
	if (shipNames.has(plain)) return columnOf('vessel.imo');
	return numberedColumn(header, (name) => all.has(name)) ?? columnOf(header) ?? withoutSuffix(header);
}

/** Words behind the header of a text may change its meaning, as in Shipper (Tax ID). */
function withoutSuffix(header: string): FieldTarget | undefined {
	if (header.length > longestHeader || !suffix.test(header)) return undefined;
	const target = columnOf(header.replace(suffix, ''));
	return target !== undefined && ['number', 'integer', 'date'].includes(target.field.kind) ? target : undefined;
}

function isWithSuffix(header: string, all: ReadonlySet<string>): boolean {
	return (
		columnOf(header) === undefined &&
		numberedColumn(header, (name) => all.has(name)) === undefined &&
		suffix.test(header)
	);
}

function isKnown(column: readonly [string, ColumnTarget | undefined]): column is readonly [string, ColumnTarget] {
	return column[1] !== undefined;
}

type Columns = readonly (readonly [string, ColumnTarget | undefined])[];

/** Fields by which a container is known. */
const naming = new Set(['containerNumber', 'containerType', 'containerTypeDescription', 'sealNumber']);

/** `Gross Weight` or `Packages` is that of the container in a sheet with a column that names containers, else that of the cargo. */
function cargoMeasures(columns: Columns): Columns {
	const names = ([header, target]: Columns[number]) =>
		isOfContainer(target) && (naming.has(target.path) || plainHeader(header).includes('container'));
	if (columns.some(names)) return columns;
	return columns.map(([header, target]) => [header, isOfContainer(target) ? ofPackaging(target) : target]);
}

function isOfContainer(target: ColumnTarget | undefined): target is FieldTarget {
	return typeof target === 'object' && target.steps.at(-1)?.path === 'containers';
}

function ofPackaging({ path }: FieldTarget): FieldTarget | undefined {
	const measure = path
		.replace('containerQuantity', 'weight')
		.replace('containerVolume', 'volume')
		.replace('totalNumberOfPackingItems', 'numberOfPackingItems');
	return columnOf(`sets.cargos.packaging.${measure}`);
}

/** The number behind a header is that of an entry only if the sheet numbers what names the entry, too: `Seal Number 2` may be a second seal. */
function dropUnnamedEntries(columns: Map<string, ColumnTarget>, all: ReadonlySet<string>): void {
	const targets = [...columns.values()].filter((target) => target !== 'importRef');
	const named = new Set(targets.filter(namesEntry).map(entryOf));
	for (const [header, target] of columns) {
		if (target === 'importRef' || columnOf(header) !== undefined) continue;
		const isNumbered = numberedColumn(header, (name) => all.has(name)) !== undefined;
		if (isNumbered && !namesEntry(target) && !named.has(entryOf(target))) columns.delete(header);
	}
}

/** True for the field that tells an entry from others, and in lists whose entries have no key. */
function namesEntry({ steps, path }: FieldTarget): boolean {
	const key = steps.at(-1)?.list.key ?? [];
	return key.length === 0 || key.includes(path);
}

function entryOf({ steps }: FieldTarget): string {
	return steps.map(({ path, index }) => `${path}[${index}]`).join('.');
}

/** Takes columns of ships' names out, unless they hold IMO numbers, and says what becomes of them. */
function dropShipNames(
	columns: Map<string, ColumnTarget>,
	firstCells: ReadonlyMap<string, unknown>,
): Map<string, Issue> {
	const ofShip = [...columns].filter(([, target]) => target !== 'importRef' && target.dotted === 'vessel.imo');
	const byName = ofShip.filter(([header]) => shipNames.has(plainHeader(header)));
	const hasNumber = ofShip.length > byName.length;
	const dropped = new Map<string, Issue>();
	for (const [header] of byName) {
		const cell = firstCells.get(header);
		if (typeof cell === 'number' || (typeof cell === 'string' && plainNumber(cell.replace(/^\s*IMO\s*/i, '')) !== null))
			continue;
		columns.delete(header);
		const advice = 'The import knows a ship by its IMO number, not by its name.';
		dropped.set(
			header,
			hasNumber
				? issue(header, undefined, 'shipName', `${advice} The column was not read.`, 'note')
				: columnIssue(header, `${advice} Add a column IMO Number, and this one to Ignore Columns.`),
		);
	}
	return dropped;
}

/** Files that a workflow keeps among the fields of an item. */
function isFile(cell: unknown): boolean {
	return typeof cell === 'object' && !(cell instanceof Date) && cell !== null && !('toISODate' in cell);
}

function unknownColumn(header: string, similar: string | undefined): Issue {
	const hint = similar === undefined ? '' : ` Did you mean ${similar}?`;
	return columnIssue(header, `No field of the import has this name.${hint}`);
}

function columnIssue(header: string, advice: string): Issue {
	const shown = header.length > longestHeader ? `${header.slice(0, longestHeader)}…` : header;
	return { ...issue(header, undefined, 'unknownColumn', advice, 'error'), source: `Column ${shown}` };
}

function suffixPassedOver(header: string): Issue {
	const advice =
		'The header is read without its addition. A unit is sent only from a column of its own, such as Weight Unit.';
	return issue(header, undefined, 'unitInHeader', advice, 'note');
}
