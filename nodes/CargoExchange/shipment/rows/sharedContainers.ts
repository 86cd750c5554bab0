import { isNoSeal, plainCode } from '../convert/conversion';
import { isPackageCount, isQuantity } from '../fields/goods';
import { atCell, comparableKey, entriesOf, type Cell, type Entry, type Located } from './entries';

type Known = { container: Cell; cell: Cell };

/** What a container has only one of. */
const ofContainer = [
	{ path: 'containerType', name: 'type' },
	{ path: 'sealNumber', name: 'seal' },
] as const;

/** By shipment: seals of several containers, and containers with different seals, types or with equal figures in two bills of lading of the sheet. */
export function sharedContainers(shipments: readonly Entry[]): Located[][] {
	const firsts = new Map<string, Known>();
	const bySeal = new Map<string, Known>();
	const byFigures = new Map<string, Cell>();
	return shipments.map((shipment) =>
		entriesOf(shipment, 'sets')
			.flatMap((set) => entriesOf(set, 'containers'))
			.flatMap((entry): Located[] => {
				const container = entry.values.get('containerNumber');
				if (!container || container.isUnreadable) return [];
				const others = ofContainer.flatMap((field) => {
					const { path, name } = field;
					const cell = entry.values.get(path);
					if (!cell || cell.isUnreadable || isNoSeal(String(cell.value))) return [];
					const here = { container, cell };
					const first = firstOf(firsts, `${path} ${keyOf(container)}`, here);
					const sealed = name === 'seal' ? firstOf(bySeal, keyOf(cell), here) : here;
					if (keyOf(first.cell) !== keyOf(cell)) return [differs(cell, first.cell, field)];
					return keyOf(sealed.container) === keyOf(container) ? [] : [sharedSeal(cell, sealed)];
				});
				return [...doubledIn(byFigures, container, entry), ...others];
			}),
	);
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
		const advice = `${first.row.name} of another bill of lading has this container with the same figures. Correct the container number, or enter the part of each bill of lading.`;
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
function firstOf(known: Map<string, Known>, key: string, here: Known): Known {
	const first = known.get(key) ?? here;
	known.set(key, first);
	return first;
}

/** `40' HC` and `40HC`, `ES 4` and `es4` are the same. */
function keyOf({ means }: Cell): string {
	return plainCode(String(means));
}

function differs(cell: Cell, first: Cell, { path, name }: (typeof ofContainer)[number]): Located {
	const found = `The same container has the ${name} "${String(first.written)}" in ${first.row.name}.`;
	return warning(cell, path, `${found} Correct the one that is wrong, or the container number.`);
}

function sharedSeal(cell: Cell, { container, cell: seal }: Known): Located {
	const found = `Is also the seal of ${String(container.written)} in ${seal.row.name}.`;
	return warning(cell, 'sealNumber', `${found} Correct the one that is wrong.`);
}

function warning(cell: Cell, path: string, advice: string): Located {
	return atCell(cell, { path: `sets.containers.${path}`, rule: 'sharedContainer', advice, severity: 'warning' });
}
