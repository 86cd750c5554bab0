import * as z from 'zod/v4';

/** The value that a JSON text holds, or null when it is no JSON (a byte order mark in front is tolerated). */
export function parseJson(body: string): { value: unknown } | null {
	try {
		return { value: JSON.parse(body.charCodeAt(0) === 0xfeff ? body.slice(1) : body) as unknown };
	} catch {
		// Not JSON is an answer here: the caller says what it means for its call.
		return null;
	}
}

/** True for what JSON calls an object: neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value of a text field: absent and null stay, a number or any other value is kept as text, so that no row is lost for it. */
export function textOf(value: unknown): string | null | undefined {
	return value === null || value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/** A text field of a reply, read as `textOf` does. */
export const text = z.preprocess(textOf, z.string().nullish());

const oneUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const anyUuid = /(?<![0-9a-z-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z-])/gi;

/** True for the 8-4-4-4-12 form that customer, set, transaction and document ids have (docs/service.md 2). */
export function isUuid(value: unknown): value is string {
	return typeof value === 'string' && oneUuid.test(value);
}

/** Every UUID in a text, each once (compared without regard to case), in order of appearance. */
export function findUuids(text: string): string[] {
	const found = new Map<string, string>();
	for (const [uuid] of text.matchAll(anyUuid)) {
		const key = uuid.toLowerCase();
		if (!found.has(key)) found.set(key, uuid);
	}
	return [...found.values()];
}
