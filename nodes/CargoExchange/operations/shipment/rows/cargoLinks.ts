import type { Cargo, Container, ShipmentSet } from '../../../schemas/shipment/shipment';
import { plainCode } from '../convert/value';
import type { Entry } from './rowTree';

/** Which cargo each container holds, as far as rows name both. */
export type CargoLinks = {
	/** Remembers a row that names a container and its cargo. */
	note(row: Entry): void;
	/** The containers that hold this cargo and no other; none where that is not certain. */
	containersOf(cargo: Cargo, set: ShipmentSet): Container[];
};

export function cargoLinks(): CargoLinks {
	const cargosByContainer = new Map<string, Set<string>>();
	return {
		note(row) {
			for (const set of row.lists.get('sets')?.known.values() ?? []) {
				const cargos = namesIn(set, 'cargos', 'cargoName');
				for (const container of namesIn(set, 'containers', 'containerNumber')) {
					const linked = cargosByContainer.get(container) ?? new Set();
					cargosByContainer.set(container, linked);
					for (const cargo of cargos) linked.add(cargo);
				}
			}
		},
		containersOf({ cargoName }, { cargos = [], containers = [] }) {
			if (cargos.length === 1) return containers;
			const held = containers.map((container) => ({
				container,
				cargos: cargosByContainer.get(plainCode(container.containerNumber ?? '')) ?? new Set<string>(),
			}));
			// A container that no row gives a cargo, or that several share, could hold some of this one.
			if (held.some(({ cargos: linked }) => linked.size === 0 || (linked.size > 1 && linked.has(cargoName ?? ''))))
				return [];
			return held.filter(({ cargos: linked }) => linked.has(cargoName ?? '')).map(({ container }) => container);
		},
	};
}

function namesIn(set: Entry, list: string, name: string): string[] {
	return [...(set.lists.get(list)?.known.values() ?? [])].flatMap(({ values }) => {
		const cell = values.get(name);
		return cell === undefined ? [] : [String(cell.means)];
	});
}
