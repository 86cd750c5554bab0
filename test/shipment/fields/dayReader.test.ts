import { IANAZone } from 'luxon';
import { dayReader } from '../../../nodes/CargoExchange/shipment/fields/date';
import { payloads } from '../../helpers/sheet';

const day = (raw: unknown, timezone = 'Europe/Berlin') => dayReader(timezone)(raw);

/** What is asked of Luxon's DateTime. */
const dateTime = (text: string) => ({ toISODate: () => text.slice(0, 10), toISO: () => text });

describe('dayReader', () => {
	it.each([
		['2026-05-12T22:00:00', '2026-05-12'],
		['12.05.2026 23:59', '2026-05-12'],
		['12 May 2026 10:00 PM', '2026-05-12'],
		[' 2025-03-31 ', '2025-03-31'],
		['1-March-2025', '2025-03-01'],
		['05.06.2025', '2025-06-05'],
		['31/03/2025', '2025-03-31'],
		['3/31/2025', '2025-03-31'],
		['05/05/2025', '2025-05-05'],
		['2025/3/1', '2025-03-01'],
		['20250331', '2025-03-31'],
		['31-Mar-25', '2025-03-31'],
		['March 31st, 2025', '2025-03-31'],
		['20th October 2026', '2026-10-20'],
		[45747, '2025-03-31'],
		[45747.9, '2025-03-31'],
		['2026-05-12T00:00:00.000Z', '2026-05-12'],
		['2026-05-12T22:00:00.000Z', '2026-05-13'],
		[new Date('2026-05-12T00:00:00Z'), '2026-05-12'],
		[new Date('2026-05-12T22:00:00Z'), '2026-05-13'],
		[new Date('2026-01-12T23:00:00Z'), '2026-01-13'],
		['2026-05-12T10:30:00Z', '2026-05-12'],
		['2026-05-13T00:00:00.000+02:00', '2026-05-13'],
		['2026-05-12T23:30:00+02:00', '2026-05-12'],
		['2026-05-13T00:30:00+02:00', '2026-05-13'],
		['2026-05-12 22:00 UTC', '2026-05-13'],
		['2026-05-12T17:00:00-05:00', '2026-05-13'],
		[dateTime('2026-05-12T22:00:00.000Z'), '2026-05-13'],
		[dateTime('2026-05-12'), '2026-05-12'],
	])('reads %p in Berlin', (raw, value) => {
		expect(day(raw)).toEqual({ value });
	});

	it('starts a day without midnight when the clocks are set forward', () => {
		expect(day('2018-11-04T03:00:00Z', 'America/Sao_Paulo')).toEqual({ value: '2018-11-04' });
	});

	it.each([
		['2026-11-19T23:00:00.000Z', 'Europe/Berlin', 'UTC'],
		['2026-11-19T15:00:00.000Z', 'Asia/Tokyo', 'Europe/Berlin'],
		[new Date('2026-11-20T08:00:00Z'), 'America/Los_Angeles', 'UTC'],
	])('reads midnight in the time zone of the process that has read the file: %p', (raw, local, workflow) => {
		expect(dayReader(workflow, IANAZone.create(local))(raw)).toEqual({ value: '2026-11-20' });
	});

	it('uses UTC if the time zone is unknown', () => {
		expect(day('2026-05-12T22:00:00Z', 'Nowhere/Else')).toEqual({ value: '2026-05-12' });
	});

	it.each([
		['2026-05-12T23:30:00.000Z', 'Europe/Berlin', '2026-05-12 in UTC and 2026-05-13 in Europe/Berlin'],
		[new Date('2026-05-12T03:00:00Z'), 'America/Bogota', '2026-05-12 in UTC and 2026-05-11 in America/Bogota'],
		['2026-05-12T23:30:00-08:00', 'UTC', '2026-05-12 in UTC-8 and 2026-05-13 in UTC'],
	])('does not choose between two days: %p in %s', (raw, timezone, both) => {
		expect(day(raw, timezone)).toMatchObject({ advice: `Is ${both}. Write only the date, as YYYY-MM-DD.` });
	});

	it.each([
		['05/06/2025', 'Can be 5 June 2025 or 6 May 2025.'],
		['31.06.2026', 'This date does not exist.'],
		['13/13/2025', 'This date does not exist.'],
		['2025-02-30', 'This date does not exist.'],
	])('says why %s is no day', (text, reason) => {
		expect(day(text)).toMatchObject({ advice: `${reason} Write it as YYYY-MM-DD.` });
	});

	it.each([
		...['20251331', '31/3/25', '31.3.', '31 Foo 2025', '2025-03-31x', '', '12345', 'TBA', '5. marraskuu 2026'],
		...[2025, 20250331, Number.NaN, new Date(Number.NaN), { toISODate: () => null }, {}, null, true],
	])('does not guess %p', (raw) => {
		const advice = 'Is not a date such as 2025-03-31, 31.03.2025, 31 Mar 2025 or 31/03/2025. Write it as YYYY-MM-DD.';
		expect(day(raw)).toEqual({ advice });
	});
});

describe('a number of days from a file of LibreOffice, which n8n gives as the local time of midnight in UTC', () => {
	afterEach(() => jest.restoreAllMocks());

	it.each([
		['Chicago', 360, 46335.75],
		['Chicago in summer', 300, 46335.791666666664],
		['São Paulo, with an old offset of 28 seconds', 180, 46335.87467592592],
		['Amsterdam', -60, 46336.041666666664],
		['Shanghai, with an old offset of 43 seconds', -480, 46336.33383101852],
	])('is the day that was written: %s', (_, offset, days) => {
		jest.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset);
		for (const each of [days, 46336, 46336.5]) expect(day(each)).toEqual({ value: '2026-11-10' });
	});
});

it('reads the dates of a sheet in the time zone of the workflow', () => {
	const rows = [{ 'Shipment Reference': 'S1', 'B/L Date': new Date('2026-05-12T22:00:00Z') }];
	expect(payloads(rows, { timezone: 'Europe/Berlin' })).toMatchObject([{ sets: [{ blDate: '2026-05-13' }] }]);
});
