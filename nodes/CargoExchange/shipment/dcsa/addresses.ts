import { countryName } from '../fields/countries';
import type { Address, DocumentParty, Place } from './document';

/** The text of a place: the one that the document wants displayed, else its name, else its address or code. */
export function placeOf(place: Place = {}, displayed: readonly string[] = []): string | undefined {
	const { locationName, city, facilityName, address, addressLines, UNLocationCode, countryCode } = place;
	return (
		joinTexts(displayed, ', ') ??
		locationName ??
		city?.city ??
		facilityName ??
		address?.city ??
		joinTexts(addressLines, ', ') ??
		UNLocationCode ??
		joinTexts(linesOf(address), ', ') ??
		nameOfCountry(countryCode)
	);
}

/** The address of a party in lines: the one to be displayed, else the structured one, else its lines. */
export function addressTextOf({ displayedAddress, address, addressLines }: DocumentParty): string | undefined {
	return joinTexts(displayedAddress, '\n') ?? joinTexts(linesOf(address), '\n') ?? joinTexts(addressLines, '\n');
}

function linesOf(address: Address = {}): (string | undefined)[] {
	const { street, streetNumber, floor, POBox, postCode, city, stateRegion, countryCode } = address;
	return [
		joinTexts([street, streetNumber], ' '),
		floor,
		POBox === undefined ? undefined : `PO Box ${POBox}`,
		joinTexts([postCode, city], ' '),
		stateRegion,
		nameOfCountry(countryCode),
	];
}

function nameOfCountry(code: string | undefined): string | undefined {
	return code === undefined ? undefined : (countryName(code) ?? code);
}

/** The texts that are there in one, or undefined if there is none. */
export function joinTexts(texts: readonly (string | undefined)[] = [], separator: string): string | undefined {
	return texts.filter((text) => text !== undefined).join(separator) || undefined;
}
