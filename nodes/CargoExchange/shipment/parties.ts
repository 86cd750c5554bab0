import { isRecord, recordsIn } from '../schemas/json';
import { isPlaceholder } from './fields/placeholder';
import { issue, type Issue } from './issue';

/** The words for a party in "same as consignee". */
const roles = {
	shipper: 'shipper|shpr|exporter|consignor',
	consignee: 'consignee|cnee|receiver|importer',
	'notify party': '(?:1st |first )?notify(?: party)?',
	'freight forwarder': '(?:freight )?forwarder',
};

type Role = keyof typeof roles;

type Party = { role: Role; path: string; values: Record<string, unknown> };

const references = Object.entries(roles).map(([role, words]) => ({
	role,
	pattern: new RegExp(
		`^(?:(?:(?:the )?same as|as(?: per)?) )?(?:the )?(?:${words})(?: ?(\\d))?(?: above)?[\\s.]*$`,
		'i',
	),
}));

/** The same words with something beside them, which would be lost. */
const withMore = new RegExp(`(?:^as(?: per)?|\\bsame as) (?:the )?(?:${Object.values(roles).join('|')})\\b`, 'i');

/** In characters. Longer texts are names. */
const longestName = 1000;

/**
 * Puts the party itself in the place of "same as consignee", in names and addresses, and "to the order of" into the consignee's prefix.
 * An order bill names no consignee, so nobody can be the same. Changes the payload, which was just built from a form or rows.
 */
export function nameParties(payload: Record<string, unknown>): Issue[] {
	return recordsIn(payload['sets']).flatMap((set, index) => {
		const parties = partiesOf(set, `sets[${index}]`, payload['freightForwarder']);
		const found = parties.flatMap((party) => (party.role === 'consignee' ? splitOrder(party, parties) : []));
		// A party may be the same as one that is the same as a third.
		for (let pass = 0; pass < parties.length; pass++)
			found.push(...parties.flatMap((party) => [...fill(party, 'name', parties), ...fill(party, 'address', parties)]));
		return [...found, ...parties.flatMap((party) => unclear(party, parties))];
	});
}

function partiesOf(set: Record<string, unknown>, at: string, forwarder: unknown): Party[] {
	const one = (role: Role, path: string, values: unknown) => (isRecord(values) ? [{ role, path, values }] : []);
	return [
		...one('shipper', `${at}.shipper`, set['shipper']),
		...one('consignee', `${at}.consignee`, set['consignee']),
		...recordsIn(set['notifyParties']).flatMap((values, index) =>
			one('notify party', `${at}.notifyParties[${index}]`, values),
		),
		...one('freight forwarder', 'freightForwarder', forwarder),
	];
}

const order = /^(?:consigned )?(?:(?:un)?to )?(?:the )?order(?:\s+of\b[\s:,.-]*|[\s:,.-]*$)/i;
/** Parties of the bill of lading itself, which are named elsewhere. */
const byRole = /^(?:the )?(?:shipper|consignor|exporter|consignee|holder|bearer)\W*$/i;

/**
 * Moves "to order" or "to the order of" from a consignee's name to its prefix (docs/service.md 2.8). Who follows is the name, unless it is a
 * role such as the shipper: "to order of shipper" names nobody else.
 */
