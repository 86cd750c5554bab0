import { InvalidInput, toDecide } from '../../errors';
import { lineOf, listLines, type Issue } from '../../shipment/issue';
import { ignoringList } from '../../shipment/sheet/columnChoices';
import { correctionsIn, correctionLine, type Correction } from '../../shipment/sheet/corrections';
import { fieldByPath } from '../../shipment/sheet/fieldNames';
import type { RowKeys, SheetReading } from '../../shipment/sheet/readSheet';
import { notSent } from './doubt';

/** How many corrections a list names. */
const mostListed = 100;

export type SheetFacts = {
	/** What is in the exchange already, or may be. */
	present?: readonly Issue[];
	/** The rows do not bring their number. */
	isCounted?: boolean;
	/** How many cells each column fills. */
	filled?: ReadonlyMap<string, number>;
	/** Shipments that are there are left out already. */
	isSkipping?: boolean;
	/** Entries of *Column Mapping* that meet no column, which may be why another one is wrong. */
	absent?: readonly Issue[];
};

/** The fields of an item for each correction, without its outcome. `keys`: see `SheetReading`. */
export function correctionFields(
	{ rows, column, value, first: { path, rule }, problem, advice }: Correction,
	keys: SheetReading['keys'],
) {
	const field = fieldByPath(path.replace(/\[\d+\]/g, ''))?.dotted ?? null;
	const about = rows.flatMap(({ index }) => keys.get(index) ?? []);
	const only = (name: keyof RowKeys) => {
		const [one = null, ...others] = new Set(about.map((each) => each[name]));
		return others.length === 0 ? one : null;
	};
	return {
		...{ rows: rows.map(({ number }) => number), column, value, field, rule, problem, advice },
		...{ shipmentReference: only('shipmentReference'), blNumber: only('blNumber') },
	};
}

/** Everything that has to be corrected in a sheet, in the order of the sheet, and then what is in the exchange already. */
export function correctionsOf(found: readonly Issue[], { present = [], filled = new Map() }: SheetFacts): Correction[] {
	return [...correctionsIn(found, filled), ...correctionsIn(present, new Map())];
}

/** The same as one error, with a line for each. */
export function invalidSheet(found: readonly Issue[], facts: SheetFacts = {}): InvalidInput {
	const { present = [], isCounted = false, isSkipping = false, absent = [] } = facts;
	const issues = [...found, ...present];
	const namesRows = issues.some(({ at }) => at !== undefined && at.rows.length > 0 && !at.isEntry);
	const hints = [
		...absent.map(lineOf),
		...hintsFor(issues, isSkipping),
		...(isCounted && namesRows ? [rowNumbers] : []),
	];
	const all = correctionsOf(found, facts);
	const count = all.length - correctionsIn(present, new Map()).length;
	const corrections = count === 1 ? '1 correction' : `${count} corrections`;
	return needing(all, `The sheet needs ${corrections}; nothing was imported`, ['Nothing was imported.', ...hints]);
}

/** The same for one shipment among others that are imported. */
export function invalidShipment(name: string, found: readonly Issue[]): InvalidInput {
	const all = correctionsIn(found, new Map());
	return needing(all, `${name} needs ${all.length} corrections and was not imported`, ['It was not imported.']);
}

/** A single correction is the message itself, without what a model must not do. `more`: what became of it, for a single one, and hints. */
function needing(
	all: readonly Correction[],
	heading: string,
	[outcome = '', ...hints]: readonly string[],
): InvalidInput {
	const [first] = all;
	const field = first?.first.path ?? 'items';
	const decide = all.some(({ advice }) => advice !== null) ? [toDecide] : [];
	if (!first || all.length > 1)
		return new InvalidInput({
			...{ field, message: heading },
			description: [listLines(all.map(correctionLine), mostListed), ...hints].join('\n'),
			forModel: [
				listLines(
					all.map(({ text }) => text),
					mostListed,
				),
				...decide,
			].join('\n'),
		});
	return new InvalidInput({
		...{ field, message: first.text },
		description: [...(first.advice === null ? [] : [first.advice]), outcome, ...hints].join('\n'),
		forModel: [outcome, ...decide].join('\n'),
	});
}

/** The shipments of a sheet that are in the exchange already, or may be. `unsent`: the others. */
export function presentShipments(
	present: readonly Issue[],
	unsent: readonly string[],
	{ isSkipping = false, isCounted = false }: SheetFacts,
): InvalidInput {
	return new InvalidInput({
		field: 'ifPresent',
		message: `${present.length} shipments of the sheet are already in the exchange, or may be; nothing was imported`,
		description: [
			listLines(correctionsIn(present, new Map()).map(correctionLine), mostListed),
			...notSent(unsent),
			toImportOthers(isSkipping),
			ifEarlierWasWrong,
			...(isCounted ? [rowNumbers] : []),
		].join('\n'),
	});
}

export const ifEarlierWasWrong =
	'If the earlier import was wrong, ask the operator of the exchange what to do, and import the corrected shipment with another reference.';

function toImportOthers(isSkipping: boolean): string {
	return isSkipping
		? 'To import the others, remove the rows of these shipments: they are there only in part, or may be.'
		: 'To import the others, set "If Shipment Exists" to "Skip". Shipments that are there only in part, or may be, still stop: remove their rows.';
}

const fillDown =
	'To fill empty cells with the value above them in Excel: unmerge the cells, select the column, choose Home > Find & Select > Go To Special > Blanks, type = and the up arrow, and press Ctrl+Enter.';
export const rowNumbers = '(Rows are counted as in a sheet whose first row is the header and that has no empty rows.)';

function hintsFor(issues: readonly Issue[], isSkipping: boolean): string[] {
	const unknown = issues.filter(({ rule }) => rule === 'unknown header').map(({ path }) => path);
	return [
		...(unknown.length > 1
			? [
					`If none of these columns belongs on a bill of lading, copy this into Ignore Columns: ${ignoringList(unknown)}`,
				]
			: []),
		...(issues.some(({ rule }) => rule === 'unclear row' || rule === 'no reference') ? [fillDown] : []),
		...(issues.some(({ rule }) => rule === 'alreadyThere') ? [toImportOthers(isSkipping)] : []),
	];
}
