/**
 * Zone abbreviations with one well-known meaning, as hours from UTC. Left out are those with several, which Java writes
 * for all of them alike: IST (India, Israel, Ireland), CST (Chicago, Shanghai, Havana), AST, SST, ECT.
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

/** Minutes ahead of UTC of an abbreviation, or of an offset such as `+02:00` or `GMT-3`; null where that is not certain. */
export function offsetMinutes(zone: string): number | null {
	const hours = Object.hasOwn(zoneHours, zone.toUpperCase()) ? zoneHours[zone.toUpperCase()] : undefined;
	if (hours !== undefined) return hours * 60;
	const [, sign, hour, minute = '0'] = numericOffset.exec(zone) ?? [];
	if (sign === undefined || Number(hour) > 18 || Number(minute) > 59) return null;
	return (sign === '-' ? -1 : 1) * (Number(hour) * 60 + Number(minute));
}
