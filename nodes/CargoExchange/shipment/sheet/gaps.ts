import type { Container, ShipmentPayload } from '../fields/shipment';
import { isMissing, issue, type Issue } from '../issue';

type Packaging = NonNullable<
	NonNullable<NonNullable<NonNullable<ShipmentPayload['sets']>[number]['cargos']>[number]['packaging']>[number]
>;
type Needed<Entry> = readonly [path: string, label: string, valueOf: (entry: Entry) => unknown][];

const ofContainers: Needed<Container> = [
	['containerType', 'Container Type', ({ containerType }) => containerType],
	['totalNumberOfPackingItems', 'Number of Packages', ({ totalNumberOfPackingItems }) => totalNumberOfPackingItems],
	['containerQuantity.quantityGross', 'Gross Weight', ({ containerQuantity }) => containerQuantity?.quantityGross],
];
const ofPackaging: Needed<Packaging> = [
	['numberOfPackingItems', 'Number of Packages', ({ numberOfPackingItems }) => numberOfPackingItems],
	['weight.quantityGross', 'Gross Weight', ({ weight }) => weight?.quantityGross],
];

/**
 * The figures and types that an entry of a bill of lading lacks although others have them: cells that are merged in a sheet have their value in
 * the first row only, and formulas without a stored result have none.
 */
export function gapsIn({ sets = [] }: ShipmentPayload): Issue[] {
	return sets.flatMap(({ containers = [], cargos = [] }, set) => [
		...containers.flatMap(({ totalNumberOfPackingItems: count, packingUnit }, index) =>
			withoutKind(`sets[${set}].containers[${index}].totalNumberOfPackingItems`, count, packingUnit),
		),
		...gaps(
			containers.map((container, index) => ({ entry: container, path: `sets[${set}].containers[${index}]` })),
			ofContainers,
		),
		...cargos.flatMap(({ packaging = [] }, cargo) =>
			packaging.flatMap(({ numberOfPackingItems: count, packingUnit }, index) =>
				withoutKind(`sets[${set}].cargos[${cargo}].packaging[${index}].numberOfPackingItems`, count, packingUnit),
			),
		),
		...gaps(
			cargos.flatMap(({ packaging = [] }, cargo) =>
				packaging.map((entry, index) => ({ entry, path: `sets[${set}].cargos[${cargo}].packaging[${index}]` })),
			),
			ofPackaging,
		),
	]);
}

function gaps<Entry>(entries: readonly { entry: Entry; path: string }[], needed: Needed<Entry>): Issue[] {
	return needed.flatMap(([path, label, valueOf]) => {
		const lacking = entries.filter(({ entry }) => valueOf(entry) === undefined);
		if (lacking.length === entries.length) return [];
		const advice = `${label}${isMissing} Others of this bill of lading have it. Merged cells and formulas without a stored result arrive empty: fill them in.`;
		return lacking.map((each) => issue({ path: `${each.path}.${path}`, rule: 'missing', advice }));
	});
}

function withoutKind(path: string, value: number | undefined, kind: string | undefined): Issue[] {
	if (value === undefined || kind !== undefined) return [];
	return [
		issue({
			path,
			value,
			rule: 'no unit',
			advice: 'Has no kind of packages. Add a column Packing Unit, such as CARTONS.',
		}),
	];
}
