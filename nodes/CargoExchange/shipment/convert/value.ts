import type { ChoiceField, LeafField } from '../fields/fieldTypes';
import { dayReader, plainDate } from './date';
import { notANumber } from './number';

/** The value of an entry, nothing if it is empty, or a sentence that says why it cannot be read and what to write. */
export type Conversion = { value: string | number | boolean } | { empty: true } | { unreadable: string };

/** Reads texts as numbers, and anything as a day. A spreadsheet has an option for numbers. */
export type ValueReader = { number(text: string): Conversion; day(raw: unknown): Conversion };

/** `timezone` is that of the workflow, an IANA name. */
export function formReader(timezone: string): ValueReader {
	return {
		number: (text) => (Number.isFinite(Number(text)) ? { value: Number(text) } : notANumber),
		day: dayReader(timezone),
	};
}

/** Reads an entry of a form, a cell or the result of an expression as its field's kind of value. Never guesses a number or a date. */
export function convert(field: LeafField, raw: unknown, reader: ValueReader): Conversion {
	if (raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '')) return { empty: true };
	switch (field.kind) {
		case 'text':
		case 'counterparty':
			return asText(raw, reader);
		case 'choice':
			return asChoice(field, raw, reader);
		case 'number':
			return asNumber(raw, reader);
		case 'integer':
			return asInteger(raw, field.prefix, reader);
		case 'boolean':
			return asBoolean(raw);
		case 'date':
			return reader.day(raw);
	}
}

function asText(raw: unknown, reader: ValueReader): Conversion {
	if (typeof raw === 'string') return { value: raw };
	if (Number.isInteger(raw) && !Number.isSafeInteger(raw))
		return { unreadable: 'Has more digits than a number cell can hold. Store it as text.' };
	if (typeof raw === 'number' || typeof raw === 'boolean' || typeof raw === 'bigint') return { value: String(raw) };
	return plainDate(raw) === null ? { unreadable: 'Not text.' } : reader.day(raw);
}

function asChoice({ values, shortForms = {} }: ChoiceField, raw: unknown, reader: ValueReader): Conversion {
	const text = asText(raw, reader);
	if (!('value' in text)) return text;
	const wanted = String(text.value).trim().toLowerCase();
	const known = Object.entries(values).find((words) =>
		[...words, ...(shortForms[words[0]] ?? [])].some((word) => word.toLowerCase() === wanted),
	);
	return known ? { value: known[0] } : text;
}

function asNumber(raw: unknown, reader: ValueReader): Conversion {
	if (typeof raw === 'string') return reader.number(raw);
	return typeof raw === 'number' && Number.isFinite(raw) ? { value: raw } : notANumber;
}

/** An IMO number is often written with `IMO` in front. */
function asInteger(raw: unknown, prefix: string | undefined, reader: ValueReader): Conversion {
	const bare = typeof raw === 'string' ? raw.trim() : raw;
	const named = prefix !== undefined && typeof bare === 'string' && bare.toUpperCase().startsWith(prefix);
	const number = asNumber(named ? bare.slice(prefix.length).replace(/^[\s.:#-]+/, '') : bare, reader);
	if (prefix !== undefined && 'unreadable' in number) return { unreadable: `Not an ${prefix} number.` };
	return 'value' in number && !Number.isSafeInteger(number.value) ? { unreadable: 'Not a whole number.' } : number;
}

const truths = new Map<unknown, boolean>([
	...[true, 1, 'true', 'yes', '1'].map((word) => [word, true] as const),
	...[false, 0, 'false', 'no', '0'].map((word) => [word, false] as const),
]);

function asBoolean(raw: unknown): Conversion {
	const value = truths.get(typeof raw === 'string' ? raw.trim().toLowerCase() : raw);
	return value === undefined ? { unreadable: 'Must be true or false.' } : { value };
}

/** The letters and digits of a code: `mscu 663987-0` is `MSCU6639870`. */
export function plainCode(text: string): string {
	const plain = text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
	return plain === '' ? text : plain;
}
