import { isRecord } from '../../schemas/json';
import type { PlacedValue } from '../fields/places';
import type { ShipmentPayload } from '../fields/shipment';
import { issue, type Issue } from '../issue';

/** What a bill of lading cannot be without: one of some fields, and its name for users. The service requires none (docs/service.md 2.7). */
const ofSet: readonly [label: string, oneOf: readonly string[]][] = [
	['Shipper', ['shipper.name', 'shipper.id']],
	['Consignee', ['consignee.name', 'consignee.id', 'consignee.prefix']],
	['Port of Loading', ['loadingLocation', 'placeOfReceipt']],
	['Port of Discharge', ['destination', 'placeOfDelivery']],
];

const ofCargo: (typeof ofSet)[number] = ['Cargo Name or Description', ['cargoName', 'cargoDescription']];

/** The fields that entries of a list cannot be without. */
const ofEntries: Readonly<Record<string, (typeof ofSet)[number]>> = {
	cargos: ofCargo,
	containers: ['Container Number', ['containerNumber']],
	notifyParties: ['Notify Party Name', ['name']],
	charges: ['Charge Code', ['code', 'tariffItem']],
};

/** What an entry of a sheet needs if others of its bill of lading have it. */
const ofAll: Readonly<Record<string, readonly [label: string, path: string][]>> = {
	containers: [
		['Container Type', 'containerType'],
		['Number of Packages', 'totalNumberOfPackingItems'],
		['Gross Weight', 'containerQuantity.quantityGross'],
	],
	packaging: [
		['Number of Packages', 'numberOfPackingItems'],
		['Gross Weight', 'weight.quantityGross'],
	],
};

/** The fields that a sheet needs columns for, from the shipment and without indexes, such as `sets.loadingLocation`. */
export const neededFields: readonly string[] = [
	'shipmentReference',
	...ofSet.map(([, [first]]) => `sets.${first}`),
	`sets.cargos.${ofCargo[1][0]}`,
];

/** Whether a cell of a field that is filled with nothing had better not be empty: that would stop, too. */
export function isNeeded(dotted: string): boolean {
	return dotted === 'sets.containers.containerNumber' || neededFields.includes(dotted);
}

/** What a payload lacks, each by its place: the reference, a bill of lading, its parties, ports and goods, a unit, a currency. */
export function neededIn(payload: ShipmentPayload, places: readonly PlacedValue[]): Issue[] {
	const { shipmentReference, sets = [] } = payload;
	return [
		...(isGiven(shipmentReference) ? [] : [missing('shipmentReference', 'Shipment Reference')]),
		...(sets.length > 0 ? [] : [missing('sets', 'Bill of Lading')]),
		...sets.flatMap((set, index) => [
			...lacking(set, ofSet).map(([label, [field = '']]) => missing(`sets[${index}].${field.split('.')[0]}`, label)),
			...(set.cargos?.length ? [] : [missing(`sets[${index}].cargos`, ofCargo[0])]),
		]),
		...inEntries(places),
	];
}

function inEntries(places: readonly PlacedValue[]): Issue[] {
	return places.flatMap(({ path, name, field, value, owner }) => {
		if (field.kind === 'list') {
			const needs = ofEntries[name];
			const found = needs === undefined || !isRecord(value) ? [] : lacking(value, [needs]);
			return found.map(([label, [first = '']]) => missing(`${path}.${first}`, label));
		}
		const unit = 'unit' in field ? field.unit : undefined;
		const advice = unit === undefined || isGiven(owner[unit]) || isGiven(owner['label']) ? undefined : unitAdvice[unit];
		return advice === undefined ? [] : [issue({ path, value, rule: 'no unit', advice })];
	});
}

/** What entries made of rows lack: the kind of their packages, and what others have, since merged cells have their value in the first row only. */
export function neededOfRows(places: readonly PlacedValue[]): Issue[] {
	const withoutKind = places.filter(
		({ field, owner }) => 'unit' in field && field.unit === 'packingUnit' && !isGiven(owner['packingUnit']),
	);
	const lists = Map.groupBy(
		places.filter(({ field, name }) => field.kind === 'list' && name in ofAll),
		({ path, name }) => `${path.split('.')[0]} ${name}`,
	);
	return [
		...withoutKind.map(({ path, value }) => issue({ path, value, rule: 'no unit', advice: noKind })),
		...[...lists.values()].flatMap((entries) =>
			(ofAll[entries[0]?.name ?? ''] ?? []).flatMap(([label, path]) => {
				const without = entries.filter(({ value }) => !isGiven(at(value, path)));
				if (without.length === entries.length) return [];
				return without.map((entry) => missing(`${entry.path}.${path}`, label, othersHaveIt));
			}),
		),
	];
}

const noKind = 'Has no kind of packages. Add a column Packing Unit, such as CARTONS.';
export const emptyCells = 'Merged cells and formulas without a stored result arrive empty: fill them in.';
const othersHaveIt = ` Others of this bill of lading have it. ${emptyCells}`;

const unitAdvice: Readonly<Record<string, string>> = {
	crossRefId: 'Has no unit. Add it, such as kg or m3: in the header of the column, or in a column of units.',
	currency: 'Has no currency. Add it, such as USD: in the header of the column, or in a column Currency.',
};

function lacking(value: unknown, needs: typeof ofSet): typeof ofSet {
	return needs.filter(([, oneOf]) => !oneOf.some((path) => isGiven(at(value, path))));
}

function at(value: unknown, path: string): unknown {
	return path.split('.').reduce((inner: unknown, name) => (isRecord(inner) ? inner[name] : undefined), value);
}

function isGiven(value: unknown): boolean {
	return typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null;
}

function missing(path: string, label: string, more = ''): Issue {
	return issue({ path, rule: 'missing', missing: label, advice: `${label} is missing.${more}` });
}
