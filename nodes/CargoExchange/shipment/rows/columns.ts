import { isCurrency } from '../currencies';
import { isQuantity, measureOf, unitOf } from '../fields/goods';
import { isAmount } from '../fields/freightCharges';
import type { ListField } from '../fields/shipment';
import { textsOfList } from '../structure';
import { atColumn, ignoredField, importRefTarget, readMapping, sameWriting, type ColumnOptions } from './columnMapping';
import { shownHeader, type Located } from './entries';
import { columnOf, fieldsJoinedIn, friendlyHeaders, longestHeader, plainHeader, type FieldTarget } from './headers';
import { noSuchField, numberedRepeat } from './noSuchField';

type SheetRow = Record<string, unknown>;

/** The meaning of a column: a field of the shipment or the import reference, and the unit in its header. */
export type Column = { target: FieldTarget; unit?: string; position: number };

/** The columns of a sheet, before its rows are read. */
export type Sheet = {
	/** The columns that are read, by their header. */
	columns: ReadonlyMap<string, Column>;
	/** All headers of columns that are not empty, in their order. */
	headers: string[];
	/** Those among them that people wrote. */
	written: string[];
	/** Lists with numbered columns, such as Notify Party 2 Name. */
	numbered: ReadonlySet<ListField>;
	/** Columns that are not read although they may matter: without a header, and the name of the ship, which the user may have ignored. */
	unheaded: string[];
	ships: { header: string; isIgnored: boolean }[];
	issues: Located[];
};

/** How many unknown columns get a suggestion: each compares the header with all names. */
const mostSuggestions = 20;

/** Columns that nodes add: row numbers, a Data Table's own columns, files. */
const addedByNodes = /^(?:row_number|id|createdAt|updatedAt|_files)$/;
/** Columns without a header, as n8n names them. */
const withoutHeader = /^(?:__EMPTY(?:_\d+)?|\s*)$/;

const shipName =
	'The import identifies a ship by its IMO number, not by its name. Add a column IMO Number, or add IMO Number to Accept Values and this column to Ignore Columns.';
const shipNames = new Set(['vessel', 'vesselname', 'ship', 'shipname', 'mv', 'mothervessel']);

/** Headers of amounts in some sheets, and of the payment type in others. */
const amountOrPayment = new Set(['freight', 'freightcharges', 'oceanfreight']);

/** Decides once for a whole sheet what its columns mean. Columns without a value do not count. */
export function readColumns(rows: readonly SheetRow[], options: ColumnOptions): Sheet {
	const ignored = new Set(textsOfList(options.ignoreColumns).map(sameWriting));
	const { mapped, issues } = readMapping(options.columns);
	const allCells = firstCellsOf(rows);
	const firstCells = new Map([...allCells].filter(([, cell]) => cell !== undefined));
	const columns = new Map<string, Column>();
	const headers = [...firstCells.keys()];
	const written = headers.filter((header) => !withoutHeader.test(header) && !addedByNodes.test(header));
	const sheet = { headers, written, issues };
	const unheaded: string[] = [];
	const named: { header: string; position: number; isIgnored: boolean }[] = [];
	for (const [position, [header, cell]] of [...firstCells].entries()) {
		const choice = mapped.get(sameWriting(header));
		const isIgnored = choice === ignoredField || ignored.has(sameWriting(header));
		const isShip = choice === undefined || isIgnored ? shipNames.has(plainHeader(header)) : false;
		if (isShip) named.push({ header, position, isIgnored });
		if (typeof choice === 'object')
			columns.set(header, { ...withUnit(choice, header, additionIn(shownHeader(header)).text), position });
		else if (withoutHeader.test(header) && !isIgnored) unheaded.push(header);
		if (choice !== undefined || isIgnored || isShip || withoutHeader.test(header) || addedByNodes.test(header))
			continue;
		const meaning = meaningOf(header, cell, allCells);
		if (typeof meaning === 'object') columns.set(header, { ...meaning, position });
		else if (meaning !== undefined) issues.push(atColumn(header, position, 'unclearColumn', meaning));
		else
			issues.push(unknownColumn(header, position, noSuchField(header, issues.length < mostSuggestions ? headers : [])));
	}
	const hasImo = [...columns.values()].some(({ target }) => target.dotted === 'vessel.imo');
	const ships = named.filter(({ isIgnored }) => hasImo || isIgnored);
	for (const { header, position } of named.filter((ship) => !ships.includes(ship)))
		issues.push(unknownColumn(header, position, shipName));
	const read = forCargoOrContainer(columns, new Set(mapped.keys()));
	return { ...sheet, unheaded, ships, columns: read, numbered: numberedIn(read) };
}

