import type { Cargo, Container } from '../fields/shipment';
import { isEmpty } from '../fields/parsePayload';
import { groupBy } from '../structure';
import { plainCode } from '../fields/readValue';
import { issue, type Issue } from '../issue';
import { joinTexts } from './addresses';
import { present, type CargoItem, type TransportDocument } from './document';

type Measure = NonNullable<Container['containerQuantity']>;

/** A cargo item: goods in one container. */
type Item = {
	container: string | undefined;
	weight: Measure;
	volume: Measure;
	packages: number | undefined;
	packingUnit: string | undefined;
};

/** The cargos, one for each consignment item, and the containers with their contents. A sum that would be incomplete is left out. */
export function goodsOf(document: TransportDocument): { cargos: Cargo[]; containers: Container[] } {
	const consignments = present(document.consignmentItems).map(({ descriptionOfGoods, shippingMarks, cargoItems }) => ({
		texts: {
			cargoDescription: joinTexts(descriptionOfGoods, '\n'),
			marksAndNumbers: joinTexts(shippingMarks, '\n'),
		},
		items: present(cargoItems).map(itemOf),
	}));
	const items = consignments.flatMap((consignment) => consignment.items);
	return {
		cargos: consignments.map((consignment) => ({ ...consignment.texts, ...figuresOf(consignment.items) })),
		containers: containersOf(document, items).filter((container) => !isEmpty(container)),
	};
}

function itemOf(item: CargoItem): Item {
	const { numberOfPackages, description, packageCode, imoPackagingCode } = item.outerPackaging ?? {};
	return {
		container: item.equipmentReference,
		weight: measureOf(item.cargoGrossWeight, item.cargoNetWeight),
		volume: measureOf(item.cargoGrossVolume, item.cargoNetVolume),
		packages: numberOfPackages,
		packingUnit: description ?? packageCode ?? imoPackagingCode,
	};
}

/** The import has one unit for gross and net. */
function measureOf(gross: CargoItem['cargoGrossWeight'], net: CargoItem['cargoNetWeight']): Measure {
	const crossRefId = gross?.unit ?? net?.unit;
	const quantityNet = net?.unit === crossRefId ? net?.value : undefined;
	return { quantityGross: gross?.value, quantityNet, crossRefId };
}

function figuresOf(items: Item[]): Cargo {
	const byUnit = groupBy(items, ({ packingUnit }) => packingUnit);
	return {
		quantities: [...sumsByUnit(items.map(({ weight }) => weight)), ...sumsByUnit(items.map(({ volume }) => volume))],
		packaging: [...byUnit].map(([packingUnit, alike]) => ({
			numberOfPackingItems: sumOf(alike.map(({ packages }) => packages)),
			packingUnit,
			weight: sumOfMeasures(alike.map(({ weight }) => weight)),
			volume: sumOfMeasures(alike.map(({ volume }) => volume)),
		})),
	};
}

/** The listed containers, then those that only the goods name. */
function containersOf(document: TransportDocument, items: Item[]): Container[] {
	const contents = byContainer(items, ({ container }) => container);
	const listed = present(document.utilizedTransportEquipments).map(({ equipment, equipmentReference, seals }) => {
		const containerNumber = equipment?.equipmentReference ?? equipmentReference;
		const key = plainCode(containerNumber ?? '');
		const held = contents.get(key) ?? [];
		contents.delete(key);
		const sealNumber = joinTexts(
			present(seals).map((seal) => seal.number),
			', ',
		);
		return { containerNumber, containerType: equipment?.ISOEquipmentCode, sealNumber, ...contentOf(held) };
	});
	const further = [...contents.values()].map((held) => ({ containerNumber: held[0]?.container, ...contentOf(held) }));
	return [...listed, ...further];
}

function contentOf(items: Item[]): Container {
	return {
		packingUnit: sameOf(items.map(({ packingUnit }) => packingUnit)),
		totalNumberOfPackingItems: sumOf(items.map(({ packages }) => packages)),
		containerQuantity: sumOfMeasures(items.map(({ weight }) => weight)),
		containerVolume: sumOfMeasures(items.map(({ volume }) => volume)),
	};
}

/** The unit of each figure of a cargo item; undefined if the item lacks the figure. */
const figures: Readonly<Record<string, (item: CargoItem) => string | undefined>> = {
	cargoGrossWeight: (item) => item.cargoGrossWeight?.unit,
	cargoNetWeight: (item) => item.cargoNetWeight?.unit,
	cargoGrossVolume: (item) => item.cargoGrossVolume?.unit,
	cargoNetVolume: (item) => item.cargoNetVolume?.unit,
	numberOfPackages: (item) => (item.outerPackaging?.numberOfPackages === undefined ? undefined : ''),
};

/** Notes about sums that are left out although some of the cargo items have the figure. */
export function incompleteSums({ consignmentItems }: TransportDocument): Issue[] {
	const cargos = present(consignmentItems).map(({ cargoItems }) => present(cargoItems));
	const containers = [...byContainer(cargos.flat(), ({ equipmentReference }) => equipmentReference).values()];
	return Object.entries(figures).flatMap(([figure, unitOf]) => {
		const unitsOf = (items: CargoItem[]) => new Set(items.map(unitOf));
		// A cargo has a sum for each unit, a container only one.
		const ofCargos = cargos.map(unitsOf).filter((units) => units.size > 1 && units.has(undefined));
		const ofContainers = containers.map(unitsOf).filter((units) => units.size > 1);
		return [
			...incompleteSum('cargos', figure, ofCargos.length),
			...incompleteSum('containers', figure, ofContainers.length),
		];
	});
}

/** The items that name a container, by its number. */
function byContainer<Each>(items: Each[], containerOf: (item: Each) => string | undefined): Map<string, Each[]> {
	const groups = groupBy(items, (item) => plainCode(containerOf(item) ?? ''));
	groups.delete('');
	return groups;
}

function incompleteSum(list: string, figure: string, count: number): Issue[] {
	if (count === 0) return [];
	const advice = `Not imported for ${count} of the ${list}: not all of their cargo items have it in the same unit, so a sum would be wrong.`;
	return [issue({ path: `sets[0].${list}`, value: figure, rule: 'incompleteSum', advice, severity: 'note' })];
}

/** The value that all of these are, or undefined. */
export function sameOf<Value>(values: readonly Value[]): Value | undefined {
	return new Set(values).size === 1 ? values[0] : undefined;
}

/** The sum of quantities, without the rounding errors of binary fractions; undefined if one of them is missing. */
function sumOf(quantities: readonly (number | undefined)[]): number | undefined {
	if (quantities.length === 0) return undefined;
	const sum = quantities.reduce<number>((total, quantity) => total + (quantity ?? NaN), 0);
	return Number.isNaN(sum) ? undefined : Math.round(sum * 1e6) / 1e6;
}

/** The sum of measures in one unit, gross and net; empty if their units differ. */
function sumOfMeasures(measures: readonly Measure[]): Measure {
	const crossRefId = sameOf(measures.map((measure) => measure.crossRefId));
	if (crossRefId === undefined) return {};
	return {
		quantityGross: sumOf(measures.map(({ quantityGross }) => quantityGross)),
		quantityNet: sumOf(measures.map(({ quantityNet }) => quantityNet)),
		crossRefId,
	};
}

/** A sum for each unit; none if a measure is missing. */
function sumsByUnit(measures: readonly Measure[]): Measure[] {
	if (measures.some(({ crossRefId }) => crossRefId === undefined)) return [];
	return [...groupBy(measures, ({ crossRefId }) => crossRefId).values()].map(sumOfMeasures);
}
