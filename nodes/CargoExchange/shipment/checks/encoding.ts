/** The sign for a character that could not be read. */
const lost = /\ufffd/;
/** Control characters in the places of –, € and ’ of a Windows file. */
const controls = /[\u0080-\u009f]/g;

/** The characters of Windows-1252, the usual wrong encoding, and the byte of each. */
const characters = Array.from({ length: 256 }, (_, byte) =>
	new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
);
const bytes = new Map(characters.map((character, byte) => [character, byte]));
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** In characters. */
const longestShown = 60;

/** What is wrong with the characters of a text, and what to do; undefined for a text that was read as it was written. */
export function wrongEncoding(text: string): string | undefined {
	if (lost.test(text))
		return 'Has characters that were lost when the file was read. Save the file as CSV UTF-8, or set its encoding in the node that reads it.';
	const windows = text.replace(controls, (character) => characters[character.charCodeAt(0)] ?? character);
	const meant = asUtf8(windows) ?? windows;
	if (meant === text) return undefined;
	const shown = meant.length > longestShown ? `${meant.slice(0, longestShown)}…` : meant;
	const wayOut =
		meant === windows ? 'Save the file as CSV UTF-8.' : 'In the node that reads the file, set the encoding to UTF-8.';
	return `Was read in the wrong encoding and probably means "${shown}". ${wayOut}`;
}

/** The text that was written if this is UTF-8, read as Windows-1252: `MÃ¼ller` is `Müller`. */
function asUtf8(text: string): string | undefined {
	const meant = text.replace(/[^\0-\x7f]+/g, decoded);
	return meant === text ? undefined : meant;
}

/** The characters that these bytes are in UTF-8, or the same if they are none. */
function decoded(text: string): string {
	const known = Array.from(text, (character) => bytes.get(character) ?? -1);
	if (known.includes(-1)) return text;
	try {
		return utf8.decode(Uint8Array.from(known));
	} catch {
		return text;
	}
}
