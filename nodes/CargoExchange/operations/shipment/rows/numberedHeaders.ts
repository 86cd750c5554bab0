import { columnOf, plainHeader, type Column } from './headers';

/**
 * What a header with a number behind means: `Notify Party Name 2`, or `Notify Party Name_1`, as n8n calls the second column of one name.
 * The number is that of an entry where it stands behind what names the entry, or where the same sheet numbers that as well: a second
 * `Container Seal Number` may be another seal of the same container.
 */
export function numberedColumn(header: string, headers: () => ReadonlySet<string>): Column | undefined {
	const column = withNumber(header, headers);
	if (column === undefined || namesEntry(column)) return column;
	const named = [...headers()].map((other) => columnOf(other) ?? withNumber(other, headers));
	return named.some((other) => other && namesEntry(other) && entryOf(other) === entryOf(column)) ? column : undefined;
}

function withNumber(header: string, headers: () => ReadonlySet<string>): Column | undefined {
	const [, name = '', sign, number] = /^(.*?\D)(_| ?)([1-9])\s*$/.exec(header) ?? [];
	const column = number === undefined ? undefined : columnOf(name);
	const level = column?.levels.at(-1);
	// A second bill of lading on the same row is hardly meant: its fields need no name of the set in front.
	if (!column || !level || column.levels.length < 2) return undefined;
	if (!plainHeader(name).startsWith(plainHeader(level.list.entry))) return undefined;
	const index = sign === '_' && headers().has(name) ? Number(number) : Number(number) - 1;
	return { ...column, levels: [...column.levels.slice(0, -1), { ...level, index }] };
}

/** True for the field that tells an entry from others, and in lists whose entries need not be told apart. */
function namesEntry({ levels, path }: Column): boolean {
	const key = levels.at(-1)?.list.key ?? [];
	return key.length === 0 || key.includes(path);
}

function entryOf({ levels }: Column): string {
	return levels.map(({ path, index }) => `${path}[${index}]`).join('.');
}
