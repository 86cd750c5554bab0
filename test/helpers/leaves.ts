/** A value that holds no other, and its place, such as `sets[0].blNumber`. */
type Leaf = { path: string; value: unknown };

export function leavesOf(value: unknown, path = ''): Leaf[] {
	if (typeof value !== 'object' || value === null) return [{ path, value }];
	return Object.entries(value).flatMap(([name, inner]) =>
		leavesOf(inner, Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`),
	);
}
