const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * The calendar date that a picker, an expression or a spreadsheet's cell means, as YYYY-MM-DD, or null. The date is taken as it is
 * written, never moved by a time zone. `05/06/2025` is null: it is two dates; `31/03/2025` is one.
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

/** How people write a day. With points between figures the day comes first everywhere; with strokes it may be the month. */
const forms = [
	/^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/,
	/^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})$/,
	/^(?<month>\d{1,2})[-/](?<day>\d{1,2})[-/](?<year>\d{4})$/,
	/^(?<day>\d{1,2})[ .-]+(?<month>[a-z]{3})[a-z]*[ .,-]+(?<year>\d{4}|\d{2})$/i,
	/^(?<month>[a-z]{3})[a-z]*[ .]+(?<day>\d{1,2})(?:st|nd|rd|th)?,? +(?<year>\d{4})$/i,
];

function fromText(text: string): string | null {
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
	return new Date(Date.UTC(1899, 11, 30) + Math.floor(days) * 86_400_000).toISOString().slice(0, 10);
}

/** n8n's expressions give Luxon's DateTime for `$now` and `.toDateTime()`. */
function fromDateTime(raw: unknown): string | null {
	if (typeof raw !== 'object' || raw === null || !('toISODate' in raw) || typeof raw.toISODate !== 'function')
		return null;
	const date: unknown = Reflect.apply(raw.toISODate, raw, []);
	return typeof date === 'string' ? date : null;
}
