import type { Cargo, Container, ShipmentPayload, ShipmentSet } from '../../../schemas/shipment/shipment';
import { chargeTotalsOf, groupBy, prepaidTotalsOf, sumOf, sumOfMeasures } from '../convert/sums';
import { plainCode } from '../convert/value';
import type { Entry } from './rowTree';

/** The payload with the totals that its rows leave out and that follow from their figures; a total that is given stays. */
export function complete(payload: ShipmentPayload, links: CargoLinks): ShipmentPayload {
	return { ...payload, sets: payload.sets?.map((set) => completeSet(set, links)) };
}

function completeSet(set: ShipmentSet, links: CargoLinks): ShipmentSet {
	const { containers = [], cargos = [], freightCharges } = set;
	const charges = freightCharges?.charges ?? [];
	return {
		...set,
		numberOfContainers: set.numberOfContainers ?? (containers.length === 0 ? undefined : containers.length),
		totalContainers: set.totalContainers ?? summaryOf(containers),
		cargos: cargos.map((cargo) => completeCargo(cargo, links.containersOf(cargo, set))),
		freightCharges: {
			...freightCharges,
			chargeTotals: freightCharges?.chargeTotals ?? chargeTotalsOf(charges),
			prepaidTotals: freightCharges?.prepaidTotals ?? prepaidTotalsOf(charges, freightCharges?.paymentLocationPrepaid),
		},
	};
}

/** How many of which type: `2 x 45G1, 1 x 22G1`. */
function summaryOf(containers: Container[]): string | undefined {
	const counts = new Map<string, number>();
	for (const { containerType } of containers) {
		if (containerType === undefined) return undefined;
		counts.set(containerType, (counts.get(containerType) ?? 0) + 1);
	}
	return [...counts].map(([type, count]) => `${count} x ${type}`).join(', ');
}

function completeCargo(cargo: Cargo, held: Container[]): Cargo {
	return {
		...cargo,
		quantities: cargo.quantities ?? quantitiesOf(held),
		packaging: cargo.packaging ?? packagingOf(held),
	};
}

function quantitiesOf(held: Container[]): Cargo['quantities'] {
	const sums = [
		sumOfMeasures(held.map(({ containerQuantity = {} }) => containerQuantity)),
		sumOfMeasures(held.map(({ containerVolume = {} }) => containerVolume)),
	];
	return sums.filter((sum) => sum !== undefined);
}

function packagingOf(held: Container[]): Cargo['packaging'] {
	if (held.some(({ totalNumberOfPackingItems }) => totalNumberOfPackingItems === undefined)) return undefined;
	const byUnit = groupBy(held, ({ packingUnit }) => packingUnit);
	return [...byUnit].map(([packingUnit, containers]) => ({
		numberOfPackingItems: sumOf(containers.map(({ totalNumberOfPackingItems }) => totalNumberOfPackingItems)),
		packingUnit,
		weight: sumOfMeasures(containers.map(({ containerQuantity = {} }) => containerQuantity)),
		volume: sumOfMeasures(containers.map(({ containerVolume = {} }) => containerVolume)),
	}));
}

/** Which cargo each container holds, as far as rows name both. */
export type CargoLinks = {
	/** Remembers a row that names a container and its cargo. */
	add(row: Entry): void;
	/** The containers that hold this cargo and no other; none if that is not certain. */
	containersOf(cargo: Cargo, set: ShipmentSet): Container[];
};

export function cargoLinks(): CargoLinks {
	const cargosByContainer = new Map<string, Set<string>>();
	return {
		add(row) {
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
