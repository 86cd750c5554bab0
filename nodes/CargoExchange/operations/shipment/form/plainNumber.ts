const plain = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

/** What may stand between thousands, and before decimals. */
const separators = [
	[',', '.'],
	['.', ','],
	[' ', '.'],
	[' ', ','],
	["'", '.'],
	["'", ','],
] as const;

const written = separators.map(([thousands, point]) => ({
	form: new RegExp(`^[+-]?(?:[1-9]\\d{0,2}(?:[${thousands}]\\d{3})+|\\d+)(?:[${point}]\\d+)?$`),
	thousands,
	point,
}));

/**
 * The number that a text means, or null. A point alone is the point of decimals; other signs count where they can be read one way only:
 * `12.000,5`, `12 000` and `12,5` are numbers, `12,000` is two.
 */
export function plainNumber(raw: string): number | null {
	const text = raw.trim();
	if (plain.test(text)) return Number(text);
	const even = text.replace(/[\s\u202f]/g, ' ').replace(/\u2019/g, "'");
	const readings = written
		.filter(({ form }) => form.test(even))
		.map(({ thousands, point }) => Number(even.replaceAll(thousands, '').replace(point, '.')));
	const [only, ...others] = new Set(readings);
	return only === undefined || others.length > 0 ? null : only;
}
