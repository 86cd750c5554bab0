import { isPlaceholder } from './convert/conversion';
import { isRecord } from '../schemas/json';
import { issue, type Issue } from './issue';
import { isToOrder, splitOrder } from './toOrder';

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
const longestReference = 60;
const longestName = 1000;

/**
 * Puts the party itself in the place of "same as consignee", in names and addresses, and "to the order of" into the consignee's prefix.
 * An order bill names no consignee, so nobody can be the same. Changes the payload, which was just built from a form or rows.
 */
export function nameParties(payload: Record<string, unknown>): Issue[] {
	return recordsIn(payload['sets']).flatMap((set, index) => {
		const parties = partiesOf(set, `sets[${index}]`, payload['freightForwarder']);
		const found = parties.flatMap(({ role, values, path }) => (role === 'consignee' ? splitOrder(values, path) : []));
		const pass = () => parties.flatMap((party) => [...fillName(party, parties), ...fillAddress(party, parties)]);
		// A party may be the same as one that is the same as a third.
		for (let filled = pass(); filled.length > 0; filled = pass()) found.push(...filled);
		return [...found, ...parties.flatMap((party) => [...unclearIn(party, parties), ...severalLines(party)])];
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

/** The party that a text refers to: its role, and itself if the shipment has it. Undefined for any other text. */
function referenceIn(text: unknown, parties: readonly Party[]): { role: string; party: Party | undefined } | undefined {
	if (typeof text !== 'string' || text.length > longestReference) return undefined;
	for (const { role, pattern } of references) {
		const [found, number = '1'] = pattern.exec(text.trim()) ?? [];
		if (found === undefined) continue;
		return { role, party: parties.filter((party) => party.role === role)[Number(number) - 1] };
	}
	return undefined;
}

/** Why a party cannot stand for another one. */
function whyUnclear(role: string, party: Party | undefined, parties: readonly Party[]): string | undefined {
	const { name, prefix } = party?.values ?? {};
	if ([name, prefix].some(isToOrder)) return 'the bill of lading is to order';
	if (typeof name !== 'string' || isPlaceholder(name)) return `the ${role} is missing`;
	return referenceIn(name, parties) ? `the ${role} refers to another one` : undefined;
}

function fillName({ role, path, values }: Party, parties: readonly Party[]): Issue[] {
	const written = values['name'];
	const meant = referenceIn(written, parties);
	if (!meant?.party || whyUnclear(meant.role, meant.party, parties) !== undefined) return [];
	const { name } = meant.party.values;
	values['name'] = name;
	// Only these two have a customer ID.
	const hasId = role === 'shipper' || role === 'consignee';
	for (const field of ['address', 'code', ...(hasId ? ['id'] : [])])
		if (meant.party.values[field] !== undefined) values[field] ??= meant.party.values[field];
	return [sameAs(`${path}.name`, written, String(name))];
}

function fillAddress({ path, values }: Party, parties: readonly Party[]): Issue[] {
	const written = values['address'];
	const address = referenceIn(written, parties)?.party?.values['address'];
	if (typeof address !== 'string' || referenceIn(address, parties)) return [];
	values['address'] = address;
	return [sameAs(`${path}.address`, written, address)];
}

function sameAs(path: string, value: unknown, meant: string): Issue {
	return issue({ path, value, rule: 'sameParty', advice: `Sent as ${meant.replace(/\.$/, '')}.`, severity: 'note' });
}

function unclearIn({ path, values: { name, address } }: Party, parties: readonly Party[]): Issue[] {
	const [named, located] = [referenceIn(name, parties), referenceIn(address, parties)];
	const stop = (field: string, value: unknown, advice: string) =>
		issue({ path: `${path}.${field}`, value, rule: 'sameParty', advice, severity: 'error' });
	const unclear = (field: string, value: unknown) =>
		typeof value === 'string' && withMore.test(value.trim().slice(0, longestName))
			? [stop(field, value, 'Names a party and more. Write each name and each address in its own column.')]
			: [];
	return [
		...(named ? [] : unclear('name', name)),
		...(located ? [] : unclear('address', address)),
		...(named
			? [
					stop(
						'name',
						name,
						`It is unclear who this is, because ${whyUnclear(named.role, named.party, parties)}. Write the name.`,
					),
				]
			: []),
		...(located ? [stop('address', address, `The ${located.role} has no address. Write the address.`)] : []),
	];
}

/** A cell may hold a name and its address. Nobody can tell which lines are which. */
function severalLines({ role, path, values: { name } }: Party): Issue[] {
	if (typeof name !== 'string' || !name.trim().includes('\n')) return [];
	const label = role.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
	const advice = `Has several lines, which are sent as one name. Put the address into ${label} Address.`;
	return [issue({ path: `${path}.name`, value: name, rule: 'severalLines', advice })];
}

function recordsIn(list: unknown): Record<string, unknown>[] {
	return Array.isArray(list) ? list.filter(isRecord) : [];
}
