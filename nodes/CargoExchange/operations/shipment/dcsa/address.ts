import { countryName } from '../validation/countries';
import type { Part } from './reader';

/** An address in lines: the one to be displayed, else the structured one, else its lines. */
export function addressOf(party: Part): string | undefined {
	const displayed = party.lines('displayedAddress');
	if (displayed.length > 0) {
		for (const name of ['address', 'addressLines']) party.leave(name, 'The address to be displayed is used instead.');
		return displayed.join('\n');
	}
	const structured = structuredAddress(party.part('address'));
	if (structured.length > 0) {
		party.leave('addressLines', 'The structured address is used instead.');
		return structured.join('\n');
	}
	const lines = party.lines('addressLines');
	return lines.length === 0 ? undefined : lines.join('\n');
}

/** The lines of a structured address. */
export function structuredAddress(address: Part): string[] {
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
