import type { Cargo, Container, ShipmentPayload, ShipmentSet } from '../../../schemas/shipment/shipment';
import { finding, type Finding } from '../validation/issue';
import type { CargoLinks } from './cargoLinks';
import { chargeTotalsOf } from '../convert/sums';

/** Tells which sums the rows leave out although they tell parts of them, and why these could not be added up. */
export function sumsLeftOut({ sets = [] }: ShipmentPayload, links: CargoLinks): Finding[] {
	return sets.flatMap((set, at) => [
		...(set.cargos ?? []).flatMap((cargo, index) => cargoSums(cargo, set, links, `sets[${at}].cargos[${index}]`)),
		...chargeSums(set.freightCharges, `sets[${at}].freightCharges`),
	]);
}

type Charges = ShipmentSet['freightCharges'];

function chargeSums({ charges = [], chargeTotals, paymentLocationPrepaid, prepaidTotals }: Charges = {}, path: string) {
	if (charges.length === 0) return [];
	const isTold = chargeTotalsOf(charges) !== undefined;
	const isPrepaid = charges.some(({ prepaidType }) => prepaidType === 'PREPAID');
	return [
		...(isTold || chargeTotals
			? []
			: [leftOut(`${path}.chargeTotals`, 'not every charge has its amount, currency and payment type')]),
		...(!isTold || prepaidTotals || !isPrepaid || paymentLocationPrepaid !== undefined
			? []
			: [leftOut(`${path}.prepaidTotals`, 'the rows do not tell the Payment Location Prepaid')]),
	];
}

function cargoSums(cargo: Cargo, set: ShipmentSet, links: CargoLinks, path: string): Finding[] {
	const { containers = [] } = set;
	const held = links.containersOf(cargo, set);
	if (held.length === 0) {
		const isTold = cargo.quantities || cargo.packaging || !containers.some(hasFigures);
		return isTold ? [] : [leftOut(`${path}.quantities`, 'the rows do not tell which containers hold this cargo alone')];
	}
	const measures = cargo.quantities
		? []
		: [
				...measureSums(
					'weight',
					held.map(({ containerQuantity }) => containerQuantity),
				),
				...measureSums(
					'volume',
					held.map(({ containerVolume }) => containerVolume),
				),
			].map((why) => leftOut(`${path}.quantities`, why));
	const isCounted = !isPartlyTold(held.map(({ totalNumberOfPackingItems }) => totalNumberOfPackingItems));
	if (cargo.packaging || isCounted) return measures;
	return [...measures, leftOut(`${path}.packaging`, 'not all of its containers tell their number of packages')];
}

function hasFigures({ containerQuantity, containerVolume, totalNumberOfPackingItems }: Container): boolean {
	return [containerQuantity?.quantityGross, containerVolume?.quantityGross, totalNumberOfPackingItems].some(
		(figure) => figure !== undefined,
	);
}

function measureSums(kind: 'weight' | 'volume', measures: Container['containerQuantity'][]): string[] {
	const gross = measures.map((measure) => measure?.quantityGross);
	const net = measures.map((measure) => measure?.quantityNet);
	const partly = [
		...(isPartlyTold(gross) ? [`not all of its containers tell their gross ${kind}`] : []),
		...(isPartlyTold(net) ? [`not all of its containers tell their net ${kind}`] : []),
	];
	const units = new Set(measures.map((measure) => measure?.crossRefId));
	const isWhole = [gross, net].some((figures) => figures.every((figure) => figure !== undefined));
	if (!isWhole || units.size === 1) return partly;
	const named = [...units].map((unit) => unit ?? 'none').join(', ');
	return [`its containers do not tell their ${kind} in one unit (${named})`];
}

function isPartlyTold(figures: (number | undefined)[]): boolean {
	const told = figures.filter((figure) => figure !== undefined).length;
	return told > 0 && told < figures.length;
}

function leftOut(path: string, why: string): Finding {
	return finding(
		path,
		undefined,
		'sumLeftOut',
		`Left out: ${why}. Correct the rows, or give the sum a column.`,
		'note',
	);
}
