import type { Cargo, Container, ShipmentPayload, ShipmentSet } from '../../../schemas/shipment/shipment';
import type { CargoLinks } from './cargoLinks';
import { chargeTotalsOf, groupBy, prepaidTotalsOf, sumOf, sumOfMeasures } from '../convert/sums';

/** The payload with the totals that its rows leave out and that follow from what they tell; a total that is given stays. */
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
