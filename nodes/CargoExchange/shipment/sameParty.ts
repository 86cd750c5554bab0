import { isRecord } from '../schemas/json';
import { issue, type Issue } from './issue';

const sameAs = /^(?:the )?same as (?:the )?(consignee|cnee|shipper|shpr)\b|^as (consignee|shipper)$/i;
const toOrder = /\bto (?:the )?order\b/i;

/**
 * Puts the party itself in the place of "same as consignee". An order bill has no consignee to notify, so that stops the shipment. Changes
 * the payload, which was just built from a form or rows.
 */
export function nameSameParties(payload: Record<string, unknown>): Issue[] {
	return recordsIn(payload['sets']).flatMap((set, setIndex) =>
		recordsIn(set['notifyParties']).flatMap((party, index) => {
			const name = party['name'];
			const [, first, second] = (typeof name === 'string' && sameAs.exec(name.slice(0, 100).trim())) || [];
			const role = first ?? second;
			if (role === undefined) return [];
			const meant = /^s/i.test(role) ? 'shipper' : 'consignee';
			return [nameParty(party, set[meant], meant, `sets[${setIndex}].notifyParties[${index}].name`)];
		}),
	);
}

function nameParty(party: Record<string, unknown>, meant: unknown, role: string, path: string): Issue {
	const written = party['name'];
	const { name, code, address, prefix } = isRecord(meant) ? meant : {};
	const isOrder = [name, prefix].some((text) => typeof text === 'string' && toOrder.test(text));
	if (typeof name !== 'string' || isOrder) {
		const why = isOrder ? 'the bill of lading is to order' : `the ${role} is missing`;
		const advice = `It is unclear who is to be notified, because ${why}. Write the name of the notify party.`;
		return issue({ path, value: written, rule: 'sameParty', advice, severity: 'error' });
	}
	party['name'] = name;
	if (party['address'] === undefined && address !== undefined) party['address'] = address;
	if (party['code'] === undefined && code !== undefined) party['code'] = code;
	return issue({ path, value: written, rule: 'sameParty', advice: `Sent as ${name}.`, severity: 'note' });
}

function recordsIn(list: unknown): Record<string, unknown>[] {
	return Array.isArray(list) ? list.filter(isRecord) : [];
}