function splitOrder({ values, path }: Party, parties: readonly Party[]): Issue[] {
	const text = typeof values['name'] === 'string' ? values['name'].trim().replace(/^["“”„]+|["“”„]+$/g, '') : '';
	const [found = ''] = order.exec(text) ?? [];
	const isOf = /\sof\b/i.test(found);
	const name = text.slice(found.length).trim();
	const prefix = found.replace(/[\s:,.-]+$/, '');
	// "Order" alone is a name, and what the prefix says need not be said twice.
	const given = values['prefix'];
	if (found === '' || (!isOf && !/to /i.test(found)) || (given !== undefined && words(given) !== words(prefix)))
		return [];
	if (isOf && name === '')
		return [stopAt(`${path}.name`, text, 'order', 'The name after these words is missing. Add it, or write TO ORDER.')];
	const namesNobody = name === '' || byRole.test(name);
	const isParty = parties.some((other) => other.path !== path && words(other.values['name']) === words(name));
	if (!namesNobody && !/to /i.test(found) && !isParty)
		return [issue({ path: `${path}.name`, value: text, rule: 'order', advice: nameOrOrder })];
	values['prefix'] = namesNobody ? text : prefix;
	if (namesNobody) delete values['name'];
	else values['name'] = name;
	const sent = namesNobody ? ', without a name' : ` and the name "${name}"`;
	return [noteAt(`${path}.name`, text, 'order', `Sent as the prefix "${String(values['prefix'])}"${sent}.`)];
}

/** *Order of Malta* is a name. */
const nameOrOrder =
	'May be a name or an order, and is sent as a name. For an order, write TO ORDER OF and the name that follows.';

function words(text: unknown): string {
	return typeof text === 'string' ? text.replace(/\W+/g, ' ').trim().toLowerCase() : '';
}

/** With single blanks; *same-as consignee* is the same as *SAME  AS CONSIGNEE*. */
function plainText(text: unknown): string {
	return typeof text === 'string'
		? text
				.slice(0, longestName)
				.replace(/[\s-]+/g, ' ')
				.trim()
		: '';
}

/** The party that a text refers to: its role, and itself if the shipment has it. Undefined for any other text. */
function referenceIn(text: unknown, parties: readonly Party[]): { role: string; party: Party | undefined } | undefined {
	const plain = plainText(text);
	if (plain.length > 60) return undefined;
	for (const { role, pattern } of references) {
		const [found, number = '1'] = pattern.exec(plain) ?? [];
		if (found === undefined) continue;
		return { role, party: parties.filter((party) => party.role === role)[Number(number) - 1] };
	}
	return undefined;
}

/** Fills in the name of the party that is meant, with what belongs to it, or its address. */
function fill({ role, path, values }: Party, field: 'name' | 'address', parties: readonly Party[]): Issue[] {
	const written = values[field];
	const party = referenceIn(written, parties)?.party;
	const meant = party?.values;
	const value = meant?.[field];
	if (
		typeof value !== 'string' ||
		(field === 'name' && isOrder(party)) ||
		isPlaceholder(value) ||
		referenceIn(value, parties)
	)
		return [];
	values[field] = value;
	// Only these two have a customer ID.
	const hasId = role === 'shipper' || role === 'consignee';
	for (const other of field === 'name' ? ['address', 'code', ...(hasId ? ['id'] : [])] : [])
		if (meant?.[other] !== undefined) values[other] ??= meant[other];
	return [noteAt(`${path}.${field}`, written, 'same party', `Sent as ${value.replace(/\.$/, '')}.`)];
}

function unclear({ path, values }: Party, parties: readonly Party[]): Issue[] {
	return (['name', 'address'] as const).flatMap((field) => {
		const text = values[field];
		const meant = referenceIn(text, parties);
		const role = meant?.role;
		const why = isOrder(meant?.party)
			? `in an order bill, nobody is the ${role}`
			: `the ${role} has no ${field} of its own here`;
		const advice = meant
			? `It is unclear who this is: ${why}. Write the ${field}.`
			: 'Names a party and more. Write each name and each address in its own column.';
		return meant || withMore.test(plainText(text)) ? [stopAt(`${path}.${field}`, text, 'same party', advice)] : [];
	});
}

function isOrder(party: Party | undefined): boolean {
	return party?.values['prefix'] !== undefined;
}

function stopAt(path: string, value: unknown, rule: string, advice: string): Issue {
	return issue({ path, value, rule, advice, severity: 'stops' });
}

function noteAt(path: string, value: unknown, rule: string, advice: string): Issue {
	return issue({ path, value, rule, advice, severity: 'note' });
}
