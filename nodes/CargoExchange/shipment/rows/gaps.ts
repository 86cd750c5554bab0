import { isPackageCount } from '../fields/goods';
import { isMissing, issue, type Severity } from '../issue';
import { groupBy } from '../structure';
import { entriesOf, shownHeader, type Cell, type Entry, type Located } from './entries';

/** A field that every entry of a list needs if one has it: its path in the entry, and its name for users. */
type Needed = {
	path: string;
	label: string;
	isNeededBy: (entry: Entry) => boolean;
	isAlways?: boolean;
	severity?: Severity;
};

const isNumbered = ({ values }: Entry) => values.has('containerNumber');
/** Currency, payment type and exchange rate alone are no charge. */
const isCharge = ({ values }: Entry) =>
	['code', 'tariffItem', 'freightedAs', 'rate', 'amount.value'].some((path) => values.has(path));

const hasPackages = ({ values }: Entry) => [...values.keys()].some(isPackageCount);

const needed: Readonly<Record<string, readonly Needed[]>> = {
	containers: [
		{ path: 'containerType', label: 'Container Type', isNeededBy: isNumbered },
		{ path: 'totalNumberOfPackingItems', label: 'Number of Packages', isNeededBy: isNumbered },
		{ path: 'packingUnit', label: 'Packing Unit', isNeededBy: hasPackages },
		{ path: 'containerQuantity.quantityGross', label: 'Gross Weight', isNeededBy: isNumbered },
		{ path: 'sealNumber', label: 'Seal Number', isNeededBy: isNumbered, severity: 'note' },
		{ path: 'containerVolume.quantityGross', label: 'Volume', isNeededBy: isNumbered, severity: 'note' },
	],
	packaging: [
		{ path: 'numberOfPackingItems', label: 'Number of Packages', isNeededBy: () => true },
		{ path: 'packingUnit', label: 'Packing Unit', isNeededBy: hasPackages },
		{ path: 'weight.quantityGross', label: 'Gross Weight', isNeededBy: () => true },
	],
	'freightCharges.charges': [
		{ path: 'amount.value', label: 'Charge Amount', isNeededBy: isCharge, isAlways: true },
		{ path: 'prepaidType', label: 'Payment Type', isNeededBy: isCharge },
	],
};

/** What the bills of lading of a shipment usually have in common. */
const shared: readonly Pick<Needed, 'path' | 'label'>[] = [
	{ path: 'blDate', label: 'B/L Date' },
	{ path: 'placeOfIssue', label: 'Place of Issue' },
	{ path: 'notifyParties', label: 'Notify Party' },
];

/** What a bill of lading lacks although another one of the shipment has it: people fill it in once for the shipment. */
function gapsOfSets(shipment: Entry): Located[] {
	const sets = entriesOf(shipment, 'sets').map((entry, index) => ({
		entry,
		set: entry,
		list: 'sets',
		at: `sets[${index}].`,
	}));
	const cellOf = (entry: Entry, path: string) =>
		entry.values.get(path) ?? entriesOf(entry, path).flatMap(({ values }) => [...values.values()])[0];
	return shared.flatMap((field) => {
		const other = sets.flatMap(({ entry }) => cellOf(entry, field.path) ?? [])[0];
		const lacking = sets.filter(({ entry }) => cellOf(entry, field.path) === undefined);
		return other ? lacking.flatMap((part) => gap(part, field, other, 'another bill of lading')) : [];
	});
}

type Part = { list: string; at: string; entry: Entry; set: Entry };

/**
 * What some bills of lading of a shipment, and containers, packages and charges of a bill of lading, lack although others have it: cells
 * that were merged have their value in the first row only, and formulas that a program wrote have none. `unclear` are the columns that may
 * belong to any container.
 */
export function gapsIn(shipment: Entry, unclear: ReadonlySet<number>): Located[] {
	const firsts = new Map<Entry, Map<Needed, Cell>>();
	const parts = partsOf(shipment);
	for (const { list, entry, set } of parts) {
		const known = firsts.get(set) ?? new Map<Needed, Cell>();
		firsts.set(set, known);
		for (const field of needed[list] ?? []) {
			const cell = entry.values.get(field.path);
			if (cell && !known.has(field) && !unclear.has(cell.column)) known.set(field, cell);
		}
	}
	const gaps = parts.flatMap((part) =>
		(needed[part.list] ?? []).flatMap((field) => {
			const other = firsts.get(part.set)?.get(field);
			const isGap = !part.entry.values.has(field.path) && field.isNeededBy(part.entry);
			return isGap && (other || field.isAlways) ? gap(part, field, other) : [];
		}),
	);
	return [...gapsOfSets(shipment), ...gaps];
}

const grossWeights: Readonly<Record<string, string>> = {
	containers: 'containerQuantity.quantityGross',
	packaging: 'weight.quantityGross',
	cargos: 'packaging',
};

/** The containers or goods of bills of lading without any weight, by shipment, if another bill of lading of the sheet has one. */
export function withoutWeight(shipments: readonly Entry[]): Located[][] {
	const all = shipments.map(partsOf);
	const weighed = new Map<Entry, Cell>();
	for (const { list, entry, set } of all.flat()) {
		const cell = entry.values.get(grossWeights[list] ?? '');
		if (cell && !weighed.has(set)) weighed.set(set, cell);
	}
	const [other] = weighed.values();
	return all.map((parts) => {
		const lacking = other ? parts.filter(({ set }) => !weighed.has(set)) : [];
		const ofSets = groupBy(lacking, ({ set }) => set);
		return [...ofSets.values()].flatMap((ofSet) => {
			const innermost = ['containers', 'packaging', 'cargos'].find((name) => ofSet.some(({ list }) => list === name));
			const path = grossWeights[innermost ?? ''] ?? '';
			return ofSet
				.filter(({ list }) => list === innermost)
				.flatMap((part) => gap(part, { path, label: 'Gross Weight' }, other, 'another bill of lading'));
		});
	});
}

function partsOf(shipment: Entry): Part[] {
	return entriesOf(shipment, 'sets').flatMap((set, index) => {
		const at = `sets[${index}].`;
		const within = (of: Entry, list: string, path: string) =>
			entriesOf(of, list).map((entry, position) => ({ list, at: `${path}${list}[${position}].`, entry, set }));
		const cargos = within(set, 'cargos', at);
		return [
			...within(set, 'containers', at),
			...within(set, 'freightCharges.charges', at),
			...cargos,
			...cargos.flatMap(({ entry, at: cargo }) => within(entry, 'packaging', cargo)),
		];
	});
}

function gap(
	{ entry, at }: Part,
	{ path, label, severity = 'warning' }: Pick<Needed, 'path' | 'label' | 'severity'>,
	other: Cell | undefined,
	place = 'the same bill of lading',
): Located[] {
	const [first] = entry.values.values();
	if (!first) return [];
	const found = other ? ` ${contrast(other, first, place)}` : ' Fill it in, or remove the charge.';
	const advice = `${label}${isMissing}${found}`;
	const source = first.row.name;
	return [
		{
			issue: issue({ path: `${at}${path}`, rule: 'missing', advice, severity, source }),
			row: first.row.index,
			column: Infinity,
		},
	];
}

function contrast({ row, header, written }: Cell, first: Cell, place: string): string {
	const has = `has "${String(written)}".`;
	// In numbered columns, the other one is in the same row.
	if (row === first.row) return `${shownHeader(header)} ${has} Fill it in.`;
	return `${row.name} of ${place} ${has} Cells that are merged in the sheet, and formulas without a stored result, arrive empty: fill them in.`;
}
