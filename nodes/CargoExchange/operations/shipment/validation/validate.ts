import { InvalidInput } from '../../../errors';
import { readPayload, type PayloadReading } from '../../../schemas/shipment/parsePayload';
import type { ShipmentPayload, ShipmentSet } from '../../../schemas/shipment/shipment';
import { checkCharges } from './charges';
import { checkCodes, checkDates, checkVessel } from './codes';
import { checkContainers, isPlaceholder } from './containers';
import { issue, listOf, type Issue, type Severity } from './issue';
import { checkQuantities } from './quantities';

/**
 * How much an issue counts: `off` checks nothing, `warn` stops what the service would surely refuse, `strict` also what is
 * probably wrong.
 */
export const validations = ['off', 'warn', 'strict'] as const;

type Validation = (typeof validations)[number];

const blocking: Record<Validation, readonly Severity[]> = {
	off: [],
	warn: ['error'],
	strict: ['error', 'warning'],
};

/** How many issues the error lists in full. */
const mostListed = 10;

/**
 * Gives the issues of a shipment back, whoever found them. Throws InvalidShipment, before anything is sent, if one of them is blocking
 * under the validation that the user chose. Nothing else decides what an issue stops.
 */
export function stopIfBlocking(issues: readonly Issue[], validation: Validation): readonly Issue[] {
	const stopping = issues.filter(({ severity }) => blocking[validation].includes(severity));
	if (stopping.length > 0) throw new InvalidShipment(stopping);
	return issues;
}

/** A shipment that must not be sent, with everything that stops it. */
export class InvalidShipment extends InvalidInput {
	constructor(readonly issues: readonly Issue[]) {
		super({
			field: issues[0]?.path ?? 'payload',
			message:
				issues.length === 1
					? 'One value of the shipment does not fit; nothing was sent'
					: `${issues.length} values of the shipment do not fit; nothing was sent`,
			description: listOf(issues, mostListed),
		});
	}
}

/**
 * What a shipping clerk would find in a payload (docs/service.md 2.7 to 2.11) before the service does, in the order of the payload's
 * parts; then what is missing. Never throws, whatever it is given. `today` is YYYY-MM-DD.
 */
export function check(value: unknown, today: string): Issue[] {
	const reading = readPayload(value);
	return [...checkValues(reading, today), ...checkCompleteness(reading.payload)];
}

/** The issues of the values that are there. */
export function checkValues(reading: PayloadReading, today: string): Issue[] {
	return [
		...checkFieldTypes(reading),
		...checkVessel(reading.payload),
		...(reading.payload.sets ?? []).flatMap((set, index) => {
			const path = `sets[${index}]`;
			return [
				...checkCodes(set, path),
				...checkDates(set, path, today),
				...checkContainers(set, path),
				...checkQuantities(set, path),
				...checkCharges(set.freightCharges ?? {}, `${path}.freightCharges`),
			];
		}),
	];
}

/** What no bill of lading can do without. The service requires no field (docs/service.md 2.7), so each is a warning. */
function checkCompleteness({ shipmentReference, sets = [] }: ShipmentPayload): Issue[] {
	return [
		...(isGiven(shipmentReference) ? [] : [missing('shipmentReference', 'a shipment reference')]),
		...(sets.length > 0 ? [] : [missing('sets', 'a bill of lading')]),
		...sets.flatMap((set, index) => missingIn(set, `sets[${index}]`)),
	];
}

function missingIn(set: ShipmentSet, path: string): Issue[] {
	const { shipper, consignee, cargos = [] } = set;
	const needs: [boolean, field: string, what: string][] = [
		[isGiven(shipper?.name) || isGiven(shipper?.id), 'shipper', 'a shipper'],
		[
			isGiven(consignee?.name) || isGiven(consignee?.id) || isGiven(consignee?.prefix),
			'consignee',
			'a consignee, or "to order" as its prefix',
		],
		[
			isGiven(set.loadingLocation) || isGiven(set.placeOfReceipt),
			'loadingLocation',
			'a port of loading or a place of receipt',
		],
		[isGiven(set.destination) || isGiven(set.placeOfDelivery), 'destination', 'a port of discharge or a destination'],
		[
			cargos.some(({ cargoName, cargoDescription }) => isGiven(cargoName) || isGiven(cargoDescription)),
			'cargos',
			'a description of the goods',
		],
	];
	return needs.filter(([isThere]) => !isThere).map(([, field, what]) => missing(`${path}.${field}`, what));
}

function isGiven(text: string | undefined): boolean {
	return text !== undefined && !isPlaceholder(text);
}

function missing(path: string, what: string): Issue {
	return issue(path, undefined, 'missing', `Missing: a bill of lading needs ${what}.`);
}

/** Groups that the service names without showing their structure (docs/service.md 2.7). */
const unstructured = /^(?:sets\[\d+\]\.)?(?:parcels|cargos)$/;

/** Issues of form: wrong types, nulls, and fields that the service is not known to have. */
function checkFieldTypes({ mismatches, unknown, empty }: PayloadReading): Issue[] {
	return [
		...mismatches.map(({ path, value, expected }) =>
			issue(path, value, 'type', `Must be ${expected}, not ${kindOf(value)}.`, 'error'),
		),
		...empty.map((path) => issue(path, null, 'null', 'Is null. Leave the field out instead.')),
		...unknown.filter(({ path }) => !unstructured.test(path)).map(({ path, known }) => unknownField(path, known)),
	];
}

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'string') return 'this text';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'number' ? 'this number' : typeof value;
}

function unknownField(path: string, known: string[]): Issue {
	const name = path.slice(path.lastIndexOf('.') + 1);
	const meant =
		known.find((candidate) => bare(candidate) === bare(name)) ?? known.find((candidate) => near(candidate, name));
	return meant === undefined
		? issue(
				path,
				undefined,
				'unknownField',
				'The service is not known to have such a field. It is sent as it is.',
				'note',
			)
		: issue(path, undefined, 'unknownField', `The service is not known to have such a field. Is ${meant} meant?`);
}

function bare(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** True for names that one letter more, less or other would make equal. */
function near(one: string, other: string): boolean {
	if (Math.abs(one.length - other.length) > 1 || Math.min(one.length, other.length) < 4) return false;
	let start = 0;
	while (start < one.length && one[start] === other[start]) start++;
	let end = 0;
	while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++;
	return Math.max(one.length, other.length) - start - end <= 1;
}
