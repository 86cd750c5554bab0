import type { ShipmentSet } from '../../../schemas/shipment/shipment';
import { isUuid } from '../../../schemas/uuid';
import { countryCode, countryName } from './countries';
import { finding, type Finding } from './issue';

/** Checks a set's codes: SCAC, UN/LOCODEs, country, party ids, e-set type (specification 2.8). */
export function checkCodes(set: ShipmentSet, path: string): Finding[] {
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
					finding(
						`${path}.eSetType`,
						eSetType,
						'eSetType',
						'The only value that the specification shows is electronic.',
					),
				]),
	];
}

/** The specification allows an empty SCAC. */
function checkScac(scac: string | undefined, path: string): Finding[] {
	if (scac === undefined || scac === '' || /^[A-Z]{2,4}$/.test(scac)) return [];
	return [finding(path, scac, 'scac', 'A SCAC is two to four capital letters, like EXCL, or empty.')];
}

/** Two letters of the country and three of the place (letters, or figures from 2 to 9), with a space between or none. */
const locode = /^([A-Z]{2}) ?([A-Z2-9]{3})$/;
const mistaken: Record<string, string> = { UK: 'GB', EL: 'GR' };

/** Places are free texts: a name in capitals such as OSAKA must pass, so only what can hardly be a name is held to be a code. */
function checkLocode(place: string | undefined, path: string): Finding[] {
	const candidate = place?.trim() ?? '';
	if (!/^[A-Z]{2} ?[A-Z0-9]{3}$/.test(candidate)) return [];
	const tell = (advice: string) => [finding(path, place, 'unLocode', advice)];
	const [, country = '', spot = ''] = locode.exec(candidate) ?? [];
	if (country === '')
		return tell('Looks like a UN/LOCODE, but those have no figures 0 and 1 in the last three characters.');
	if (countryName(country) !== null || country === 'XZ') return [];
	const vowels = vowelsIn(candidate);
	const meant = mistaken[country];
	if (meant !== undefined && vowels < 3) return tell(`Looks like a UN/LOCODE of ${meant}: write ${meant}${spot}.`);
	if (vowels >= 2 && !candidate.includes(' ')) return [];
	return tell(`Looks like a UN/LOCODE, but there is no country ${country}.`);
}

function vowelsIn(text: string): number {
	return text.match(/[AEIOUY]/g)?.length ?? 0;
}

function checkCountry(code: string | undefined, name: string | undefined, path: string): Finding[] {
	const official = code === undefined ? null : countryName(code);
	if (code !== undefined && official === null) {
		const upper = countryName(code.toUpperCase()) === null ? mistaken[code.toUpperCase()] : code.toUpperCase();
		const meant = upper ?? (name === undefined ? null : countryCode(name));
		const hint = meant === null ? '' : ` ${meant} is ${countryName(meant) ?? meant}.`;
		const advice = `Is no country's code (ISO 3166, two capital letters).${hint}`;
		return [finding(`${path}.unCountryCode`, code, 'countryCode', advice)];
	}
	if (code === undefined || name === undefined || name.trim() === '') return [];
	const named = countryCode(name);
	if (named === code) return [];
	const advice =
		named === null
			? `${code} is ${official ?? code}; this is no name of it that is known here.`
			: `${code} is ${official ?? code}, but the name is that of ${named}.`;
	return [finding(`${path}.value`, name, 'countryName', advice)];
}

function checkDestination(destination: string | undefined, country: string | undefined, path: string): Finding[] {
	const [code, inCode] = locode.exec(destination?.trim() ?? '') ?? [];
	if (code === undefined || inCode === undefined || country === undefined || inCode === country) return [];
	if (countryName(inCode) === null || countryName(country) === null || vowelsIn(code) >= 2) return [];
	return [
		finding(
			path,
			destination,
			'destinationCountry',
			`Looks like a UN/LOCODE in ${inCode}, but the country is ${country}.`,
		),
	];
}

function checkPartyId(id: string | undefined, path: string): Finding[] {
	if (id === undefined || isUuid(id)) return [];
	return [
		finding(path, id, 'uuid', 'Must be the id (UUID) of a counterparty. Choose it from the list, or leave it out.'),
	];
}
