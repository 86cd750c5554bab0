import { compactNumber, isContainerNumber } from './containerNumber';
import { countryName } from './countries';
import { dayReader, looksLikeDate, plainDate, type DateOrder } from './date';
import type { Doubt } from './doubt';
import { readNumber, type DecimalSeparator } from './number';
import type { ChoiceField, LeafField, NumberField } from './fieldTypes';
import { isCurrency, unitOf } from './units';
import { isPlaceholder, isPlaceholderOfName, standsForAnother } from './placeholder';

type Value = string | number | boolean;

/** The one value of a cell, nothing, or the reason why there is none. `accepted`: what *Accept Values* sends if it has the cell. */
export type Reading = { value: Value; note?: string } | { empty: true } | Unreadable;

/** `rule` names the type or *placeholder*. */
type Unreadable = Doubt & { rule: Rule; accepted?: Value | null };

/** What *Accept Values* calls the reasons: the type of the field, or one that all types have. */
export type Rule = keyof typeof readers | 'placeholder';

/** `timezone` is that of the workflow, an IANA name. `isPayload`: a program has written the values. */
export type ValueOptions = {
	timezone: string;
	decimalSeparator: DecimalSeparator;
	/** That of other numbers of the sheet, for one with two readings. */
	shownSeparator?: DecimalSeparator | undefined;
	dateOrder?: DateOrder | undefined;
	isPayload?: boolean;
};

type Result = Exclude<Reading, Unreadable> | Omit<Unreadable, 'rule'>;

type Reader = (raw: unknown, field: LeafField, options: ValueOptions) => Result;

/** The type of each field, in the words of the documentation: what is read, and nothing else. */
const readers = {
	text: (raw) => {
		const text = oneLine(raw);
		if (typeof text !== 'string') return text;
		return /\p{L}/u.test(text) ? { value: text } : { advice: 'Has no letters. Enter a name or words.', accepted: text };
	},
	lines: (raw) => fromText(raw, (text) => ({ value: text })),
	code: (raw, field) => {
		const written = oneLine(raw);
		if (typeof written !== 'string') return written;
		const { isCapital = false, anyWriting = false } = field.kind === 'text' ? field : {};
		const text =
			anyWriting && isContainerNumber(written) ? compactNumber(written) : isCapital ? written.toUpperCase() : written;
		return withFraction.test(text) || hasSeveralNumbers(text) || severalCodes.test(text)
			? { advice: 'Is not one code. Enter one, as it is written on the document.', accepted: text }
			: { value: text };
	},
	codes: (raw) =>
		fromText(raw, (text) => {
			const codes = text.split(/\s*[,;\n]\s*|\s[/&+]\s/).filter((code) => code !== '');
			if (codes.some((code) => shortened.test(code))) return { advice: digitsLost, accepted: text };
			const areCodes = codes.every(
				(code) => /[1-9]/.test(code) && !hasSeveralNumbers(code) && !joined.test(code) && !withFraction.test(code),
			);
			return areCodes
				? { value: codes.join(', ') }
				: { advice: 'Is not a list of codes. Separate them with commas, as in S1, S2.', accepted: text };
		}),
	number: (raw, field, options) => asNumber(raw, field as NumberField, options),
	integer: (raw, field, options) => {
		const { prefix = '' } = field as NumberField;
		const bare =
			typeof raw === 'string' && prefix !== '' ? raw.replace(new RegExp(`^\\s*${prefix}[\\s.:#-]*`, 'i'), '') : raw;
		const number = asNumber(bare, field as NumberField, options);
		return 'value' in number && !Number.isSafeInteger(number.value)
			? { advice: 'Is not a whole number. Enter one.' }
			: number;
	},
	date: (raw, _, { timezone, dateOrder }) => {
		const isBasic = typeof raw === 'number' && /^(?:19|20)\d{6}$/.test(String(raw));
		return dayReader(timezone)(isBasic ? String(raw) : raw, dateOrder);
	},
	choice: (raw, field) =>
		fromText(raw, (text) => {
			const { values, shortForms = {} } = field as ChoiceField;
			const wanted = plainCode(text);
			const known = Object.entries(values).find((words) =>
				[...words, ...(shortForms[words[0]] ?? [])].some((word) => plainCode(word) === wanted),
			);
			// The service shows some values of each, and may know others.
			return { value: known ? known[0] : text };
		}),
	unit: (raw, field) =>
		fromText(raw, (text) => {
			const measure = field.kind === 'text' ? field.measure : undefined;
			const unit = unitOf(text);
			// The goods of a cargo may be counted in anything.
			if (!unit && measure === undefined) return { value: text };
			if (unit && unit.measure === (measure ?? unit.measure)) return { value: unit.code };
			return {
				advice: `Is not a known unit of ${measure === 'volume' ? 'volume, such as m3 or ft3' : 'weight, such as kg, lb or t (1,000 kg)'}.`,
				accepted: text,
			};
		}),
	currency: (raw) =>
		fromText(raw, (text) => {
			const code = text.toUpperCase();
			return isCurrency(code)
				? { value: code }
				: { advice: 'Is not the code of a currency (ISO 4217), such as USD.', accepted: text };
		}),
	country: (raw) =>
		fromText(raw, (text) => {
			const code = text.toUpperCase();
			return { value: countryName(code) === null ? text : code };
		}),
	boolean: (raw) => {
		const truth = truths.get(typeof raw === 'string' ? raw.toLowerCase() : raw);
		return truth === undefined ? { advice: 'Enter yes or no.' } : { value: truth };
	},
} satisfies Record<string, Reader>;

