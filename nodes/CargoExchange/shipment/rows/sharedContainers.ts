import { isNoSeal } from '../convert/conversion';
import { isPackageCount, isQuantity } from '../fields/goods';
import { atCell, comparableKey, entriesOf, type Cell, type Entry, type Located } from './entries';

type Sealed = { container: Cell; seal: Cell };

/** By shipment: seals of several containers, and containers with different seals or with equal figures in two bills of lading. */
export function sharedContainers(shipments: readonly Entry[]): Located[][] {
	const bySeal = new Map<unknown, Sealed>();
	return shipments.map((shipment) => {
		const byContainer = new Map<unknown, Sealed>();
		const byFigures = new Map<string, Cell>();
		return entriesOf(shipment, 'sets')
			.flatMap((set) => entriesOf(set, 'containers'))
			.flatMap((entry): Located[] => {
				const [container, seal] = [entry.values.get('containerNumber'), entry.values.get('sealNumber')];
				if (!container) return [];
				const doubled = doubledIn(byFigures, container, entry);
				if (!seal || isNoSeal(String(seal.value))) return doubled;
				const here = { container, seal };
				const same = firstOf(byContainer, container, here);
				const alike = firstOf(bySeal, seal, here);
				if (!isSame(same.seal, seal))
					return [
						...doubled,
						warning(seal, `The same container has the seal "${String(same.seal.written)}" in ${same.seal.row.name}.`),
					];
				if (isSame(alike.container, container)) return doubled;
				return [
					...doubled,
					warning(seal, `Is also the seal of ${String(alike.container.written)} in ${alike.seal.row.name}.`),
				];
			});
	});
}

/** A container with the same figures in two bills of lading: each has only a part of its contents. */
function doubledIn(known: Map<string, Cell>, container: Cell, { values }: Entry): Located[] {
	const figures = [...values].flatMap(([path, { means }]) =>
		isQuantity(path) || isPackageCount(path) ? [`${path} ${String(means)}`] : [],
	);
	if (figures.length === 0) return [];
	const key = JSON.stringify([comparableKey(container.means), ...figures.sort()]);
	const first = known.get(key);
	if (first) {
		const advice = `${first.row.name} of another bill of lading has this container with the same figures. Enter the part of each bill of lading.`;
		return [
			atCell(container, {
				path: 'sets.containers.containerNumber',
				rule: 'doubledContainer',
				advice,
				severity: 'warning',
			}),
		];
	}
	known.set(key, container);
	return [];
}

/** The first one with this key, which may be the given one. */
function firstOf(known: Map<unknown, Sealed>, { means }: Cell, here: Sealed): Sealed {
	const key = comparableKey(means);
	const first = known.get(key) ?? here;
	known.set(key, first);
	return first;
}

function isSame(one: Cell, other: Cell): boolean {
	return comparableKey(one.means) === comparableKey(other.means);
}

function warning(cell: Cell, finding: string): Located {
	const advice = `${finding} Correct the one that is wrong.`;
	return atCell(cell, { path: 'sets.containers.sealNumber', rule: 'sharedSeal', advice, severity: 'warning' });
}
