import { neededOfRows } from '../checks/needed';
import { placeNameOf } from '../fields/placeName';
import { fieldAt, placesIn } from '../fields/places';
import { atPlace, type Issue, type IssuePlace, type RowName } from '../issue';
import { nameParties } from '../parties';
import {
	comparableKey,
	entriesOf,
	mergeRow,
	newEntry,
	objectOf,
	placeWaiting,
	type Cell,
	type Entry,
	type Filled,
	type Sources,
} from './entries';
import { addUp, dropPartial } from './figures';
import { atCell, atRows, shownHeader } from './issues';
import { missingFigures } from './missingFigures';
import type { RowReading } from './rows';
import { sumsOfOthers } from './totals';

/** A shipment made of rows. */
export type RowShipment = {
	rows: readonly RowName[];
	/** Its name in messages. */
	name: string;
	reference: string | undefined;
	importRef: string | undefined;
	/** If something stops it, this has the cells that cannot be read as they are. */
	payload: Record<string, unknown>;
	issues: Issue[];
	/** The place of a value, by its path in the payload; `importRef` is that of the import reference. */
	locate: (path: string) => IssuePlace;
};

/** How many rows are read or merged at a time. */
export const rowsAtOnce = 250;

export type Made = { shipment: RowShipment; entry: Entry };

export function* shipmentOf(readings: readonly RowReading[]): Generator<void, Made> {
	const totals = sumsOfOthers(readings);
	const entry = newEntry();
	const issues: Issue[] = [];
	for (const [index, reading] of readings.entries()) {
		if (index % rowsAtOnce === 0) yield;
		const total = totals.get(reading);
		issues.push(...(total ? [total] : reading.issues));
		if (!total && reading.entry) mergeRow(entry, reading.entry, reading.row, issues);
	}
	placeWaiting(entry, issues);
	issues.push(...entriesOf(entry, 'sets').flatMap(dropPartial));
	const rows = readings.filter((reading) => !totals.has(reading) && reading.entry);
	const missing = missingFigures(rows);
	issues.push(
		...unitsTaken(rows),
		...dropTerms(entry),
		...addUp(entry),
		...moreThanNumbered(entry, readings),
		...missing,
	);
	yield;
	const sources: Sources = { cells: new Map(), entries: new Map() };
	const importRef = entry.values.get('importRef');
	entry.values.delete('importRef');
	for (const set of entriesOf(entry, 'sets')) countContainers(set);
	const payload = objectOf(entry, sources);
	if (importRef) sources.cells.set('importRef', importRef);
	yield;
	const locate = (path: string) => placeOf(path, sources, payload);
	const placed = (found: Issue) => atPlace(found, locate(found.path));
	const isSaid = (found: Issue) => missing.some((each) => isSameFigure(each, found));
	const needed = neededOfRows(placesIn(payload)).map(placed);
	issues.push(...nameParties(payload).map(placed), ...needed.filter((found) => !isSaid(found)));
	yield;
	const isNothing = rows.length > 0 && rows.every(({ filled }) => filled.length === 1);
	const name = readings[0]?.reference;
	const reference = isNothing ? undefined : name;
	return {
		shipment: {
			rows: readings.map(({ row }) => row),
			name: name === undefined ? (readings[0]?.row.name ?? '') : `Shipment ${name}`,
			reference,
			importRef: importRef && String(importRef.value),
			payload,
			issues: isNothing ? [nothingBeside(rows)] : issues,
			locate,
		},
		entry,
	};
}

/** Figures whose unit stands in other rows only, maybe of other shipments. */
function unitsTaken(readings: readonly RowReading[]): Issue[] {
	const taken = readings.flatMap(({ filled }) => filled.filter(({ takesUnitOf }) => takesUnitOf !== undefined));
	return [...Map.groupBy(taken, ({ takesUnitOf }) => takesUnitOf).values()].flatMap((figures) => {
		const [{ target, unit = '', takesUnitOf = '' } = {}] = figures;
		const rows = figures.map(({ cell }) => cell.row);
		const column = shownHeader(takesUnitOf);
		const advice = `${column} is empty: sent as ${unit}, which is the only one in this column.`;
		return [atRows(rows, { path: target?.dotted ?? '', rule: 'units', advice, severity: 'note' })];
	});
}

/** A figure that a row lacks is also missing in the container or the goods that only this row fills. */
function isSameFigure(one: Issue, other: Issue): boolean {
	const nameOf = ({ missing, path }: Issue) => {
		const field = missing === undefined ? undefined : fieldAt(path);
		return field && 'ofGoods' in field
			? field.ofGoods
			: path.slice(path.lastIndexOf('packaging')).replace(/^[^.]*\./, '');
	};
	return one.at?.rows[0]?.index === other.at?.rows[0]?.index && nameOf(one) === nameOf(other);
}

/** A text below the table, in the column of the reference. */
function nothingBeside(readings: readonly RowReading[]): Issue {
	const advice = 'Has nothing beside its Shipment Reference. Remove the row, or add the other rows of the shipment.';
	const value = readings[0]?.reference;
	const rows = readings.map(({ row }) => row);
	return atRows(rows, { path: 'shipmentReference', rule: 'no values', advice, value });
}

/** A numbered column names one party of each bill of lading. */
function moreThanNumbered(shipment: Entry, readings: readonly RowReading[]): Issue[] {
	const isNotify = ({ target }: Filled) => target.dotted === 'sets.notifyParties.name';
	const names = readings.flatMap(({ filled }) => filled.filter(isNotify));
	const numbers = new Set(names.map(({ cell }) => cell.column));
	if (!names.some(({ target }) => target.isNumbered)) return [];
	return entriesOf(shipment, 'sets').flatMap((set) =>
		entriesOf(set, 'notifyParties')
			.slice(numbers.size)
			.flatMap(({ values }) => {
				const name = values.get('name');
				const advice =
					'Differs from an earlier row of the same bill of lading: correct one of them, or leave it empty.';
				return name ? [atCell(name, { path: 'sets.notifyParties.name', rule: 'rows disagree', advice })] : [];
			}),
	);
}

