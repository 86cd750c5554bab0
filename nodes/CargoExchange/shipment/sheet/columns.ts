import type { Issue } from '../issue';
import {
	ignoredField,
	importReference,
	importReferences,
	readChoices,
	sameWriting,
	type Column,
	type ColumnChoices,
	type Row,
} from './columnChoices';
import { orderOf, type DateOrder } from '../fields/date';
import { separatorOf } from '../fields/number';
import { closestHeader, fieldByPath, plainHeader, type FieldTarget } from './fieldNames';
import { atColumn, listNames, ofSheet, shownHeader } from './issues';
import { hasNoHeader, isStandIn, meaningOf, standIns, unitInHeader } from './headers';

/** The columns of a sheet, before its rows are read. `unused`: those that the import has no field for. */
export type Columns = { columns: readonly Column[]; unused: readonly string[]; issues: Issue[] };

/** Columns that nodes add: row numbers and files. */
const addedByNodes = /^(?:row_number|_files)$/;
/** A Data Table's own columns. */
const ofDataTables = /^(?:id|createdAt|updatedAt)$/;
/** How readers of files name a column whose header is that of another one: `Seal No_1`, `Seal No.1`. */
const repeatedHeader = /^(.*\D)[_.]\d{1,3}$/;

/** Decides once for a whole sheet what its columns mean. Columns without a value do not count. */
export function readColumns(rows: readonly Row[], choices: ColumnChoices, needed: ReadonlySet<string>): Columns {
	const cells = firstCells(rows);
	const headers = [...cells].filter(([, cell]) => cell !== undefined).map(([header]) => header);
	const chosen = readChoices(choices);
	const issues = [...chosen.issues];
	const columns: Column[] = [];
	const unused: string[] = [];
	const unknown: string[] = [];
	const leftOut: string[] = [];
	const positions = new Map(headers.map((header, position) => [header, position]));
	for (const [header, position] of positions) {
		// Two quotation marks are any column without a header.
		const choice = chosen.fields.get(sameWriting(header)) ?? (hasNoHeader(header) ? chosen.fields.get('') : undefined);
		const read = (target: FieldTarget | undefined, unit?: string) => {
			if (target) columns.push({ header, position, target, ...(unit === undefined ? {} : { unit }) });
		};
		const stop = (rule: string, advice: string, inNode?: string) =>
			issues.push(atColumn(header, position, { rule, advice, inNode }));
		if (choice === ignoredField || (choice === undefined && addedByNodes.test(header))) continue;
		const meaning = importReferences.has(plainHeader(header)) ? { target: importReference } : meaningOf(header);
		const [, repeated = ''] = repeatedHeader.exec(header) ?? [];
		if (choice !== undefined) read(choice, unitInHeader(choice, header) ?? chosen.units.get(sameWriting(header)));
		else if (ofDataTables.test(header)) leftOut.push(header);
		else if (hasNoHeader(header))
			stop(
				'no header',
				`Its header is empty, but it has values, such as ${JSON.stringify(cells.get(header)).slice(0, 40)}. Give it a header.`,
				`To leave it out, add ${shownHeader(header) || '""'} to Ignore Columns.`,
			);
		else if (cells.has(repeated) && meaningOf(repeated))
			stop(
				'equal headers',
				`The sheet has several columns named ${shownHeader(repeated)}, which the file reader has renamed. Combine them, or number the entries of a list, as in Notify Party 2 Name.`,
			);
		else if (meaning === undefined) unknown.push(header);
		else if ('noField' in meaning) unused.push(header);
		else if ('several' in meaning)
			stop('several fields', severalFields(meaning.several), 'To leave it out, choose (Ignore) in Column Mapping.');
		else read(figureOrWords(meaning.target, header, cells.get(header)), meaning.unit);
	}
	const standing = standIns([...unused, ...unknown], new Set(columns.map(({ target }) => target.dotted)));
	for (const [header, target] of standing) columns.push({ header, position: positions.get(header) ?? 0, target });
	const left = unknown.filter((header) => !standing.has(header) && !isStandIn(header));
	unused.push(...unknown.filter(isStandIn));
	issues.push(
		...left.map((header, index) =>
			atColumn(header, positions.get(header) ?? 0, unknownHeader(header, index < mostSuggestions)),
		),
		...chosen.absent(headers, columns, left, needed),
		...numberedAndNot(columns),
		...columns.flatMap((column) => settleOrder(rows, column)),
		...(leftOut.length > 0 ? [notChosen(leftOut)] : []),
	);
	settleSeparator(rows, columns);
	return { columns: withSizes(columns), unused: unused.filter((header) => !standing.has(header)), issues };
}

/** The first cell with a value of each column, in the order of the columns; undefined for an empty column. */
function firstCells(rows: readonly Row[]): Map<string, unknown> {
	const cells = new Map<string, unknown>();
	for (const row of rows)
		for (const [header, cell] of Object.entries(row)) {
			if (cells.get(header) !== undefined) continue;
			const isEmpty = cell === null || (typeof cell === 'string' && cell.trim() === '');
			// An empty cell keeps the place of its column.
			cells.set(header, isEmpty ? undefined : cell);
		}
	return cells;
}

/** *Freight* is an amount in some sheets, and the payment type in others; *Package* a number or a kind. */
function figureOrWords(target: FieldTarget, header: string, cell: unknown): FieldTarget | undefined {
	const words = /\p{N}/u.test(String(cell)) ? undefined : wordsInPlace.find(([name]) => name.test(header));
	return words ? fieldByPath(words[1]) : target;
}

