import type { StatusMessage } from '../schemas/statusMessage';

/** What a workflow asked for. An empty list, or null, asks for everything. */
export type Filters = {
	readonly events: readonly StatusMessage['event'][];
	readonly customerIds: readonly string[];
	readonly instances: readonly string[];
	/** In each, `*` matches any text, also none. */
	readonly parcelRefs: readonly string[];
	readonly setIds: readonly string[];
};

/**
 * Whether a status event passes all filters; values within one filter are alternatives.
 * Case does not matter; a field that the event lacks passes no filter on it.
 */
export function createFilter(filters: Filters): (event: StatusMessage) => boolean {
	const events = new Set(filters.events);
	const passesCustomer = oneOf(filters.customerIds);
	const passesSet = oneOf(filters.setIds);
	const passesInstance = oneOf(filters.instances);
	const passesReference = matchingOneOf(filters.parcelRefs);
	return ({ event, customerId, setId, instance, parcelReference }) =>
		events.has(event) &&
		passesCustomer(customerId) &&
		passesSet(setId) &&
		passesInstance(instance) &&
		passesReference(parcelReference);
}

type Test = (value: string | null) => boolean;

function oneOf(wanted: readonly string[]): Test {
	if (wanted.length === 0) return () => true;
	const values = new Set(wanted.map(comparable));
	return (value) => value !== null && values.has(comparable(value));
}

function matchingOneOf(patterns: readonly string[]): Test {
	if (patterns.length === 0) return () => true;
	const tests = patterns.map(matching);
	return (value) => tests.some((passes) => passes(value));
}

function matching(pattern: string): Test {
	const [first = '', ...rest] = comparable(pattern).split('*');
	const last = rest.pop();
	return (value) => value !== null && matches(comparable(value), { first, middle: rest, last });
}

// Part by part instead of a regular expression, whose time a pattern such as *a*a*a*a* would let explode.
function matches(
	text: string,
	{ first, middle, last }: { first: string; middle: string[]; last: string | undefined },
): boolean {
	if (last === undefined) return text === first;
	if (!text.startsWith(first)) return false;
	let from = first.length;
	for (const part of middle) {
		const found = text.indexOf(part, from);
		if (found < 0) return false;
		from = found + part.length;
	}
	return text.length - last.length >= from && text.endsWith(last);
}

function comparable(text: string): string {
	return text.trim().toLowerCase();
}
