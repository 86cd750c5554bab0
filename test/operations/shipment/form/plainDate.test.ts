import { isCalendarDate, plainDate } from '../../../../nodes/CargoExchange/operations/shipment/form/plainDate';

describe('plainDate', () => {
	it.each([
		['2025-03-31', '2025-03-31'],
		[' 2025-03-31T00:00:00 ', '2025-03-31'],
		['2025-03-31T23:30:00.000-08:00', '2025-03-31'],
		['2025-03-31 14:05', '2025-03-31'],
		['31 Mar 2025', '2025-03-31'],
		['1-March-2025', '2025-03-01'],
		[45747, '2025-03-31'],
		[45747.9, '2025-03-31'],
		[new Date('2025-03-31T00:00:00Z'), '2025-03-31'],
		[{ toISODate: () => '2025-03-31' }, '2025-03-31'],
	])('reads %p', (raw, date) => {
		expect(plainDate(raw)).toBe(date);
	});

	it.each([
		'05/06/2025',
		'31.03.2025',
		'2025-02-30',
		'2025-3-1',
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

describe('isCalendarDate', () => {
	it.each(['2024-02-29', '2000-02-29', '2025-12-31'])('knows %s', (date) => {
		expect(isCalendarDate(date)).toBe(true);
	});

	it.each(['2025-02-29', '1900-02-29', '2025-04-31', '2025-13-01', '2025-00-10', '2025-01-00', 'x2025-01-01'])(
		'knows no %s',
		(date) => {
			expect(isCalendarDate(date)).toBe(false);
		},
	);
});
