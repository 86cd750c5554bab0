import { IANAZone } from 'luxon';
import { dayReader } from '../../../nodes/CargoExchange/shipment/fields/date';
import { corrections, payloads } from '../../helpers/sheet';

const day = (raw: unknown, timezone = 'Europe/Berlin') => dayReader(timezone)(raw);

/** What is asked of Luxon's DateTime. */
const dateTime = (text: string) => ({ toISODate: () => text.slice(0, 10), toISO: () => text });

describe('dayReader', () => {
	it.each([
		['2026-05-12', '2026-05-12'],
		['2026-05-12T22:00:00', '2026-05-12'],
		['12.05.2026 23:59', '2026-05-12'],
		['12 May 2026 10:00 PM', '2026-05-12'],
		[45789.9, '2025-05-12'],
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
		expect(day(raw, timezone)).toEqual({ advice: `Is ${both}. Write only the date, as YYYY-MM-DD.` });
	});

	it('says why there is no day', () => {
		const reason = (text: string) => Object.values(day(text)).join('').replace(' Write it as YYYY-MM-DD.', '');
		expect(reason('05/06/2025')).toBe('Can be 5 June 2025 or 6 May 2025.');
		expect(reason('31.06.2026')).toBe('This date does not exist.');
		expect(reason('5. marraskuu 2026')).toBe(
			'Is not a date such as 2025-03-31, 31.03.2025, 31 Mar 2025 or 31/03/2025.',
		);
		expect(day('20th October 2026')).toEqual({ value: '2026-10-20' });
		expect(reason('12345')).toBe('Is not a date such as 2025-03-31, 31.03.2025, 31 Mar 2025 or 31/03/2025.');
		expect(reason('TBA')).toBe('Is not a date such as 2025-03-31, 31.03.2025, 31 Mar 2025 or 31/03/2025.');
	});
});

describe('a date with a time of day', () => {
	it('is the day that begins with it in the time zone of the workflow, and is refused with its row if it can be two days', () => {
		const row = (reference: string, cell: unknown) => ({ 'Shipment Reference': reference, 'B/L Date': cell });
		const rows = [row('S1', new Date('2026-05-12T22:00:00Z')), row('S2', new Date('2026-05-12T23:30:00Z'))];
		const timezone = 'Europe/Berlin';
		expect(payloads(rows.slice(0, 1), { timezone })).toMatchObject([{ sets: [{ blDate: '2026-05-13' }] }]);
		expect(corrections(rows, { timezone })).toEqual([
			'Row 2, B/L Date: "2026-05-12T23:30:00.000Z". Is 2026-05-12 in UTC and 2026-05-13 in Europe/Berlin. Write only the date, as YYYY-MM-DD.',
		]);
	});
});
