import { issue, type Issue } from './issue';

const order = /^((?:consigned )?(?:(?:un)?to )?(?:the )?order)(?:(\s+of)\b[\s:,.-]*|[\s:,.-]*$)/i;
/** Parties of the bill of lading itself, which are named elsewhere. */
const byRole = /^(?:the )?(?:shipper|consignor|exporter|consignee|holder|bearer)\W*$/i;

/** Whether a text has the words of a bill of lading that is to order or to bearer. */
export function isToOrder(text: unknown): boolean {
	return typeof text === 'string' && /\b(?:orders?|bearer|holder)\b/i.test(text.slice(0, 1000));
}

/**
 * Moves "to order" or "to the order of" from a consignee's name to its prefix (docs/service.md 2.8). Who follows is the name, unless it is a
 * role such as the shipper: "to order of shipper" names nobody else. Other wordings stay in the name. Changes the consignee.
 */
export function splitOrder(consignee: Record<string, unknown>, path: string): Issue[] {
	const { name: written, prefix } = consignee;
	if (typeof written !== 'string') return [];
	const text = written.trim().replace(/^["“”„]+|["“”„]+$/g, '');
	const [found, words = '', of = ''] = order.exec(text) ?? [];
	// "Order" alone is a name, or not enough.
	if (found === undefined || (of === '' && !/to /i.test(words))) return [];
	const name = text.slice(found.length).trim();
	// What the prefix says need not be said twice.
	if (prefix !== undefined && plain(prefix) !== plain(`${words}${of}`)) return [];
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

function plain(words: unknown): string {
	return typeof words === 'string' ? words.replace(/\W+/g, ' ').trim().toLowerCase() : '';
}
