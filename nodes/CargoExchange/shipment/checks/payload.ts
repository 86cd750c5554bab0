import { readPayload, type PayloadReading } from '../fields/parsePayload';
import { placesIn, type PlacedValue } from '../fields/places';
import { readValue, typeOf } from '../fields/readValue';
import type { LeafField } from '../fields/shipment';
import { issue, type Issue } from '../issue';
import { mostSimilar } from '../similar';
import { neededIn } from './needed';
import { relationsIn } from './relations';

/** `today` is YYYY-MM-DD. `isPayload`: a program has written it. */
export type CheckOptions = { today: string; isPayload?: boolean };

/**
 * Everything that is noticed in a payload (docs/service.md 2.7 to 2.11), whatever it was made of: its structure, each value by the type of its
 * field, what is missing, and how values go together. Never throws.
 */
export function issuesIn(value: unknown, options: CheckOptions): Issue[] {
	const reading = readPayload(value);
	const places = placesIn(reading.payload);
	return [
		...structureOf(reading),
		...valuesIn(places, options),
		...relationsIn(reading.payload, places, options),
		...neededIn(reading.payload, places),
	];
}

/** Groups whose structure the service does not document (docs/service.md 2.7). */
const unstructured = new Set(['parcels', 'cargos']);

/** Wrong types, and fields that the service is not known to have. */
function structureOf({ mismatches, unknown }: PayloadReading): Issue[] {
	const isStructured = ({ path }: { path: string }) => !unstructured.has(path.replace(/^sets\[\d+\]\./, ''));
	return [
		...mismatches.map(({ path, value, expected }) =>
			issue({ path, value, rule: 'type', advice: `Must be ${expected}, not ${kindOf(value)}.`, severity: 'stops' }),
		),
		...unknown.filter(isStructured).map(unknownField),
	];
}

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'string') return 'text';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'number' ? 'this number' : `a ${typeof value}`;
}

function unknownField({ path, value, known }: PayloadReading['unknown'][number]): Issue {
	const meant = mostSimilar(path.slice(path.lastIndexOf('.') + 1), known);
	if (meant !== undefined)
		return issue({ path, rule: 'unknown field', advice: `Is not a known field. Did you mean ${meant}?` });
	if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
		return issue({
			path,
			value,
			rule: 'long number',
			advice:
				'Has more digits than a JSON number keeps, so its last ones are wrong here. Have the program that makes the JSON write it as text.',
		});
	return issue({
		path,
		rule: 'unknown field',
		advice: 'Is not a known field. It is sent unchanged.',
		severity: 'note',
	});
}

/** Each value by the type of its field. In a payload, a value is written as the service has it: nothing is converted any more. */
function valuesIn(places: readonly PlacedValue[], options: CheckOptions): Issue[] {
	return places.flatMap(({ path, field, value }) =>
		field.kind === 'list' || value === '' ? [] : valueIssue(field, value, path, options),
	);
}

/** Types of which the service knows each value in one spelling only. */
const exact = new Set(['date', 'choice', 'currency']);
const sameAs = /^\s*(?:the )?same as\b/i;

function valueIssue(
	field: LeafField,
	value: unknown,
	path: string,
	{ today, isPayload = false }: CheckOptions,
): Issue[] {
	// A program has decided what it writes: Strict doubts it, Warn sends it.
	const severity = isPayload ? 'stopsIfStrict' : 'stops';
	const place = { path, value };
	const rule = typeOf(field);
	const reading = readValue(field, value, { timezone: 'UTC', decimalSeparator: '.', isPayload });
	if ('advice' in reading) {
		const accept = reading.accepted === undefined ? undefined : String(value);
		const { rule: reason, advice, cause = advice } = reading;
		return [issue({ ...place, rule: reason, advice, cause, severity, accept })];
	}
	if ('empty' in reading) return [];
	if (reading.note !== undefined)
		return [issue({ ...place, rule: 'placeholder', advice: reading.note, severity: 'note' })];
	if (exact.has(rule) && reading.value !== value)
		return [issue({ ...place, rule, advice: `Write it as ${reading.value}.`, severity })];
	if (typeof value === 'string' && sameAs.test(value))
		return [
			issue({
				...place,
				rule: 'same party',
				advice: 'Refers to another value. Write the value itself.',
				severity,
				accept: value,
			}),
		];
	const isOther = field.kind === 'choice' && !Object.hasOwn(field.values, String(value));
	const doubt = isOther
		? { advice: `Is none of the known values: ${Object.keys(field.values).join(', ')}.` }
		: field.check?.(String(value), today);
	return doubt ? [issue({ ...place, rule: 'unlikely', cause: doubt.advice, ...doubt })] : [];
}