/** Currency and terms alone are no charge, also beside words instead of the amount. The same charge twice is one that was filled down, or applies twice: nobody can know. */
function dropTerms(shipment: Entry): Issue[] {
	const unsent: Cell[] = [];
	const repeated = entriesOf(shipment, 'sets').flatMap(({ lists }) => {
		const charges = lists.get('freightCharges.charges');
		if (!charges) return [];
		const real = charges.entries.filter(({ values }) => {
			const amount = values.get('amount.value');
			return amount && !(amount.isUnreadable && !values.has('code') && !values.has('tariffItem'));
		});
		const terms = (each: Entry) => each.values.get('prepaidType') ?? [];
		const sent = new Set(real.flatMap(terms).map(({ means }) => means));
		unsent.push(...charges.entries.flatMap(terms).filter(({ means }) => !sent.has(means)));
		charges.entries.splice(0, charges.entries.length, ...real);
		const same = Map.groupBy(real, ({ values }) =>
			JSON.stringify([...values].map(([path, { means }]) => [path, comparableKey(means)]).sort()),
		);
		return [...same.values()].filter((each) => each.length > 1).map(repeatedCharge);
	});
	return [...repeated, ...[...Map.groupBy(unsent, ({ means }) => means).values()].map(notSent)];
}

function notSent(cells: readonly Cell[]): Issue {
	const advice = `${shownHeader(cells[0]?.header ?? '')} is sent only with the amount of a charge. To have it on the bill of lading, write it into a column B/L Clause.`;
	const rows = cells.map(({ row }) => row);
	const path = 'sets.freightCharges.charges.prepaidType';
	return atRows(rows, { path, rule: 'terms', advice, value: cells[0]?.written, severity: 'note' });
}

function repeatedCharge(same: readonly Entry[]): Issue {
	const cells = same.flatMap(({ values }) => [...values.values()].slice(0, 1));
	const advice =
		'These rows have the same charge. If it applies only once, keep it on one row; if several times, make the rows differ, for example in Freighted As.';
	const rows = cells.map(({ row }) => row);
	return atRows(rows, {
		path: 'sets.freightCharges.charges',
		rule: 'repeated charge',
		advice,
		value: cells[0]?.written,
	});
}

/** A bill of lading and a container belong to one shipment, and a seal to one container. */
export function inSeveralShipments(made: readonly Made[]): Issue[] {
	const owners = new Map<string, { shipment: string; container: string | undefined }>();
	return made.flatMap(({ shipment, entry }) =>
		entriesOf(entry, 'sets').flatMap((set) => {
			const containers = entriesOf(set, 'containers').map(({ values }) => values);
			const numbers = [set.values.get('blNumber'), ...containers.map((values) => values.get('containerNumber'))];
			const codes = [
				...numbers.map((cell) => ({ cell, code: cell?.means, container: undefined })),
				...containers.flatMap((values) => {
					const [cell, number = ''] = [values.get('sealNumber'), values.get('containerNumber')?.means];
					const seals = String(cell?.means).split(', ');
					return seals.map((code) => ({ cell, code, container: comparableKey(number) }));
				}),
			];
			return codes.flatMap(({ cell, code = '', container }) => {
				if (!cell || cell.isUnreadable || cell.value === null) return [];
				const key = JSON.stringify([comparableKey(code), container === undefined]);
				const owner = owners.get(key) ?? { shipment: shipment.name, container };
				owners.set(key, owner);
				if (owner.shipment === shipment.name || (container !== undefined && owner.container === container)) return [];
				const what = code === cell.means ? 'Is' : `${code} is`;
				const advice = `${what} also in ${owner.shipment}. Correct one of the two.`;
				return [atCell(cell, { path: '', rule: 'two shipments', advice, severity: 'stopsIfStrict' })];
			});
		}),
	);
}

/** The place of a cell, or else of the innermost entry that contains the path: *Bill of lading BL-1*, or its row if it has no name. */
function placeOf(path: string, { cells, entries }: Sources, payload: unknown): IssuePlace {
	const cell = cells.get(path);
	if (cell) {
		const { row, sumOf, column, header, written } = cell;
		const at = { rows: sumOf ?? [row], column, header, ...(sumOf ? { isSum: true as const } : {}) };
		return { source: `${row.name}, ${shownHeader(header)}`, written, at };
	}
	const { entry, label, isNumbered } = placeNameOf(payload, path);
	const inner = [...path.matchAll(/\]\.?/g)].map(({ index, 0: end }) => path.slice(0, index + end.length));
	const known = inner.reverse().flatMap((at) => entries.get(at.endsWith('.') ? at : `${at}.`) ?? []);
	const [nearest = entries.get('')] = known;
	const rows = nearest ? [nearest.row] : [];
	if (isNumbered && nearest) return { source: nearest.row.name, label, at: { rows, column: Infinity } };
	return { source: entry, label, at: { rows, column: Infinity, isEntry: true } };
}

/** The number of containers of a bill of lading, if the sheet does not have it. */
function countContainers({ values, lists }: Entry): void {
	const { entries = [] } = lists.get('containers') ?? {};
	const [first] = entries[0]?.values.values() ?? [];
	if (first && !values.has('numberOfContainers'))
		values.set('numberOfContainers', { ...first, value: entries.length, means: entries.length });
}
