import { plainCode } from '../convert/conversion';
import { atCell, comparableKey, type Cell, type Located } from './entries';

/** The cells of a shipment that identify things in the world. */
export type Identifiers = { reference: Cell | undefined; bills: readonly Cell[]; containers: readonly Cell[] };

/** Those among the cells of a payload, by their path. */
export function identifiersIn(cells: ReadonlyMap<string, Cell>): Identifiers {
	const ending = (name: string) => [...cells].flatMap(([path, cell]) => (path.endsWith(name) ? [cell] : []));
	return {
		reference: cells.get('shipmentReference'),
		bills: ending('.blNumber'),
		containers: ending('.containerNumber'),
	};
}

/**
 * Shipments that may be one, or have one bill of lading: references that differ in leading zeros, in O and 0 or in dashes only, and one B/L
 * number in two shipments. Such references are noted; it is a warning if the shipments share a B/L or container number.
 */
export function lookAlikes(shipments: readonly Identifiers[]): Located[][] {
	const byReference = firstsBy(shipments, ({ reference }) => (reference ? [reference] : []), looseKey);
	const byBill = firstsBy(shipments, ({ bills }) => bills, exactKey);
	return shipments.map((shipment) => [
		...[shipment.reference].flatMap((cell) => {
			const other = cell && byReference(shipment, cell);
			return other ? [similarReference(cell, other.cell, sharesNumber(shipment, other.shipment))] : [];
		}),
		// A row without a reference has to be corrected anyway.
		...(shipment.reference ? shipment.bills : []).flatMap((cell) => {
			const other = byBill(shipment, cell);
			return other ? [sharedBill(cell, other)] : [];
		}),
	]);
}

type Found = { shipment: Identifiers; cell: Cell };

/** Finds, for a cell, the first shipment with a cell of the same key, unless it is its own. */
function firstsBy(
	shipments: readonly Identifiers[],
	cellsOf: (shipment: Identifiers) => readonly Cell[],
	keyOf: (cell: Cell) => string,
): (own: Identifiers, cell: Cell) => Found | undefined {
	const firsts = new Map<string, Found>();
	for (const shipment of shipments)
		for (const cell of cellsOf(shipment)) if (!firsts.has(keyOf(cell))) firsts.set(keyOf(cell), { shipment, cell });
	return (own, cell) => {
		const first = firsts.get(keyOf(cell));
		return first === undefined || first.shipment === own ? undefined : first;
	};
}

function exactKey({ value }: Cell): string {
	return String(comparableKey(value));
}

/** `FWD-0030O1` is `FWD-3001`. */
function looseKey({ value }: Cell): string {
	return plainCode(String(value))
		.replace(/O/g, '0')
		.replace(/(?<!\d)0+(?=\d)/g, '');
}

function sharesNumber(one: Identifiers, other: Identifiers): boolean {
	const numbersOf = ({ bills, containers }: Identifiers) => [...bills, ...containers].map(exactKey);
	const numbers = new Set(numbersOf(one));
	return numbersOf(other).some((number) => numbers.has(number));
}

function similarReference(cell: Cell, other: Cell, isShared: boolean): Located {
	const shared = isShared ? ', and both shipments have the same B/L or container number' : '';
	const advice = `Looks like ${String(other.written)} in ${other.row.name}${shared}. If both mean the same shipment, write them in the same way.`;
	return atCell(cell, {
		path: 'shipmentReference',
		rule: 'similarReference',
		advice,
		severity: isShared ? 'warning' : 'note',
	});
}

function sharedBill(cell: Cell, { shipment, cell: other }: Found): Located {
	const advice = `Is also the B/L number of shipment ${String(shipment.reference?.value ?? '')} in ${other.row.name}. A bill of lading belongs to one shipment.`;
	return atCell(cell, { path: 'sets.blNumber', rule: 'sharedBill', advice, severity: 'warning' });
}
