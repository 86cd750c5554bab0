/** The sign before decimals. */
export type DecimalSign = 'point' | 'comma';

/** What a text means as a number where a point, or a comma, stands before decimals. */
type NumberReadings = Record<DecimalSign, number | undefined>;

/** A text is taken in groups of three from the left, or without groups; only the latter may have an exponent. */
function form(before: string, thousands: string): RegExp {
	const grouped = `[1-9]\\d{0,2}([${thousands} '])\\d{3}(?:\\1\\d{3})*(?:[${before}]\\d+)?`;
	const even = `(?:\\d+(?:[${before}]\\d+)?|[${before}]\\d+)(?:e[+-]?\\d{1,3})?`;
	return new RegExp(`^[+-]?(?:${grouped}|${even})$`, 'i');
}

const signs = { point: '.', comma: ',' } as const;
const forms = { point: form('.', ','), comma: form(',', '.') };

/** Both ways to read a text: `12.5` is a number by the point alone, `12 000` the same by both, `12.500` another one by each. */
export function numberReadings(raw: string): NumberReadings {
	const text = raw
		.trim()
		.replace(/[\s\u202f]/g, ' ')
		.replace(/\u2019/g, "'");
	return { point: readBy('point', text), comma: readBy('comma', text) };
}

function readBy(decimalSign: DecimalSign, text: string): number | undefined {
	if (!forms[decimalSign].test(text)) return undefined;
	const before = signs[decimalSign];
	const kept = Array.from(text).filter((character) => /[\de+-]/i.test(character) || character === before);
	return Number(kept.join('').replace(before, '.'));
}

/**
 * The number that a text means, or null. A point alone is the point of decimals, as computers write it; other signs count where they can
 * be read one way only: `12.000,5`, `12 000` and `12,5` are numbers, `12,000` is two.
 */
export function plainNumber(raw: string): number | null {
	const { point, comma } = numberReadings(raw);
	if (point === undefined || comma === undefined) return point ?? comma ?? null;
	return point === comma || !raw.includes(',') ? point : null;
}
