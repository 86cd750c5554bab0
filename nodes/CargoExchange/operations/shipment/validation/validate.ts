import { InvalidInput } from '../../../errors';
import { readPayload, type PayloadReading } from '../../../schemas/shipment/parsePayload';
import type { ShipmentPayload, ShipmentSet } from '../../../schemas/shipment/shipment';
import { checkCharges } from './charges';
import { checkCodes, checkDates, checkVessel } from './codes';
import { checkContainers, isPlaceholder } from './containers';
import { checkFieldTypes } from './fieldTypes';
import { issue, listed, type Issue, type Severity } from './issue';
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
 * Gives the issues of a shipment back, whoever found them. Throws InvalidInput, before anything is sent, if one of them is blocking
 * under the validation that the user chose. Nothing else decides what an issue stops.
 */
export function stopIfBlocking(issues: readonly Issue[], validation: Validation): readonly Issue[] {
	const stopping = issues.filter(({ severity }) => blocking[validation].includes(severity));
	if (stopping.length === 0) return issues;
	throw new InvalidInput({
		field: stopping[0]?.path ?? 'payload',
		message:
			stopping.length === 1
				? 'One value of the shipment does not fit; nothing was sent'
				: `${stopping.length} values of the shipment do not fit; nothing was sent`,
		description: listed(stopping, mostListed).join('\n'),
	});
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
