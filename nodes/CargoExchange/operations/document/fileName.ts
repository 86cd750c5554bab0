import { InvalidInput } from '../../errors';
import { documentTexts, rowTexts, type DocumentEntry, type SetRow } from '../../schemas/search';

export const defaultPattern = '{shipmentRef} {name}';

/** Stays below the shortest limit in use (143 bytes of an encrypted home folder), with room for ` (99)` and `.pdf`. */
const longestBytes = 130;
/** A longer name is cut before it is read. */
const mostCharacters = 1_000;
const placeholder = /\{(\w+)\}/g;
const extension = /\.pdf$/i;
const known: string[] = ['setId', ...rowTexts, 'documentId', ...documentTexts];
const windowsDevice = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/**
 * A file name for a document, from a pattern with fields of set and document in braces, e.g. `{shipmentRef} {name}`.
 * Ends in `.pdf` and is safe on every file system. `otherwise` is used if all fields are empty. Throws InvalidInput for a
 * field that neither docs/service.md (2.5, 2.6) nor the exchange knows: without it, one file could take the place of another.
 */
export function fileNameOf(pattern: string, set: Partial<SetRow>, document: DocumentEntry, otherwise: string): string {
	const fields: Record<string, unknown> = { ...set, ...document };
	const fill = (field: string) => {
		if (!known.includes(field) && !(field in fields)) throw unknownField(field);
		const value = fields[field];
		return typeof value === 'string' || typeof value === 'number' ? String(value).replace(extension, '') : '';
	};
	const values = Array.from(pattern.matchAll(placeholder), ([, field = '']) => fill(field));
	const isBlank = values.length > 0 && values.every((value) => value.trim() === '');
	const name = isBlank ? otherwise : pattern.replace(placeholder, (_, field: string) => fill(field));
	return `${safeName(name) || safeName(otherwise) || 'document'}.pdf`;
}

function unknownField(field: string): InvalidInput {
	const meant = known.find((name) => name.toLowerCase() === field.toLowerCase());
	return new InvalidInput({
		field: 'options.fileName',
		message: `File Name: there is no field {${field}}${meant ? `. Did you mean {${meant}}?` : ''}`,
		description: `Use fields of the set and its document, such as {shipmentRef}, {parcelRef}, {name} and {docType}.`,
	});
}

/** Returns each name, with ` (2)` and so on if it was used before. Case does not count. */
export function uniqueNames(): (name: string) => string {
	/** The names that were given, and the number of the last copy of each. */
	const copies = new Map<string, number>();
	return (name) => {
		let unique = name;
		let copy = copies.get(name.toLowerCase()) ?? 0;
		while (copies.has(unique.toLowerCase())) {
			copy += 1;
			unique = name.replace(extension, ` (${copy + 1}).pdf`);
		}
		copies.set(name.toLowerCase(), copy);
		copies.set(unique.toLowerCase(), 0);
		return unique;
	};
}

/** Without characters that a file system or a shell could misread, and without the extension. */
export function safeName(name: string): string {
	const plain = name
		.slice(0, mostCharacters)
		.normalize('NFC')
		.replace(/\p{C}+/gu, ' ')
		.replace(/[<>:"/\\|?*]+/g, '-')
		.replace(/\s+/g, ' ')
		.replace(extension, '')
		.replace(/^[\s.\-_]+|[\s.\-_]+$/g, '');
	return shorten(windowsDevice.test(plain) ? `${plain}-document` : plain);
}

function shorten(name: string): string {
	const characters = Array.from(name).slice(0, longestBytes);
	while (Buffer.byteLength(characters.join('')) > longestBytes) characters.pop();
	return characters.join('').trim();
}
