import type { ShipmentPayload, ShipmentSet } from '../../../schemas/shipment/shipment';
import { isUuid } from '../../../schemas/json';
import { isCalendarDate } from '../convert/date';
import { countryCode, countryName } from './countries';
import { issue, type Issue } from './issue';

/** Checks a set's codes: SCAC, UN/LOCODEs, country, party ids, e-set type (docs/service.md 2.8). */
export function checkCodes(set: ShipmentSet, path: string): Issue[] {
	const { carrier, destinationCountry: country, eSetType, shipper, consignee } = set;
	return [
		...checkScac(carrier?.scac, `${path}.carrier.scac`),
		...(['placeOfReceipt', 'placeOfDelivery', 'placeOfIssue', 'loadingLocation', 'destination'] as const).flatMap(
			(place) => checkLocode(set[place], `${path}.${place}`),
		),
		...checkCountry(country?.unCountryCode, country?.value, `${path}.destinationCountry`),
		...checkDestination(set.destination, country?.unCountryCode, `${path}.destination`),
		...checkPartyId(shipper?.id, `${path}.shipper.id`),
		...checkPartyId(consignee?.id, `${path}.consignee.id`),
		...(eSetType === undefined || eSetType === 'electronic'
			? []
			: [
					issue(
						`${path}.eSetType`,
						eSetType,
						'eSetType',
						'The only value that the service is known to take is electronic.',
					),
				]),
	];
}

/** The service allows an empty SCAC. */
function checkScac(scac: string | undefined, path: string): Issue[] {
	if (scac === undefined || scac === '' || /^[A-Z]{2,4}$/.test(scac)) return [];
	return [issue(path, scac, 'scac', 'A SCAC is two to four capital letters, like EXCL, or empty.')];
}

/** Two letters of the country and three of the place (letters, or figures from 2 to 9), with a space between or none. */
const locode = /^([A-Z]{2}) ?([A-Z2-9]{3})$/;
const mistaken: Record<string, string> = { UK: 'GB', EL: 'GR' };

/** Places are free texts: a name in capitals such as OSAKA must pass, so only what can hardly be a name is held to be a code. */
function checkLocode(place: string | undefined, path: string): Issue[] {
	const candidate = place?.trim() ?? '';
	if (!/^[A-Z]{2} ?[A-Z0-9]{3}$/.test(candidate)) return [];
	const found = (advice: string) => [issue(path, place, 'unLocode', advice)];
	const [, country = '', spot = ''] = locode.exec(candidate) ?? [];
	if (country === '')
		return found('Looks like a UN/LOCODE, but those have no figures 0 and 1 in the last three characters.');
	if (countryName(country) !== null || country === 'XZ') return [];
	const vowels = vowelsIn(candidate);
	const meant = mistaken[country];
	if (meant !== undefined && vowels < 3) return found(`Looks like a UN/LOCODE of ${meant}: write ${meant}${spot}.`);
	if (vowels >= 2 && !candidate.includes(' ')) return [];
	return found(`Looks like a UN/LOCODE, but there is no country ${country}.`);
}

function vowelsIn(text: string): number {
	return text.match(/[AEIOUY]/g)?.length ?? 0;
}

function checkCountry(code: string | undefined, name: string | undefined, path: string): Issue[] {
	const official = code === undefined ? null : countryName(code);
	if (code !== undefined && official === null) {
		const upper = countryName(code.toUpperCase()) === null ? mistaken[code.toUpperCase()] : code.toUpperCase();
		const meant = upper ?? (name === undefined ? null : countryCode(name));
		const hint = meant === null ? '' : ` ${meant} is ${countryName(meant) ?? meant}.`;
		const advice = `Is not a country code (ISO 3166, two capital letters).${hint}`;
		return [issue(`${path}.unCountryCode`, code, 'countryCode', advice)];
	}
	if (name === undefined || name.trim() === '') return [];
	const named = countryCode(name);
	if (named !== null && (code === undefined || named === code)) return [];
	return [issue(`${path}.value`, name, 'countryName', wrongName(code, named))];
}

function wrongName(code: string | undefined, named: string | null): string {
	if (code === undefined) return 'Is not the English name of a country. Write it, or its code (ISO 3166).';
	const official = `${code} is ${countryName(code) ?? code}`;
	return named === null
		? `${official}; this is not an English name of it.`
		: `${official}, but the name is that of ${named}.`;
}

function checkDestination(destination: string | undefined, country: string | undefined, path: string): Issue[] {
	const [code, inCode] = locode.exec(destination?.trim() ?? '') ?? [];
	if (code === undefined || inCode === undefined || country === undefined || inCode === country) return [];
	if (countryName(inCode) === null || countryName(country) === null || vowelsIn(code) >= 2) return [];
	return [
		issue(
			path,
			destination,
			'destinationCountry',
			`Looks like a UN/LOCODE in ${inCode}, but the country is ${country}.`,
		),
	];
}

function checkPartyId(id: string | undefined, path: string): Issue[] {
	if (id === undefined || isUuid(id)) return [];
	return [
		issue(path, id, 'uuid', 'Must be the id (UUID) of a counterparty. Choose it from the list, or leave it out.'),
	];
}

const dayMs = 86_400_000;
const oldestDays = 5 * 366;
const newestDays = 31;

/** Checks the date of a bill of lading against `today` (YYYY-MM-DD): written as specified, a day that exists, neither old nor far ahead. */
export function checkDates({ blDate }: ShipmentSet, path: string, today: string): Issue[] {
	if (blDate === undefined) return [];
	const at = `${path}.blDate`;
	if (!/^\d{4}-\d{2}-\d{2}$/.test(blDate))
		return [issue(at, blDate, 'dateForm', 'A date is written YYYY-MM-DD, like 2025-03-31.')];
	if (!isCalendarDate(blDate)) return [issue(at, blDate, 'dateForm', 'The calendar has no such day.')];
	const ageDays = (Date.parse(today) - Date.parse(blDate)) / dayMs;
	if (ageDays > oldestDays) return [issue(at, blDate, 'plausibleDate', 'Is more than five years ago.')];
	return ageDays < -newestDays ? [issue(at, blDate, 'plausibleDate', 'Is more than a month ahead.')] : [];
}

/** Checks the ship's IMO number (docs/service.md 2.7). */
export function checkVessel({ vessel }: ShipmentPayload): Issue[] {
	const imo = vessel?.imo;
	if (imo === undefined) return [];
	const found = (advice: string) => [issue('vessel.imo', imo, 'imoNumber', advice)];
	const figures = String(imo);
	if (!/^\d{7}$/.test(figures)) return found('An IMO number has seven figures, like 9074729.');
	const digit = imoCheckDigit(figures.slice(0, 6));
	return digit === Number(figures.at(-1))
		? []
		: found(
				`An IMO number that begins ${figures.slice(0, 6)} ends in ${digit}: one of its figures is probably mistyped.`,
			);
}

/** The last figure of an IMO ship number for its first six: their sum, weighted from seven down to two, modulo ten. */
function imoCheckDigit(firstSix: string): number {
	return Array.from(firstSix).reduce((sum, figure, position) => sum + Number(figure) * (7 - position), 0) % 10;
}
