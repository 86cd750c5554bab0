const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * The calendar date that a picker, an expression or a spreadsheet's cell means, as YYYY-MM-DD, or null. The date is taken as it is
 * written, never moved by a time zone. `05/06/2025` is null: it is two dates.
 */
export function plainDate(raw: unknown): string | null {
	if (typeof raw === 'string') return fromText(raw.trim());
	if (typeof raw === 'number') return fromSerial(raw);
	if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? null : raw.toISOString().slice(0, 10);
	return fromDateTime(raw);
}

/** True for a day that the calendar has. */
export function isCalendarDate(text: string): boolean {
	const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
	if (year === undefined || month === undefined || day === undefined || month < 1 || month > 12) return false;
	// Day zero of the next month is the last of this one.
	return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function fromText(text: string): string | null {
	const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d.*)?$/.exec(text)?.[1];
	const named = /^(\d{1,2})[ .-]+([a-z]{3})[a-z]*[ .,-]+(\d{4})$/i.exec(text);
	if (iso === undefined && !named) return null;
	const [, day = '', month = '', year = ''] = named ?? [];
	const number = months.indexOf(month.toLowerCase()) + 1;
	const date = iso ?? `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
	return isCalendarDate(date) ? date : null;
}

/** Spreadsheets count days from 1899-12-30; the years 1955 to 2119 cannot be mistaken for anything else in a date column. */
function fromSerial(days: number): string | null {
	if (!(days >= 20_000 && days < 80_500)) return null;
	return new Date(Date.UTC(1899, 11, 30) + Math.floor(days) * 86_400_000).toISOString().slice(0, 10);
}

/** n8n's expressions give Luxon's DateTime for `$now` and `.toDateTime()`. */
function fromDateTime(raw: unknown): string | null {
	if (typeof raw !== 'object' || raw === null || !('toISODate' in raw) || typeof raw.toISODate !== 'function')
		return null;
	const date: unknown = Reflect.apply(raw.toISODate, raw, []);
	return typeof date === 'string' ? date : null;
}
