import { clockOf, offsetMinutes, type Clock } from '../../../schemas/timezone';
import { noDay, type Conversion } from './value';
import { plainDate } from './date';

/** An instant, and the clock that it is written by. */
type Moment = { instant: number; writtenBy: { name: string; clock: Clock } };

const utc = { name: 'UTC', clock: (instant: number) => instant };
const dayMs = 86_400_000;

/**
 * Reads the days of a sheet. A day is taken as it is written. What is a point in time, as `2026-05-12T22:00:00Z`, is the day that begins
 * with it in UTC or in the workflow's time zone; else the day that it is by both clocks. Where they differ it is two days.
 */
export function dayOfSheet(timezone: string): (raw: unknown) => Conversion {
	const ofWorkflow = { name: timezone, clock: clockOf(timezone) ?? utc.clock };
	return (raw) => {
		const day = plainDate(raw);
		if (day === null) return noDay;
		const moment = momentOf(raw);
		if (!moment) return { value: day };
		const { instant, writtenBy } = moment;
		const starting = [utc, writtenBy, ofWorkflow].filter(({ clock }) => startsDay(clock, instant));
		const clocks = starting.length > 0 ? starting : [writtenBy, ofWorkflow];
		const days = new Map(clocks.map(({ name, clock }) => [dayBy(clock, instant), name]));
		const [[only = day] = [], ...others] = days;
		return others.length === 0 ? { value: only } : severalDays(days);
	};
}

const timeOfDay = /[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)? ?([a-z]+|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?)$/i;

/** The instant that a cell means, or null where it names a day, or a time of day without its zone. */
function momentOf(raw: unknown): Moment | null {
	if (raw instanceof Date) return { instant: raw.getTime(), writtenBy: utc };
	const text = typeof raw === 'string' ? raw.trim() : dateTimeText(raw);
	const [time, hour, minute, second = '0', zone = ''] = timeOfDay.exec(text) ?? [];
	const offset = offsetMinutes(zone);
	const day = plainDate(text);
	if (time === undefined || offset === null || day === null) return null;
	const shown = Date.parse(day) + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
	const writtenBy = { name: zone, clock: (instant: number) => instant + offset * 60_000 };
	return { instant: shown - offset * 60_000, writtenBy: offset === 0 ? utc : writtenBy };
}

/** Luxon's DateTime, which n8n's expressions give, in ISO 8601. */
function dateTimeText(raw: unknown): string {
	if (typeof raw !== 'object' || raw === null || !('toISO' in raw) || typeof raw.toISO !== 'function') return '';
	return String(Reflect.apply(raw.toISO, raw, []));
}

/** Clocks that are set forward at midnight begin a day later than at 0:00. */
function startsDay(clock: Clock, instant: number): boolean {
	return dayBy(clock, instant) !== dayBy(clock, instant - 1);
}

function dayBy(clock: Clock, instant: number): string {
	return new Date(Math.floor(clock(instant) / dayMs) * dayMs).toISOString().slice(0, 10);
}

function severalDays(days: ReadonlyMap<string, string>): Conversion {
	const each = [...days].map(([day, clock]) => `${day} in ${clock}`).join(' and ');
	return { unreadable: `is ${each}; write the day alone, YYYY-MM-DD` };
}
