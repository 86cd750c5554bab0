import { plainCode } from '../convert/conversion';
import { mostSimilar } from '../similar';
import {
	atCell,
	atRows,
	comparableKey,
	contradiction,
	entriesOf,
	type Cell,
	type Entry,
	type Located,
} from './entries';

/** The cells of a shipment that identify things in the world. */
export type Identifiers = { reference: Cell | undefined; bills: readonly Cell[]; containers: readonly Cell[] };

/** Those among the cells of a payload, by their path. */
export function identifiersIn(cells: ReadonlyMap<string, Cell>): Identifiers {
	const ending = (name: string) =>
		[...cells].flatMap(([path, cell]) => (path.endsWith(name) && !cell.isUnreadable ? [cell] : []));
	return {
		reference: cells.get('shipmentReference'),
		bills: ending('.blNumber'),
		containers: ending('.containerNumber'),
	};
}

/**
 * Shipments that may be one, bills of lading that may be one, and shipments with one bill of lading: references and B/L numbers that differ
 * in leading zeros, in O and 0, in case or in punctuation only, and one B/L number in two shipments. It is a note if nothing else connects
 * the two shipments, otherwise a warning.
 */
export function lookAlikes(shipments: readonly Identifiers[]): Located[][] {
	const byReference = firstsBy(shipments, ({ reference }) => (reference ? [reference] : []), looseKey);
	const byBill = firstsBy(shipments, ({ bills }) => bills, exactKey);
	const byLooseBill = firstsBy(shipments, ({ bills }) => bills, looseKey);
	return shipments.map((shipment) => [
		...[shipment.reference].flatMap((cell) => {
			const other = cell && byReference(cell);
			return other && other.shipment !== shipment ? [similarReference(cell, other, shipment)] : [];
		}),
		...shipment.bills.flatMap((cell) => {
			const [same, alike] = [byBill(cell), byLooseBill(cell)];
			// A row without a reference has to be corrected anyway.
			if (same && same.shipment !== shipment) return shipment.reference ? [sharedBill(cell, same)] : [];
			return alike && exactKey(alike.cell) !== exactKey(cell) ? [similarBill(cell, alike, shipment)] : [];
		}),
	]);
}

type Found = { shipment: Identifiers; cell: Cell };

/** Finds, for a cell, the first cell of the same key, and its shipment. */
function firstsBy(
	shipments: readonly Identifiers[],
	cellsOf: (shipment: Identifiers) => readonly Cell[],
	keyOf: (cell: Cell) => string,
): (cell: Cell) => Found | undefined {
	const firsts = new Map<string, Found>();
	for (const shipment of shipments)
		for (const cell of cellsOf(shipment)) if (!firsts.has(keyOf(cell))) firsts.set(keyOf(cell), { shipment, cell });
	return (cell) => firsts.get(keyOf(cell));
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

function sharesNumber(one: Identifiers, other: Identifiers, keyOf: (cell: Cell) => string): boolean {
	const numbersOf = ({ bills, containers }: Identifiers) => [...bills, ...containers].map(keyOf);
	const numbers = new Set(numbersOf(one));
	return numbersOf(other).some((number) => numbers.has(number));
}

function similarReference(cell: Cell, { shipment: other, cell: first }: Found, shipment: Identifiers): Located {
	const isShared = sharesNumber(shipment, other, looseKey);
	const shared = isShared ? ', and both shipments have the same B/L or container number' : '';
	return similar(cell, first, { isShared, path: 'shipmentReference', thing: 'shipment', shared });
}

function similarBill(cell: Cell, { shipment: other, cell: first }: Found, shipment: Identifiers): Located {
	const isShared = other === shipment || sharesNumber(shipment, other, exactKey);
	const found = similar(cell, first, { isShared, path: 'sets.blNumber', thing: 'bill of lading' });
	// Before all that one of them only seems to lack.
	return { ...found, row: -1, column: -1 };
}

function similar(
	cell: Cell,
	other: Cell,
	{ isShared, path, thing, shared = '' }: { isShared: boolean; path: string; thing: string; shared?: string },
): Located {
	const advice = `Looks like ${String(other.written)} in ${other.row.name}${shared}. If both mean the same ${thing}, write them in the same way.`;
	return atCell(cell, { path, rule: 'similarReference', advice, severity: isShared ? 'warning' : 'note' });
}

function sharedBill(cell: Cell, { shipment, cell: other }: Found): Located {
	const advice = `Is also the B/L number of shipment ${String(shipment.reference?.value ?? '')} in ${other.row.name}. A bill of lading belongs to one shipment.`;
	return atCell(cell, { path: 'sets.blNumber', rule: 'sharedBill', advice, severity: 'warning' });
}

/** How many names of one bill of lading are compared, each with all before it, and how much of each, in characters. */
const mostCompared = 20;
const longestCompared = 100;

/** Notify parties of one bill of lading that may be one. In a column with a number, another name on another row contradicts the first. */
export function severalParties(shipment: Entry): Located[] {
	const textOf = ({ value }: Cell) => String(value).slice(0, longestCompared);
	return entriesOf(shipment, 'sets').flatMap((set) => {
		const names = entriesOf(set, 'notifyParties').flatMap(({ values }) => {
			const name = values.get('name');
			return name && !name.isUnreadable ? [name] : [];
		});
		const isNumbered = names.some(({ header }) => /\d/.test(header));
		const found = names.slice(1, mostCompared).flatMap((cell, index): Located[] => {
			const before = names.slice(0, index + 1);
			const first = before.find(({ header }) => header === cell.header);
			if (isNumbered && first) return [contradiction('sets.notifyParties.name', first, cell, anotherNumber)];
			const text = mostSimilar(textOf(cell), before.map(textOf));
			const alike = before.find((other) => textOf(other) === text);
			return alike ? [similarName(cell, alike)] : [];
		});
		const areSeveral = !isNumbered && names.length - found.length > 1;
		return areSeveral ? [...found, differentNames(names)] : found;
	});
}

const anotherNumber = ' If this is another Notify Party, give it a column with another number.';

function similarName(cell: Cell, other: Cell): Located {
	const advice = `Looks like "${String(other.written)}" in ${other.row.name}, and both are sent as notify parties. If they are one, write the name in the same way.`;
	return atCell(cell, { path: 'sets.notifyParties.name', rule: 'similarName', advice, severity: 'warning' });
}

function differentNames(names: readonly Cell[]): Located {
	const rows = names.map(({ row }) => row);
	const value = names.map(({ written }) => String(written)).join(', ');
	const advice = `Are sent as ${names.length} notify parties of one bill of lading.`;
	return atRows(rows, { path: 'sets.notifyParties', value, rule: 'severalParties', advice, severity: 'note' });
}
