import type { ShipmentPayload, ShipmentSet } from '../../../schemas/shipment/shipment';
import { isUuid } from '../../../schemas/json';
import { isCalendarDate } from '../convert/date';
import { countryCode, countryName } from './countries';
import { issue, type Issue } from './issue';

/** Checks a set's codes: SCAC, country, party IDs, e-set type (docs/service.md 2.8). */
export function checkCodes(set: ShipmentSet, path: string): Issue[] {
	const { carrier, destinationCountry: country = {}, eSetType, shipper, consignee } = set;
	return [
		...checkScac(carrier?.scac, `${path}.carrier.scac`),
		...checkCountry(country.unCountryCode, country.value, `${path}.destinationCountry`),
		...checkPartyId(shipper?.id, `${path}.shipper.id`),
		...checkPartyId(consignee?.id, `${path}.consignee.id`),
		...checkSetType(eSetType, `${path}.eSetType`),
	];
}

/** The service allows an empty SCAC. */
function checkScac(scac: string | undefined, path: string): Issue[] {
	if (scac === undefined || scac === '' || /^[A-Z]{2,4}$/.test(scac)) return [];
	return [issue(path, scac, 'scac', 'A SCAC must have two to four capital letters, such as EXCL, or be empty.')];
}

function checkCountry(code: string | undefined, name = '', path: string): Issue[] {
	const named = countryCode(name);
	if (code !== undefined && countryName(code) === null) {
		const upper = code.toUpperCase();
		const meant = countryName(upper) === null ? (countryCode(code) ?? named) : upper;
		const hint = meant === null ? '' : ` ${meant} is ${countryName(meant)}.`;
		const advice = `Is not a country code (ISO 3166, two capital letters).${hint}`;
		return [issue(`${path}.unCountryCode`, code, 'countryCode', advice)];
	}
	if (name.trim() === '' || (named !== null && (code === undefined || named === code))) return [];
	return [issue(`${path}.value`, name, 'countryName', wrongName(code, named))];
}

function wrongName(code: string | undefined, named: string | null): string {
	if (code === undefined)
		return 'Is not the English name of a country. Write the English name, or the country code (ISO 3166).';
	const official = `${code} is ${countryName(code)}`;
	return named === null
		? `${official}; this is not its English name.`
		: `${official}, but this is the name of ${named}.`;
}

function checkPartyId(id: string | undefined, path: string): Issue[] {
	if (id === undefined || isUuid(id)) return [];
	const advice = 'Must be the ID (UUID) of a counterparty. Choose a counterparty from the list, or leave the ID empty.';
	return [issue(path, id, 'uuid', advice)];
}

function checkSetType(type: string | undefined, path: string): Issue[] {
	if (type === undefined || type === 'electronic') return [];
	return [issue(path, type, 'eSetType', 'The only known value is electronic.')];
}

const dayMs = 86_400_000;
const oldestDays = 5 * 366;
const newestDays = 31;

/** Checks the date of a bill of lading against `today` (YYYY-MM-DD): its form, that the day exists, and that it is near. */
export function checkDates({ blDate }: ShipmentSet, path: string, today: string): Issue[] {
	if (blDate === undefined) return [];
	const at = `${path}.blDate`;
	if (!/^\d{4}-\d{2}-\d{2}$/.test(blDate))
		return [issue(at, blDate, 'dateForm', 'Write a date as YYYY-MM-DD, such as 2025-03-31.')];
	if (!isCalendarDate(blDate)) return [issue(at, blDate, 'dateForm', 'This date does not exist.')];
	const ageDays = (Date.parse(today) - Date.parse(blDate)) / dayMs;
	if (ageDays > oldestDays) return [issue(at, blDate, 'plausibleDate', 'Is more than five years in the past.')];
	return ageDays < -newestDays ? [issue(at, blDate, 'plausibleDate', 'Is more than a month in the future.')] : [];
}

/** Checks the ship's IMO number (docs/service.md 2.7). */
export function checkVessel({ vessel }: ShipmentPayload): Issue[] {
	const imo = vessel?.imo;
	if (imo === undefined) return [];
	const found = (advice: string) => [issue('vessel.imo', imo, 'imoNumber', advice)];
	const digits = String(imo);
	if (!/^\d{7}$/.test(digits)) return found('An IMO number must have seven digits, such as 9074729.');
	const firstSix = digits.slice(0, 6);
	const last = imoCheckDigit(firstSix);
	if (last === Number(digits.at(-1))) return [];
	return found(
		`An IMO number that starts with ${firstSix} must end with ${last}: one of its digits is probably mistyped.`,
	);
}

/** The last digit of an IMO ship number for its first six: their sum, weighted from seven down to two, modulo ten. */
function imoCheckDigit(firstSix: string): number {
	return Array.from(firstSix).reduce((sum, digit, position) => sum + Number(digit) * (7 - position), 0) % 10;
}
