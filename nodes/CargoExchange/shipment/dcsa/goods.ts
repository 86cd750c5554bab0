import { isRecord } from '../../schemas/json';
import type { Cargo, Container } from '../fields/shipment';
import { isEmpty } from '../fields/parsePayload';
import { groupBy } from '../structure';
import { plainCode } from '../fields/readValue';
import { issue, type Issue } from '../issue';
import { joinTexts, type DocumentValue } from './documentValue';

type Measure = NonNullable<Container['containerQuantity']>;

/** A cargo item: goods in one container. */
type Item = {
	container: string | undefined;
	weight: Measure;
	volume: Measure;
	packages: number | undefined;
	packingUnit: string | undefined;
};

export type Goods = { cargos: Cargo[]; containers: Container[]; notes: Issue[] };

/**
 * The cargos, one for each consignment item, and the containers with their contents. A sum that would be incomplete is left out, with a note.
 */
export function goodsOf(document: DocumentValue): Goods {
	const consignments = document.at('consignmentItems').list();
	const goods = consignments.map((consignment) => consignment.at('cargoItems').list().map(itemOf));
	const contents = groupBy(goods.flat(), ({ container }) => plainCode(container ?? ''));
	contents.delete('');
	const notes = incompleteSums(goods, [...contents.values()]);
	const cargos = consignments.map((consignment, index) => ({
		cargoDescription: consignment.at('descriptionOfGoods').lines('\n'),
		marksAndNumbers: consignment.at('shippingMarks').lines('\n'),
		...figuresOf(goods[index] ?? []),
	}));
	return { cargos, containers: containersOf(document, contents).filter((container) => !isEmpty(container)), notes };
}

function itemOf(item: DocumentValue): Item {
	const packaging = item.at('outerPackaging');
	return {
		container: item.at('equipmentReference').text(),
		weight: measureOf(item.at('cargoGrossWeight'), item.at('cargoNetWeight')),
		volume: measureOf(item.at('cargoGrossVolume'), item.at('cargoNetVolume')),
		packages: packaging.at('numberOfPackages').number(Number.isSafeInteger),
		packingUnit:
			packaging.at('description').text() ??
			packaging.at('packageCode').text() ??
			packaging.at('imoPackagingCode').text(),
	};
}

/** The import has one unit for gross and net. A figure and its unit mean nothing alone. */
function measureOf(gross: DocumentValue, net: DocumentValue): Measure {
	const unit = unitOf(gross) ?? unitOf(net);
	const figureOf = (measure: DocumentValue) => {
		if (unit === undefined || unitOf(measure) !== unit) return undefined;
		measure.at('unit').text();
		return measure.at('value').number();
	};
	return { quantityGross: figureOf(gross), quantityNet: figureOf(net), crossRefId: unit };
}

function unitOf({ value }: DocumentValue): string | undefined {
	const unit = isRecord(value) && Number.isFinite(value['value']) ? value['unit'] : undefined;
	return typeof unit === 'string' && unit.trim() !== '' ? unit.trim() : undefined;
}

function figuresOf(items: Item[]): Cargo {
	return {
		quantities: [...sumsByUnit(items.map(({ weight }) => weight)), ...sumsByUnit(items.map(({ volume }) => volume))],
		packaging: [...groupBy(items, ({ packingUnit }) => packingUnit).values()].map(packedIn),
	};
}

/** What items have together. */
function packedIn(items: Item[]): NonNullable<Cargo['packaging']>[number] {
	return {
		numberOfPackingItems: sumOf(items.map(({ packages }) => packages)),
		packingUnit: sameOf(items.map(({ packingUnit }) => packingUnit)),
		weight: sumOfMeasures(items.map(({ weight }) => weight)),
		volume: sumOfMeasures(items.map(({ volume }) => volume)),
	};
}

/** The listed containers, then those that only the goods name. */
function containersOf(document: DocumentValue, contents: ReadonlyMap<string, Item[]>): Container[] {
	const further = new Map(contents);
	const listed = document
		.at('utilizedTransportEquipments')
		.list()
		.map((used) => {
			const containerNumber = used.at('equipment', 'equipmentReference').text() ?? used.at('equipmentReference').text();
			const key = plainCode(containerNumber ?? '');
			const held = further.get(key) ?? [];
			further.delete(key);
			const seals = used
				.at('seals')
				.list()
				.map((seal) => seal.at('number').text());
			return {
				containerNumber,
				containerType: used.at('equipment', 'ISOEquipmentCode').text(),
				sealNumber: joinTexts(seals, ', '),
				...contentOf(held),
			};
		});
	return [
		...listed,
		...[...further.values()].map((held) => ({ containerNumber: held[0]?.container, ...contentOf(held) })),
	];
}

function contentOf(items: Item[]): Container {
	const { numberOfPackingItems, packingUnit, weight, volume } = packedIn(items);
	return {
		...{ packingUnit, totalNumberOfPackingItems: numberOfPackingItems },
		...{ containerQuantity: weight, containerVolume: volume },
	};
}

/** Each figure of a cargo item with its unit. */
const figures: Readonly<Record<string, (item: Item) => readonly [number | undefined, (string | undefined)?]>> = {
	cargoGrossWeight: ({ weight }) => [weight.quantityGross, weight.crossRefId],
	cargoNetWeight: ({ weight }) => [weight.quantityNet, weight.crossRefId],
	cargoGrossVolume: ({ volume }) => [volume.quantityGross, volume.crossRefId],
	cargoNetVolume: ({ volume }) => [volume.quantityNet, volume.crossRefId],
	numberOfPackages: ({ packages }) => [packages],
};

/** Notes about sums that are left out although some of the cargo items have the figure. A cargo has a sum for each unit, a container only one. */
function incompleteSums(cargos: readonly Item[][], containers: readonly Item[][]): Issue[] {
	return Object.entries(figures).flatMap(([figure, figureOf]) => {
		const unitsOf = (items: Item[]) =>
			new Set(items.map(figureOf).map(([value, unit = '']) => (value === undefined ? undefined : unit)));
		const ofCargos = cargos.map(unitsOf).filter((units) => units.size > 1 && units.has(undefined));
		const ofContainers = containers.map(unitsOf).filter((units) => units.size > 1);
		return Object.entries({ cargos: ofCargos.length, containers: ofContainers.length }).flatMap(([list, count]) => {
			const advice = `Not imported for ${count} of the ${list}: not all of their cargo items have it in the same unit, so a sum would be wrong.`;
			const path = `sets[0].${list}`;
			return count === 0 ? [] : [issue({ path, value: figure, rule: 'incompleteSum', advice, severity: 'note' })];
		});
	});
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
