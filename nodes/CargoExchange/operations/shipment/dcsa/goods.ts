import type { Cargo, Container } from '../../../schemas/shipment/shipment';
import { withoutEmpty } from '../../../schemas/shipment/withoutEmpty';
import type { Finding } from '../validation/issue';
import { groupBy, sameOf, sumOf, sumOfMeasures } from '../convert/sums';
import { plainCode } from '../convert/value';
import type { Part } from './reader';
import { gapsOf, type Item, type Measured } from './gaps';

const inCargo = { fields: { weight: 'quantities', volume: 'quantities' }, oneUnit: false };

const inPackaging = {
	fields: { weight: 'weight', volume: 'volume', packages: 'numberOfPackingItems' },
	oneUnit: true,
};

const inContainer = {
	fields: { weight: 'containerQuantity', volume: 'containerVolume', packages: 'totalNumberOfPackingItems' },
	oneUnit: true,
};

type Packaging = NonNullable<Cargo['packaging']>[number];

/** A part of the payload, and the cargo items that it sums up. */
type Holding<Made extends object> = { made: Made; items: Item[] };

/**
 * The cargos, one for each consignment item, and the containers with what the items say about each; notes where a sum
 * could not be made.
 */
export function goodsOf(document: Part): { cargos: Cargo[]; containers: Container[]; notes: Finding[] } {
	const cargos = document.parts('consignmentItems').map(readConsignment);
	const allItems = cargos.flatMap(({ items }) => items);
	const containers = containersOf(document, allItems).filter(({ made }) => !isEmpty(made));
	const notes = [
		...placed(cargos, 'sets[0].cargos').flatMap(({ path, items, packs }) => [
			...gapsOf(items, path, inCargo),
			...placed(packs, `${path}.packaging`).flatMap((pack) => gapsOf(pack.items, pack.path, inPackaging)),
		]),
		...placed(containers, 'sets[0].containers').flatMap(({ path, items }) => gapsOf(items, path, inContainer)),
	];
	return { cargos: cargos.map(({ made }) => made), containers: containers.map(({ made }) => made), notes };
}

/** Each with its place in the payload, where those that hold nothing are left out; they are told of by the list. */
function placed<Held extends Holding<object>>(holdings: Held[], list: string): (Held & { path: string })[] {
	let next = 0;
	return holdings.map((held) => ({ ...held, path: isEmpty(held.made) ? list : `${list}[${next++}]` }));
}

function isEmpty(made: object): boolean {
	return Object.keys(withoutEmpty(made)).length === 0;
}

function readConsignment(consignment: Part): Holding<Cargo> & { packs: Holding<Packaging>[] } {
	const items = consignment.parts('cargoItems').map(readItem);
	const packs = [...groupBy(items, ({ packingUnit }) => packingUnit).values()].map(packedAlike);
	const made = {
		cargoDescription: joinedLines(consignment.lines('descriptionOfGoods')),
		marksAndNumbers: joinedLines(consignment.lines('shippingMarks')),
		quantities: [...sumsByUnit(items.map(({ weight }) => weight)), ...sumsByUnit(items.map(({ volume }) => volume))],
		packaging: packs.map((pack) => pack.made),
	};
	return { made, items, packs };
}

function packedAlike(items: Item[]): Holding<Packaging> {
	const made = {
		numberOfPackingItems: sumOf(items.map(({ packages }) => packages)),
		packingUnit: items[0]?.packingUnit,
		weight: sumOfMeasures(items.map(({ weight }) => weight)),
		volume: sumOfMeasures(items.map(({ volume }) => volume)),
	};
	return { made, items };
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
	const [gross, net] = [figureOf(item.part(grossName)), figureOf(item.part(netName))];
	const unit = gross?.unit ?? net?.unit;
	const hasOneUnit = net?.unit === unit;
	if (!hasOneUnit) item.leave(netName, 'Its unit is not that of the gross figure; the import has one unit for both.');
	return { quantityGross: gross?.value, quantityNet: hasOneUnit ? net?.value : undefined, crossRefId: unit };
}

/** A figure without its unit says as little as a unit without a figure. */
function figureOf(measure: Part): { value: number; unit: string } | undefined {
	const [value, unit] = [measure.number('value'), measure.text('unit')];
	if (value !== undefined && unit !== undefined) return { value, unit };
	measure.leave('value', 'It stands without a unit.');
	measure.leave('unit', 'It stands without a number.');
	return undefined;
}

function containersOf(document: Part, items: Item[]): Holding<Container>[] {
	const contents = groupBy(items, ({ container }) => container && plainCode(container));
	const listed = document.parts('utilizedTransportEquipments').map((used) => {
		const equipment = used.part('equipment');
		const number = equipment.text('equipmentReference') ?? used.text('equipmentReference');
		const held = (number && contents.get(plainCode(number))) || [];
		const made = { containerType: equipment.text('ISOEquipmentCode'), sealNumber: sealsOf(used) };
		return { made: { containerNumber: number, ...made, ...contentOf(held) }, items: held };
	});
	const known = new Set(listed.map(({ items: held }) => held));
	// A container that only the goods name is a container all the same.
	const further = [...contents].filter(([number, held]) => number !== undefined && !known.has(held));
	return [
		...listed,
		...further.map(([, held]) => ({ made: { containerNumber: held[0]?.container, ...contentOf(held) }, items: held })),
	];
}

function contentOf(items: Item[]): Container {
	return {
		packingUnit: sameOf(items.map(({ packingUnit }) => packingUnit)),
		totalNumberOfPackingItems: sumOf(items.map(({ packages }) => packages)),
		containerQuantity: sumOfMeasures(items.map(({ weight }) => weight)),
		containerVolume: sumOfMeasures(items.map(({ volume }) => volume)),
	};
}

/** Who set a seal has no place in the import; the numbers stand one after the other. */
function sealsOf(used: Part): string | undefined {
	const numbers = used.parts('seals').map((seal) => seal.text('number'));
	return numbers.filter((number) => number !== undefined).join(', ') || undefined;
}

/** The sums of what all of these tell; goods measured in other units have a sum of their own. */
function sumsByUnit(measures: Measured[]): NonNullable<Cargo['quantities']> {
	const isWhole = (size: 'quantityGross' | 'quantityNet') => measures.every((measure) => measure[size] !== undefined);
	const [gross, net] = [isWhole('quantityGross'), isWhole('quantityNet')];
	if (!gross && !net) return [];
	return [...groupBy(measures, ({ crossRefId }) => crossRefId)].map(([crossRefId, alike]) => ({
		quantityGross: gross ? sumOf(alike.map(({ quantityGross }) => quantityGross)) : undefined,
		quantityNet: net ? sumOf(alike.map(({ quantityNet }) => quantityNet)) : undefined,
		crossRefId,
	}));
}

function joinedLines(lines: string[]): string | undefined {
	return lines.length === 0 ? undefined : lines.join('\n');
}
