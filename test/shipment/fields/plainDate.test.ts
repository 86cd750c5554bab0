import { plainDate } from '../../../nodes/CargoExchange/shipment/fields/date';

describe('plainDate', () => {
	it.each([
		['2025-03-31', '2025-03-31'],
		[' 2025-03-31T00:00:00 ', '2025-03-31'],
		['2025-03-31T23:30:00.000-08:00', '2025-03-31'],
		['2025-03-31 14:05', '2025-03-31'],
		['31 Mar 2025', '2025-03-31'],
		['1-March-2025', '2025-03-01'],
		['31.03.2025', '2025-03-31'],
		['05.06.2025', '2025-06-05'],
		['31/03/2025', '2025-03-31'],
		['3/31/2025', '2025-03-31'],
		['05/05/2025', '2025-05-05'],
		['2025/3/1', '2025-03-01'],
		['20250331', '2025-03-31'],
		['31-Mar-25', '2025-03-31'],
		['March 31st, 2025', '2025-03-31'],
		['31.03.2025 14:05:00', '2025-03-31'],
		[45747, '2025-03-31'],
		[45747.9, '2025-03-31'],
		[new Date('2025-03-31T00:00:00Z'), '2025-03-31'],
		[{ toISODate: () => '2025-03-31' }, '2025-03-31'],
	])('reads %p', (raw, date) => {
		expect(plainDate(raw)).toBe(date);
	});

	it.each([
		'05/06/2025',
		'20251331',
		20250331,
		'31/3/25',
		'13/13/2025',
		'2025-02-30',
		'31.3.',
		'31 Foo 2025',
		'2025-03-31x',
		'',
		2025,
		20250331,
		Number.NaN,
		new Date(Number.NaN),
		{ toISODate: () => null },
		{},
		null,
		true,
	])('does not guess %p', (raw) => {
		expect(plainDate(raw)).toBeNull();
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
		expect(plainDate(days)).toBe('2026-11-10');
		expect(plainDate(46336)).toBe('2026-11-10');
		expect(plainDate(46336.5)).toBe('2026-11-10');
	});
});
