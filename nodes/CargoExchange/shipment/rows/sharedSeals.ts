import { isNoSeal } from '../checks/typeAndSeal';
import { atCell, comparableKey, entriesOf, type Cell, type Entry, type Located } from './entries';

type Sealed = { container: Cell; seal: Cell };

/** By shipment: seals of several containers, and containers with different seals in two bills of lading. One of the two is probably mistyped. */
export function sharedSeals(shipments: readonly Entry[]): Located[][] {
	const bySeal = new Map<unknown, Sealed>();
	return shipments.map((shipment) => {
		const byContainer = new Map<unknown, Sealed>();
		return entriesOf(shipment, 'sets')
			.flatMap((set) => entriesOf(set, 'containers'))
			.flatMap(({ values }): Located[] => {
				const [container, seal] = [values.get('containerNumber'), values.get('sealNumber')];
				if (!container || !seal || isNoSeal(String(seal.value))) return [];
				const here = { container, seal };
				const same = firstOf(byContainer, container, here);
				const alike = firstOf(bySeal, seal, here);
				if (!isSame(same.seal, seal))
					return [
						warning(seal, `The same container has the seal "${String(same.seal.written)}" in ${same.seal.row.name}.`),
					];
				if (isSame(alike.container, container)) return [];
				return [warning(seal, `Is also the seal of ${String(alike.container.written)} in ${alike.seal.row.name}.`)];
			});
	});
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
