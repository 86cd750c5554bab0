import { InvalidInput } from '../../errors';
import { readPayload, type PayloadReading } from '../fields/parsePayload';
import type { ShipmentPayload, ShipmentSet } from '../fields/shipment';
import { mostSimilar } from '../similar';
import { inList, textsOfList } from '../structure';
import { isMissing, issue, listOf, type Issue, type Severity } from '../issue';
import { checkSet } from './set';
import { checkEachValue } from './values';

/** `off` checks nothing, `warn` stops values that the service would surely refuse, `strict` also those that are probably wrong. */
export const validations = ['off', 'warn', 'strict'] as const;

type Validation = (typeof validations)[number];

const blocking: Record<Validation, readonly Severity[]> = {
	off: [],
	warn: ['error'],
	strict: ['error', 'warning'],
};

const mostListed = 10;

/** The issues that stop a shipment under the validation that the user chose. */
export function blockingIssues(issues: readonly Issue[], validation: Validation): Issue[] {
	return issues.filter(({ severity }) => blocking[validation].includes(severity)).map(withWayOut);
}

/** Returns the issues of a shipment. Throws InvalidShipment if one of them is blocking. */
export function stopIfBlocking(issues: readonly Issue[], validation: Validation): readonly Issue[] {
	const found = blockingIssues(issues, validation);
	if (found.length > 0) throw new InvalidShipment(found);
	return issues;
}

/** Warnings about texts that the user accepts are only notes. `acceptValues` is comma-separated. */
export function acceptIssues(issues: readonly Issue[], acceptValues: string): readonly Issue[] {
	const accepted = new Set(textsOfList(acceptValues).map(plainText));
	accepted.delete('');
	return accepted.size === 0
		? issues
		: issues.map((each) => {
				const text = each.severity === 'warning' ? acceptableText(each) : undefined;
				return text !== undefined && accepted.has(plainText(text)) ? { ...each, severity: 'note' } : each;
			});
}

/** The text that lets a warning pass: its value, or the name of what is missing. */
function acceptableText({ value, rule, advice }: Issue): string | undefined {
	const text = rule === 'missing' ? advice.slice(0, advice.indexOf(isMissing)) : value;
	return text === null || text === '' ? undefined : String(text);
}

function plainText(text: string): string {
	return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

function withWayOut(found: Issue): Issue {
	const text = found.severity === 'warning' ? acceptableText(found) : undefined;
	if (text === undefined) return found;
	return { ...found, advice: `${found.advice} To let it pass, add ${inList(text)} to Accept Values.` };
}

/** A shipment that must not be sent, and all issues that stop it. */
export class InvalidShipment extends InvalidInput {
	constructor(readonly issues: readonly Issue[]) {
		super({
			field: issues[0]?.path ?? 'payload',
			message:
				issues.length === 1
					? 'One value of the shipment is invalid; nothing was sent'
					: `${issues.length} values of the shipment are invalid; nothing was sent`,
			description: listOf(issues, mostListed),
		});
	}
}

/**
 * Checks a payload (docs/service.md 2.7 to 2.11): the issues of its values in their order, then missing values. Never throws. `today` is
 * YYYY-MM-DD.
 */
export function check(value: unknown, today: string): Issue[] {
	const reading = readPayload(value);
	const { sets = [] } = reading.payload;
	return [
		...checkFieldTypes(reading),
		...checkEachValue(reading.payload, today),
		...sets.flatMap((set, index) => checkSet(set, `sets[${index}]`)),
		...checkCompleteness(reading.payload),
	];
}

/** Values that every bill of lading needs. The service requires no field (docs/service.md 2.7), so each is a warning. */
function checkCompleteness({ shipmentReference, sets = [] }: ShipmentPayload): Issue[] {
	return [
		...(isGiven(shipmentReference) ? [] : [missing('shipmentReference', 'Shipment Reference')]),
		...(sets.length > 0 ? [] : [missing('sets', 'Bill of Lading')]),
		...sets.flatMap((set, index) => missingIn(set, `sets[${index}]`)),
	];
}

function missingIn(set: ShipmentSet, path: string): Issue[] {
	const { shipper, consignee, notifyParties = [], cargos = [] } = set;
	const needs: [boolean, field: string, label: string][] = [
		[isGiven(shipper?.name) || isGiven(shipper?.id), 'shipper', 'Shipper'],
		[isGiven(consignee?.name) || isGiven(consignee?.id) || isGiven(consignee?.prefix), 'consignee', 'Consignee'],
		[isGiven(set.loadingLocation) || isGiven(set.placeOfReceipt), 'loadingLocation', 'Port of Loading'],
		[isGiven(set.destination) || isGiven(set.placeOfDelivery), 'destination', 'Port of Discharge'],
		[
			cargos.some(({ cargoName, cargoDescription }) => isGiven(cargoName) || isGiven(cargoDescription)),
			'cargos',
			'Description of Goods',
		],
	];
	const unnamed = notifyParties.flatMap(({ name, address, code }, index) =>
		!isGiven(name) && (isGiven(address) || isGiven(code))
			? [missing(`${path}.notifyParties[${index}].name`, 'Notify Party Name')]
			: [],
	);
	const lacking = needs.filter(([isPresent]) => !isPresent);
	return [...lacking.map(([, field, label]) => missing(`${path}.${field}`, label)), ...unnamed];
}

function isGiven(text: string | undefined): boolean {
	return text !== undefined && text.trim() !== '';
}

function missing(path: string, label: string): Issue {
	return issue({ path, rule: 'missing', advice: `${label}${isMissing}` });
}

/** Groups whose structure the service does not document (docs/service.md 2.7). */
const unstructured = /^(?:sets\[\d+\]\.)?(?:parcels|cargos)$/;

/** Wrong types, and fields that the service is not known to have. */
function checkFieldTypes({ mismatches, unknown }: PayloadReading): Issue[] {
	return [
		...mismatches.map(({ path, value, expected }) =>
			issue({ path, value, rule: 'type', advice: `Must be ${expected}, not ${kindOf(value)}.`, severity: 'error' }),
		),
		...unknown.filter(({ path }) => !unstructured.test(path)).map(unknownField),
	];
}

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'string') return 'text';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'number' ? 'this number' : `a ${typeof value}`;
}

function unknownField({ path, value, known }: PayloadReading['unknown'][number]): Issue {
	const meant = mostSimilar(path.slice(path.lastIndexOf('.') + 1), known);
	const advice = 'Is not a known field.';
	if (meant !== undefined) return issue({ path, rule: 'unknownField', advice: `${advice} Did you mean ${meant}?` });
	const isSafe = typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value);
	if (!isSafe)
		return issue({
			path,
			value,
			rule: 'longNumber',
			advice: 'Has more digits than a JSON number keeps. Write it as text.',
		});
	return issue({ path, rule: 'unknownField', advice: `${advice} It is sent unchanged.`, severity: 'note' });
}
