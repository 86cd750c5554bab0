import { countryName } from '../fields/countries';
import { joinTexts, type DocumentValue } from './documentValue';

/** The text of a place: the one that the document wants displayed, else its name, else its address or code. */
export function placeOf(place: DocumentValue, displayed?: DocumentValue): string | undefined {
	return (
		displayed?.lines(', ') ??
		place.at('locationName').text() ??
		place.at('city', 'city').text() ??
		place.at('facilityName').text() ??
		place.at('address', 'city').text() ??
		place.at('addressLines').lines(', ') ??
		place.at('UNLocationCode').text() ??
		addressOf(place.at('address'), ', ') ??
		countryOf(place)
	);
}

/** The address of a party in lines: the one to be displayed, else the structured one, else its lines. */
export function addressTextOf(party: DocumentValue): string | undefined {
	return (
		party.at('displayedAddress').lines('\n') ??
		addressOf(party.at('address'), '\n') ??
		party.at('addressLines').lines('\n')
	);
}

function addressOf(address: DocumentValue, separator: string): string | undefined {
	const [street, streetNumber, floor, box, postCode, city, region] = [
		...['street', 'streetNumber', 'floor', 'POBox', 'postCode', 'city', 'stateRegion'],
	].map((name) => address.at(name).text());
	return joinTexts(
		[
			...[joinTexts([street, streetNumber], ' '), floor, box && `PO Box ${box}`],
			...[joinTexts([postCode, city], ' '), region, countryOf(address)],
		],
		separator,
	);
}

function countryOf(address: DocumentValue): string | undefined {
	const code = address.at('countryCode').text();
	return code && (countryName(code) ?? code);
}
