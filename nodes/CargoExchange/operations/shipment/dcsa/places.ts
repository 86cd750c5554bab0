import type { ShipmentSet } from '../../../schemas/shipment/shipment';
import { countryName } from '../validation/countries';
import type { FieldReader } from './reader';

type Places = Pick<
	ShipmentSet,
	'placeOfReceipt' | 'placeOfDelivery' | 'placeOfIssue' | 'loadingLocation' | 'destination' | 'destinationCountry'
>;

/** Where the goods go, as the document shows it: the text it wants displayed, else the name of the place, else its code. */
export function placesOf(document: FieldReader): Places {
	const transports = document.object('transports');
	const discharge = transports.object('portOfDischarge');
	return {
		placeOfReceipt: shownPlace(document, 'displayedNameForPlaceOfReceipt', transports.object('placeOfReceipt')),
		loadingLocation: shownPlace(document, 'displayedNameForPortOfLoad', transports.object('portOfLoading')),
		destination: shownPlace(document, 'displayedNameForPortOfDischarge', discharge),
		destinationCountry: countryOf(discharge),
		placeOfDelivery: shownPlace(document, 'displayedNameForPlaceOfDelivery', transports.object('placeOfDelivery')),
		placeOfIssue: placeName(document.object('placeOfIssue')),
	};
}

function shownPlace(document: FieldReader, displayed: string, place: FieldReader): string | undefined {
	const shown = document.lines(displayed).join('\n');
	return shown === '' ? placeName(place) : shown;
}

/** The first of the ways in which the standard can name a place. */
function placeName(place: FieldReader): string | undefined {
	const name =
		place.text('locationName') ??
		place.object('city').text('city') ??
		place.text('facilityName') ??
		place.object('address').text('city') ??
		oneLine(place.lines('addressLines')) ??
		place.text('UNLocationCode') ??
		oneLine(structuredAddress(place.object('address'))) ??
		nameOfCountry(place.text('countryCode'));
	if (name === undefined)
		for (const way of ['city', 'address', 'facility', 'geoCoordinate'])
			place.skip(way, 'The import takes the name of a place, which this is not.');
	return name;
}

function oneLine(lines: string[]): string | undefined {
	return lines.length === 0 ? undefined : lines.join(', ');
}

function nameOfCountry(code: string | undefined): string | undefined {
	return code === undefined ? undefined : (countryName(code) ?? code);
}

/** A UN/LOCODE begins with its country's code. */
function countryOf(discharge: FieldReader): ShipmentSet['destinationCountry'] {
	const city = discharge.object('city');
	const code = city.text('countryCode') ?? discharge.peek('UNLocationCode')?.slice(0, 2);
	const value = code === undefined ? null : countryName(code);
	if (value !== null) return { unCountryCode: code, value };
	city.skip('countryCode', 'It is not a country code of ISO 3166.');
	return undefined;
}

/** An address in lines: the one to be displayed, else the structured one, else its lines. */
export function addressOf(party: FieldReader): string | undefined {
	const displayed = party.lines('displayedAddress');
	if (displayed.length > 0) {
		for (const name of ['address', 'addressLines']) party.skip(name, 'The address to be displayed is used instead.');
		return displayed.join('\n');
	}
	const structured = structuredAddress(party.object('address'));
	if (structured.length > 0) {
		party.skip('addressLines', 'The structured address is used instead.');
		return structured.join('\n');
	}
	const lines = party.lines('addressLines');
	return lines.length === 0 ? undefined : lines.join('\n');
}

/** The lines of a structured address. */
function structuredAddress(address: FieldReader): string[] {
	const country = address.text('countryCode');
	const box = address.text('POBox');
	return [
		joined(address.text('street'), address.text('streetNumber')),
		address.text('floor'),
		box === undefined ? undefined : `PO Box ${box}`,
		joined(address.text('postCode'), address.text('city')),
		address.text('stateRegion'),
		country === undefined ? undefined : (countryName(country) ?? country),
	]
		.filter((line) => line !== undefined && line !== '')
		.map(String);
}

function joined(...words: (string | undefined)[]): string {
	return words.filter((word) => word !== undefined).join(' ');
}
