import { issue, type Issue } from '../issue';
import { columnOf, longestHeader, plainHeader, similarHeader, type FieldTarget } from './headers';

type Row = Record<string, unknown>;

/** The meaning of a column: a field of the shipment or the import reference, and the unit in its header. */
export type Column = { target: FieldTarget; unit?: string };

/** The import reference is no field of the payload, but read and merged like one. */
export const importRefTarget: FieldTarget = {
	steps: [],
	path: 'importRef',
	dotted: 'importRef',
	field: { kind: 'text', label: 'Import Reference' },
};

/** The columns of a sheet, before its rows are read. */
export type Sheet = {
	/** The columns that are read, by their header. */
	columns: ReadonlyMap<string, Column>;
	/** All headers of columns that are not empty, in their order. */
	headers: string[];
	issues: Issue[];
};

/** How many unknown columns get a suggestion: each compares the header with all names. */
const mostSuggestions = 20;

/** Columns that nodes add: row numbers, a Data Table's own columns, files, columns without a header. */
const addedByNodes = /^(?:row_number|id|createdAt|updatedAt|_files|__EMPTY(?:_\d+)?|\s*)$/;

const shipName =
	'The import identifies a ship by its IMO number, not by its name. Add this column to Ignore Columns, and make sure that there is a column IMO Number.';
const shipNames = new Set(['vessel', 'vesselname', 'ship', 'shipname', 'mv', 'mothervessel']);

/** Headers of amounts in some sheets, and of the payment type in others. */
const amountOrPayment = new Set(['freight', 'freightcharges', 'oceanfreight']);

/** Codes of the units that headers name (UN/ECE Recommendation 20). */
const unitCodes = new Map([
	...['kg', 'kgs', 'kgm'].map((name) => [name, 'KGM'] as const),
	...['lb', 'lbs', 'lbr'].map((name) => [name, 'LBR'] as const),
	...['t', 'mt', 'tne'].map((name) => [name, 'TNE'] as const),
	...['cbm', 'm3', 'mtq'].map((name) => [name, 'MTQ'] as const),
	...['cft', 'ft3', 'ftq'].map((name) => [name, 'FTQ'] as const),
]);

/** The code of a unit in any common spelling; undefined if it is not known. */
export function unitCode(unit: string): string | undefined {
	return unitCodes.get(plainHeader(unit));
}

/**
 * Decides once for a whole sheet what its columns mean. Columns without a value do not count, nor do those in `ignoreColumns`, a
 * comma-separated list of headers.
 */
export function readColumns(rows: readonly Row[], ignoreColumns: string): Sheet {
	const ignored = new Set(listedHeaders(ignoreColumns).map(sameWriting));
	const firstCells = firstCellsOf(rows);
	const columns = new Map<string, Column>();
	const issues: Issue[] = [];
	for (const [header, cell] of firstCells) {
		if (addedByNodes.test(header) || ignored.has(sameWriting(header))) continue;
		const meaning = meaningOf(header, cell, firstCells);
		if (typeof meaning === 'object') columns.set(header, meaning);
		else issues.push(unknownColumn(header, meaning ?? noSuchField(header, issues.length < mostSuggestions)));
	}
	return { columns: forCargoOrContainer(columns), headers: [...firstCells.keys()], issues };
}

