import type { ShipmentPayload } from '../../../schemas/shipment/shipment';
import { finding, type Finding } from '../validation/issue';

type Counterparty = { customerId: string; customerName: string };
type Party = { id?: string | undefined; name?: string | undefined };

/**
 * A copy of the payload in which shipper and consignee have the id of the counterparty that bears exactly their name (case and spaces
 * apart), where there is just one. A party without such a counterparty stays as it is, with a note.
 */
export function withPartyIds(
	payload: ShipmentPayload,
	counterparties: readonly Counterparty[],
): { payload: ShipmentPayload; notes: Finding[] } {
	const idsByName = new Map<string, Set<string>>();
	for (const { customerId, customerName } of counterparties) {
		const name = plain(customerName);
		idsByName.set(name, (idsByName.get(name) ?? new Set()).add(customerId));
	}
	const notes: Finding[] = [];
	const identified = <P extends Party>(party: P | undefined, path: string): P | undefined => {
		if (party?.name === undefined || party.id !== undefined) return party;
		const [id, ...more] = idsByName.get(plain(party.name)) ?? [];
		if (id !== undefined && more.length === 0) return { ...party, id };
		const why = id === undefined ? 'No counterparty has' : 'Several counterparties have';
		notes.push(finding(`${path}.id`, party.name, 'partyId', `${why} this name; the id is left out.`, 'note'));
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
