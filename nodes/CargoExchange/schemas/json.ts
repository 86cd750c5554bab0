import * as z from 'zod/v4';

/**
 * The value of a JSON text, or null if it is not JSON. A leading byte order mark is tolerated. An integer that a number cannot hold
 * exactly becomes text: it is an ID.
 */
export function parseJson(body: string): { value: unknown } | null {
	try {
		return { value: JSON.parse(withExactIntegers(body.charCodeAt(0) === 0xfeff ? body.slice(1) : body)) as unknown };
	} catch {
		// The caller decides how to report that.
		return null;
	}
}

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

function withExactIntegers(json: string): string {
	if (!/\d{16}/.test(json)) return json;
	return json.replace(stringOrNumber, (token) =>
		/^-?\d{16,}$/.test(token) && String(Number(token)) !== token ? `"${token}"` : token,
	);
}

/** True for what JSON calls an object: neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in a list; none if it is not a list. */
export function recordsIn(list: unknown): Record<string, unknown>[] {
	return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** A value of a text field: absent and null stay, a number or any other value is kept as text, so that no row is lost because of it. */
export function textOf(value: unknown): string | null | undefined {
	return value === null || value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/** A text field of a reply, read as `textOf` does. */
export const anyText = z.preprocess(textOf, z.string().nullish());

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Deeper than any message of the service, and far below the depth that n8n can copy, show and store. */
const deepest = 100;

/**
 * A copy of foreign JSON that is safe to copy, merge and store: values below 100 levels become their JSON text, so that no
 * recursion overflows, and `__proto__` keys are left out, so that no assignment changes a prototype.
 */
export function sanitizeJson(value: unknown, depth = 0): Json {
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
	if (typeof value === 'object' && value !== null && depth >= deepest) return shortText(value);
	if (Array.isArray(value)) return value.map((member) => sanitizeJson(member, depth + 1));
	return isRecord(value) ? sanitizeFields(value, () => true, depth) : null;
}

/** As `sanitizeJson`, for some fields of an object. */
export function sanitizeFields(
	fields: Record<string, unknown>,
	isWanted: (key: string) => boolean = () => true,
	depth = 0,
): { [key: string]: Json } {
	const copied: { [key: string]: Json } = {};
	for (const key of Object.keys(fields)) {
		if (key !== '__proto__' && isWanted(key)) copied[key] = sanitizeJson(fields[key], depth + 1);
	}
	return copied;
}

/** True if `sanitizeJson` would change nothing in this parsed JSON. Measured: for each search result, a list of its keys costs too much. */
export function isStorable(value: unknown, depth = 0): boolean {
	if (Array.isArray(value)) return depth < deepest && value.every((member) => isStorable(member, depth + 1));
	if (!isRecord(value)) return true;
	if (depth >= deepest) return false;
	for (const key in value) if (key === '__proto__' || !isStorable(value[key], depth + 1)) return false;
	return true;
}

function shortText(value: object): string {
	try {
		return JSON.stringify(value);
	} catch {
		// It overflows at some thousand levels.
		return '(nested too deeply)';
	}
}