/** The type of a field: its sentence in docs/import-columns.md says what is read. */
export function typeOf(field: LeafField): keyof typeof readers {
	if (field.kind === 'counterparty') return 'code';
	return field.kind === 'text' ? field.type : field.kind;
}

/** Reads a cell, an entry of the form or the result of an expression as one value of its field's type, or as nothing. Never guesses. */
export function readValue(field: LeafField, raw: unknown, options: ValueOptions): Reading {
	const cell = typeof raw === 'string' ? cleanText(raw, typeOf(field)) : raw;
	if (cell === undefined || cell === null || cell === '') return { empty: true };
	const type = typeOf(field);
	const isFree = field.kind === 'text' && field.isFree === true && !standsForAnother(cell);
	// NA is Namibia.
	const isCountry = type === 'country' && typeof cell === 'string' && countryName(cell) !== null;
	const isName = type === 'text' && !options.isPayload && isPlaceholderOfName(cell);
	const mayBeZero = withZero.has(type) && !('isPositive' in field);
	const isZero = mayBeZero && typeof cell === 'string' && /^0(?:[.,]0+)?$/.test(cell);
	if ((isPlaceholder(cell) && !isCountry && !isZero) || isName || (cell === 0 && 'isPositive' in field))
		return isFree
			? { value: typeof cell === 'string' ? cell : 0, note: 'Is a placeholder, and is sent as it is.' }
			: { rule: 'placeholder', advice: 'Is a placeholder. Enter the value, or leave the cell empty.', accepted: null };
	const result = readers[type](cell, field, options);
	return 'advice' in result ? { rule: type, ...result } : result;
}

/** An amount of 0 and a no are values, also as texts. */
const withZero = new Set(['number', 'integer', 'boolean']);

/** Marks of the direction of writing, byte order marks and spaces without a width: programs add them, and nobody sees them. */
const unseen = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A text without what programs add to it and nobody sees, such as Excel's apostrophe and `="0004711"`. */
function cleanText(raw: string, type: keyof typeof readers): string {
	const text = raw
		.replace(unseen, '')
		.replace(/[\u00a0\u202f]/g, ' ')
		.trim();
	if (type === 'text' || type === 'lines') return text;
	const code = text.replace(/\p{Cf}/gu, '');
	return /^="([^"]*)"$/.exec(code)?.[1] ?? (/^'[\p{L}\p{N}][^']*$/u.test(code) ? code.slice(1) : code);
}

