import { isRecord } from '../../schemas/json';
import { shipmentFields, type Fields, type ShipmentPayload } from '../fields/shipment';
import { isMissing, issue, type Issue } from '../issue';

/** What a bill of lading cannot be without: one of some fields, and its name for users. The service requires none (docs/service.md 2.7). */
const ofSet: readonly [label: string, oneOf: readonly string[]][] = [
	['Shipper', ['shipper.name', 'shipper.id']],
	['Consignee', ['consignee.name', 'consignee.id', 'consignee.prefix']],
	['Port of Loading', ['loadingLocation', 'placeOfReceipt']],
	['Port of Discharge', ['destination', 'placeOfDelivery']],
];

/** The fields that entries of a list cannot be without. */
const ofEntries: Readonly<Record<string, readonly [label: string, oneOf: readonly string[]]>> = {
	cargos: ['Description of Goods', ['cargoName', 'cargoDescription']],
	containers: ['Container Number', ['containerNumber']],
	notifyParties: ['Notify Party Name', ['name']],
	charges: ['Charge Code', ['code', 'tariffItem']],
};

/** What a payload lacks, each by its place: the reference, a bill of lading, its parties, ports and goods, a unit, a currency. */
export function neededIn(payload: ShipmentPayload): Issue[] {
	const { shipmentReference, sets = [] } = payload;
	return [
		...(isGiven(shipmentReference) ? [] : [missing('shipmentReference', 'Shipment Reference')]),
		...(sets.length > 0 ? [] : [missing('sets', 'Bill of Lading')]),
		...sets.flatMap((set, index) => [
			...lacking(set, ofSet).map(([label, [field = '']]) => missing(`sets[${index}].${field.split('.')[0]}`, label)),
			...(set.cargos?.length ? [] : [missing(`sets[${index}].cargos`, 'Description of Goods')]),
		]),
		...inEntries(shipmentFields, payload, ''),
	];
}

function inEntries(fields: Fields, value: unknown, path: string): Issue[] {
	if (!isRecord(value)) return [];
	return Object.entries(fields).flatMap(([name, field]) => {
		const inner = value[name];
		const at = path === '' ? name : `${path}.${name}`;
		if (inner === undefined) return [];
		if (field.kind === 'object') return inEntries(field.fields, inner, at);
		if (field.kind === 'list' && Array.isArray(inner))
			return inner.flatMap((entry, index) => {
				const needs = ofEntries[name];
				const found = needs === undefined || !isRecord(entry) ? [] : lacking(entry, [[...needs]]);
				const place = `${at}[${index}]`;
				return [
					...found.map(([label, [first = '']]) => missing(`${place}.${first}`, label)),
					...inEntries(field.fields, entry, place),
				];
			});
		const unit = 'unit' in field ? field.unit : undefined;
		if (
			unit === undefined ||
			unitAdvice[unit] === undefined ||
			isGiven(value[unit]) ||
			('label' in value && isGiven(value['label']))
		)
			return [];
		return [issue({ path: at, value: inner, rule: 'no unit', advice: unitAdvice[unit] })];
	});
}

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

function missing(path: string, label: string): Issue {
	return issue({ path, rule: 'missing', advice: `${label}${isMissing}` });
}
