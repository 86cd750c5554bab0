import { instantOf } from '../../nodes/CargoExchange/n8n/values';

const iso = (text: string, timezone: string) => {
	const moment = instantOf(text, timezone);
	return Number.isNaN(moment) ? null : new Date(moment).toISOString();
};

describe('the moment that a date field means', () => {
	it.each([
		['2022-05-12', 'UTC', '2022-05-12T00:00:00.000Z'],
		['2022-05-12T14:05:30', 'Europe/Hamburg-not-known', null],
		['2022-05-12T14:05:30', 'Europe/Berlin', '2022-05-12T12:05:30.000Z'],
		['2022-12-12 14:05', 'Europe/Berlin', '2022-12-12T13:05:00.000Z'],
		['2022-05-12T14:05:30.500', 'America/New_York', '2022-05-12T18:05:30.500Z'],
		['2022-05-12T14:05:30Z', 'Europe/Berlin', '2022-05-12T14:05:30.000Z'],
		['2022-05-12T14:05:30.123+05:30', 'Europe/Berlin', '2022-05-12T08:35:30.123Z'],
		['2022-05-12T14:05:30+0530', 'UTC', '2022-05-12T08:35:30.000Z'],
		['2022-02-30', 'UTC', null],
		['12 May 2022', 'UTC', null],
		['', 'UTC', null],
	])('%s in %s is %s', (text, timezone, expected) => {
		expect(iso(text, timezone)).toBe(expected);
	});
});
