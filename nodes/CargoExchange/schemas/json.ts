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
