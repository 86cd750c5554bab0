/** The service's two ways of writing a time, neither of them ISO 8601 (docs/service.md 2.5 and 6). */
import { DateTime, IANAZone } from 'luxon';
import { offsetMinutes } from './timezone';

const monthNames = [
	'january',
	'february',
	'march',
	'april',
	'may',
	'june',
	'july',
	'august',
	'september',
	'october',
	'november',
	'december',
];

const javaDate = /^(?:sun|mon|tue|wed|thu|fri|sat) ([a-z]{3}) (\d{1,2}) (\d{2}):(\d{2})(?::(\d{2}))? (\S+) (\d{4})$/i;
const isoDate = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const searchDate = /^(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?( ?[ap]m)?$/i;
/** Milliseconds since 1970, from 2001 on: what Java's serialisers write for a date unless they are told otherwise. */
const epochMs = /^\d{13}$/;

/** An instant in ISO 8601 from Java's `Thu May 12 10:20:30 UTC 2022`; null where the date or its zone is not known. */
export function eventDate(text: string): string | null {
	const trimmed = text.trim().replace(/\s+/g, ' ');
	const java = javaDate.exec(trimmed);
	if (java) {
		const [, month = '', day, hour, minute, second, zone = '', year] = java;
		return instant(clockTime(year, monthIndex(month), day, hour, minute, second), offsetMinutes(zone));
	}
	const { time, zone } = isoTime(trimmed);
	return instant(time, offsetMinutes(zone));
}

/** Not written by the service today; unmistakable if it ever is. */
function isoTime(text: string): { time: number | null; zone: string } {
	const [, year, month, day, hour, minute, second, zone = ''] = isoDate.exec(text) ?? [];
	return { time: clockTime(year, Number(month) - 1, day, hour, minute, second), zone };
}

/** An instant in ISO 8601 from `12 May 2022 14:05`, read in an IANA time zone; null where it is no date, or the zone is unknown. */
export function modifiedDate(text: string, timezone = 'UTC'): string | null {
	const trimmed = text.trim().replace(/\s+/g, ' ');
	const iso = isoTime(trimmed);
	if (iso.zone !== '') return instant(iso.time, offsetMinutes(iso.zone));
	if (javaDate.test(trimmed)) return eventDate(trimmed);
	if (epochMs.test(trimmed)) return new Date(Number(trimmed)).toISOString();
	const [, day, month = '', year, hour, minute, second, half] = searchDate.exec(trimmed) ?? [];
	const time = iso.time ?? clockTime(year, monthIndex(month), day, hourOf(hour, half), minute, second);
	if (time === null || !isTimezone(timezone)) return null;
	// A clock that is set forward skips this time, and one that is set back shows it twice: as Temporal does, later and earlier.
	const read = DateTime.fromMillis(time, { zone: 'utc' }).setZone(timezone, { keepLocalTime: true });
	return (read.getPossibleOffsets()[0] ?? read).toUTC().toISO();
}

/** Whether `modifiedDate` knows this time zone. */
export function isTimezone(timezone: string): boolean {
	return IANAZone.isValidZone(timezone);
}

/** From 0, by the month's English name or its first three letters; -1 for any other word. */
function monthIndex(word: string): number {
	const name = word.toLowerCase();
	if (name === 'sept') return 8;
	return monthNames.findIndex((month) => name === month || name === month.slice(0, 3));
}

/** Milliseconds as if the clock showed UTC; null for a time that no clock shows, such as 30 February. */
function clockTime(year = '', month: number, day = '', hour = '', minute = '', second = '0'): number | null {
	const parts = [Number(year), month, Number(day), Number(hour), Number(minute), Number(second)] as const;
	if (month < 0 || parts.some(Number.isNaN)) return null;
	const date = new Date(Date.UTC(...parts));
	const shown = [
		date.getUTCFullYear(),
		date.getUTCMonth(),
		date.getUTCDate(),
		date.getUTCHours(),
		date.getUTCMinutes(),
		date.getUTCSeconds(),
	];
	return shown.every((value, index) => value === parts[index]) ? date.getTime() : null;
}

/** The hour of a day of 24, from one of 12 where the text says which half. */
function hourOf(hour: string | undefined, half: string | undefined): string | undefined {
	if (hour === undefined || half === undefined) return hour;
	const isHour = Number(hour) >= 1 && Number(hour) <= 12;
	return isHour ? String((Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)) : 'no hour';
}

function instant(time: number | null, offset: number | null): string | null {
	return time === null || offset === null ? null : new Date(time - offset * 60_000).toISOString();
}
