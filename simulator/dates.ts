import { DateTime } from 'luxon';

const inUtc = (at: Date) => DateTime.fromJSDate(at, { zone: 'utc' }).setLocale('en');

/** `modifiedDate` (docs/service.md 2.5), in UTC: `12 May 2022 14:05`. */
export function modifiedDate(at: Date): string {
	return inUtc(at).toFormat('dd MMM yyyy HH:mm');
}

/** `updatedDate` (docs/service.md 6), as Java's Date.toString writes it: `Thu May 12 10:20:30 UTC 2022`. */
export function updatedDate(at: Date): string {
	return inUtc(at).toFormat("EEE MMM dd HH:mm:ss 'UTC' yyyy");
}
