import type { ShipmentPayload, ShipmentSet } from '../../../schemas/shipment/shipment';
import { issue, type Issue } from '../validation/issue';
import { addressOf } from './places';
import type { FieldReader } from './reader';

type Party = { name: string | undefined; code: string | undefined; address: string | undefined };

/** The parties of the set. Ids and wordings such as "to order" are never made up. */
export function setPartiesOf(
	document: FieldReader,
): Pick<ShipmentSet, 'shipper' | 'consignee' | 'notifyParties' | 'carrier'> {
	const parties = document.object('documentParties');
	return {
		shipper: partyOf(parties.object('shipper')),
		consignee: partyOf(parties.object('consignee')),
		notifyParties: notifyPartiesOf(parties),
		carrier: carrierOf(document, parties.object('issuingParty')),
	};
}

/** The shipper's forwarder, or the consignee's if that is the only one. */
export function freightForwarderOf(document: FieldReader): ShipmentPayload['freightForwarder'] {
	const others = document.object('documentParties').entries('other');
	const withRole = (role: string) => others.filter((other) => other.peek('partyFunction') === role);
	const [shippers, consignees] = [withRole('DDR'), withRole('DDS')];
	const [only, ...more] = shippers.length > 0 ? shippers : consignees;
	const forwarder = more.length === 0 ? only : undefined;
	for (const other of others)
		if (other !== forwarder) other.skipAll('The import has one freight forwarder and no further parties.');
	forwarder?.text('partyFunction');
	const party = forwarder?.object('party');
	return party && { name: party.text('partyName'), address: addressOf(party) };
}

/** A consignee or endorsee that is also a notify party comes before the others, as in the standard. */
function notifyPartiesOf(parties: FieldReader): Party[] {
	const alsoNotified = ['consignee', 'endorsee']
		.map((role) => parties.object(role))
		.filter((party) => party.flag('isNotifyParty') === true);
	parties.skip('endorsee', 'The import has no endorsee: set sets[0].consignee to name it there.');
	return withoutRepeats([...alsoNotified, ...parties.entries('notifyParties')].map(partyOf));
}

/** Without parties whose details another one has too. */
function withoutRepeats(parties: Party[]): Party[] {
	const covered = new Set(parties.flatMap(partsOf));
	return parties.filter((party) => {
		const own = keyOf(party);
		if (covered.has(own)) return false;
		covered.add(own);
		return true;
	});
}

function keyOf({ name, code, address }: Party): string {
	return JSON.stringify([name ?? null, code ?? null, address ?? null]);
}

/** The keys of parties that have some of the details of this one, but not all. */
function partsOf({ name, code, address }: Party): string[] {
	const own = keyOf({ name, code, address });
	const parts = [name, undefined].flatMap((someName) =>
		[code, undefined].flatMap((someCode) =>
			[address, undefined].map((someAddress) => keyOf({ name: someName, code: someCode, address: someAddress })),
		),
	);
	return parts.filter((part) => part !== own);
}

/** The carrier's code is a SCAC only if the document says that it comes from that list. */
function carrierOf(document: FieldReader, issuingParty: FieldReader): ShipmentSet['carrier'] {
	const list = document.text('carrierCodeListProvider');
	const name = issuingParty.text('partyName');
	if (list === 'NMFTA') return { scac: document.text('carrierCode'), name };
	document.skip('carrierCode', 'The document does not say that it is a SCAC, which is what the import takes.');
	return { name };
}

function partyOf(party: FieldReader): Party {
	return { name: party.text('partyName'), code: codeOf(party), address: addressOf(party) };
}

/** One of several codes cannot be chosen. */
function codeOf(party: FieldReader): string | undefined {
	const [only, ...more] = party.entries('identifyingCodes');
	if (more.length === 0) return only?.text('partyCode');
	party.skip('identifyingCodes', 'The party has several codes; the import takes one.');
	return undefined;
}

type Counterparty = { customerId: string; customerName: string };
type Identified = { id?: string | undefined; name?: string | undefined };

/**
 * A copy of the payload in which shipper and consignee have the id of the counterparty that has exactly their name (case and spaces
 * apart), if there is just one. A party without such a counterparty stays as it is, with a note.
 */
export function withPartyIds(
	payload: ShipmentPayload,
	counterparties: readonly Counterparty[],
): { payload: ShipmentPayload; notes: Issue[] } {
	const idsByName = new Map<string, Set<string>>();
	for (const { customerId, customerName } of counterparties) {
		const name = plain(customerName);
		idsByName.set(name, (idsByName.get(name) ?? new Set()).add(customerId));
	}
	const notes: Issue[] = [];
	const identified = <P extends Identified>(party: P | undefined, path: string): P | undefined => {
		if (party?.name === undefined || party.id !== undefined) return party;
		const [id, ...more] = idsByName.get(plain(party.name)) ?? [];
		if (id !== undefined && more.length === 0) return { ...party, id };
		const why = id === undefined ? 'No counterparty has' : 'Several counterparties have';
		notes.push(issue(`${path}.id`, party.name, 'partyId', `${why} this name; the id is left out.`, 'note'));
		return party;
	};
	const sets = payload.sets?.map((set, index) => ({
		...set,
		shipper: identified(set.shipper, `sets[${index}].shipper`),
		consignee: identified(set.consignee, `sets[${index}].consignee`),
	}));
	return { payload: sets === undefined ? payload : { ...payload, sets }, notes };
}

function plain(name: string): string {
	return name.trim().replace(/\s+/g, ' ').toLowerCase();
}