/** What a column of words is whose header is that of a figure; words in another script do not count. */
const wordsInPlace: readonly [header: RegExp, field: string][] = [
	[/^\W*(?:ocean[\s_-]*)?freight[\s_-]*(?:charges)?\W*$/i, 'sets.freightCharges.charges.prepaidType'],
	[/^\W*(?:package|pkg)\W*$/i, 'sets.containers.packingUnit'],
];

/** A size beside a type is its first half; alone, it is the type itself: `40HC`. */
function withSizes(columns: readonly Column[]): readonly Column[] {
	const ofType = columns.filter(({ target }) => target.dotted === 'sets.containers.containerType');
	const sizes = ofType.filter(({ header }) => sizeHeaders.has(plainHeader(header)));
	return sizes.length === ofType.length
		? columns
		: columns.map((column) => (sizes.includes(column) ? { ...column, isSize: true } : column));
}

const sizeHeaders = new Set(['size', 'lg', 'length', 'containersize', 'containerlength']);

/** How many unknown headers get a suggestion: each is compared with all names. */
const mostSuggestions = 20;

function unknownHeader(header: string, isSuggested: boolean) {
	const closest = isSuggested ? closestHeader(header) : undefined;
	const meant = closest === undefined ? '' : ` Did you mean ${closest}?`;
	const inNode = 'Or choose its field in Column Mapping, or add it to Ignore Columns.';
	return {
		...{ rule: 'unknown header', inNode },
		advice: `No field of the import has this name.${meant} Rename the column, or delete it.`,
	};
}

function severalFields(names: readonly string[]): string {
	const ship = names.some((name) => /^(?:vessel|ship|mv|mother)/i.test(name))
		? ' The import sends no name of a ship.'
		: '';
	return `It names several fields. Give each its own column: ${names.join(', ')}.${ship}`;
}

/** Columns of a list are numbered or not; one without a number beside a second is the first, if that has no column and it is no figure. */
function numberedAndNot(columns: readonly Column[]): Issue[] {
	return columns.flatMap(({ header, position, target }) => {
		const list = target.steps.at(-1)?.list;
		const others = columns.filter((other) => other.target.isNumbered && other.target.steps.at(-1)?.list === list);
		const isFirst = ({ target: { steps } }: Column) => steps.at(-1)?.index === 0;
		const ofField = others.filter((other) => other.target.dotted === target.dotted);
		const isFigure = target.owner !== null || 'adds' in target.field;
		const isClear = ofField.length > 0 ? !ofField.some(isFirst) : !isFigure && !others.some(isFirst);
		if (list === undefined || target.isNumbered || others.length === 0 || isClear) return [];
		const advice = `It is unclear which ${list.entry} this column belongs to, because others are numbered. Give it a number, or give each ${list.entry} its own row.`;
		return [atColumn(header, position, { rule: 'no number', advice })];
	});
}

/**
 * Gives a column of dates the order of those that have only one reading. A program that left one as text because it expects the other order has
 * read those of other days as dates, with day and month exchanged.
 */
function settleOrder(rows: readonly Row[], column: Column): Issue[] {
	const { header, position, target } = column;
	if (target.field.kind !== 'date') return [];
	const cells = new Map<DateOrder | undefined, unknown>(rows.map((row) => [orderOf(row[header]), row[header]]));
	const [day, month] = [cells.get('dayFirst'), cells.get('monthFirst')];
	const text = day ?? month;
	if (text === undefined) return [];
	column.dateOrder = day === undefined ? 'monthFirst' : 'dayFirst';
	const areBoth = day !== undefined && month !== undefined;
	if (!areBoth && !rows.some((row) => typeof row[header] === 'number' && row[header] < 1e6)) return [];
	const found = areBoth
		? `dates with the day first, such as ${JSON.stringify(day)}, and with the month first, such as ${JSON.stringify(month)}`
		: `date cells beside texts such as ${JSON.stringify(text)}: the spreadsheet program may have exchanged day and month in the date cells`;
	return [atColumn(header, position, { rule: 'date', advice: `Has ${found}. Write all of them as YYYY-MM-DD.` })];
}

/** Gives the columns of numbers the decimal separator that texts such as `1,234.56` show in any of them. */
function settleSeparator(rows: readonly Row[], columns: readonly Column[]): void {
	const ofKind = (kind: string) => columns.filter(({ target: { field } }) => field.kind === kind);
	const [numbers, wholes] = [ofKind('number'), ofKind('integer')];
	const textsIn = ({ header }: Column) =>
		rows.flatMap((row) => /\d[\d.,]*/.exec(typeof row[header] === 'string' ? row[header] : '')?.[0] ?? []);
	const shownSeparator = separatorOf(numbers.flatMap(textsIn), wholes.flatMap(textsIn));
	if (shownSeparator !== 'ask') for (const column of numbers) column.shownSeparator = shownSeparator;
}

function notChosen(headers: readonly string[]): Issue {
	const advice = `Not read, since data tables have such columns of their own: ${listNames(headers)}.`;
	const inNode = 'If one of them is yours, choose its field in Column Mapping.';
	return { ...ofSheet('not chosen', advice, 'note'), inNode };
}

/** The one sentence for a sheet that may have been read wrongly. */
export function withoutReferences(headers: readonly string[]): Issue {
	const inNode = `Or choose it for one of these in Column Mapping: ${listNames(headers.map(shownHeader))}. Check also the row of the headers, the delimiter and the encoding in the node that reads the file.`;
	return { ...ofSheet('no references', 'This sheet has no column Shipment Reference. Add it.'), inNode };
}
