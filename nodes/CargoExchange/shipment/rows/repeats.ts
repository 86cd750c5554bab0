import { isPackageCount, isQuantity } from '../fields/goods';
import { groupBy } from '../structure';
import {
	atRows,
	comparableKey,
	entriesOf,
	listNames,
	newEntry,
	shownHeader,
	type Cell,
	type Entry,
	type Located,
	type RowName,
} from './entries';
import type { RowPart } from './readRow';

/** What several rows of a shipment repeat: equal rows, and charges that were filled down. Weights and money are never guessed. */
export function repeatsIn(shipment: Entry, parts: readonly RowPart[]): Located[] {
	const charges = chargesOf(shipment);
	const dropped = charges.flatMap(dropTerms);
	return [...equalRows(parts), ...countedOnce(parts), ...dropped, ...charges.flatMap(repeatedCharges)];
}

/** Two lots of the same goods in one container, or a row that was pasted twice: both read the same. */
function equalRows(parts: readonly RowPart[]): Located[] {
	const groups = groupBy(
		parts.filter(({ goods }) => goods !== undefined),
		({ goods }) => goods,
	);
	return [...groups.values()].flatMap((same) => {
		const rows = same.map(({ row }) => row);
		const advice = 'These rows are equal. Add them up in one row, or remove the repeated ones.';
		return same.length > 1 ? [atRows(rows, { path: '', rule: 'equalRows', advice })] : [];
	});
}

/** The figures of a container or of packages in a row; `goods` are those beside a container. */
type Stated = { key: string; row: RowName; goods: string; figures: readonly [path: string, cell: Cell][] };

/** Equal figures on several rows of one container or of one kind of packages: they may be the sum, or each a part of it. */
function countedOnce(parts: readonly RowPart[]): Located[] {
	return [...groupBy(parts.flatMap(statedIn), ({ key }) => key).values()].flatMap((same) => {
		if (
			same.length < 2 ||
			new Set(same.map(({ figures }) => JSON.stringify(figures.map(([path, { means }]) => [path, means])))).size > 1
		)
			return [];
		const rows = same.map(({ row }) => row);
		const goods = new Set(same.flatMap(({ goods: name }) => (name === '' ? [] : [name])));
		const cells = (same[0]?.figures ?? []).map(([, cell]) => cell);
		const place = { path: '', value: cells[0]?.means };
		const columns = listNames(cells.map(({ header }) => shownHeader(header)));
		if (goods.size < 2)
			return [
				atRows(rows, {
					...{ ...place, rule: 'countedOnce', severity: 'note' },
					advice: `These rows have equal figures for the same container or goods in ${columns}. They are counted once.`,
				}),
			];
		const advice = `These rows have different goods in one container, with equal figures in ${columns}. If the figures are those of the whole container, keep them on one row; otherwise add them up in one row.`;
		return [atRows(rows, { ...place, rule: 'countedOnce', advice })];
	});
}

function statedIn({ row, entry }: RowPart): Stated[] {
	return entriesOf(entry, 'sets').flatMap((set) => {
		const keyOf = (...names: (Cell['value'] | undefined)[]) =>
			JSON.stringify([set.values.get('blNumber')?.means, ...names].map((name) => comparableKey(String(name ?? ''))));
		const cargos = entriesOf(set, 'cargos');
		const nameOf = ({ values }: Entry) => String(comparableKey(values.get('cargoName')?.means ?? ''));
		const stated = (key: string, goods: string, { values }: Entry): Stated[] => {
			const figures = [...values].filter(([path]) => isQuantity(path) || isPackageCount(path));
			return figures.length === 0 ? [] : [{ key, row, goods, figures }];
		};
		return [
			...entriesOf(set, 'containers').flatMap((container) => {
				const number = container.values.get('containerNumber')?.means;
				return number === undefined ? [] : stated(keyOf('container', number), cargos.map(nameOf).join(), container);
			}),
			...cargos.flatMap((cargo) =>
				entriesOf(cargo, 'packaging').flatMap((packaging) =>
					stated(keyOf('cargo', nameOf(cargo), packaging.values.get('packingUnit')?.means), '', packaging),
				),
			),
		];
	});
}

