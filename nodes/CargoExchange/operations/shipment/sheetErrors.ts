import { InvalidInput } from '../../errors';
import { notSent } from './doubt';
import { listLines, type Issue } from '../../shipment/issue';
import { ignoringList } from '../../shipment/sheet/columnChoices';
import { correctionLines } from '../../shipment/sheet/corrections';

/** How many corrections a list names, and those of one shipment. */
const mostListed = 100;
const mostOfShipment = 10;

/**
 * Everything that has to be corrected in a sheet, one line for each cause in the order of the sheet, and then what is in the exchange
 * already. `found` is of the sheet, `present` is about shipments of it. `isCounted`: the rows do not bring their number. `inMessage`: for a failed item,
 * which has no description.
 */
export function invalidSheet(
	found: readonly Issue[],
	{ present = [], isCounted = false, inMessage = false, filled = new Map() }: SheetFacts = {},
): InvalidInput {
	const corrections = correctionLines(found, filled);
	const lines = [...corrections, ...correctionLines(present, new Map())];
	const issues = [...found, ...present];
	const namesRows = issues.some(({ source = '' }) => source.startsWith('Row '));
	const hints = [...hintsFor(issues), ...(isCounted && namesRows ? [rowNumbers] : [])];
	const isOne = lines.length === 1;
	const count = corrections.length === 1 ? '1 correction' : `${corrections.length} corrections`;
	const heading = isOne ? (lines[0] ?? '') : `The sheet needs ${count}; nothing was imported`;
	const list = isOne ? 'Nothing was imported.' : listLines(lines, mostListed);
	return new InvalidInput({
		field: issues[0]?.path ?? 'items',
		message: inMessage && !isOne ? [heading, list].join('\n') : heading,
		description: [list, ...hints].join('\n'),
	});
}

type SheetFacts = {
	present?: readonly Issue[];
	isCounted?: boolean;
	inMessage?: boolean;
	/** How many cells each column fills. */
	filled?: ReadonlyMap<string, number>;
};

/** The same for one shipment, all in the message: a failed item has no description. */
export function invalidShipment(name: string, found: readonly Issue[]): InvalidInput {
	const error = invalidSheet(found);
	const lines = correctionLines(found, new Map());
	const heading = `${name} needs ${lines.length} corrections and was not imported:`;
	if (lines.length > 1) error.message = [heading, listLines(lines, mostOfShipment)].join('\n');
	return error;
}

/** The shipments of a sheet that are in the exchange already, or may be. `unsent`: the others. */
export function presentShipments(present: readonly Issue[], unsent: readonly string[]): InvalidInput {
	return new InvalidInput({
		field: 'ifPresent',
		message: `${present.length} shipments of the sheet are already in the exchange, or may be; nothing was imported`,
		description: [
			listLines(correctionLines(present, new Map()), mostListed),
			...notSent(unsent),
			toImportOthers,
			ifEarlierWasWrong,
		].join('\n'),
	});
}

export const ifEarlierWasWrong =
	'If the earlier import was wrong, ask the operator of the exchange what to do, and import the corrected shipment with another reference.';
const toImportOthers =
	'To import the others, set "If Shipment Exists" to "Skip". Shipments that are there only in part, or may be, still stop: remove their rows.';

const fillDown =
	'To fill empty cells with the value above them in Excel: unmerge the cells, select the column, choose Home > Find & Select > Go To Special > Blanks, type = and the up arrow, and press Ctrl+Enter.';
const rowNumbers = '(Rows are counted as in a sheet whose first row is the header and that has no empty rows.)';

function hintsFor(issues: readonly Issue[]): string[] {
	const unknown = issues.filter(({ rule }) => rule === 'unknown header').map(({ path }) => path);
	return [
		...(unknown.length > 1
			? [
					`If none of these columns belongs on a bill of lading, copy this into Ignore Columns: ${ignoringList(unknown)}`,
				]
			: []),
		...(issues.some(({ rule }) => rule === 'unclear row' || rule === 'no reference') ? [fillDown] : []),
		...(issues.some(({ rule }) => rule === 'alreadyThere') ? [toImportOthers] : []),
	];
}
