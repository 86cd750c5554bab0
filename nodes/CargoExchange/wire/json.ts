/** The value that a JSON text holds, or null when it is no JSON (a byte order mark in front is tolerated). */
export function parseJson(body: string): { value: unknown } | null {
	try {
		return { value: JSON.parse(body.charCodeAt(0) === 0xfeff ? body.slice(1) : body) as unknown };
	} catch {
		// Not JSON is an answer here: the caller says what it means for its call.
		return null;
	}
}
