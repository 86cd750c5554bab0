import type { Values } from '../n8n/parameterTable';
import type { StatusMessage } from '../schemas/statusMessage';
import type { filters } from './parameters';

/** What a workflow asked for. An empty list asks for everything; events are those that start it. */
export type Filters = Values<typeof filters> & { readonly events: readonly StatusMessage['event'][] };

/**
 * Whether a status event passes all filters; values within one filter are alternatives.
 * Case does not matter; a field that the event lacks passes no filter on it.
 */
export function createFilter(wanted: Filters): (event: StatusMessage) => boolean {
	const events = new Set(wanted.events);
	const passesCustomer = oneOf(wanted.customerIds);
	const passesSet = oneOf(wanted.setIds);
	const passesInstance = oneOf(wanted.instance);
	const passesReference = matchingOneOf(wanted.parcelRef);
	// Without a test for each filter of the form, this does not compile.
	const tests: Record<keyof Filters, (event: StatusMessage) => boolean> = {
		events: ({ event }) => events.has(event),
		customerIds: ({ customerId }) => passesCustomer(customerId),
		setIds: ({ setId }) => passesSet(setId),
		instance: ({ instance }) => passesInstance(instance),
		parcelRef: ({ parcelReference }) => passesReference(parcelReference),
	};
	const all = Object.values(tests);
	return (event) => all.every((passes) => passes(event));
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
