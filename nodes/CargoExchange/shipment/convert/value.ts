import type { ChoiceField, LeafField } from '../fields/fieldTypes';
import { unitOf } from '../fields/goods';
import { cleanCode, cleanText, inCapitals, isDitto, plainCode, type Conversion, type ValueReader } from './conversion';
import { dayReader, plainDate } from './date';
import { groupedNumber, notANumber, readNumber, type DecimalSeparator } from './number';

/** The reader of rows and of the form. `timezone` is that of the workflow, an IANA name. */
export function valueReader({
	timezone,
	decimalSeparator,
}: {
	timezone: string;
	decimalSeparator: DecimalSeparator;
}): ValueReader {
	const number = (text: string) => readNumber(text, decimalSeparator);
	return { number, whole: (text) => groupedNumber(text) ?? number(text), day: dayReader(timezone) };
}

/** Reads an entry of a form, a cell or the result of an expression as its field's kind of value. Never guesses a number or a date. */
export function convert(field: LeafField, raw: unknown, reader: ValueReader): Conversion {
	const entry = typeof raw === 'string' ? cleaned(field, raw) : raw;
	if (entry === undefined || entry === null || (typeof entry === 'string' && entry.trim() === ''))
		return { empty: true };
	if (typeof entry === 'string' && isDitto(entry))
		return { unreadable: 'Refers to the value above it. Enter the value itself.' };
	if (typeof entry === 'object' && field.kind !== 'date' && plainDate(entry) !== null)
		return { unreadable: dateInstead };
	return convertFilled(field, entry, reader);
}

/** What to do about a date in a field for something else. */
export const dateInstead =
	'Is a date, but this field is not for dates. If the spreadsheet program has made a date of it, format the column as text and enter the value again.';

function cleaned(field: LeafField, text: string): string {
	if (field.kind === 'text' && !field.isCode) return cleanText(text);
	return field.kind === 'text' && field.isCapital ? inCapitals(cleanCode(text)) : cleanCode(text);
}

function convertFilled(field: LeafField, raw: unknown, reader: ValueReader): Conversion {
	switch (field.kind) {
		case 'text':
			return field.isUnit ? asUnit(raw) : asText(raw);
		case 'counterparty':
			return asText(raw);
		case 'choice':
			return asChoice(field, raw);
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

const shortenedNumber = /^\d(?:[.,]\d+)?E\+\d+$/i;
const withExponent = /^[+-]?\d{1,20}(?:[.,]\d{1,20})?E[+-]?\d{1,3}$/i;
const shortened =
	'The spreadsheet program has shortened this number, and its digits are lost. Format the column as text and enter the number again.';

function asText(raw: unknown): Conversion {
	if (typeof raw === 'string') return shortenedNumber.test(raw) ? { unreadable: shortened } : { value: raw };
	if (Number.isInteger(raw) && !Number.isSafeInteger(raw))
		return { unreadable: 'Has more digits than a number cell can hold. Store it as text.' };
	if (typeof raw === 'boolean') return { unreadable: `Is the logical value ${String(raw).toUpperCase()}, not text.` };
	return typeof raw === 'number' || typeof raw === 'bigint' ? { value: String(raw) } : { unreadable: 'Not text.' };
}

/** The code of a unit that is known; else the text. */
function asUnit(raw: unknown): Conversion {
	const text = asText(raw);
	const unit = 'value' in text ? unitOf(String(text.value)) : undefined;
	return unit ? { value: unit.code } : text;
}

function asChoice({ values, shortForms = {} }: ChoiceField, raw: unknown): Conversion {
	const text = asText(raw);
	if (!('value' in text)) return text;
	const wanted = plainCode(String(text.value));
	const known = Object.entries(values).find((words) =>
		[...words, ...(shortForms[words[0]] ?? [])].some((word) => plainCode(word) === wanted),
	);
	return known ? { value: known[0] } : text;
}

function asNumber(raw: unknown, reader: ValueReader): Conversion {
	if (typeof raw === 'string') return withExponent.test(raw.trim()) ? { unreadable: shortened } : reader.number(raw);
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
	...[true, 1, 'true', 'yes', 'y', '1'].map((word) => [word, true] as const),
	...[false, 0, 'false', 'no', 'n', '0'].map((word) => [word, false] as const),
]);

function asBoolean(raw: unknown): Conversion {
	const value = truths.get(typeof raw === 'string' ? raw.trim().toLowerCase() : raw);
	return value === undefined ? { unreadable: 'Must be true or false.' } : { value };
}
