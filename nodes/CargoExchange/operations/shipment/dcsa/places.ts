import type { ShipmentSet } from '../../../wire/shipmentPayload';
import { countryName } from '../checks/country';
import type { Part } from './document';

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
		placeOfIssue: placeOfIssue(document.part('placeOfIssue')),
	};
}

function shownPlace(document: Part, displayed: string, place: Part): string | undefined {
	const shown = document.lines(displayed).join('\n');
	return shown === '' ? placeName(place) : shown;
}

/** The first of the ways in which the standard can name a place. */
export function placeName(place: Part): string | undefined {
	return (
		place.text('locationName') ??
		place.part('city').text('city') ??
		place.text('facilityName') ??
		place.part('address').text('city') ??
		oneLine(place.lines('addressLines')) ??
		place.text('UNLocationCode')
	);
}

function oneLine(lines: string[]): string | undefined {
	return lines.length === 0 ? undefined : lines.join(', ');
}

function placeOfIssue(place: Part): string | undefined {
	const country = place.text('countryCode');
	return placeName(place) ?? (country === undefined ? undefined : (countryName(country) ?? country));
}

/** A UN/LOCODE begins with its country's code. */
function countryOf(discharge: Part): ShipmentSet['destinationCountry'] {
	const city = discharge.part('city');
	const locode =
		discharge.has('UNLocationCode') && !city.has('countryCode') ? discharge.text('UNLocationCode') : undefined;
	const code = city.text('countryCode') ?? locode?.slice(0, 2);
	const value = code === undefined ? null : countryName(code);
	return code === undefined || value === null ? undefined : { unCountryCode: code, value };
}
