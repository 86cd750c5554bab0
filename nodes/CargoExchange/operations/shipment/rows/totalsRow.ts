import type { Columns } from './columns';

type Cells = readonly [string, unknown][];

/** What people, and the subtotals of spreadsheet programs, write beside a sum, in the languages that sheets are often written in. */
const words = [
	'(?:grand |general |sub[- ]?|sous-)?totals?',
	'totaux|totale|totali|totalt|totaal|(?:sub|eind)totaal|subtotale?',
	'sums?|somme|somma|suma|soma|summa|razem|toplam',
	'(?:gesamt|zwischen|end)?summen?|(?:ins)?gesamt|(?:gesamt)?ergebnis',
	'итого|всего',
	'合计|总计|小计|共计|合計|總計|小計|합계',
	'[Σ∑]',
].join('|');

const word = new RegExp(`^(?:${words})\\s*[:：=.]?$`, 'iu');
const beginning = new RegExp(`^(?:${words})(?=[\\s:：=])`, 'iu');
const end = new RegExp(`[\\s:](?:${words})\\s*[:：=.]?$`, 'iu');

/** Whether the reference of a shipment reads like the label of a sum: `Total`, `S1 Total`, `Total containers`. */
export function isTotalsLabel(text: string): boolean {
	return word.test(text) || beginning.test(text) || end.test(text);
}

/** What makes a row more than figures: bills of lading, parties, goods, containers, charges. */
const things =
	/(?:^|\.)(?:blNumber|containerNumber|sealNumber|cargoName|cargoDescription|marksAndNumbers|code|tariffItem)$|(?:^|\.)(?:shipAgent|freightForwarder|inspector|carrier|shipper|consignee|notifyParties)\./;

/** Whether a row tells more of a shipment than figures. */
export function tellsThings(cells: Cells, columns: Columns): boolean {
	return cells.some(([header]) => things.test(columns.pathOf(header) ?? ''));
}

/** Whether a row holds sums of the sheet, by a label that stands elsewhere than in the shipment's reference. */
export function isTotalsRow(cells: Cells, reference: string | undefined, columns: Columns): boolean {
	return cells.some(([header, text], at) => {
		if (typeof text !== 'string') return false;
		const isWord = word.test(text);
		if (!isWord && !(at === 0 && reference === undefined && isTotalsLabel(text))) return false;
		const path = columns.pathOf(header);
		// No container has such a number, whatever is filled down beside it.
		if (path === containerNumber) return true;
		if (reference === undefined) return !tellsThings(cells.toSpliced(at, 1), columns);
		// A company may be called Total; a bill of lading or a cargo is not.
		if (path !== blNumber && path !== cargoName) return false;
		const beside = cells.filter(([other]) => other !== header && columns.pathOf(other) !== blNumber);
		return !tellsThings(beside, columns);
	});
}

const containerNumber = 'sets.containers.containerNumber';
const blNumber = 'sets.blNumber';
const cargoName = 'sets.cargos.cargoName';
