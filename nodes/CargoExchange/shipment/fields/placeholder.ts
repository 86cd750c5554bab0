/**
 * Words in the place of a value that is unknown, missing or written elsewhere, without spaces and punctuation, as docs/import-columns.md lists
 * them: one list for all columns and modes.
 */
const unknown =
	/^(?:0+|na|sn|none|nil|null|nan|nat|undefined|blank|objectobject|tb[acdn]|x{3,}|unknown|various|pending|tofollow|not(?:yet)?(?:applicable|available|known)|(?:tobe(?:advised|announced|confirmed|decided|determined|named|nominated)|seeattach|asperlc|asperattach).*)?$/;
const above = /^(?:ditto|dtto|dto|idem|(?:the)?same|(?:(?:the)?same)?as(?:above|before)|seeabove)$/;
const dittoMark = /^[-–—\s.]*(?:["“”„‟″〃'‘’´`]{1,2}|,,)[-–—\s.]*$|^-+\s*do\.?\s*-+$|^do\.$/i;

/** What spreadsheet programs show if a formula has no result, in any language: `#REF!`, `#¿NOMBRE?`, `#NV`, `#####`, `Err:502`. */
const withoutResult = /^(?:#(?:N\/[A-Z]{1,2}|NV|I\/T|[\p{Lu}\d¡¿_/]{2,20}[!?]|#{2,})|Err:5\d\d)$/u;

/** In characters; longer texts are none. */
const longestPlaceholder = 60;

/** Whether a cell only fills the place of a value: a dash, or such as "n/a", "TBA", "ditto" and "#REF!". */
export function isPlaceholder(cell: unknown): boolean {
	if (typeof cell !== 'string' || cell.length > longestPlaceholder) return false;
	return standsForAnother(cell) || (unknown.test(plain(cell)) && !isFormat(cell));
}

/** A number format without digits, such as `#,###`. */
function isFormat(cell: string): boolean {
	return /#[,.]|[,.]#/.test(cell);
}

/** Whether it stands for another cell, as "ditto" and a quotation mark do, or for the result of a formula. */
export function standsForAnother(cell: unknown): boolean {
	if (typeof cell !== 'string' || cell.length > longestPlaceholder) return false;
	return withoutResult.test(cell) || dittoMark.test(cell) || above.test(plain(cell));
}

/** The sign of a currency is a value. */
function plain(cell: string): string {
	return cell.replace(/[^\p{L}\p{N}\p{Sc}]/gu, '').toLowerCase();
}
