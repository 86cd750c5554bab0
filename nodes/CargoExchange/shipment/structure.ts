import { isRecord } from '../schemas/json';

/** Sets the value at a path of field names, creating the objects on the way. */
export function setAt(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
	const [name = '', ...rest] = path;
	if (rest.length === 0) {
		target[name] = value;
		return;
	}
	const inner = isRecord(target[name]) ? target[name] : {};
	target[name] = inner;
	setAt(inner, rest, value);
}

/** The texts of a comma-separated list; one that contains a comma or a quotation mark is quoted as in a CSV file. */
export function textsOfList(list: string): string[] {
	const entries = list.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]+))/g);
	return [...entries].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
}

/** A text as such a list has it. */
export function inList(text: string): string {
	return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