/** Characters that were lost when the file was read, control characters, and characters as HTML, XML and programs write them. */
const damaged =
	/(?![\t\n\r])[\p{Cc}\p{Cs}\ufffd]|&(?:#\d{2,5}|#x[\da-f]{2,5}|[a-z]{2,8}\d{0,2});|<\/?(?:br|p|div|span|b|i)\s?\/?>|_x00[\dA-F]{2}_|\\[nrt]/iu;
const isDamaged =
	'Has characters that were changed when the file was written or read. Save it as CSV UTF-8 or as an Excel workbook, and write the characters themselves.';
/** A whole number as programs export it. */
const withFraction = /^\d{1,30}\.0+$/;
const shortened = /^\d(?:[.,]\d+)?E\+\d+$/i;
const digitsLost =
	'Was shortened by the spreadsheet program, and digits are lost. Format the column as text, and enter it again.';
const isDate =
	'Is a date, but this field is not for dates. If the spreadsheet program has made a date of it, format the column as text, and enter it again.';

/** Spreadsheet programs keep 15 digits of a number. */
const mostKept = 1e15;

/** A text, or a whole number as its digits: a date cell and a number with decimals are neither. */
function fromText(raw: unknown, read: (text: string) => Result): Result {
	if (typeof raw === 'number' || typeof raw === 'bigint')
		return Number.isInteger(Number(raw)) && Math.abs(Number(raw)) < mostKept
			? read(String(raw))
			: {
					advice:
						'Is a number with decimals, or too long for a number cell. Format the column as text, and enter it again.',
				};
	if (typeof raw !== 'string')
		return { advice: plainDate(raw) === null ? 'Is not a text. Enter words or digits.' : isDate };
	if (damaged.test(raw)) return { advice: isDamaged, accepted: raw };
	if (shortened.test(raw)) return { advice: digitsLost, accepted: raw };
	return looksLikeDate(raw) ? { advice: isDate, accepted: raw } : read(raw);
}

function oneLine(raw: unknown): string | Result {
	const text = fromText(raw, (value) => ({ value }));
	if (!('value' in text)) return text;
	const value = String(text.value);
	return value.includes('\n')
		? { advice: 'Has several lines. Enter one value: an address has its own column.', accepted: value }
		: value;
}

function asNumber(
	raw: unknown,
	{ kind, isPositive }: NumberField,
	{ decimalSeparator, shownSeparator }: ValueOptions,
): Result {
	const isWhole = kind === 'integer';
	const number =
		typeof raw === 'string' ? readNumber(raw, decimalSeparator, { isWhole, shownSeparator }) : { value: raw };
	if ('advice' in number) return number;
	if (typeof number.value !== 'number' || !Number.isFinite(number.value)) return { advice: 'Is not a number.' };
	return isPositive && number.value < 0 ? { advice: 'Must not be negative.' } : { value: number.value };
}

const truths = new Map<unknown, boolean>([
	...[true, 1, 'true', 'yes', 'y', '1'].map((word) => [word, true] as const),
	...[false, 0, 'false', 'no', 'n', '0'].map((word) => [word, false] as const),
]);

/** The letters and digits of a code: `mscu 663987-0` is `MSCU6639870`. */
export function plainCode(text: string): string {
	const plain = text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
	return plain === '' ? text : plain;
}

/** `BD2/BD3`, `BD2+BD3` and `(SL1)(SL2)`; in `SL 1/2`, the slash is part of the code. */
const joined = /\p{L}[^/+]*\d[^/+]*[/+][^/+]*\p{L}[^/+]*\d|\)\s*\(/u;

/** `BL-1, BL-2`; a comma between words is part of a reference. */
const severalCodes = /\d\S{0,40}\s*[,;]\s*\S{0,40}\d/;

/** Two long numbers with a blank or a sign between them. */
function hasSeveralNumbers(text: string): boolean {
	const isLong = (word: string) => /(?:\d\D*){5}/.test(word);
	return (
		text
			.slice(0, 200)
			.split(/[\s/&+]+/)
			.filter(isLong).length > 1 || /\s[/&+]\s/.test(text)
	);
}
