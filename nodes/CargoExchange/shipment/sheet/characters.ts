import type { Row } from './columnChoices';

/** A byte of UTF-8 behind the first of its character, or one that Latin-1 has no character for. */
const misread = /[\u00c2-\u00f4][\u0080-\u00bf]|[\u0080-\u009f]/;
const beyondLatin1 = /[^\u0000-\u00ff]/;

/**
 * Rows whose texts are read by their encoding. The reader of spreadsheets takes each byte of a CSV file without a byte order mark for a
 * character of Latin-1: `Müller` of UTF-8 arrives as `MÃ¼ller`, and the dash of Windows-1252 as a control character.
 */
export function withCharacters(rows: readonly Row[]): readonly Row[] {
	const isMisread = (text: unknown) => typeof text === 'string' && misread.test(text);
	if (![Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].some((texts) => texts.some(isMisread)))
		return rows;
	return rows.map((row) => {
		const texts = Object.entries(row).map(([header, cell]) => [decoded(header), decoded(cell)] as const);
		// The number of the row in the sheet is hidden.
		return Object.defineProperty(Object.fromEntries(texts), '__rowNum__', { value: row['__rowNum__'] });
	});
}

function decoded<Cell>(cell: Cell): Cell | string {
	if (typeof cell !== 'string' || !misread.test(cell) || beyondLatin1.test(cell)) return cell;
	const bytes = Buffer.from(cell, 'latin1');
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder('windows-1252').decode(bytes);
	}
}
