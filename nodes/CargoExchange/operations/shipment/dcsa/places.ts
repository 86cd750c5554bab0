import type { ShipmentSet } from '../../../schemas/shipment/shipment';
import { countryName } from '../validation/countries';
import { structuredAddress } from './address';
import type { Part } from './reader';

type Places = Pick<
	ShipmentSet,
	'placeOfReceipt' | 'placeOfDelivery' | 'placeOfIssue' | 'loadingLocation' | 'destination' | 'destinationCountry'
>;

/** Where the goods go, as the document shows it: the text it wants displayed, else the name of the place, else its code. */
export function placesOf(document: Part): Places {
	const transports = document.part('transports');
	const discharge = transports.part('portOfDischarge');
	return {
		placeOfReceipt: shownPlace(document, 'displayedNameForPlaceOfReceipt', transports.part('placeOfReceipt')),
		loadingLocation: shownPlace(document, 'displayedNameForPortOfLoad', transports.part('portOfLoading')),
		destination: shownPlace(document, 'displayedNameForPortOfDischarge', discharge),
		destinationCountry: countryOf(discharge),
		placeOfDelivery: shownPlace(document, 'displayedNameForPlaceOfDelivery', transports.part('placeOfDelivery')),
		placeOfIssue: placeName(document.part('placeOfIssue')),
	};
}

function shownPlace(document: Part, displayed: string, place: Part): string | undefined {
	const shown = document.lines(displayed).join('\n');
	return shown === '' ? placeName(place) : shown;
}

/** The first of the ways in which the standard can name a place. */
function placeName(place: Part): string | undefined {
	const name =
		place.text('locationName') ??
		place.part('city').text('city') ??
		place.text('facilityName') ??
		place.part('address').text('city') ??
		oneLine(place.lines('addressLines')) ??
		place.text('UNLocationCode') ??
		oneLine(structuredAddress(place.part('address'))) ??
		nameOfCountry(place.text('countryCode'));
	if (name === undefined)
		for (const way of ['city', 'address', 'facility', 'geoCoordinate'])
			place.leave(way, 'The import takes the name of a place, and this is none.');
	return name;
}

function oneLine(lines: string[]): string | undefined {
	return lines.length === 0 ? undefined : lines.join(', ');
}

function nameOfCountry(code: string | undefined): string | undefined {
	return code === undefined ? undefined : (countryName(code) ?? code);
}

/** A UN/LOCODE begins with its country's code. */
function countryOf(discharge: Part): ShipmentSet['destinationCountry'] {
	const city = discharge.part('city');
	const code = city.text('countryCode') ?? discharge.glance('UNLocationCode')?.slice(0, 2);
	const value = code === undefined ? null : countryName(code);
	if (value !== null) return { unCountryCode: code, value };
	city.leave('countryCode', 'It is no country code of ISO 3166.');
	return undefined;
}
