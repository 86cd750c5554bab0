/** The service's two ways of writing a time, neither of them ISO 8601 (docs/service.md 2.5 and 6). */
import { DateTime, IANAZone, Info } from 'luxon';

const monthNames = Info.months('long', { locale: 'en' }).map((month) => month.toLowerCase());

/** Java, ISO 8601, HTTP and email, and the search: what names no zone is local time. */
const forms = [
	/^(?:sun|mon|tue|wed|thu|fri|sat) (?<month>[a-z]{3}) (?<day>\d{1,2}) (?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2}))? (?<zone>\S+) (?<year>\d{4})$/i,
	/^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2}(?:\.\d+)?))?(?:(?<zone>Z|[+-]\d{2}:?\d{2})(?:\[[\w/+-]+\])?)?$/i,
	/^(?:[a-z]{3}, )?(?<day>\d{1,2}) (?<month>[a-z]{3}) (?<year>\d{4}) (?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2}))? (?<zone>GMT|UTC?|Z|[+-]\d{4})$/i,
	/^(?<day>\d{1,2})[ -](?<month>[a-z]{3,9})\.?,?[ -](?<year>\d{4}),? (?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?: ?(?<half>[ap])m)?$/i,
];
/** Seconds or milliseconds since 1970, from 2001 to 2286. */
const unixTime = /^(\d{10})(\d{3})?$/;

/** An instant in ISO 8601 from Java's `Thu May 12 10:20:30 UTC 2022`; null if the date or its zone is unknown. */
export function eventDate(text: string): string | null {
	const { time, zone } = read(text);
	return instant(time, offsetMinutes(zone));
}

/** The latest time (milliseconds since 1970) that such a date can mean, whatever its zone is; NaN if it is none. */
export function latestEventTime(text: string): number {
	const { time, zone } = read(text);
	// Programs write the beginning of their calendar for no date.
	return time !== null && time > dayMs ? time - (offsetMinutes(zone) ?? westernmostMinutes) * 60_000 : NaN;
}

/** An instant in ISO 8601 from `12 May 2022 14:05`, read in an IANA time zone; null if it is not a date, or the zone is unknown. */
export function modifiedDate(text: string, timezone = 'UTC'): string | null {
	const { time, zone } = read(text);
	if (zone !== '') return instant(time, offsetMinutes(zone));
	if (time === null || !isTimezone(timezone)) return null;
	// A clock that is set forward skips this time, and one that is set back shows it twice: as Temporal does, later and earlier.
	const local = DateTime.fromMillis(time, { zone: 'utc' }).setZone(timezone, { keepLocalTime: true });
	return (local.getPossibleOffsets()[0] ?? local).toUTC().toISO();
}

/** Milliseconds since 1970 as if the clock showed UTC, null for none, and the zone, if it is named. */
function read(text: string): { time: number | null; zone: string } {
	const trimmed = text.trim().replace(/\s+/g, ' ');
	const [, seconds, milliseconds = '000'] = unixTime.exec(trimmed) ?? [];
	if (seconds !== undefined) return { time: Number(seconds + milliseconds), zone: 'Z' };
	const groups = forms.map((form) => form.exec(trimmed)).find((match) => match !== null)?.groups ?? {};
	return { time: clockTime(groups), zone: groups['zone'] ?? '' };
}

/** Whether `modifiedDate` knows this time zone. */
export function isTimezone(timezone: string): boolean {
	return IANAZone.isValidZone(timezone);
}

/** From 1, by its number, its English name or the first three letters of that; 0 for any other word. */
function monthOf(word: string): number {
	const name = word.toLowerCase();
	if (/^\d/.test(name)) return Number(name);
	if (name === 'sept') return 9;
	return monthNames.findIndex((month) => name === month || name === month.slice(0, 3)) + 1;
}

/** Null for a time that no clock shows, such as 30 February. */
function clockTime({ year, month = '', day, hour, minute, second = '0', half }: Record<string, string | undefined>) {
	const hours = hour24(hour, half);
	const [whole, fraction] = [Math.floor(Number(second)), Math.floor((Number(second) % 1) * 1_000 + 1e-6)];
	const date = DateTime.utc(Number(year), monthOf(month), Number(day), hours, Number(minute), whole, fraction);
	return date.isValid && hours <= 23 ? date.toMillis() : null;
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

const westernmostMinutes = -12 * 60;
const dayMs = 86_400_000;

const numericOffset = /^(?:UTC|GMT|UT)?([+-])(\d{1,2})(?::?(\d{2}))?$/i;

/** Minutes ahead of UTC of an abbreviation, or of an offset such as `+02:00` or `GMT-3`; null if that is not certain. */
function offsetMinutes(zone: string): number | null {
	const hours = Object.hasOwn(zoneHours, zone.toUpperCase()) ? zoneHours[zone.toUpperCase()] : undefined;
	if (hours !== undefined) return hours * 60;
	const [, sign, hour, minute = '0'] = numericOffset.exec(zone) ?? [];
	if (sign === undefined || Number(hour) > 18 || Number(minute) > 59) return null;
	return (sign === '-' ? -1 : 1) * (Number(hour) * 60 + Number(minute));
}
