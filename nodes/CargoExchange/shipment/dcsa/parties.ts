import type { ShipmentPayload, ShipmentSet } from '../fields/shipment';
import { groupBy } from '../structure';
import { issue, type Issue } from '../issue';
import { addressTextOf } from './addresses';
import type { DocumentValue } from './documentValue';

type Party = { name: string | undefined; code: string | undefined; address: string | undefined };

/** The parties of the set. IDs and wording such as "to order" are never invented. */
export function setPartiesOf(parties: DocumentValue): Partial<ShipmentSet> {
	// As in the standard, a consignee or endorsee that is also a notify party is the first one.
	const alsoNotified = ['consignee', 'endorsee']
		.map((name) => parties.at(name))
		.filter((party) => party.at('isNotifyParty').flag());
	const notified = [...alsoNotified, ...parties.at('notifyParties').list()].map(partyOf);
	const alike = groupBy(notified, ({ name, address }) => JSON.stringify([name, address]));
	return {
		shipper: partyOf(parties.at('shipper')),
		consignee: partyOf(parties.at('consignee')),
		notifyParties: [...alike.values()].flatMap(([first]) => first ?? []),
	};
}

/** The shipper's forwarder, or the consignee's if that is the only one. */
export function freightForwarderOf(others: readonly DocumentValue[]): ShipmentPayload['freightForwarder'] {
	const withRole = (role: string) => others.filter((other) => other.at('partyFunction').text() === role);
	const [shippers, consignees] = [withRole('DDR'), withRole('DDS')];
	const [only, ...more] = shippers.length > 0 ? shippers : consignees;
	const party = only?.at('party');
	if (party === undefined || more.length > 0) return undefined;
	return { name: party.at('partyName').text(), address: addressTextOf(party) };
}

/** One of several codes cannot be chosen. */
function partyOf(party: DocumentValue): Party {
	const [only, ...more] = party.at('identifyingCodes').list();
	const code = more.length > 0 ? undefined : only?.at('partyCode').text();
	return { name: party.at('partyName').text(), code, address: addressTextOf(party) };
}

type Counterparty = { customerId: string; customerName: string };
type Identified = { id?: string | undefined; name?: string | undefined };

/**
 * A copy of the payload in which shipper and consignee have the ID of the counterparty with the same name (ignoring case and spaces), if
 * there is exactly one. Otherwise the party stays as it is, with a note.
 */
export function withPartyIds(
	payload: ShipmentPayload,
	counterparties: readonly Counterparty[],
): { payload: ShipmentPayload; notes: Issue[] } {
	const byName = groupBy(counterparties, ({ customerName }) => plain(customerName));
	const notes: Issue[] = [];
	const identified = <P extends Identified>(party: P | undefined, path: string): P | undefined => {
		if (party?.name === undefined || party.id !== undefined) return party;
		const ids = new Set(byName.get(plain(party.name))?.map(({ customerId }) => customerId));
		const [id] = ids;
		if (id !== undefined && ids.size === 1) return { ...party, id };
		const why = id === undefined ? 'No customer has' : 'Several customers have';
		notes.push(
			issue({
				path: `${path}.id`,
				value: party.name,
				rule: 'partyId',
				advice: `${why} this name, so the party is sent without an ID.`,
				severity: 'note',
			}),
		);
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
