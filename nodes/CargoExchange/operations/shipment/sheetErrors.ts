import { InvalidInput } from '../../errors';
import { lineOf, listOf, type Issue } from '../../shipment/issue';
import { ignoringList } from '../../shipment/rows/columnMapping';
import type { Located } from '../../shipment/rows/entries';

/** How many corrections a list names, and those of one shipment. */
const mostListed = 100;
const mostOfShipment = 10;

/**
 * Everything that has to be corrected in a sheet, one line each in the order of the sheet, and then what is in the exchange already. `all`
 * is of the sheet, `present` is about shipments of it. `isCounted`: the rows do not bring their number. `inMessage`: for a failed item,
 * which has no description.
 */
export function invalidSheet(
	all: readonly Located[],
	{ present = [], isCounted = false, inMessage = false }: SheetFacts = {},
): InvalidInput {
	// What several shipments have in common, such as a column without a unit, is said once.
	const found = [...new Map(all.map((each) => [lineOf(each.issue), each])).values()];
	const issues = [...inOrder(found), ...inOrder(present)];
	const [first] = issues;
	const namesRows = issues.some(({ source = '' }) => source.startsWith('Row '));
	const hints = [...hintsFor(issues), ...(isCounted && namesRows ? [rowNumbers] : [])];
	const isOne = issues.length === 1;
	const count = found.length === 1 ? '1 correction' : `${found.length} corrections`;
	const heading = first && isOne ? lineOf(first) : `The sheet needs ${count}; nothing was imported`;
	const list = isOne ? 'Nothing was imported.' : listOf(issues, mostListed);
	return new InvalidInput({
		field: first?.path ?? 'items',
		message: inMessage && !isOne ? [heading, list].join('\n') : heading,
		description: [list, ...hints].join('\n'),
	});
}

type SheetFacts = { present?: readonly Located[]; isCounted?: boolean; inMessage?: boolean };

/** The same for one shipment, all in the message: a failed item has no description. */
export function invalidShipment(name: string, found: readonly Located[]): InvalidInput {
	const { field, description, message } = invalidSheet(found);
	if (found.length === 1) return new InvalidInput({ field, message, description });
	const heading = `${name} needs ${found.length} corrections and was not imported:`;
	const lines = [heading, listOf(inOrder(found), mostOfShipment)].join('\n');
	return new InvalidInput({ field, message: lines, description });
}

/** The shipments of a sheet that are in the exchange already, or may be. */
export function presentShipments(present: readonly Located[]): InvalidInput {
	return new InvalidInput({
		field: 'ifPresent',
		message: `${present.length} shipments of the sheet are already in the exchange, or may be; nothing was imported`,
		description: [listOf(inOrder(present), mostListed), toImportOthers, ifEarlierWasWrong].join('\n'),
	});
}

export const ifEarlierWasWrong =
	'If the earlier import was wrong, ask the operator of the exchange what to do, and import the corrected shipment with another reference.';
const toImportOthers =
	'To import the others, set "If Shipment Exists" to "Skip". Shipments that are there only in part, or may be, still stop: remove their rows.';

function inOrder(found: readonly Located[]): Issue[] {
	return [...found].sort((a, b) => a.row - b.row || compare(a.column, b.column)).map(({ issue }) => issue);
}

/** The place of a whole row is infinite. */
function compare(a: number, b: number): number {
	return a === b ? 0 : a - b;
}

const fillDown =
	'To fill empty cells with the value above them in Excel: unmerge the cells, select the column, choose Home > Find & Select > Go To Special > Blanks, type = and the up arrow, and press Ctrl+Enter.';
const rowNumbers = '(Rows are counted as in a sheet whose first row is the header and that has no empty rows.)';

function hintsFor(issues: readonly Issue[]): string[] {
	const unknown = issues.filter(({ rule }) => rule === 'unknownColumn').map(({ path }) => path);
	return [
		...(unknown.length > 1
			? [`To ignore all columns of unknown meaning, copy this into Ignore Columns: ${ignoringList(unknown)}`]
			: []),
		...(issues.some(({ rule }) => rule === 'unplaceable') ? [fillDown] : []),
		...(issues.some(({ rule }) => rule === 'alreadyThere') ? [toImportOthers] : []),
	];
}
