import type { LeafField } from '../../../wire/shipmentPayload';
import { plainDate } from './plainDate';
import { plainNumber } from './plainNumber';

/** What was made of an entry: a value, nothing because it is empty, or the reason why it cannot be read. */
export type Conversion = { value: string | number | boolean } | { empty: true } | { unreadable: string };

/** Reads what stands in a form, a cell or an expression as the kind of value that its field has. Never guesses what a number or a date means. */
export function convert(field: LeafField, raw: unknown): Conversion {
	if (raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '')) return { empty: true };
	switch (field.kind) {
		case 'text':
		case 'counterparty':
			return asText(raw);
		case 'choice':
			return asChoice(field.values, raw);
		case 'number':
			return asNumber(raw);
		case 'integer':
			return asInteger(raw, field.prefix);
		case 'boolean':
			return asBoolean(raw);
		case 'date': {
			const value = plainDate(raw);
			return value === null
				? { unreadable: 'is no date that can only be read one way; write it YYYY-MM-DD' }
				: { value };
		}
	}
}

function asText(raw: unknown): Conversion {
	if (typeof raw === 'string') return { value: raw };
	if (typeof raw === 'number' || typeof raw === 'boolean' || typeof raw === 'bigint') return { value: String(raw) };
	const date = plainDate(raw);
	return date === null ? { unreadable: 'is no text' } : { value: date };
}

function asChoice(values: Readonly<Record<string, string>>, raw: unknown): Conversion {
	const text = asText(raw);
	if (!('value' in text)) return text;
	const wanted = String(text.value).trim().toLowerCase();
	const known = Object.entries(values).find((words) => words.some((word) => word.toLowerCase() === wanted));
	return known ? { value: known[0] } : text;
}

function asNumber(raw: unknown): Conversion {
	const value = typeof raw === 'string' ? plainNumber(raw) : raw;
	if (typeof value === 'number' && Number.isFinite(value)) return { value };
	return { unreadable: 'is no plain number; write 12000.5, with a point and without separators of thousands' };
}

/** A ship's number is often written with its name in front. */
function asInteger(raw: unknown, prefix = ''): Conversion {
	const bare = typeof raw === 'string' ? raw.trim() : raw;
	const named = prefix !== '' && typeof bare === 'string' && bare.toUpperCase().startsWith(prefix);
	const number = asNumber(named ? bare.slice(prefix.length).replace(/^[\s.:#-]+/, '') : bare);
	return 'value' in number && !Number.isSafeInteger(number.value) ? { unreadable: 'is no whole number' } : number;
}

const truths = new Map<unknown, boolean>([
	...[true, 1, 'true', 'yes', '1'].map((word) => [word, true] as const),
	...[false, 0, 'false', 'no', '0'].map((word) => [word, false] as const),
]);

function asBoolean(raw: unknown): Conversion {
	const value = truths.get(typeof raw === 'string' ? raw.trim().toLowerCase() : raw);
	return value === undefined ? { unreadable: 'is neither true nor false' } : { value };
}
