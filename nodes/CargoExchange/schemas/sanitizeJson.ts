export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Deeper than any message of the service, and far below what n8n can copy, show and store. */
const deepest = 100;

/**
 * Foreign JSON as a copy that can itself be copied, merged and stored without harm: whatever is nested deeper than 100 levels
 * becomes its JSON text, so that no recursion overflows, and `__proto__` keys are left out, so that no assignment changes a
 * prototype.
 */
export function sanitizeJson(value: unknown): Json {
	return copy(value, 0);
}

/** As `sanitizeJson`, for those fields of an object that `wanted` names. */
export function sanitizeFields(
	fields: Record<string, unknown>,
	wanted: (key: string) => boolean,
): { [key: string]: Json } {
	const kept: { [key: string]: Json } = {};
	for (const key of Object.keys(fields)) {
		if (key !== '__proto__' && wanted(key)) kept[key] = copy(fields[key], 1);
	}
	return kept;
}

function copy(value: unknown, depth: number): Json {
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
	if (!isContainer(value)) return null;
	if (depth >= deepest) return textOf(value);
	if (Array.isArray(value)) return value.map((member) => copy(member, depth + 1));
	const members: { [key: string]: Json } = {};
	for (const [key, member] of Object.entries(value)) {
		if (key !== '__proto__') members[key] = copy(member, depth + 1);
	}
	return members;
}

function isContainer(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

/** JSON.stringify without recursion, which overflows at some thousand levels. */
function textOf(root: object): string {
	const written: string[] = [];
	const ahead: (string | { value: unknown })[] = [{ value: root }];
	for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
		if (typeof next === 'string') {
			written.push(next);
			continue;
		}
		const { value } = next;
		if (!isContainer(value)) {
			written.push(JSON.stringify(copy(value, 0)));
			continue;
		}
		const list = Array.isArray(value);
		const members = list
			? value.map((member) => ['', member] as const)
			: Object.entries(value).map(([key, member]) => [`${JSON.stringify(key)}:`, member] as const);
		written.push(list ? '[' : '{');
		ahead.push(list ? ']' : '}');
		for (const [index, [label, member]] of [...members.entries()].reverse()) {
			ahead.push({ value: member }, index === 0 ? label : `,${label}`);
		}
	}
	return written.join('');
}