/** The charges of each bill of lading. */
function chargesOf(shipment: Entry): Map<string, Entry>[] {
	return entriesOf(shipment, 'sets').flatMap(({ lists }) => lists.get('freightCharges.charges')?.entries ?? []);
}

const terms = new Set(['amount.currency', 'prepaidType', 'exchangeRate']);

/** Terms alone are no charge. They are filled down beside the containers if another charge has the same; otherwise something is lost. */
function dropTerms(charges: Map<string, Entry>): Located[] {
	const isOnlyTerms = ({ values }: Entry) => [...values.keys()].every((path) => terms.has(path));
	const onlyTerms = [...charges].filter(([, charge]) => isOnlyTerms(charge));
	for (const [key] of onlyTerms) charges.delete(key);
	const alone = [...groupBy(onlyTerms, ([, charge]) => contentOf(charge)).values()].map((same) =>
		same.map(([, charge]) => charge),
	);
	return alone.flatMap((same, index) => {
		const [first = newEntry()] = same;
		const hasAll = (other: Entry) =>
			[...first.values].every(([path, { means }]) => other.values.get(path)?.means === means);
		const others = alone.flatMap(([other = newEntry()], at) => (at === index ? [] : [other]));
		return [...charges.values(), ...others].some(hasAll) ? [] : [lostTerms(same, charges.size > 0)];
	});
}

function lostTerms(same: readonly Entry[], hasCharges: boolean): Located {
	const rows = same.flatMap(({ values }) => [...values.values()].slice(0, 1)).map(({ row }) => row);
	const value = [...(same[0]?.values.values() ?? [])].map(({ written }) => String(written)).join(', ');
	const advice = hasCharges
		? 'Is not sent, because no charge of this bill of lading has it. Fill in Charge Amount, or correct the row.'
		: 'Is not sent, because this bill of lading has no charge.';
	const severity = hasCharges ? 'warning' : 'note';
	return atRows(rows, { path: 'sets.freightCharges.charges', value, rule: 'termsOnly', advice, severity });
}

/** Case and spaces do not matter: `BAS` and `bas` are the same charge. */
function contentOf({ values }: Entry, paths: readonly string[] = [...values.keys()]): string {
	return JSON.stringify(paths.map((path) => [path, comparableKey(values.get(path)?.means ?? '')]).sort());
}

/** A charge on several rows may have been filled down, or may apply several times. A row may lack its currency, or its code. */
function repeatedCharges(charges: Map<string, Entry>): Located[] {
	const all = [...charges.values()];
	const twins = new Map<Entry, Entry>();
	const byFields = [...groupBy(all, ({ values }) => JSON.stringify([...values.keys()].sort())).values()];
	for (const [index, some] of byFields.entries())
		for (const others of byFields.slice(index + 1)) findTwins(some, others, twins);
	const alike = groupBy(all, (charge) => contentOf(twins.get(charge) ?? charge));
	return [...alike.values()].flatMap((same) => (same.length > 1 ? [repeatedCharge(same)] : []));
}

/** Charges that differ in nothing but the terms that one of them lacks, such as the currency. */
function findTwins(some: readonly Entry[], others: readonly Entry[], twins: Map<Entry, Entry>): void {
	const [one, other] = [[...(some[0]?.values.keys() ?? [])], [...(others[0]?.values.keys() ?? [])]];
	const shared = one.filter((path) => other.includes(path));
	const lacked = [...one, ...other].filter((path) => !shared.includes(path));
	if (!shared.includes('amount.value') || !lacked.every((path) => terms.has(path))) return;
	const known = new Map(some.map((charge) => [contentOf(charge, shared), charge] as const).reverse());
	for (const charge of others) {
		const twin = known.get(contentOf(charge, shared));
		if (twin) twins.set(charge, twins.get(twin) ?? twin);
	}
}

function repeatedCharge(same: readonly Entry[]): Located {
	const cells: Cell[] = same.flatMap(({ values }) => [...values.values()].slice(0, 1));
	const advice =
		'These rows have the same charge. If it applies only once, keep it on one row. If it applies several times, make the rows differ, for example in Freighted As.';
	const rows = cells.map(({ row }) => row);
	const path = 'sets.freightCharges.charges';
	return atRows(rows, { path, rule: 'repeatedCharge', advice, value: cells[0]?.value });
}
