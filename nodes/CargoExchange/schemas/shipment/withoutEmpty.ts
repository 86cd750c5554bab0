import { isRecord } from '../json';

/**
 * A copy without fields that are undefined, null or empty texts, without objects that hold nothing, and without entries
 * and lists of such.
 */
export function withoutEmpty<Payload extends object>(payload: Payload): Payload {
	// Fields of a payload are all optional: what is left is still one.
	return (prune(payload) ?? {}) as Payload;
}

function prune(value: unknown): unknown {
	if (Array.isArray(value)) {
		const entries = value.map(prune).filter((entry) => entry !== undefined);
		return entries.length === 0 ? undefined : entries;
	}
	if (!isRecord(value)) return value === '' || value === null ? undefined : value;
	const pruned: Record<string, unknown> = {};
	let empty = true;
	for (const name of Object.keys(value)) {
		const inner = prune(value[name]);
		if (inner === undefined) continue;
		pruned[name] = inner;
		empty = false;
	}
	return empty ? undefined : pruned;
}
