import { drawChart } from '../../../scripts/bench/chart';
import type { Comparison } from '../../../scripts/bench/page';

const comparison: Comparison = {
	id: 'downloads',
	title: 'Downloads <fast>',
	how: '200 PDFs & more',
	unit: 'PDFs/s',
	better: 'more',
	bars: [
		{ name: "n8n's node", value: 250, range: [200, 300], ours: false },
		{ name: 'ours', value: 1_000, ours: true },
	],
	notes: [],
	versions: {},
};

/** The numbers of one attribute of the elements of a class. */
const attribute = (chart: string, kind: string, name: string) =>
	[...chart.matchAll(new RegExp(`<\\w+ class="${kind}"[^>]* ${name}="([^"]+)"`, 'g'))].map(([, value]) =>
		Number(value),
	);

it('draws bars from zero, as long as their values', () => {
	const chart = drawChart(comparison);
	const [peer = NaN] = attribute(chart, 'peer', 'width');
	const [ours = NaN] = attribute(chart, 'ours', 'width');
	expect(ours / peer).toBeCloseTo(4, 2);
	expect(attribute(chart, 'peer', 'x')).toEqual(attribute(chart, 'ours', 'x'));
});

it('shows the slowest and the fastest round on both sides of the bar’s end', () => {
	const chart = drawChart(comparison);
	const end = (attribute(chart, 'peer', 'x')[0] ?? NaN) + (attribute(chart, 'peer', 'width')[0] ?? NaN);
	expect(attribute(chart, 'range', 'x1')[0]).toBeLessThan(end);
	expect(attribute(chart, 'range', 'x2')[0]).toBeGreaterThan(end);
});

it('names the unit, every bar and every figure, and escapes what XML would take for its own', () => {
	const chart = drawChart(comparison);
	for (const words of [
		'PDFs/s (more is better)',
		"n8n's node",
		'>250<',
		'>1,000<',
		'Downloads &lt;fast&gt;',
		'PDFs &amp; more',
	])
		expect(chart).toContain(words);
});

it('keeps everything inside the picture, whatever the values', () => {
	for (const value of [0, 0.004, 7, 99.6, 1_412, 30_000_000]) {
		const chart = drawChart({
			...comparison,
			bars: [{ name: 'one', value, range: [value / 2, value * 1.5], ours: true }],
		});
		const right = Number(/width="(\d+)"/.exec(chart)?.[1]);
		const positions = [...chart.matchAll(/ x[12]?="([^"]+)"/g)].map(([, x]) => Number(x));
		expect(positions.length).toBeGreaterThan(4);
		expect(positions.filter((x) => !(x >= 0 && x < right))).toEqual([]);
	}
});
