import type { ShipmentSet } from '../../../schemas/shipment/shipment';
import { isCalendarDate } from '../convert/date';
import { finding, type Finding } from './issue';

const dayMs = 86_400_000;
const oldestDays = 5 * 366;
const newestDays = 31;

/** Checks the date of a bill of lading against `today` (YYYY-MM-DD): written as specified, a day that exists, neither old nor far ahead. */
export function checkDates({ blDate }: ShipmentSet, path: string, today: string): Finding[] {
	if (blDate === undefined) return [];
	const at = `${path}.blDate`;
	if (!/^\d{4}-\d{2}-\d{2}$/.test(blDate))
		return [finding(at, blDate, 'dateForm', 'A date is written YYYY-MM-DD, like 2025-03-31.')];
	if (!isCalendarDate(blDate)) return [finding(at, blDate, 'dateForm', 'The calendar has no such day.')];
	const ageDays = (Date.parse(today) - Date.parse(blDate)) / dayMs;
	if (ageDays > oldestDays) return [finding(at, blDate, 'plausibleDate', 'Is more than five years ago.')];
	return ageDays < -newestDays ? [finding(at, blDate, 'plausibleDate', 'Is more than a month ahead.')] : [];
}
