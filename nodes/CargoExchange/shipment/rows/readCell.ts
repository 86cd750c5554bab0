import { DateTime } from 'luxon';
import { cleanText, isPlaceholder, onlyPlaceholder, type Conversion, type ValueReader } from '../convert/conversion';
import { looksLikeDate, plainDate, shownOtherwise } from '../convert/date';
import { numberAndUnit } from '../convert/number';
import { convert, dateInstead } from '../convert/value';
import { hasNoDecimals } from '../currencies';
import { isAmount } from '../fields/freightCharges';
import { isPackageCount } from '../fields/goods';
import type { Severity } from '../issue';
import type { FieldTarget } from './headers';

/** What a cell means, and what was noticed: it can be wrong although it can be read. */
export type CellReading = { conversion: Conversion; remark?: { rule: string; advice: string; severity: Severity } };

/** How cells are read. `today` is YYYY-MM-DD; `currency` is that of the amounts in the same row. */
export type CellReader = { reader: ValueReader; today: string; currency: string };

/** Reads a cell as the value of its field. */
export function readCell(target: FieldTarget, written: unknown, { reader, today, currency }: CellReader): CellReading {
	const { field } = target;
	if (typeof written !== 'string')
		return {
			conversion: unlessPlaceholder(target, convert(field, asShown(written), reader)),
			...likelyDate(target, written, today),
			...shiftedDate(target, written),
			...withFraction(target, written),
		};
	const spaced = spacedText(written);
	const isText = field.kind === 'text' && !field.isCode;
	// Excel's sign of a text.
	const text = !isText && /^'[\p{L}\p{N}][^']*$/u.test(spaced) ? spaced.slice(1) : spaced;
	const conversion = convert(field, text, reader);
	if (isAmount(target.path) && hasNoDecimals(currency)) return readWhole(text, currency, { conversion, reader });
	if ('empty' in conversion) return { conversion };
	if (conversion === numberAndUnit && isPackageCount(target.path)) return { conversion: packagesAndUnit };
	const unreadable = whyUnreadable(target, text);
	if (unreadable !== undefined) return { conversion: { unreadable } };
	return {
		conversion: unlessPlaceholder(target, conversion),
		...likelyDate(target, text, today),
		...withFraction(target, text),
	};
}

const packagesAndUnit: Conversion = {
	unreadable: 'Contains more than a number. Enter only the number, and the kind of packages in Packing Unit.',
};

/** What Excel and its relatives show if a formula has no result, in any language: `#REF!`, `#¿NOMBRE?`, `#NV`, `#####`. */
const withoutResult = /^#(?:N\/[A-Z]{1,2}|NV|I\/T|[\p{Lu}\d¡¿_/]{2,20}[!?]|#{2,})$/u;

/** Two ISO 6346 numbers, with or without the check digit. */
const severalContainers = /(?:[A-Z]{3}[UJZ][ -]?\d{6}.*){2}/is;

function whyUnreadable({ field, path }: FieldTarget, text: string): string | undefined {
	if (withoutResult.test(text)) return 'The formula of this cell has no valid result. Correct the cell.';
	if (field.kind === 'text' && field.anyWriting && severalContainers.test(text))
		return 'Has several container numbers. Give each container its own row.';
	// A cell often holds the numbers of two seals.
	if (field.kind === 'text' && field.isCode && !field.anyWriting && path !== 'sealNumber' && text.includes('\n'))
		return 'Has several lines. Enter one value.';
	return undefined;
}

/** Rows with the same number are put together, so that a placeholder is none. For other texts, the checks do this. */
function unlessPlaceholder({ field, dotted, path, steps }: FieldTarget, conversion: Conversion): Conversion {
	const isNumber = field.kind === 'text' && field.isCode;
	const isKey =
		isNumber && (['shipmentReference', 'importRef'].includes(dotted) || steps.at(-1)?.list.key.includes(path));
	return isKey && 'value' in conversion && isPlaceholder(String(conversion.value))
		? { unreadable: onlyPlaceholder }
		: conversion;
}

