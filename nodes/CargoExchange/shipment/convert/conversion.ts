/** The value of a cell or an entry of a form, nothing if it is empty, or a sentence that says why it cannot be read and what to write. */
export type Conversion = { value: string | number | boolean } | { empty: true } | { unreadable: string };

/** Reads texts as numbers, those without decimals too, and anything as a day. */
export type ValueReader = {
	number(text: string): Conversion;
	whole(text: string): Conversion;
	day(raw: unknown): Conversion;
};

/** Marks of the direction of writing, byte order marks and spaces without a width: programs add them, and nobody sees them. */
const unseen = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A text without the characters that nobody has typed. Joiners stay: Persian and Indic scripts need them. */
export function cleanText(text: string): string {
	return text.replace(unseen, '');
}

/** A reference, number, code or date: no invisible character belongs to it. `="0004711"` is how exports keep leading zeros. */
export function cleanCode(text: string): string {
	const clean = text.replace(/\p{Cf}/gu, '');
	return /^="[^"]*"$/.test(clean) ? clean.slice(2, -1) : clean;
}

/** The letters and digits of a code: `mscu 663987-0` is `MSCU6639870`. */
export function plainCode(text: string): string {
	const plain = text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
	return plain === '' ? text : plain;
}

/** A code of letters in capitals: `jpy` is JPY. What may be no code, such as `na`, and longer texts stay as they are. */
export function inCapitals(text: string): string {
	return /^\s*[a-z]{2,4}\s*$/i.test(text) && !isPlaceholder(text) ? text.trim().toUpperCase() : text;
}

/** Words in the place of a value that is unknown, missing or written elsewhere, without spaces; the last ones may have others behind them. */
const placeholder =
	/^(?:0+|na|sn|none|nil|null|nan|nat|tb[acdn]|x{3,}|unknown|various|pending|tofollow|not(?:yet)?(?:applicable|available|known)|(?:tobe(?:advised|announced|confirmed|decided|determined|named|nominated)|seeattach|asperlc|asperattach).*)?$/;
/** In characters; longer texts are none. */
const longestPlaceholder = 60;

/** Whether a text only fills the place of a value: it is blank, a dash, or such as "n/a", "TBA" and "to be advised". */
export function isPlaceholder(text: string): boolean {
	if (text.length > longestPlaceholder) return false;
	// The sign of a currency is a value.
	return placeholder.test(text.replace(/[^\p{L}\p{N}\p{Sc}]/gu, '').toLowerCase());
}

/** Whether a text in the place of a seal number is none: "TRUE", "0" and "YES" answer whether there is one. */
export function isNoSeal(seal: string): boolean {
	return isPlaceholder(seal) || !/[1-9]/.test(seal);
}

export const onlyPlaceholder = 'Is only a placeholder. Enter the value, or leave it empty.';

/** Words and quotation marks in the place of a value that stands above or before it. */
const dittoWords =
	/^[-–—\s"]*(?:ditto|dtto|dto|idem|(?:the )?same|(?:(?:the )?same )?as (?:above|before)|see above)[-–—\s".]*$/i;
const dittoMarks = /^[-–—\s.]*(?:["“”„‟″〃'‘’´`]{1,2}|,,)[-–—\s.]*$|^-+\s*do\.?\s*-+$|^do\.$/i;
/** In characters; patterns run on no more. */
const longestDitto = 40;

/** Whether a text stands for the value above it: a quotation mark, or such as "ditto" and "same as above". */
export function isDitto(text: string): boolean {
	return text.length <= longestDitto && (dittoWords.test(text.trim()) || dittoMarks.test(text.trim()));
}
