import { InvalidInput } from '../../errors';

/** In characters. It is sent in the address, percent-encoded, and servers accept addresses of 8 kB. */
const longestReference = 500;

/** Characters that people type without seeing them. */
const unseen = new Map([
	['\n', 'a line break'],
	['\r', 'a line break'],
	['\t', 'a tab'],
]);

/** Why the import reference cannot be sent, if so; `field` is where it comes from. */
export function whyUnsendable(importRef: string, field: 'shipmentReference' | 'importRef'): InvalidInput[] {
	const name = field === 'importRef' ? 'The import reference' : 'The shipment reference';
	const refused = (message: string, advice: string) => {
		const description = `Nothing was sent. ${name} is part of the URL of the request. ${advice}`;
		return [new InvalidInput({ field, message, description })];
	};
	// Half of a surrogate pair cannot be percent-encoded.
	const [character] = /[\p{Cc}\p{Cs}]/u.exec(importRef) ?? [];
	if (character !== undefined) {
		const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
		const named = unseen.get(character) ?? `the character U+${code}`;
		return refused(
			`${name} contains ${named}, which cannot be sent`,
			'Remove line breaks, tabs and other control characters.',
		);
	}
	if (importRef.length <= longestReference) return [];
	return refused(
		`${name} is too long: ${importRef.length} characters (the maximum is ${longestReference})`,
		'Shorten it.',
	);
}
