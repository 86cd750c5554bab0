const oneUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const anyUuid = /(?<![0-9a-z-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z-])/gi;

/** True for the 8-4-4-4-12 form that customer, set, transaction and document ids have (specification 2). */
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
