import type { Cargo, Container, ShipmentSet } from '../../../schemas/shipment/shipment';
import { issue, type Issue } from './issue';

type Measure = {
	quantityGross?: number | undefined;
	quantityNet?: number | undefined;
	crossRefId?: string | undefined;
};
type Sizes = 'quantityGross' | 'quantityNet';

/** Checks a set's weights and volumes (docs/service.md 2.9, 2.10): net within gross, and containers against cargos, unit by unit. */
export function checkQuantities(set: ShipmentSet, path: string): Issue[] {
	const { cargos = [], containers = [] } = set;
	const measures = [
		...cargos.flatMap((cargo, index) => measuresOfCargo(cargo, `${path}.cargos[${index}]`)),
		...containers.flatMap((container, index) => measuresOfContainer(container, `${path}.containers[${index}]`)),
	];
	return [
		...measures.flatMap(([at, measure]) => checkNet(measure, at)),
		...(['quantityGross', 'quantityNet'] as const).flatMap((size) => checkSums(cargos, containers, size, path)),
		...checkPackingItems(cargos, containers, path),
	];
}

function measuresOfCargo({ quantities = [], packaging = [] }: Cargo, path: string): [string, Measure][] {
	return [
		...quantities.map((quantity, index): [string, Measure] => [`${path}.quantities[${index}]`, quantity]),
		...packaging.flatMap(({ weight = {}, volume = {} }, index): [string, Measure][] => [
			[`${path}.packaging[${index}].weight`, weight],
			[`${path}.packaging[${index}].volume`, volume],
		]),
	];
}

function measuresOfContainer({ containerQuantity = {}, containerVolume = {} }: Container, path: string) {
	return [
		[`${path}.containerQuantity`, containerQuantity],
		[`${path}.containerVolume`, containerVolume],
	] satisfies [string, Measure][];
}

function checkNet({ quantityGross: gross, quantityNet: net }: Measure, path: string): Issue[] {
	if (gross === undefined || net === undefined || net <= gross) return [];
	return [issue(`${path}.quantityNet`, net, 'netAboveGross', `Net is more than gross, which is ${gross}.`)];
}

/** Compares only what both sides give in full: a cargo or container without the figure leaves its unit out. */
function checkSums(cargos: Cargo[], containers: Container[], size: Sizes, path: string): Issue[] {
	const ofAllCargos = sumByUnit(
		cargos.map(({ quantities = [] }) => inUnits(quantities)),
		size,
	);
	const held = sumByUnit(
		containers.map(({ containerQuantity = {}, containerVolume = {} }) => inUnits([containerQuantity, containerVolume])),
		size,
	);
	return [...ofAllCargos].flatMap(([unit, ofCargos]) => {
		const ofContainers = held.get(unit);
		if (ofContainers === undefined || millionths(ofContainers) === millionths(ofCargos)) return [];
		const what = `${size === 'quantityGross' ? 'gross' : 'net'}${unit === '' ? '' : ` ${unit}`}`;
		const advice = `The cargos add up to ${plain(ofCargos)} ${what}, the containers to ${plain(ofContainers)}.`;
		return [issue(`${path}.containers`, plain(ofContainers), 'containerSum', advice)];
	});
}

/** Of several measures, those without a unit could be of anything. */
function inUnits(measures: Measure[]): Measure[] {
	const given = measures.filter(({ quantityGross, quantityNet }) => isNumber(quantityGross) || isNumber(quantityNet));
	return given.length === 1 ? given : given.filter(({ crossRefId }) => crossRefId !== undefined);
}

function sumByUnit(holders: Measure[][], size: Sizes): Map<string, number> {
	const sums = new Map<string, { total: number; holders: number }>();
	for (const measures of holders)
		for (const [unit, amount] of ofOneHolder(measures, size)) {
			const sum = sums.get(unit) ?? { total: 0, holders: 0 };
			sums.set(unit, { total: sum.total + amount, holders: sum.holders + 1 });
		}
	return new Map(
		[...sums].filter(([, sum]) => sum.holders === holders.length).map(([unit, { total }]) => [unit, total]),
	);
}

function ofOneHolder(measures: Measure[], size: Sizes): Map<string, number> {
	const sums = new Map<string, number>();
	for (const { [size]: amount, crossRefId: unit = '' } of measures)
		if (amount !== undefined) sums.set(unit, (sums.get(unit) ?? 0) + amount);
	return sums;
}

function checkPackingItems(cargos: Cargo[], containers: Container[], path: string): Issue[] {
	const packed = cargos.flatMap(({ packaging = [] }) => packaging);
	const counts = packed.map(({ numberOfPackingItems }) => numberOfPackingItems);
	const inContainers = containers.map(({ totalNumberOfPackingItems }) => totalNumberOfPackingItems);
	const units = new Set(packed.map(({ packingUnit }) => packingUnit));
	// Cartons on pallets are two units for the same goods: their counts do not add up to anything.
	if (units.size !== 1 || !counts.every(isNumber) || !inContainers.every(isNumber) || inContainers.length === 0)
		return [];
	const [packedItems, held] = [total(counts), total(inContainers)];
	if (packedItems === held) return [];
	const advice = `The packaging of the cargos adds up to ${packedItems} items, the containers to ${held}.`;
	return [issue(`${path}.containers`, held, 'packingItemSum', advice)];
}

function isNumber(value: number | undefined): value is number {
	return value !== undefined;
}

function total(numbers: number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0);
}

/** What computers add to the end of a sum of decimals is not held against anybody. */
function millionths(quantity: number): number {
	return Math.round(quantity * 1e6);
}

function plain(quantity: number): number {
	return millionths(quantity) / 1e6;
}
