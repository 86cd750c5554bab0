import { DateTime, FixedOffsetZone, IANAZone, type Zone } from 'luxon';
import { offsetMinutes } from '../../../schemas/timezone';
import type { Conversion } from './value';

export const notADate: Conversion = { unreadable: 'Not a date with one meaning. Write it YYYY-MM-DD.' };

/** In characters. No date is longer, and patterns run on no more. */
const longestDate = 64;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** How people write a day. With points between figures the day comes first everywhere; with slashes it may be the month. */
const forms = [
	/^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/,
	/^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})$/,
	/^(?<month>\d{1,2})[-/](?<day>\d{1,2})[-/](?<year>\d{4})$/,
	/^(?<day>\d{1,2})[ .-]+(?<month>[a-z]{3})[a-z]*[ .,-]+(?<year>\d{4}|\d{2})$/i,
	/^(?<month>[a-z]{3})[a-z]*[ .]+(?<day>\d{1,2})(?:st|nd|rd|th)?,? +(?<year>\d{4})$/i,
];

/**
 * The calendar date of a picker, an expression or a spreadsheet's cell, as YYYY-MM-DD, or null. The date is taken as it is written, never
 * moved by a time zone. `05/06/2025` is null: it is two dates; `31/03/2025` is one.
 */
export function plainDate(raw: unknown): string | null {
	if (typeof raw === 'string') return fromText(raw.trim());
	if (typeof raw === 'number') return fromSerial(raw);
	if (raw instanceof Date) return DateTime.fromJSDate(raw, { zone: 'utc' }).toISODate();
	return textOf(raw, 'toISODate');
}

/** True for a day of the calendar, written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
	return /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text, { zone: 'utc' }).isValid;
}

function fromText(text: string): string | null {
	if (text.length > longestDate) return null;
	const withoutTime = text.replace(/(?<=\d)[T ]\d{1,2}:\d{2}.*$/, '');
	const readings = forms.map((form) => dateOf(form.exec(withoutTime)?.groups ?? {})).filter(isCalendarDate);
	const [only, ...others] = new Set(readings);
	return only === undefined || others.length > 0 ? null : only;
}

function dateOf({ year = '', month = '', day = '' }: Record<string, string | undefined>): string {
	const number = /^\d/.test(month) ? month : String(months.indexOf(month.toLowerCase()) + 1);
	return `${year.padStart(4, '20')}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Spreadsheets count days from 1899-12-30; the years 1955 to 2119 cannot be mistaken for anything else in a date column. */
function fromSerial(days: number): string | null {
	if (!(days >= 20_000 && days < 80_500)) return null;
	return DateTime.utc(1899, 12, 30)
		.plus({ days: Math.floor(days) })
		.toISODate();
}

/** What a method of Luxon's DateTime gives, which n8n's expressions return for `$now` and `.toDateTime()`: n8n has a copy of its own. */
function textOf(raw: unknown, method: 'toISODate' | 'toISO'): string | null {
	if (typeof raw !== 'object' || raw === null || !(method in raw)) return null;
	const read: unknown = Reflect.get(raw, method);
	const text: unknown = typeof read === 'function' ? Reflect.apply(read, raw, []) : null;
	return typeof text === 'string' ? text : null;
}

/** An instant, and the zone that it is written in. */
type Moment = { instant: number; zone: Zone };

/**
 * Reads the days of a sheet. A day is taken as it is written. A point in time, as `2026-05-12T22:00:00Z`, is the day that begins with it
 * in UTC or in the workflow's time zone (an IANA name); else the day that it is in both. If they differ it is two days.
 */
export function dayOfSheet(timezone: string): (raw: unknown) => Conversion {
	const utc = FixedOffsetZone.utcInstance;
	const ofWorkflow = IANAZone.isValidZone(timezone) ? IANAZone.create(timezone) : utc;
	return (raw) => {
		const day = plainDate(raw);
		if (day === null) return notADate;
		const moment = momentOf(raw);
		if (!moment) return { value: day };
		const at = (zone: Zone) => DateTime.fromMillis(moment.instant, { zone });
		const starting = [utc, moment.zone, ofWorkflow].filter(
			(zone) => at(zone).startOf('day').toMillis() === moment.instant,
		);
		const zones = starting.length > 0 ? starting : [moment.zone, ofWorkflow];
		const days = new Map(zones.map((zone) => [at(zone).toISODate() ?? day, zone.name]));
		const [[only = day] = [], ...others] = days;
		return others.length === 0 ? { value: only } : severalDays(days);
	};
}

const timeOfDay = /[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)? ?([a-z]+|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?)$/i;

/** The instant of a cell, or null if it names a day, or a time of day without its zone. */
function momentOf(raw: unknown): Moment | null {
	if (raw instanceof Date) return { instant: raw.getTime(), zone: FixedOffsetZone.utcInstance };
	const text = typeof raw === 'string' ? raw.trim() : (textOf(raw, 'toISO') ?? '');
	const day = text.length > longestDate ? null : plainDate(text);
	if (day === null) return null;
	const [time, hour, minute, second = '0', zone = ''] = timeOfDay.exec(text) ?? [];
	const offset = offsetMinutes(zone);
	if (time === undefined || offset === null) return null;
	const shown = DateTime.fromISO(day, { zone: 'utc' }).plus({
		hours: Number(hour),
		minutes: Number(minute),
		seconds: Number(second),
	});
	return { instant: shown.minus({ minutes: offset }).toMillis(), zone: FixedOffsetZone.instance(offset) };
}

function severalDays(days: ReadonlyMap<string, string>): Conversion {
	const each = [...days].map(([day, zone]) => `${day} in ${zone}`).join(' and ');
	return { unreadable: `Is ${each}. Write the day alone, YYYY-MM-DD.` };
}