/** A separator between thousands is no decimal separator if the currency has no decimals. */
function readWhole(
	text: string,
	currency: string,
	{ conversion, reader }: Pick<CellReader, 'reader'> & { conversion: Conversion },
): CellReading {
	const whole = reader.whole(text);
	if (!('value' in whole) || ('value' in conversion && conversion.value === whole.value)) return { conversion };
	const advice = `Read as ${whole.value}, because ${currency.trim().toUpperCase()} has no decimals.`;
	return { conversion: whole, remark: { rule: 'wholeAmount', advice, severity: 'note' } };
}

/** Spreadsheet programs show 15 digits: 3 × 1250.1 is 3750.2999999999997 to a computer. */
function asShown(cell: unknown): unknown {
	return typeof cell === 'number' && !Number.isInteger(cell) ? Number(cell.toPrecision(15)) : cell;
}

/** A code or reference with decimals: a number cell, or a whole number as programs export it, `1001.0`. */
function withFraction({ field }: FieldTarget, written: unknown): Pick<CellReading, 'remark'> {
	if (field.kind !== 'text' || field.isUnit) return {};
	const severity = 'warning';
	if (typeof written === 'number' && !Number.isInteger(written)) {
		const advice = 'Is a number with decimals. Format the column as text, and enter the value as it is meant.';
		return { remark: { rule: 'decimals', advice, severity } };
	}
	if (typeof written !== 'string' || !field.isCode || !/^\d{1,30}\.0+$/.test(written)) return {};
	const advice = `Probably means ${written.slice(0, written.indexOf('.'))}: programs add .0 to numbers. Write it as it is meant.`;
	return { remark: { rule: 'decimals', advice, severity } };
}

/** In days. Spreadsheet programs add the current year to "3-4" and "MAR-12". */
const aboutNowDays = 400;
const dayMs = 86_400_000;

/** A code or number that a spreadsheet program has made a date of: its text, or in an Excel file the number of days. */
function likelyDate({ field, path }: FieldTarget, written: unknown, today: string): Pick<CellReading, 'remark'> {
	const rule = 'likelyDate';
	const isNumeric = field.kind === 'number' || field.kind === 'integer';
	if (typeof written === 'string' && field.kind === 'text' && looksLikeDate(written))
		return { remark: { rule, advice: dateInstead, severity: 'warning' } };
	if (!Number.isInteger(written) || !(isNumeric || field.kind === 'text')) return {};
	const day = plainDate(written);
	if (day === null || Math.abs(Date.parse(day) - Date.parse(today)) > aboutNowDays * dayMs) return {};
	const shown = DateTime.fromISO(day).setLocale('en').toFormat('d LLLL yyyy');
	const format = isNumeric ? 'a number' : 'text';
	const advice = `Is ${shown} if the cell shows a date. In that case, format the column as ${format} and enter the value again.`;
	return { remark: { rule, advice, severity: isNumeric && !isPackageCount(path) ? 'note' : 'warning' } };
}

/** A day of a file of LibreOffice, or a time of the day before in an Excel file: the number is the same. */
function shiftedDate({ field }: FieldTarget, written: unknown): Pick<CellReading, 'remark'> {
	const given = field.kind === 'date' ? shownOtherwise(written) : undefined;
	if (given === undefined) return {};
	const advice = `The file reader gives ${given}, as it does for this day in a file of LibreOffice. If the cell has that time, enter only the date.`;
	return { remark: { rule: 'shiftedDate', advice, severity: 'note' } };
}

/** A text without the spaces around it, which are invisible in a sheet and mean nothing. */
function spacedText(text: string): string {
	return cleanText(text)
		.replace(/[\u00a0\u202f]/g, ' ')
		.trim();
}

/** In characters: a cell that cannot be read keeps its place, so that nothing else seems to be missing. */
const longestQuote = 100;

/** A cell as it reads, for messages. A date that an Excel file has as a number of days reads as a date. */
export function quotable(written: unknown, day?: Conversion): string {
	if (typeof written === 'number' && day && 'value' in day) return String(day.value);
	if (written instanceof Date) return written.toJSON();
	const isPlain = typeof written === 'string' || typeof written === 'number' || typeof written === 'boolean';
	return (isPlain ? String(written) : JSON.stringify(written)).trim().slice(0, longestQuote);
}
