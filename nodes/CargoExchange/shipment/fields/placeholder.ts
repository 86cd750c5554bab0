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

/** The commonest words of other languages, and those of programs, as names and places; in other texts they may be meant. */
const nameless =
	/^(?:true|false|ka|sd|nd|keine?angaben?|entfällt|entfaellt|offen|néant|neant|sansobjet|nonconnu|sindatos|noaplica|porconfirmar|adefinir|nondisponibile|nvt|onbekend|yok|belirsiz|待定|无|無|未定|没有|同上|なし)$/u;
/** `#NV` and `#YOK`, and a whole cell in brackets, as pivot tables have it. */
const ofProgram = /^(?:#[\p{Lu}\d/]{2,20}[!?]?|\([^()]*\)|\[[^[\]]*\]|<[^<>]*>)$/u;

/** Whether a name or a place only fills its place. */
export function isPlaceholderOfName(cell: unknown): boolean {
	if (typeof cell === 'boolean') return true;
	if (typeof cell !== 'string' || cell.length > longestPlaceholder) return false;
	return nameless.test(plain(cell)) || ofProgram.test(cell.trim());
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

/** Signs such as $, ° and % are values. */
function plain(cell: string): string {
	return cell.replace(/[^\p{L}\p{N}\p{Sc}\p{So}%]/gu, '').toLowerCase();
}
