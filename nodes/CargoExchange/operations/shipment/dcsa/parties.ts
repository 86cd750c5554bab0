import type { ShipmentPayload, ShipmentSet } from '../../../wire/shipmentPayload';
import { countryName } from '../checks/country';
import type { Part } from './document';

type Party = { name: string | undefined; code: string | undefined; address: string | undefined };

/** The parties of the set. Ids and wordings such as "to order" are never made up. */
export function setPartiesOf(document: Part): Pick<ShipmentSet, 'shipper' | 'consignee' | 'notifyParties' | 'carrier'> {
	const parties = document.part('documentParties');
	return {
		shipper: partyOf(parties.part('shipper')),
		consignee: partyOf(parties.part('consignee')),
		notifyParties: notifyPartiesOf(parties),
		carrier: carrierOf(document, parties.part('issuingParty')),
	};
}

/** The shipper's forwarder; the consignee's where there is only that one. */
export function freightForwarderOf(document: Part): ShipmentPayload['freightForwarder'] {
	const others = document.part('documentParties').parts('other');
	const forwarders = others.map((other) => ({ other, role: other.has('partyFunction') ? peek(other) : undefined }));
	const chosen = forwarders.filter(({ role }) => role === 'DDR');
	const [only, ...more] = chosen.length > 0 ? chosen : forwarders.filter(({ role }) => role === 'DDS');
	if (only === undefined || more.length > 0) return undefined;
	only.other.leave('partyFunction', null);
	const party = only.other.part('party');
	return { name: party.text('partyName'), address: addressOf(party) };
}

/** The function of a party that may not be taken over: looked at without counting as read. */
function peek(other: Part): string | undefined {
	const role = other.text('partyFunction');
	other.leave('partyFunction', 'The import has one freight forwarder and no further parties.');
	return role;
}

/** A consignee or endorsee that is also a notify party stands before the others, as the standard has it. */
function notifyPartiesOf(parties: Part): Party[] {
	const first = ['consignee', 'endorsee']
		.map((role) => parties.part(role))
		.find((party) => party.has('isNotifyParty') && party.flag('isNotifyParty') === true);
	return [...(first ? [first] : []), ...parties.parts('notifyParties')].map(partyOf);
}

/** The carrier's code is a SCAC only where the document says that it comes from that list. */
function carrierOf(document: Part, issuingParty: Part): ShipmentSet['carrier'] {
	const list = document.text('carrierCodeListProvider');
	const name = issuingParty.text('partyName');
	if (list === 'NMFTA') return { scac: document.text('carrierCode'), name };
	document.leave('carrierCode', 'It is no SCAC, which is what the import takes.');
	return { name };
}

function partyOf(party: Part): Party {
	return { name: party.text('partyName'), code: codeOf(party), address: addressOf(party) };
}

/** Of several codes nobody could say which one is meant. */
function codeOf(party: Part): string | undefined {
	const [only, ...more] = party.parts('identifyingCodes');
	if (only === undefined) return undefined;
	if (more.length === 0) {
		const code = only.text('partyCode');
		for (const name of ['codeListProvider', 'codeListName']) only.leave(name, null);
		return code;
	}
	party.leave('identifyingCodes', 'The party has several codes; the import takes one.');
	return undefined;
}

/** The address to be displayed, else the structured one, else its lines. */
function addressOf(party: Part): string | undefined {
	const displayed = party.lines('displayedAddress');
	if (displayed.length > 0) {
		for (const name of ['address', 'addressLines'])
			if (party.has(name)) party.leave(name, 'The address to be displayed is used instead.');
		return displayed.join('\n');
	}
	const structured = structuredAddress(party.part('address'));
	const lines = structured.length > 0 ? structured : party.lines('addressLines');
	return lines.length === 0 ? undefined : lines.join('\n');
}

function structuredAddress(address: Part): string[] {
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
