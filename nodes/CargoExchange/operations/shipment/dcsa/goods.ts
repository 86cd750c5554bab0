import type { Cargo, Container } from '../../../wire/shipmentPayload';
import { groupBy } from '../rows/groupBy';
import { sameOf, sumOf } from '../rows/totals';
import type { Finding } from '../checks/finding';
import type { Part } from './document';
import { gapsOf, type Item, type Measured } from './gaps';

const inCargo = {
	fields: { weight: 'quantities', volume: 'quantities', packages: 'packaging' },
	oneUnit: false,
};

const inContainer = {
	fields: { weight: 'containerQuantity', volume: 'containerVolume', packages: 'totalNumberOfPackingItems' },
	oneUnit: true,
};

/** The cargos, one for each consignment item, and the containers with what the items say about each; notes where a sum could not be made. */
export function goodsOf(document: Part): { cargos: Cargo[]; containers: Container[]; notes: Finding[] } {
	const consignments = document.parts('consignmentItems').map((consignment) => ({
		consignment,
		items: consignment.parts('cargoItems').map(readItem),
	}));
	const cargos = consignments.map(({ consignment, items }) => cargoOf(consignment, items));
	const allItems = consignments.flatMap(({ items }) => items);
	const contents = groupBy(allItems, ({ container }) => container);
	const containers = containersOf(document, contents);
	const notes = [
		...consignments.flatMap(({ items }, index) => gapsOf(items, `sets[0].cargos[${index}]`, inCargo)),
		...containers.flatMap(({ containerNumber: number }, index) =>
			gapsOf((number && contents.get(number)) || [], `sets[0].containers[${index}]`, inContainer),
		),
	];
	return { cargos, containers, notes };
}

function readItem(item: Part): Item {
	const packaging = item.part('outerPackaging');
	return {
		container: item.text('equipmentReference'),
		weight: readMeasure(item, 'cargoGrossWeight', 'cargoNetWeight'),
		volume: readMeasure(item, 'cargoGrossVolume', 'cargoNetVolume'),
		packages: packaging.count('numberOfPackages'),
		packingUnit: packaging.text('description') ?? packaging.text('packageCode') ?? packaging.text('imoPackagingCode'),
	};
}

function readMeasure(item: Part, grossName: string, netName: string): Measured {
	const [gross, net] = [item.part(grossName), item.part(netName)];
	const [unit, netUnit] = [gross.text('unit'), net.text('unit')];
	if (unit !== undefined && netUnit !== undefined && unit !== netUnit) {
		item.leave(netName, 'Its unit is not that of the gross figure; the import has one unit for both.');
		return { gross: gross.number('value'), net: undefined, unit };
	}
	return { gross: gross.number('value'), net: net.number('value'), unit: unit ?? netUnit };
}

function cargoOf(consignment: Part, items: Item[]): Cargo {
	return {
		cargoDescription: joinedLines(consignment.lines('descriptionOfGoods')),
		marksAndNumbers: joinedLines(consignment.lines('shippingMarks')),
		quantities: [...sumsByUnit(items.map(({ weight }) => weight)), ...sumsByUnit(items.map(({ volume }) => volume))],
		packaging: [...groupBy(items, ({ packingUnit }) => packingUnit)].map(([packingUnit, packed]) => ({
			numberOfPackingItems: sumOf(packed.map(({ packages }) => packages)),
			packingUnit,
			weight: sumInOneUnit(packed.map(({ weight }) => weight)),
			volume: sumInOneUnit(packed.map(({ volume }) => volume)),
		})),
	};
}

/** True where all of these tell the figure, and its unit. */
function isWhole(measures: Measured[], size: 'gross' | 'net'): boolean {
	return measures.every((measure) => measure[size] !== undefined && measure.unit !== undefined);
}

function containersOf(document: Part, contents: Map<string | undefined, Item[]>): Container[] {
	const listed = document.parts('utilizedTransportEquipments').map((used) => {
		const equipment = used.part('equipment');
		const number = equipment.text('equipmentReference') ?? used.text('equipmentReference');
		return {
			containerNumber: number,
			containerType: equipment.text('ISOEquipmentCode'),
			sealNumber: sealsOf(used),
			...(number === undefined ? {} : contentOf(contents.get(number) ?? [])),
		};
	});
	const numbers = new Set(listed.map(({ containerNumber }) => containerNumber));
	// A container that only the goods name is a container all the same.
	const further = [...contents].filter(([number]) => number !== undefined && !numbers.has(number));
	return [...listed, ...further.map(([containerNumber, held]) => ({ containerNumber, ...contentOf(held) }))];
}

function contentOf(items: Item[]): Container {
	return {
		packingUnit: sameOf(items.map(({ packingUnit }) => packingUnit)),
		totalNumberOfPackingItems: sumOf(items.map(({ packages }) => packages)),
		containerQuantity: sumInOneUnit(items.map(({ weight }) => weight)),
		containerVolume: sumInOneUnit(items.map(({ volume }) => volume)),
	};
}

/** Who set a seal has no place in the import; the numbers stand one after the other. */
function sealsOf(used: Part): string | undefined {
	const numbers = used.parts('seals').map((seal) => seal.text('number'));
	return numbers.some((number) => number !== undefined)
		? numbers.filter((number) => number !== undefined).join(', ')
		: undefined;
}

/** The sums of what all of these tell; goods measured in other units have a sum of their own. */
function sumsByUnit(measures: Measured[]): NonNullable<Cargo['quantities']> {
	const [gross, net] = [isWhole(measures, 'gross'), isWhole(measures, 'net')];
	if (!gross && !net) return [];
	return [...groupBy(measures, ({ unit }) => unit)].map(([crossRefId, alike]) => ({
		quantityGross: gross ? sumOf(alike.map((measure) => measure.gross)) : undefined,
		quantityNet: net ? sumOf(alike.map((measure) => measure.net)) : undefined,
		crossRefId,
	}));
}

function sumInOneUnit(measures: Measured[]) {
	const crossRefId = sameOf(measures.map(({ unit }) => unit));
	if (crossRefId === undefined) return undefined;
	return {
		quantityGross: sumOf(measures.map(({ gross }) => gross)),
		quantityNet: sumOf(measures.map(({ net }) => net)),
		crossRefId,
	};
}

function joinedLines(lines: string[]): string | undefined {
	return lines.length === 0 ? undefined : lines.join('\n');
}
