import type { Cargo, Container } from '../../../schemas/shipment/shipment';
import { withoutEmpty } from '../../../schemas/shipment/parsePayload';
import { groupBy, sameOf, sumOf, sumOfMeasures } from '../convert/sums';
import { plainCode } from '../convert/value';
import type { FieldReader } from './reader';

/** A weight or volume as a cargo item gives it; without a figure there is no unit either. */
type Measured = {
	quantityGross: number | undefined;
	quantityNet: number | undefined;
	crossRefId: string | undefined;
};

/** What one cargo item says of goods in one container. */
type Item = {
	container: string | undefined;
	weight: Measured;
	volume: Measured;
	packages: number | undefined;
	packingUnit: string | undefined;
};

/** The cargos, one for each consignment item, and the containers with what the items say about each. Only whole sums are made. */
export function goodsOf(document: FieldReader): { cargos: Cargo[]; containers: Container[] } {
	const consignments = document
		.entries('consignmentItems')
		.map((consignment) => ({ consignment, items: consignment.entries('cargoItems').map(readItem) }));
	const containers = containersOf(
		document,
		consignments.flatMap(({ items }) => items),
	);
	return {
		cargos: consignments.map(({ consignment, items }) => cargoOf(consignment, items)),
		containers: containers.filter((container) => Object.keys(withoutEmpty(container)).length > 0),
	};
}

function cargoOf(consignment: FieldReader, items: Item[]): Cargo {
	return {
		cargoDescription: joinedLines(consignment.lines('descriptionOfGoods')),
		marksAndNumbers: joinedLines(consignment.lines('shippingMarks')),
		quantities: [...sumsByUnit(items.map(({ weight }) => weight)), ...sumsByUnit(items.map(({ volume }) => volume))],
		packaging: [...groupBy(items, ({ packingUnit }) => packingUnit)].map(([packingUnit, alike]) => ({
			numberOfPackingItems: sumOf(alike.map(({ packages }) => packages)),
			packingUnit,
			weight: sumOfMeasures(alike.map(({ weight }) => weight)),
			volume: sumOfMeasures(alike.map(({ volume }) => volume)),
		})),
	};
}

function readItem(item: FieldReader): Item {
	const packaging = item.object('outerPackaging');
	return {
		container: item.text('equipmentReference'),
		weight: readMeasure(item, 'cargoGrossWeight', 'cargoNetWeight'),
		volume: readMeasure(item, 'cargoGrossVolume', 'cargoNetVolume'),
		packages: packaging.count('numberOfPackages'),
		packingUnit: packaging.text('description') ?? packaging.text('packageCode') ?? packaging.text('imoPackagingCode'),
	};
}

function readMeasure(item: FieldReader, grossName: string, netName: string): Measured {
	const [gross, net] = [figureOf(item.object(grossName)), figureOf(item.object(netName))];
	const unit = gross?.unit ?? net?.unit;
	const hasOneUnit = net?.unit === unit;
	if (!hasOneUnit) item.skip(netName, 'Its unit is not that of the gross figure; the import has one unit for both.');
	return { quantityGross: gross?.value, quantityNet: hasOneUnit ? net?.value : undefined, crossRefId: unit };
}

/** A figure without its unit says as little as a unit without a figure. */
function figureOf(measure: FieldReader): { value: number; unit: string } | undefined {
	const [value, unit] = [measure.number('value'), measure.text('unit')];
	if (value !== undefined && unit !== undefined) return { value, unit };
	measure.skip('value', 'It has no unit.');
	measure.skip('unit', 'It has no number.');
	return undefined;
}

function containersOf(document: FieldReader, items: Item[]): Container[] {
	const contents = groupBy(items, ({ container }) => container && plainCode(container));
	const listed = document.entries('utilizedTransportEquipments').map((used): Container => {
		const equipment = used.object('equipment');
		const containerNumber = equipment.text('equipmentReference') ?? used.text('equipmentReference');
		const key = containerNumber && plainCode(containerNumber);
		const held = (key && contents.get(key)) || [];
		if (key) contents.delete(key);
		const own = { containerType: equipment.text('ISOEquipmentCode'), sealNumber: sealsOf(used) };
		return { containerNumber, ...own, ...contentOf(held) };
	});
	// A container may be named by the goods only.
	const further = [...contents].filter(([number]) => number !== undefined);
	return [
		...listed,
		...further.map(([, held]): Container => ({ containerNumber: held[0]?.container, ...contentOf(held) })),
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
function sealsOf(used: FieldReader): string | undefined {
	const numbers = used.entries('seals').map((seal) => seal.text('number'));
	return numbers.filter((number) => number !== undefined).join(', ') || undefined;
}

/** The sums of figures that all of these give; goods measured in other units have a sum of their own. */
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
