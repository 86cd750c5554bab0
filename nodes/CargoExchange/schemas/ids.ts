const oneUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const anyUuid = /(?<![0-9a-z-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z-])/gi;

/** True for the 8-4-4-4-12 form that customer, set, transaction and document IDs have (docs/service.md 2). */
export function isUuid(value: unknown): value is string {
	return typeof value === 'string' && oneUuid.test(value);
}

/** Every UUID in a text, each once, in order of appearance. */
export function findUuids(text: string): string[] {
	return Array.from(text.matchAll(anyUuid), ([uuid]) => uuid).filter(firstWithId((uuid) => uuid));
}

/**
 * A filter that passes the first entry with each ID; upper and lower case are the same ID. It remembers the IDs, so it
 * serves several lists that follow each other.
 */
export function firstWithId<Entry>(idOf: (entry: Entry) => string): (entry: Entry) => boolean {
	const seen = new Set<string>();
	return (entry) => {
		const before = seen.size;
		return seen.add(idOf(entry).toLowerCase()).size > before;
	};
}
