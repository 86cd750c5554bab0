import { isPackageCount, isQuantity } from '../fields/goods';
import { groupBy } from '../structure';
import { atRows, comparableKey, entriesOf, type Cell, type Entry, type Located, type RowName } from './entries';
import type { RowPart } from './readRow';

/** What several rows of a shipment repeat: equal rows, and charges that were filled down. Weights and money are never guessed. */
export function repeatsIn(shipment: Entry, parts: readonly RowPart[]): Located[] {
	const charges = chargesOf(shipment);
	charges.forEach(dropRepeatedTerms);
	return [...equalRows(parts), ...countedOnce(parts), ...charges.flatMap(repeatedCharges)];
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
type Stated = { key: string; row: RowName; goods: string; figures: readonly Cell['value'][] };

/** Equal figures on several rows of one container or of one kind of packages: they may be the sum, or each a part of it. */
function countedOnce(parts: readonly RowPart[]): Located[] {
	return [...groupBy(parts.flatMap(statedIn), ({ key }) => key).values()].flatMap((same) => {
		if (same.length < 2 || new Set(same.map(({ figures }) => JSON.stringify(figures))).size > 1) return [];
		const rows = same.map(({ row }) => row);
		const goods = new Set(same.flatMap(({ goods: name }) => (name === '' ? [] : [name])));
		const place = { path: '', value: same[0]?.figures.find((value) => typeof value === 'number') };
		if (goods.size < 2)
			return [
				atRows(rows, {
					...{ ...place, rule: 'countedOnce', severity: 'note' },
					advice: 'These rows have equal figures for the same container or goods. They are counted once.',
				}),
			];
		const advice =
			'These rows have different goods in one container, with equal figures. If the figures are those of the whole container, keep them on one row; otherwise add them up in one row.';
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
			const figures = [...values].flatMap(([path, { means }]) =>
				isQuantity(path) || isPackageCount(path) ? [path, means] : [],
			);
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

/** Terms that are filled down beside the containers are no charge if another one has the same. */
function dropRepeatedTerms(charges: Map<string, Entry>): void {
	const onlyTerms = [...charges].filter(([, { values }]) => [...values.keys()].every((path) => terms.has(path)));
	for (const same of groupBy(onlyTerms, ([, charge]) => contentOf(charge)).values()) {
		for (const [key] of same.slice(0, -1)) charges.delete(key);
		for (const [key, { values }] of same.slice(-1)) {
			const hasAll = (other: Entry) =>
				[...values].every(([path, { means }]) => other.values.get(path)?.means === means);
			if ([...charges].some(([otherKey, other]) => otherKey !== key && hasAll(other))) charges.delete(key);
		}
	}
}

function contentOf({ values }: Entry, paths: readonly string[] = [...values.keys()]): string {
	return JSON.stringify(paths.map((path) => [path, values.get(path)?.means]).sort());
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
