import type { PayloadReading } from '../../../schemas/shipment/parsePayload';
import { issue, type Issue } from './issue';

/** Places where the prose of the specification (2.7) names groups without showing their structure. */
const unstructured = /^(?:sets\[\d+\]\.)?(?:parcels|cargos)$/;

/** Findings about the payload's form: wrong types, nulls, and fields that the specification does not show. */
export function checkFieldTypes({ mismatches, unknown, empty }: PayloadReading): Issue[] {
	return [
		...mismatches.map(({ path, value, expected }) =>
			issue(path, value, 'type', `Must be ${expected}, not ${kindOf(value)}.`, 'error'),
		),
		...empty.map((path) => issue(path, null, 'null', 'Is null. Leave the field out instead.')),
		...unknown.filter(({ path }) => !unstructured.test(path)).map(({ path, known }) => unknownField(path, known)),
	];
}

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'string') return 'the text that stands there';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'number' ? 'this number' : typeof value;
}

function unknownField(path: string, known: string[]): Issue {
	const name = path.slice(path.lastIndexOf('.') + 1);
	const meant =
		known.find((candidate) => bare(candidate) === bare(name)) ?? known.find((candidate) => near(candidate, name));
	return meant === undefined
		? issue(path, undefined, 'unknownField', 'The specification shows no such field. It is sent as it is.', 'note')
		: issue(path, undefined, 'unknownField', `The specification shows no such field. Is ${meant} meant?`);
}

function bare(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** True for names that one letter more, less or other would make equal. */
function near(one: string, other: string): boolean {
	if (Math.abs(one.length - other.length) > 1 || Math.min(one.length, other.length) < 4) return false;
	let start = 0;
	while (start < one.length && one[start] === other[start]) start++;
	let end = 0;
	while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++;
	return Math.max(one.length, other.length) - start - end <= 1;
}
