/** The service's two ways of writing a time, neither of them ISO 8601 (docs/service.md 2.5 and 6). */
import { DateTime, IANAZone, Info } from 'luxon';

const monthNames = Info.months('long', { locale: 'en' }).map((month) => month.toLowerCase());

const javaDate = /^(?:sun|mon|tue|wed|thu|fri|sat) ([a-z]{3}) (\d{1,2}) (\d{2}):(\d{2})(?::(\d{2}))? (\S+) (\d{4})$/i;
const isoDate =
	/^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?(?:(Z|[+-]\d{2}:?\d{2})(?:\[[\w/+-]+\])?)?$/i;
/** Of HTTP and email. */
const internetDate =
	/^(?:[a-z]{3}, )?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d{2}):(\d{2})(?::(\d{2}))? (GMT|UTC?|Z|[+-]\d{4})$/i;
/** Seconds or milliseconds since 1970, from 2001 to 2286. */
const unixTime = /^(\d{10})(\d{3})?$/;
const searchDate = /^(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([ap])m)?$/i;

/** An instant in ISO 8601 from Java's `Thu May 12 10:20:30 UTC 2022`; null if the date or its zone is unknown. */
export function eventDate(text: string): string | null {
	const trimmed = text.trim().replace(/\s+/g, ' ');
	const java = javaDate.exec(trimmed);
	if (java) {
		const [, month = '', day, hour, minute, second, zone = '', year] = java;
		return instant(clockTime(year, monthIndex(month), day, hour, minute, second), offsetMinutes(zone));
	}
	const internet = internetDate.exec(trimmed);
	if (internet) {
		const [, day, month = '', year, hour, minute, second, zone = ''] = internet;
		return instant(clockTime(year, monthIndex(month), day, hour, minute, second), offsetMinutes(zone));
	}
	const [, seconds, milliseconds = '000'] = unixTime.exec(trimmed) ?? [];
	if (seconds !== undefined) return instant(Number(seconds + milliseconds), 0);
	const { time, zone } = isoTime(trimmed);
	return instant(time, offsetMinutes(zone));
}

/** Not written by the service today; unmistakable if it ever is. */
function isoTime(text: string): { time: number | null; zone: string } {
	const [, year, month, day, hour, minute, second, zone = ''] = isoDate.exec(text) ?? [];
	return { time: clockTime(year, Number(month) - 1, day, hour, minute, second), zone };
}

/** An instant in ISO 8601 from `12 May 2022 14:05`, read in an IANA time zone; null if it is not a date, or the zone is unknown. */
export function modifiedDate(text: string, timezone = 'UTC'): string | null {
	const trimmed = text.trim().replace(/\s+/g, ' ');
	const iso = isoTime(trimmed);
	if (iso.zone !== '') return instant(iso.time, offsetMinutes(iso.zone));
	if ([javaDate, internetDate, unixTime].some((form) => form.test(trimmed))) return eventDate(trimmed);
	const [, day, month = '', year, hour, minute, second, half] = searchDate.exec(trimmed) ?? [];
	const time = iso.time ?? clockTime(year, monthIndex(month), day, hour24(hour, half), minute, second);
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
function clockTime(year = '', month: number, day = '', hour: string | number = '', minute = '', second = '0') {
	if (month < 0 || [year, day, hour, minute, second].map(Number).some(Number.isNaN) || Number(hour) > 23) return null;
	const [whole, fraction] = [Math.floor(Number(second)), Math.floor((Number(second) % 1) * 1_000 + 1e-6)];
	const date = DateTime.utc(Number(year), month + 1, Number(day), Number(hour), Number(minute), whole, fraction);
	return date.isValid ? date.toMillis() : null;
}

/** The hour in 24-hour time, from 12-hour time if the text says am or pm. */
function hour24(hour = '', half?: string): number {
	if (half === undefined) return Number(hour);
	return Number(hour) >= 1 && Number(hour) <= 12 ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : NaN;
}

function instant(time: number | null, offset: number | null): string | null {
	return time === null || offset === null ? null : new Date(time - offset * 60_000).toISOString();
}

/**
 * Zone abbreviations with one well-known meaning, as hours from UTC. Left out are those that Java writes for several zones: IST (India, Israel, Ireland), CST (Chicago, Shanghai, Havana), AST, SST, ECT.
 */
const zoneHours: Record<string, number> = {
	...at(-10, 'HST'),
	...at(-9, 'AKST'),
	...at(-8, 'PST AKDT'),
	...at(-7, 'MST PDT'),
	...at(-6, 'MDT'),
	...at(-5, 'EST CDT'),
	...at(-4, 'EDT'),
	...at(-3, 'BRT'),
	...at(0, 'UTC GMT UT UCT Z WET'),
	...at(1, 'WEST BST CET MET WAT'),
	...at(2, 'CEST MEST CAT EET SAST'),
	...at(3, 'EEST EAT MSK TRT'),
	...at(4, 'GST'),
	...at(5, 'PKT'),
	...at(7, 'ICT WIB'),
	...at(8, 'HKT SGT AWST'),
	...at(9, 'JST KST'),
	...at(9.5, 'ACST'),
	...at(10, 'AEST'),
	...at(10.5, 'ACDT'),
	...at(11, 'AEDT'),
	...at(12, 'NZST'),
	...at(13, 'NZDT'),
};

function at(hours: number, zones: string): Record<string, number> {
	return Object.fromEntries(zones.split(' ').map((zone) => [zone, hours]));
}

const numericOffset = /^(?:UTC|GMT|UT)?([+-])(\d{1,2})(?::?(\d{2}))?$/i;

/** Minutes ahead of UTC of an abbreviation, or of an offset such as `+02:00` or `GMT-3`; null if that is not certain. */
function offsetMinutes(zone: string): number | null {
	const hours = Object.hasOwn(zoneHours, zone.toUpperCase()) ? zoneHours[zone.toUpperCase()] : undefined;
	if (hours !== undefined) return hours * 60;
	const [, sign, hour, minute = '0'] = numericOffset.exec(zone) ?? [];
	if (sign === undefined || Number(hour) > 18 || Number(minute) > 59) return null;
	return (sign === '-' ? -1 : 1) * (Number(hour) * 60 + Number(minute));
}