/** Headers from a comma-separated list; one that contains a comma is in double quotes. */
function listedHeaders(list: string): string[] {
	return [...list.matchAll(/\s*(?:"([^"\n]*)"|([^,\n]+))/g)].map(([, quoted, plain = '']) => quoted ?? plain);
}

/** The value of *Ignore Columns* that leaves these columns out. */
export function asList(headers: readonly string[]): string {
	return headers.map((header) => (header.includes(',') ? `"${header}"` : header.trim())).join(', ');
}

function sameWriting(header: string): string {
	return header.trim().toLowerCase();
}

function firstCellsOf(rows: readonly Row[]): Map<string, unknown> {
	const cells = new Map<string, unknown>();
	for (const row of rows)
		for (const [header, cell] of Object.entries(row)) {
			if (cells.has(header) || cell === undefined || cell === null) continue;
			if (typeof cell !== 'string' || cell.trim() !== '') cells.set(header, cell);
		}
	return cells;
}

/** The meaning of a column, or a sentence that says why it has none; undefined for an unknown header. */
function meaningOf(header: string, cell: unknown, others: ReadonlyMap<string, unknown>): Column | string | undefined {
	if (header.length > longestHeader) return undefined;
	const plain = plainHeader(header);
	if (plain === 'importreference' || plain === 'importref') return { target: importRefTarget };
	if (shipNames.has(plain)) return shipName;
	const [, repeated = ''] = /^(.*\D)_\d$/.exec(header) ?? [];
	if (others.has(repeated) && columnOf(repeated))
		return `The sheet has several columns named ${repeated}. Combine them in one, or number the entries of a list, as in Notify Party 2 Name.`;
	const isAmount = typeof cell === 'number' || /\d/.test(String(cell).slice(0, longestHeader));
	const target = amountOrPayment.has(plain)
		? columnOf(isAmount ? 'Charge Amount' : 'Charge Payment Type')
		: columnOf(header);
	// A header can be a unit itself: CBM.
	return target ? withUnit(target, isMeasure(target) ? unitCode(header) : undefined) : withAddition(header);
}

/** A header with a unit or a date format behind it: `Gross Weight (kg)`, `Volume [m³]`, `Net Weight in kg`, `net_weight_kg`, `B/L Date (YYYY-MM-DD)`. */
function withAddition(header: string): Column | string | undefined {
	const spaced = header.replace(/(?<=\p{Ll})(?=\p{Lu})|[_/]/gu, ' ');
	const [, name = '', inBrackets, word = ''] =
		/^(.*[^\s([])\s*[([]([^()[\]]*)[)\]]\s*$/.exec(header) ?? /^(.*\S)()\s(\S+)\s*$/.exec(spaced) ?? [];
	const target = columnOf(name.replace(/\sin$/i, ''));
	if (inBrackets && target?.field.kind === 'date') return { target };
	if (!target || !isMeasure(target)) return undefined;
	const unit = unitCode(inBrackets || word);
	if (unit !== undefined) return withUnit(target, unit);
	return inBrackets
		? `The unit ${inBrackets} is unknown. Remove it from the header, and put it into a separate column, such as Weight Unit.`
		: undefined;
}

function withUnit(target: FieldTarget, unit: string | undefined): Column {
	return unit === undefined ? { target } : { target, unit };
}

/** True for numbers that have a unit (docs/service.md 2.9). */
function isMeasure({ path }: FieldTarget): boolean {
	return /quantity(?:Gross|Net)$/.test(path);
}

const identifying = new Set(['containerNumber', 'containerType', 'containerTypeDescription', 'sealNumber']);

/** `Gross Weight` or `Packages` is that of the container in a sheet with a column that identifies containers, else that of the cargo. */
function forCargoOrContainer(columns: ReadonlyMap<string, Column>): ReadonlyMap<string, Column> {
	const entries = [...columns];
	const identifies = ([header, { target }]: [string, Column]) =>
		isOfContainer(target) && (identifying.has(target.path) || plainHeader(header).includes('container'));
	if (entries.some(identifies)) return columns;
	return new Map(entries.map(([header, column]) => [header, { ...column, target: forCargo(column.target) }]));
}

function isOfContainer({ steps }: FieldTarget): boolean {
	return steps.at(-1)?.path === 'containers';
}

function forCargo(target: FieldTarget): FieldTarget {
	if (!isOfContainer(target)) return target;
	const path = target.path
		.replace('containerQuantity', 'weight')
		.replace('containerVolume', 'volume')
		.replace('totalNumberOfPackingItems', 'numberOfPackingItems');
	return columnOf(`sets.cargos.packaging.${path}`) ?? target;
}

function noSuchField(header: string, isSuggested: boolean): string {
	const similar = isSuggested ? similarHeader(header) : undefined;
	return `No field of the import has this name.${similar === undefined ? '' : ` Did you mean ${similar}?`}`;
}

function unknownColumn(header: string, advice: string): Issue {
	const shown = header.length > longestHeader ? `${header.slice(0, longestHeader)}…` : header;
	return issue({ path: header, rule: 'unknownColumn', advice, severity: 'error', source: `Column ${shown}` });
}
