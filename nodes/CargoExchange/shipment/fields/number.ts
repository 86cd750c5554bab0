import type { Doubt } from './doubt';

/** The decimal separator of texts; `ask` refuses a text that has two readings. */
export type DecimalSeparator = 'ask' | '.' | ',';

/** A text as a number with a decimal point, and with a decimal comma. */
type NumberReadings = { point: number | undefined; comma: number | undefined };

/** In characters. No number is longer, and patterns run on no more. */
const longestNumber = 60;

/** Digits in groups of three, or without groups. */
function form(decimal: string, thousands: string): RegExp {
	const grouped = `[1-9]\\d{0,2}([${thousands} '])\\d{3}(?:\\1\\d{3})*(?:[${decimal}]\\d+)?`;
	const even = `(?:\\d+(?:[${decimal}]\\d+)?|[${decimal}]\\d+)`;
	return new RegExp(`^[+-]?(?:${grouped}|${even})$`);
}

const forms = { '.': form('.', ','), ',': form(',', '.') };

/** Both readings of a text: `12.5` is a number with a decimal point only, `12 000` with both, `12.500` a different one with each. */
function numberReadings(raw: string): NumberReadings {
	if (raw.length > longestNumber) return { point: undefined, comma: undefined };
	const text = raw
		.trim()
		.replace(/[\s\u202f]/g, ' ')
		.replace(/\u2019/g, "'");
	return { point: numberWith('.', text), comma: numberWith(',', text) };
}

function numberWith(decimal: '.' | ',', text: string): number | undefined {
	if (!forms[decimal].test(text)) return undefined;
	const kept = Array.from(text).filter((character) => /[\d+-]/.test(character) || character === decimal);
	return Number(kept.join('').replace(decimal, '.'));
}

const howToWrite = 'Write a number like 12000.5, with its unit or currency in the header or in a column of its own.';

/**
 * The number in a text, or why there is none. `ask` reads texts that have only one reading, for a whole number only one that is whole, and
 * others as `shownSeparator` says; a given separator is the only one accepted.
 */
export function readNumber(
	text: string,
	separator: DecimalSeparator,
	{ isWhole = false, shownSeparator }: { isWhole?: boolean; shownSeparator?: DecimalSeparator | undefined } = {},
): { value: number } | Doubt {
	const { point, comma } = numberReadings(text);
	const chosen = separator === ',' ? comma : point;
	if (separator !== 'ask' && chosen !== undefined) return { value: chosen };
	if (separator !== 'ask' || (point === undefined && comma === undefined))
		return { advice: `Is not a number${separator === 'ask' ? '' : ', as Decimal Separator is set'}. ${howToWrite}` };
	if (point === undefined || comma === undefined || point === comma) return { value: point ?? comma ?? 0 };
	const [larger, smaller] = Math.abs(point) > Math.abs(comma) ? [point, comma] : [comma, point];
	// 1,200 packages are not 1.2.
	if (isWhole && Number.isInteger(larger) && !Number.isInteger(smaller)) return { value: larger };
	if (shownSeparator === '.' || shownSeparator === ',') return { value: shownSeparator === '.' ? point : comma };
	return {
		cause: 'two readings',
		advice: `Can mean ${larger} or ${smaller}. Write one of the two.`,
	};
}

/** `1,234.56` and `1,234,567` say which sign is which. */
const withSigns = /\d[.,]\d{3}[.,]\d+$/;

/** The decimal separator of all these texts, if one with two signs or a whole number such as `1,200` shows it, and none contradicts it. */
export function separatorOf(numbers: readonly string[], wholes: readonly string[]): DecimalSeparator {
	const separators = new Map<DecimalSeparator, boolean>();
	for (const [index, text] of [...numbers, ...wholes].entries()) {
		const isWhole = index >= numbers.length;
		const { point, comma } = numberReadings(text);
		const isNumber = (reading: number | undefined) => (isWhole ? Number.isInteger(reading) : reading !== undefined);
		if (isNumber(point) === isNumber(comma)) continue;
		const separator = isNumber(point) ? '.' : ',';
		separators.set(separator, isWhole || withSigns.test(text) || separators.get(separator) === true);
	}
	const [[separator, isSure] = ['ask' as const, false]] = separators;
	return isSure && separators.size === 1 ? separator : 'ask';
}
