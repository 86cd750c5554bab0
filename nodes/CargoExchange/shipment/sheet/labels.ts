import { isPlaceholder } from '../fields/placeholder';
import type { Row } from './columnChoices';
import type { Cell, Filled } from './entries';
import type { RowReading } from './rows';

/** By which a row says that it is one of totals, as docs/import-columns.md lists them: the words of people and of spreadsheet programs. */
export const labels: readonly string[] =
	`total, totals, subtotal, grand total, sum, grand sum, result, total result; Gesamt, Summe, Zwischensumme, Gesamtsumme, Ergebnis, Gesamtergebnis;
	total général, somme; totale, somma; suma; totaal; toplam; 合计, 总计, 小计, 汇总; 合計, 総計, 小計, 集計`.split(
		/[,;]\s*/,
	);
const plainLabels = new Set(labels.map(plain));

/** In characters; longer texts are none. */
const longestLabel = 100;

/** Letters and digits alone: *Sub-Total:* is *subtotal*. */
function plain(text: string): string {
	return text
		.normalize('NFKD')
		.replace(/[^\p{L}\p{N}]/gu, '')
		.toLowerCase();
}

/** A value within its column. */
export function groupOf({ column, written }: Cell): string {
	return `${column} ${plain(written)}`;
}

/** What a label is the total of, as `FX-1` in `FX-1 Total`; an empty text for a label alone, undefined for any other text. */
function totalOf(text: string, isCode: boolean): string | undefined {
	if (text.length > longestLabel) return undefined;
	if (plainLabels.has(plain(text))) return '';
	const [, before = '', last = ''] = /^(.*\S)\s+(\S+)$/.exec(text) ?? [];
	if (plainLabels.has(plain(last))) return plain(before);
	// Some languages have the word in front. In the name of goods, it is a part of that: Total Base Oil.
	const [, first = '', after = ''] = (isCode && /^(\S+)\s+(.*)$/.exec(text)) || [];
	return plainLabels.has(plain(first)) ? plain(after) : undefined;
}

/** A row that says that it is one of totals. */
export type Labelled = {
	reading: RowReading;
	/** Its label as it is written. */
	label: string;
	figures: readonly Filled[];
	/** What else it says, apart from units and the reference of other rows. */
	beside: readonly Filled[];
	/** The groups that it may be the total of: those in its label, and the references of the rows above and below. */
	groups: readonly string[];
};

export const references = new Set(['shipmentReference', 'importRef', 'sets.blNumber']);
/** What stands beside a figure and says nothing of its own: units, currency, kind of packages, terms. */
export const companions = /(?:crossRefId|label|format|packingUnit|currency|prepaidType|paymentType)$/;
/** Where a label is a name. */
const ofParty = /(?:^|\.)(?:shipper|consignee|notifyParties|carrier|shipAgent|freightForwarder|inspector)\./;

type Nearest = ReadonlyMap<number, Filled>;

/**
 * The rows with a label, alone or with the value that the nearest row without one has in the same column. `unread`: the columns that are not
 * read, in which only a label alone counts.
 */
export function labelledRows(
	readings: readonly RowReading[],
	rows: readonly Row[],
	unread: readonly string[],
): Labelled[] {
	const words = new Map<RowReading, Map<Filled, string>>();
	const outside = new Map<RowReading, string>();
	for (const reading of readings) {
		const found = new Map(reading.filled.flatMap((each) => wordIn(each)));
		if (found.size > 0) words.set(reading, found);
		const cells = unread.map((header) => rows[reading.row.index]?.[header]);
		const label = cells.find((cell) => typeof cell === 'string' && totalOf(cell, false) === '');
		if (typeof label === 'string') outside.set(reading, label);
	}
	const isPlain = (reading: RowReading) => !words.has(reading) && !outside.has(reading);
	const isOnly = onlyReferences(words);
	const above = nearest(readings, isPlain);
	const below = nearest([...readings].reverse(), isPlain);
	return readings.flatMap((reading) => {
		const near = [above.get(reading), below.get(reading)].filter((each) => each !== undefined);
		return labelledRow(reading, words.get(reading) ?? new Map(), outside.get(reading), near, isOnly) ?? [];
	});
}

function wordIn(filled: Filled): [Filled, string][] {
	const { target, cell } = filled;
	if (ofParty.test(target.dotted)) return [];
	const word = totalOf(cell.written, target.field.kind === 'text' && target.field.type === 'code');
	return word === undefined ? [] : [[filled, word]];
}

/** For each row that is not plain, the last cells of plain rows before it, by column. */
function nearest(readings: readonly RowReading[], isPlain: (reading: RowReading) => boolean): Map<RowReading, Nearest> {
	const last = new Map<number, Filled>();
	const found = new Map<RowReading, Nearest>();
	for (const reading of readings)
		if (!isPlain(reading)) found.set(reading, new Map(last));
		else for (const each of reading.filled) last.set(each.cell.column, each);
	return found;
}

/** A reference with such a word that stands alone beside figures, and in no other row. */
function onlyReferences(words: ReadonlyMap<RowReading, ReadonlyMap<Filled, string>>): (filled: Filled) => boolean {
	const times = new Map<string, number>();
	for (const { cell } of [...words.values()].flatMap((each) => [...each.keys()]))
		times.set(groupOf(cell), (times.get(groupOf(cell)) ?? 0) + 1);
	const isAlone = ({ filled }: RowReading, each: Filled) =>
		filled.length > 1 &&
		filled.every((other) => other === each || 'adds' in other.target.field || companions.test(other.target.path));
	const found = [...words].flatMap(([reading, each]) => [...each.keys()].filter((filled) => isAlone(reading, filled)));
	const only = new Set(
		found.filter(({ target, cell }) => references.has(target.dotted) && times.get(groupOf(cell)) === 1),
	);
	return (filled) => only.has(filled);
}

function labelledRow(
	reading: RowReading,
	words: ReadonlyMap<Filled, string>,
	outside: string | undefined,
	near: readonly Nearest[],
	isOnly: (filled: Filled) => boolean,
): Labelled | undefined {
	const beside = (cell: Cell) => near.flatMap((cells) => cells.get(cell.column)?.cell ?? []);
	const own = new Set(
		[...words].flatMap(([each, word]) =>
			word === '' || isOnly(each) || beside(each.cell).some(({ written }) => plain(written) === word) ? [each] : [],
		),
	);
	const rest = reading.filled.filter(
		(each) => !own.has(each) && !(each.cell.isUnreadable && isPlaceholder(each.cell.written)),
	);
	const others = rest.filter(({ target: { dotted, path, field }, cell }) => {
		const isAsNear = references.has(dotted) && beside(cell).some(({ means }) => means === cell.means);
		return !('adds' in field) && !companions.test(path) && !isAsNear;
	});
	// Beside a reference of its own and further values, the word is a value.
	const ofOthers = others.filter(({ target }) => !references.has(target.dotted));
	if (ofOthers.length > 0 && ofOthers.length < others.length) return undefined;
	const [first] = own;
	const label = first?.cell.written ?? (others.length === 0 ? outside : undefined);
	const figures = rest.filter(({ target: { field } }) => 'adds' in field);
	if (label === undefined || (!first && figures.length === 0)) return undefined;
	const ofLabels = [...own].map((each) => `${each.cell.column} ${words.get(each)}`);
	const ofNear = near.flatMap((cells) => [...cells.values()].filter(({ target }) => references.has(target.dotted)));
	return {
		...{ reading, label, figures, beside: others },
		groups: [...ofLabels, ...ofNear.map(({ cell }) => groupOf(cell))],
	};
}
