import { DateTime, FixedOffsetZone, IANAZone, Info, SystemZone, type Zone } from 'luxon';
import type { Doubt } from './doubt';

/** A day, YYYY-MM-DD, or why there is none. */
export type Day = { value: string } | Doubt;

const howToWrite = 'Write it as YYYY-MM-DD.';
const notRead = 'Is not a date such as 2025-03-31, 31.03.2025, 31 Mar 2025 or 31/03/2025.';

/** In characters. Longer texts are not dates, so that patterns stay fast. */
const longestDate = 64;
const months = Info.months('long', { locale: 'en' }).map((month) => month.toLowerCase());

const shortMonths = Info.months('short', { locale: 'en' }).join('|');

/** What comes first in a date with two readings; `ask` refuses it. */
export type DateOrder = 'ask' | 'dayFirst' | 'monthFirst';

/** With points between the numbers, the day always comes first; with slashes, it may be the month. */
const dayFirst = /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})$/;
const monthFirst = /^(?<month>\d{1,2})[-/](?<day>\d{1,2})[-/](?<year>\d{4})$/;

/** How people write a day. */
const forms: readonly RegExp[] = [
	/^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/,
	dayFirst,
	monthFirst,
	/^(?<day>\d{1,2})(?:st|nd|rd|th)?[ .-]+(?<month>[a-z]{3,9})[ .,-]+(?<year>\d{4}|\d{2})$/i,
	/^(?<month>[a-z]{3,9})[ .]+(?<day>\d{1,2})(?:st|nd|rd|th)?,? +(?<year>\d{4})$/i,
];

/** The basic format of ISO 8601. In a column that is not for dates, it is a number. */
const withoutSeparators = /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})$/;

/**
 * The calendar date in a form field, an expression or a cell, as YYYY-MM-DD, or null. It is read as it is written; no time zone changes
 * it. `05/06/2025` is null because it can be two dates, unless their order is known; `31/03/2025` is one.
 */
export function plainDate(raw: unknown, order?: DateOrder): string | null {
	if (typeof raw === 'string') return fromText(raw.trim(), order);
	if (typeof raw === 'number') return fromSerial(raw);
	if (raw instanceof Date) return DateTime.fromJSDate(raw, { zone: 'utc' }).toISODate();
	return textOf(raw, 'toISODate');
}

/** True for a day of the calendar, written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
	return /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text, { zone: 'utc' }).isValid;
}

function fromText(text: string, order: DateOrder = 'ask'): string | null {
	const [only = null, ...others] = [...readingsOf(text), ...dateOf(withoutSeparators.exec(text)?.groups)].filter(
		isCalendarDate,
	);
	if (others.length === 0) return only;
	return order === 'ask' ? null : (readingsOf(text, [order === 'dayFirst' ? dayFirst : monthFirst])[0] ?? null);
}

/** The dates that a text can mean, once each; some may not exist, such as 2026-06-31. */
function readingsOf(text: string, among = forms): string[] {
	if (text.length > longestDate) return [];
	const withoutTime = text.replace(/(?<=\d)[T ]\d{1,2}:\d{2}.*$/, '');
	return [...new Set(among.flatMap((form) => dateOf(form.exec(withoutTime)?.groups)))];
}

/** What is first in a date such as 31/03/2025; undefined if it can be either, or in another form. */
export function orderOf(raw: unknown): Exclude<DateOrder, 'ask'> | undefined {
	if (typeof raw !== 'string' || !/^\s*\d{1,2}[-/]/.test(raw)) return undefined;
	const [isDay, isMonth] = [dayFirst, monthFirst].map((form) => readingsOf(raw.trim(), [form]).some(isCalendarDate));
	return isDay === isMonth ? undefined : isDay ? 'dayFirst' : 'monthFirst';
}

/** No date if the month is not an English name or a short form of one. */
function dateOf(groups: Record<string, string | undefined> | undefined): string[] {
	if (groups === undefined) return [];
	const { year = '', month = '', day = '' } = groups;
	const number = /^\d/.test(month)
		? month
		: String(months.findIndex((name) => name.startsWith(month.toLowerCase())) + 1);
	if (number === '0') return [];
	return [`${year.padStart(4, '20')}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`];
}

/** How spreadsheet programs show a day without its year, or a month: `12-Mar`, `Mar-99`. */
const abbreviated = new RegExp(String.raw`^(?:\d{1,2}-(?:${shortMonths})|(?:${shortMonths})-\d{2})$`);

/** Whether a text is a date and nothing else, also one with two readings or without a year. */
export function looksLikeDate(text: string): boolean {
	return text.length <= longestDate && (abbreviated.test(text.trim()) || readingsOf(text.trim()).some(isCalendarDate));
}