/** The first cell with a value of each column, in the order of the columns; undefined for an empty column. */
function firstCellsOf(rows: readonly SheetRow[]): Map<string, unknown> {
	const cells = new Map<string, unknown>();
	for (const row of rows)
		for (const [header, cell] of Object.entries(row)) {
			const known = cells.get(header);
			if (known !== undefined) continue;
			const isEmpty = cell === null || (typeof cell === 'string' && cell.trim() === '');
			// An empty cell keeps the place of its column.
			cells.set(header, isEmpty ? undefined : cell);
		}
	return cells;
}

/** The meaning of a column, or a sentence that says why it has none; undefined for an unknown header. */
function meaningOf(
	header: string,
	cell: unknown,
	others: ReadonlyMap<string, unknown>,
): Omit<Column, 'position'> | string | undefined {
	if (header.length > longestHeader) return undefined;
	const plain = plainHeader(header);
	if (plain === 'importreference' || plain === 'importref') return { target: importRefTarget };
	const [, repeated] = numberedRepeat.exec(header) ?? [];
	if (repeated !== undefined && others.has(repeated) && typeof meaningOf(repeated, cell, others) === 'object')
		return `The sheet has several columns named ${repeated}. Combine them in one, or number the entries of a list, as in Notify Party 2 Name.`;
	const joined = fieldsJoinedIn(header);
	if (joined.length > 0) return `It names several fields. Give each its own column: ${joined.join(', ')}.`;
	const [other] = besideShip(header);
	if (other !== undefined)
		return `It names the ship and ${other}. Give ${other} its own column: the import identifies a ship by its IMO number.`;
	const hasNumber = typeof cell === 'number' || /\d/.test(String(cell).slice(0, longestHeader));
	const target = amountOrPayment.has(plain)
		? columnOf(hasNumber ? 'Charge Amount' : 'Charge Payment Type')
		: columnOf(header);
	// A header can be a unit itself: CBM.
	return target ? withUnit(target, header) : withAddition(shownHeader(header));
}

/** The fields that a header names beside the ship, as in `Vessel / Voyage`. */
function besideShip(header: string): string[] {
	const parts = header.split(/[/&+]/);
	if (!parts.some((part) => shipNames.has(plainHeader(part)))) return [];
	const found = parts.flatMap((part) => columnOf(part)?.dotted ?? []);
	return friendlyHeaders.flatMap(({ header: name, path }) => (found.includes(path) ? [name] : []));
}

/** A header with a unit, a currency or a date format behind it: `Gross Weight (kg)`, `Volume [m³]`, `Net Weight in kg`, `net_weight_kg`, `Amount (USD)`, `B/L Date (YYYY-MM-DD)`. */
function withAddition(header: string): Omit<Column, 'position'> | string | undefined {
	const { name, text, isInBrackets } = additionIn(header);
	const target = columnOf(amountOrPayment.has(plainHeader(name)) ? 'Charge Amount' : name);
	if (isInBrackets && target?.field.kind === 'date') return { target };
	const column = target && withUnit(target, text);
	if (column?.unit !== undefined) return column;
	if (!target || !isQuantity(target.path)) return undefined;
	if (unitOf(text)) return `${text} is not a unit of ${measureOf(target.dotted)}. Correct the header.`;
	return isInBrackets
		? `The unit ${text} is unknown. Remove it from the header, and put it into a separate column, such as Weight Unit.`
		: undefined;
}

