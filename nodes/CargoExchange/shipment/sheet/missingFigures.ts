import { emptyCells } from '../checks/needed';
import type { Issue } from '../issue';
import { cellIn, comparableKey, type Filled } from './entries';
import { atRows, shownHeader } from './issues';
import { isAboutGoods, type RowReading } from './rows';

/**
 * The figures that goods in a container lack although others of the bill of lading have them. Their sum would look like that of all; merged
 * cells have their value in the first row only.
 */
export function missingFigures(readings: readonly RowReading[]): Issue[] {
	const about = readings.filter(isAboutGoods);
	const numbered = about.filter(({ filled }) => cellIn(filled, ofBill));
	// An empty B/L number is that of the only one.
	const isOne = new Set(numbered.map((reading) => keyOf(reading, [ofBill]))).size === 1;
	const bills = Map.groupBy(about, (reading) => (isOne ? '' : keyOf(reading, [ofBill])));
	return [...bills.values()].flatMap((rows) => {
		const columns = new Map(rows.flatMap(figuresOf).map((figure) => [figure.cell.column, figure]));
		const goods = Map.groupBy(rows, (reading) => keyOf(reading, ofGoods));
		return [...goods.values()].flatMap((same) => {
			const filled = new Set(same.flatMap(figuresOf).map(({ cell }) => cell.column));
			return [...columns].flatMap(([column, figure]) => (filled.has(column) ? [] : [missing(same, figure)]));
		});
	});
}

function missing([first]: readonly RowReading[], { target, cell }: Filled): Issue {
	const name = shownHeader(cell.header);
	const advice = `${name} is missing. Other goods of this bill of lading have it. ${emptyCells}`;
	return atRows(first ? [first.row] : [], {
		path: target.dotted,
		rule: 'missing',
		missing: name,
		advice,
		severity: 'stopsIfStrict',
	});
}

const ofBill = 'sets.blNumber';
const ofGoods = ['sets.containers.containerNumber', 'sets.cargos.cargoName', 'sets.cargos.cargoDescription'];

/** Figures whose header does not say that they are the container's. */
function figuresOf({ filled }: RowReading): Filled[] {
	return filled.filter(({ target: { owner, field } }) => (owner === 'row' || owner === 'goods') && 'adds' in field);
}

function keyOf({ filled }: RowReading, fields: readonly string[]): string {
	const cells = fields.map((field) => cellIn(filled, field)?.means ?? '');
	return JSON.stringify(cells.map(comparableKey));
}
