import { isCurrency } from '../currencies';
import type { Conversion } from './conversion';

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

export const notANumber: Conversion = {
	unreadable:
		'Not a number. Write it like 12000.5, with a decimal point and without thousands separators, or leave it empty.',
};
const withUnit = /^[+-]?\d[\d.,' ]{0,60}\p{L}/u;
export const numberAndUnit: Conversion = {
	unreadable:
		'Contains more than a number. Enter only the number: a unit belongs in the header, as in Gross Weight (kg), or in its own column.',
};

const withCurrency = /^[(+-]*\s*[A-Z]{0,3}\p{Sc}\s*[\d(]|\d\s*\p{Sc}\)?$/u;
const withCode = /^[(+-]*\s*([A-Z]{3})\s*[\d(]/;
const numberAndCurrency: Conversion = {
	unreadable: 'Contains more than a number. Remove the currency: it has its own column.',
};
const inParentheses = /^\([\d.,' ]{1,60}\)$/;
const numberInParentheses: Conversion = {
	unreadable: 'Not a number. Remove the parentheses; a negative number begins with a minus sign.',
};

function explainNoNumber(text: string): Conversion {
	if (text.length > longestNumber) return notANumber;
	const [, code = ''] = withCode.exec(text) ?? [];
	if (withCurrency.test(text) || isCurrency(code)) return numberAndCurrency;
	if (inParentheses.test(text)) return numberInParentheses;
	return withUnit.test(text) ? numberAndUnit : notANumber;
}

/** The number of a text whose only separator can be that of thousands, as in `1.000` and `1,000`; undefined for any other. */
export function groupedNumber(text: string): Conversion | undefined {
	const { point, comma } = numberReadings(text);
	if (point === undefined || comma === undefined) return undefined;
	return { value: Math.abs(point) > Math.abs(comma) ? point : comma };
}

/** The number in a spreadsheet's cell. `ask` reads texts that have only one reading; a given separator is the only one accepted. */
export function readNumber(text: string, separator: DecimalSeparator): Conversion {
	const { point, comma } = numberReadings(text);
	if (point === undefined && comma === undefined) return explainNoNumber(text);
	if (separator !== 'ask') {
		const value = separator === '.' ? point : comma;
		const name = separator === '.' ? 'point' : 'comma';
		return value === undefined
			? { unreadable: `Not a number with a decimal ${name}, as set in Decimal Separator.` }
			: { value };
	}
	if (point === undefined || comma === undefined || point === comma) return { value: point ?? comma ?? 0 };
	const [larger, smaller] = Math.abs(point) > Math.abs(comma) ? [point, comma] : [comma, point];
	return {
		unreadable: `Can mean ${larger} or ${smaller}. Set Decimal Separator in the options, or write ${larger} or ${smaller}.`,
	};
}