function additionIn(header: string): { name: string; text: string; isInBrackets: boolean } {
	const spaced = header.slice(0, longestHeader).replace(/(?<=\p{Ll})(?=\p{Lu})|\s*[_/]\s*/gu, ' ');
	const [, name = '', inBrackets = '', word = ''] =
		/^(.*[^\s([])\s*[([]([^()[\]]*)[)\]]\s*$/.exec(header.slice(0, longestHeader)) ??
		/^(.*\S)()\s(\S+)\s*$/.exec(spaced) ??
		[];
	return {
		name: name.replace(/\sin$/i, ''),
		text: (inBrackets || word).replace(/^in\s+/i, ''),
		isInBrackets: inBrackets !== '',
	};
}

/** A column with the unit or currency that one of the texts names. */
function withUnit(target: FieldTarget, ...texts: string[]): Omit<Column, 'position'> {
	const [unit] = texts.flatMap((text) => unitFor(target, text) ?? []);
	return unit === undefined ? { target } : { target, unit };
}

/** A weight has no unit of volume. ALL is a word before it is a currency. */
function unitFor({ path, dotted }: FieldTarget, text: string): string | undefined {
	if (isAmount(path)) return isCurrency(text) && text !== 'ALL' ? text : undefined;
	const unit = isQuantity(path) ? unitOf(text) : undefined;
	return unit?.measure === (measureOf(dotted) ?? unit?.measure) ? unit?.code : undefined;
}

const identifying = new Set(['containerNumber', 'containerType', 'containerTypeDescription', 'sealNumber']);

/** `Gross Weight` or `Packages` is that of the container in a sheet with a column that identifies containers, else that of the cargo. */
function forCargoOrContainer(
	columns: ReadonlyMap<string, Column>,
	mapped: ReadonlySet<string>,
): ReadonlyMap<string, Column> {
	const entries = [...columns];
	const identifies = ([header, { target }]: [string, Column]) =>
		isOfContainer(target) && (identifying.has(target.path) || plainHeader(header).includes('container'));
	if (entries.some(identifies)) return columns;
	const targetOf = (header: string, target: FieldTarget) =>
		mapped.has(sameWriting(header)) ? target : forCargo(target);
	return new Map(entries.map(([header, column]) => [header, { ...column, target: targetOf(header, column.target) }]));
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

/** The lists of which a row can have several entries. */
function numberedIn(columns: ReadonlyMap<string, Column>): ReadonlySet<ListField> {
	const steps = [...columns.values()].flatMap(({ target }) => target.steps);
	return new Set(steps.filter(({ index }) => index > 0).map(({ list }) => list));
}

function unknownColumn(header: string, position: number, advice: string): Located {
	return atColumn(header, position, advice.includes('Did you mean') ? 'misspeltColumn' : 'unknownColumn', advice);
}

const delimiters: readonly [RegExp, string, string][] = [
	[/;/, 'semicolons', 'enter ;'],
	// Typed into the field, \t are two characters to n8n.
	[/\t/, 'tabs', 'enter {{ "\\t" }} as an expression'],
	[/\|/, 'vertical bars', 'enter |'],
	[/,/, 'commas', 'enter ,'],
];

const fileReader = 'in the node that reads the file (Extract from File)';

/** The sentence for a sheet that was read in a way that leaves nothing to correct in it: encoding, delimiter; undefined for any other. */
export function readWrongly(headers: readonly string[]): string | undefined {
	const [first = ''] = headers;
	if (first.includes('\u0000'))
		return `The file is in UTF-16. Save it as an Excel workbook or as CSV UTF-8, and import that.`;
	const [, declared] = /^\s*sep=(.)\s*$/i.exec(first.slice(0, 20)) ?? [];
	if (declared !== undefined)
		return `The file begins with a line that only names the delimiter. Set Starting Line to 2 and Delimiter to ${declared} ${fileReader}.`;
	for (const header of headers)
		for (const [pattern, name, advice] of delimiters) {
			// A comma in one of several headers is part of its words.
			const isWords = name === 'commas' && headers.length > 1;
			const names = isWords || header.length > 10_000 ? [] : header.split(pattern);
			const known = names.filter((each) => columnOf(each.replace(/"/g, '')));
			if (known.length >= 2)
				return `The whole row is in one column, separated by ${name}. Add the option Delimiter ${fileReader} and ${advice}`;
		}
	return undefined;
}