function notADate(raw: unknown): Day {
	const readings = typeof raw === 'string' ? readingsOf(raw.trim()) : [];
	const possible = readings.filter(isCalendarDate).map((date) => DateTime.fromISO(date).toFormat('d LLLL yyyy'));
	if (possible.length > 1) return { cause: 'two readings', advice: `Can be ${possible.join(' or ')}. ${howToWrite}` };
	return { advice: `${readings.length > 0 ? 'This date does not exist.' : notRead} ${howToWrite}` };
}

const dayMs = 86_400_000;

/** Spreadsheets count days from 1899-12-30. */
function writtenMs(days: number): number {
	return Date.UTC(1899, 11, 30) + Math.round(days * dayMs);
}

/** The day of a number of days. Only the years 1955 to 2119 are read. */
function fromSerial(days: number): string | null {
	if (!(days >= 20_000 && days < 80_500)) return null;
	const written = writtenMs(days);
	// n8n reads a date of LibreOffice as the local time of midnight in UTC, up to a minute off.
	const offsetMs = new Date(written).getTimezoneOffset() * 60_000;
	const moment = written + offsetMs;
	const midnight = Math.round(moment / dayMs) * dayMs;
	// In UTC, 23:59:59 is a time of day.
	const isOff = offsetMs !== 0 || new Date(1899, 11, 30).getTime() % 60_000 !== 0;
	return new Date(isOff && Math.abs(moment - midnight) < 60_000 ? midnight : written).toISOString().slice(0, 10);
}

/** The result of a method of Luxon's DateTime, which n8n's expressions return for `$now`. n8n has its own copy of Luxon. */
function textOf(raw: unknown, method: 'toISODate' | 'toISO'): string | null {
	if (typeof raw !== 'object' || raw === null || !(method in raw)) return null;
	const read: unknown = Reflect.get(raw, method);
	const text: unknown = typeof read === 'function' ? Reflect.apply(read, raw, []) : null;
	return typeof text === 'string' ? text : null;
}

/** A sheet has one time zone and thousands of dates. */
let lastReader: { timezone: string; local: Zone; read: DayReader } | undefined;

type DayReader = (raw: unknown, order?: DateOrder) => Day;

/**
 * Reads the days of a sheet or a form. A day is read as it is written. A point in time, such as `2026-05-12T22:00:00Z`, is the day that begins with
 * it in UTC, in the workflow's time zone (an IANA name) or in that of n8n's own process, by which some readers of files count; else the day
 * that it is in its own and in the workflow's. If they differ, it has two meanings.
 */
export function dayReader(timezone: string, local: Zone = SystemZone.instance): DayReader {
	if (lastReader?.timezone === timezone && lastReader.local === local) return lastReader.read;
	const utc = FixedOffsetZone.utcInstance;
	const ofWorkflow = IANAZone.isValidZone(timezone) ? IANAZone.create(timezone) : utc;
	const read: DayReader = (raw, order) => {
		const day = plainDate(raw, order);
		if (day === null) return notADate(raw);
		const moment = momentOf(raw);
		if (!moment) return { value: day };
		const readings = [moment.zone, ofWorkflow].map((zone) => moment.setZone(zone));
		const zoned = [...readings, moment.setZone(utc), moment.setZone(local)];
		const starting = zoned.filter((reading) => reading.equals(reading.startOf('day')));
		const candidates = starting.length > 0 ? starting : readings;
		const days = new Map(candidates.map((reading) => [reading.toISODate() ?? day, reading.zoneName ?? '']));
		const [[only = day] = [], ...others] = days;
		return others.length === 0 ? { value: only } : severalDays(days);
	};
	lastReader = { timezone, local, read };
	return read;
}

/** The point in time of a cell, or null if it is a day, or a time of day without its zone. */
function momentOf(raw: unknown): DateTime | null {
	if (raw instanceof Date) return DateTime.fromJSDate(raw, { zone: 'utc' });
	const text = typeof raw === 'string' ? raw.trim() : (textOf(raw, 'toISO') ?? '');
	const iso = text.replace(/ ?(?:UTC|GMT)$/i, 'Z').replace(' ', 'T');
	if (text.length > longestDate || !/T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(iso)) return null;
	const moment = DateTime.fromISO(iso, { setZone: true });
	return moment.isValid ? moment : null;
}

function severalDays(days: ReadonlyMap<string, string>): Day {
	const each = [...days].map(([day, zone]) => `${day} in ${zone}`).join(' and ');
	return { cause: 'two zones', advice: `Is ${each}. Write only the date, as YYYY-MM-DD.` };
}
