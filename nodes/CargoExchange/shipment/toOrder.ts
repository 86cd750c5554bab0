import { issue, type Issue } from './issue';

const order = /^(to (?:the )?order)(?:\s*[:,.-]*\s*$|(\s+of)\b[\s:,.-]*)/i;
/** Parties of the bill of lading itself, which are named elsewhere. */
const byRole = /^(?:the )?(?:shipper|consignor|exporter|consignee|holder|bearer)\W*$/i;

/** Whether a text says that the bill of lading is to order. */
export function isToOrder(text: unknown): boolean {
	return typeof text === 'string' && /\bto (?:the )?order\b/i.test(text.slice(0, 100));
}

/**
 * Moves "to order" or "to the order of" from a consignee's name to its prefix (docs/service.md 2.8). Who follows is the name, unless it is a
 * role such as the shipper: "to order of shipper" names nobody else. Changes the consignee.
 */
export function splitOrder(consignee: Record<string, unknown>, path: string): Issue[] {
	const { name: written, prefix } = consignee;
	if (typeof written !== 'string' || prefix !== undefined) return [];
	const text = written.trim();
	const [found, words = '', of = ''] = order.exec(text) ?? [];
	if (found === undefined) return [];
	const name = text.slice(found.length).trim();
	const place = { path: `${path}.name`, value: written, rule: 'toOrder' };
	if (of !== '' && name === '') {
		const advice = 'The name after these words is missing. Add it, or write TO ORDER.';
		return [issue({ ...place, advice, severity: 'error' })];
	}
	if (name === '' || byRole.test(name)) {
		delete consignee['name'];
		consignee['prefix'] = name === '' ? words : text;
		const advice = `Sent as the prefix "${String(consignee['prefix'])}", without a name.`;
		return [issue({ ...place, advice, severity: 'note' })];
	}
	consignee['prefix'] = `${words}${of}`;
	consignee['name'] = name;
	const advice = `Sent as the prefix "${words}${of}" and the name "${name}".`;
	return [issue({ ...place, advice, severity: 'note' })];
}
