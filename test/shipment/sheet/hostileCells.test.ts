import { reading, type Row } from '../../helpers/sheet';

/** The CPU time of reading rows, in milliseconds: the best of some, for the machine has other things to do. */
function cpuMs(rows: Row[], ignoreColumns = ''): number {
	const runs = [1, 2, 3].map(() => {
		const before = process.cpuUsage();
		reading(rows, { ignoreColumns });
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1000;
	});
	return Math.min(...runs);
}

const everywhere = (text: string): Row[] => [
	{
		'Shipment Reference': text,
		'B/L Number': 'B',
		'B/L Date': text,
		IMO: text,
		'Gross Weight': text,
		'Number of Containers': text,
		'Container Number': text,
		'Payment Type': text,
		'Import Reference': text,
		'Auto Collaboration': text,
	},
];

const header = (text: string): Row[] => [{ 'Shipment Reference': 'S', 'B/L Number': 'B', [text]: '1' }];
const headers = (count: number, name: string): Row[] => [
	{
		'Shipment Reference': 'S',
		...Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, 'x'])),
	},
];

const size = 6_000;

describe('ten times as much takes about ten times as long, not a hundred times', () => {
	it.each([
		['blanks', (length: number) => everywhere(`x${' '.repeat(length)}x`)],
		['figures', (length: number) => everywhere('1'.repeat(length))],
		['grouped figures', (length: number) => everywhere('1 '.repeat(length / 2))],
		['a date with a long tail', (length: number) => everywhere(`2026-05-12T10:00${'a'.repeat(length)}`)],
		['dashes', (length: number) => everywhere(`12${'-'.repeat(length)}`)],
		['words of a total', (length: number) => everywhere('total '.repeat(length / 6))],
		['a header of blanks', (length: number) => header(`Weight${' '.repeat(length)}x`)],
		['a header of brackets', (length: number) => header('Weight '.padEnd(length, '('))],
		['a header of indexes', (length: number) => header('sets[1].'.repeat(length / 8))],
		['numbered headers', (length: number) => headers(length / 20, 'Container Number_')],
		['headers with a number of n8n', (length: number) => headers(length / 20, 'Notify Party Address ')],
		['unknown headers', (length: number) => headers(length / 20, 'Nobody Knows ')],
	])('in %s', (_, rows) => {
		const [small, large] = [cpuMs(rows(size)), cpuMs(rows(size * 10))];
		expect(large).toBeLessThan(40 * Math.max(small, 5));
	});

	it('in a long list of columns to ignore', () => {
		const [small, large] = [10, 100].map((count) =>
			cpuMs(headers(1, 'x'), `${' '.repeat(count * 1000)}"a, ${'b,'.repeat(count * 100)}`),
		);
		expect(large).toBeLessThan(40 * Math.max(small ?? 0, 5));
	});
});
