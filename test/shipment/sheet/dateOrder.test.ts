/** Columns of dates whose texts have two readings. */
import { corrections, payloads, type Row } from '../../helpers/sheet';

const rows = (...dates: unknown[]): Row[] =>
	dates.map((date, index) => ({ 'Shipment Reference': `S${index}`, 'B/L Number': `B${index}`, 'B/L Date': date }));
const datesOf = (...args: Parameters<typeof payloads>) => payloads(...args).map(({ sets }) => sets?.[0]?.blDate);

it.each([
	[
		['12/11/2026', '05-06-2026', '13/12/2026'],
		['2026-11-12', '2026-06-05', '2026-12-13'],
	],
	[
		['11/12/2026', '12/13/2026'],
		['2026-11-12', '2026-12-13'],
	],
])('have the order of a cell with one reading: %j', (cells, days) => {
	expect(datesOf(rows(...cells))).toEqual(days);
});

it('have that of the option where no cell settles it', () => {
	const cells = rows('05/06/2026', '05.06.2026');
	expect(datesOf(cells, { dateOrder: 'dayFirst' })).toEqual(['2026-06-05', '2026-06-05']);
	expect(datesOf(cells, { dateOrder: 'monthFirst' })).toEqual(['2026-05-06', '2026-06-05']);
	expect(datesOf(rows('05/06/2026', '13/06/2026'), { dateOrder: 'monthFirst' })[0]).toBe('2026-06-05');
	expect(corrections(cells)).toEqual([
		'Row 1, B/L Date: "05/06/2026". Can be 5 June 2026 or 6 May 2026. Write it as YYYY-MM-DD. Or set Date Order in the options.',
	]);
});

it('stop if two cells contradict each other, whatever the option', () => {
	const [found] = corrections(rows('13/12/2026', '12/13/2026'), { dateOrder: 'dayFirst' });
	expect(found).toContain('Has dates with the day first, such as "13/12/2026", and with the month first');
});
