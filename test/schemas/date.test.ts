import { eventDate, isTimezone, modifiedDate } from '../../nodes/CargoExchange/schemas/date';

describe('eventDate', () => {
	it.each([
		['Thu May 12 10:20:30 UTC 2022', '2022-05-12T10:20:30.000Z'],
		['Thu May 12 10:20 UTC 2022', '2022-05-12T10:20:00.000Z'],
		['Thu May 12 10:20:30 CEST 2022', '2022-05-12T08:20:30.000Z'],
		['Thu May 12 10:20:30 SGT 2022', '2022-05-12T02:20:30.000Z'],
		['Thu May 12 10:20:30 EDT 2022', '2022-05-12T14:20:30.000Z'],
		['Thu May 12 10:20:30 ACST 2022', '2022-05-12T00:50:30.000Z'],
		['Thu May 12 10:20:30 GMT+05:30 2022', '2022-05-12T04:50:30.000Z'],
		['Thu May 12 10:20:30 -07:00 2022', '2022-05-12T17:20:30.000Z'],
		['Thu Feb 29 23:59:59 UTC 2024', '2024-02-29T23:59:59.000Z'],
		['  thu may  12 10:20:30 utc 2022 ', '2022-05-12T10:20:30.000Z'],
		['2022-05-12T10:20:30.5+02:00', '2022-05-12T08:20:30.500Z'],
		['2022-05-12T10:20:30.123456Z', '2022-05-12T10:20:30.123Z'],
		['2022-05-12T10:20:30+02:00[Europe/Paris]', '2022-05-12T08:20:30.000Z'],
		['Thu, 12 May 2022 10:20:30 GMT', '2022-05-12T10:20:30.000Z'],
		['12 May 2022 10:20:30 +0200', '2022-05-12T08:20:30.000Z'],
		['1652350830500', '2022-05-12T10:20:30.500Z'],
		['1652350830', '2022-05-12T10:20:30.000Z'],
	])('reads %s', (text, iso) => {
		expect(eventDate(text)).toBe(iso);
	});

	it.each([
		['a zone that several countries write', 'Thu May 12 10:20:30 IST 2022'],
		['a zone that nobody knows', 'Thu May 12 10:20:30 XYZ 2022'],
		['a name that every object inherits', 'Thu May 12 10:20:30 constructor 2022'],
		['an offset that no zone has', 'Thu May 12 10:20:30 +9900 2022'],
		['an offset of 60 minutes', 'Thu May 12 10:20:30 +0560 2022'],
		['30 February', 'Wed Feb 30 10:20:30 UTC 2022'],
		["25 o'clock", 'Thu May 12 25:20:30 UTC 2022'],
		['minute 60', 'Thu May 12 10:60:30 UTC 2022'],
		['a month that does not exist', 'Thu Foo 12 10:20:30 UTC 2022'],
		['a date without a zone', '2022-05-12T10:20:30'],
		['a date without a time', '2022-05-12'],
		['a word', 'yesterday'],
	])('returns null for %s', (_what, text) => {
		expect(eventDate(text)).toBeNull();
	});
});

describe('modifiedDate', () => {
	it.each([
		['12 May 2022 14:05', '2022-05-12T14:05:00.000Z'],
		['1 January 2023 00:00', '2023-01-01T00:00:00.000Z'],
		['2 Sept 2022 09:05', '2022-09-02T09:05:00.000Z'],
		['12-May-2022 14:05:59', '2022-05-12T14:05:59.000Z'],
		['12 May 2022, 2:05 PM', '2022-05-12T14:05:00.000Z'],
		['12 May 2022 12:05 am', '2022-05-12T00:05:00.000Z'],
		['2022-05-12 14:05', '2022-05-12T14:05:00.000Z'],
		['Thu May 12 16:05:00 CEST 2022', '2022-05-12T14:05:00.000Z'],
	])('reads %s as UTC', (text, iso) => {
		expect(modifiedDate(text)).toBe(iso);
	});

	it.each([
		['Europe/Berlin', '12 May 2022 14:05', '2022-05-12T12:05:00.000Z'],
		['Europe/Berlin', '12 January 2022 14:05', '2022-01-12T13:05:00.000Z'],
		['Asia/Kolkata', '12 May 2022 00:05', '2022-05-11T18:35:00.000Z'],
		['Europe/Berlin', '2022-05-12T14:05:00', '2022-05-12T12:05:00.000Z'],
		['Europe/Berlin', '2022-05-12T14:05:00+05:30', '2022-05-12T08:35:00.000Z'],
		// Set back: the first of two equal local times. Set forward: after the hour that is skipped.
		['Europe/Berlin', '30 October 2022 02:30', '2022-10-30T00:30:00.000Z'],
		['America/New_York', '6 November 2022 01:30', '2022-11-06T05:30:00.000Z'],
		['Europe/Berlin', '27 March 2022 02:30', '2022-03-27T01:30:00.000Z'],
	])('uses the time zone %s for %s', (zone, text, iso) => {
		expect(modifiedDate(text, zone)).toBe(iso);
	});

	it.each(['31 April 2022 10:00', '12 Mai 2022 14:05', '12 May 2022', '12 May 2022 14:05 PM', '12 May 2022 24:00', ''])(
		'returns null for "%s"',
		(text) => {
			expect(modifiedDate(text)).toBeNull();
		},
	);

	it('returns null for a time zone that does not exist', () => {
		expect(modifiedDate('12 May 2022 14:05', 'Europe/Atlantis')).toBeNull();
		expect(isTimezone('Europe/Atlantis')).toBe(false);
		expect(isTimezone('Europe/Lisbon')).toBe(true);
	});
});
