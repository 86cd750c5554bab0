/** Draws a comparison as horizontal bars from zero. It has a background of its own for light and for dark pages. */
import { figure, type Bar, type Comparison } from './page';

const width = 760;
const margin = 20;
/** The space for the figure after the longest bar. */
const figureWidth = 96;
const plotWidth = width - 2 * margin - figureWidth;
const rowHeight = 50;
const barHeight = 18;
const axisHeight = 52;

const style = `
	text { font: 14px system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; fill: #1f2328; }
	.quiet { fill: #59636e; font-size: 13px; }
	.name { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round; }
	.figure { font-weight: 600; }
	.ground { fill: #ffffff; stroke: #d1d9e0; }
	.grid { stroke: #d1d9e0; }
	.axis { stroke: #818b98; }
	.ours { fill: #0b6e99; }
	.peer { fill: #a5afba; }
	.range { stroke: #1f2328; stroke-width: 1.5; }
	@media (prefers-color-scheme: dark) {
		text { fill: #f0f6fc; }
		.quiet { fill: #9198a1; }
		.name { stroke: #0d1117; }
		.ground { fill: #0d1117; stroke: #3d444d; }
		.grid { stroke: #2a313c; }
		.axis { stroke: #656c76; }
		.ours { fill: #2f9fd0; }
		.peer { fill: #59636e; }
		.range { stroke: #f0f6fc; }
	}
`;

export function drawChart({ title, how, unit, better, bars }: Comparison): string {
	const most = Math.max(...bars.flatMap(({ value, range }) => [value, ...(range ?? [])]));
	const step = tickStep(most);
	const end = step * Math.max(1, Math.ceil(most / step));
	const xOf = (value: number) => round(margin + (Math.max(value, 0) / end) * plotWidth);
	const bottom = margin + bars.length * rowHeight;
	const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, index) => index * step);
	const parts = [
		...ticks.flatMap((tick) => [
			line(tick === 0 ? 'axis' : 'grid', xOf(tick), margin, xOf(tick), bottom),
			text('quiet', xOf(tick), bottom + 18, figure(tick), tick === 0 ? 'start' : 'middle'),
		]),
		...bars.flatMap((bar, index) => drawBar(bar, margin + index * rowHeight, xOf)),
		text('quiet', margin, bottom + 40, `${unit} (${better} is better)`),
	];
	const height = bottom + axisHeight;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
		`<title>${escaped(title)}</title>`,
		`<desc>${escaped(`${how}. ${inWords({ unit, bars })}`)}</desc>`,
		`<style>${style}</style>`,
		`<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>`,
		...parts,
		'</svg>\n',
	].join('\n');
}

/** The content of a chart as text, for screen readers. */
export function inWords({ unit, bars }: Pick<Comparison, 'unit' | 'bars'>): string {
	return bars.map(({ name, value }) => `${name}: ${figure(value)} ${unit}`).join('; ');
}

function drawBar({ name, value, range, ours }: Bar, y: number, xOf: (value: number) => number): string[] {
	const top = y + 22;
	const middle = top + barHeight / 2;
	const behind = Math.max(xOf(value), range ? xOf(range[1]) : 0) + 8;
	return [
		text(ours ? 'name' : 'name quiet', margin + 4, y + 16, name),
		`<rect class="${ours ? 'ours' : 'peer'}" x="${xOf(0)}" y="${top}" width="${round(xOf(value) - xOf(0))}" height="${barHeight}"/>`,
		...(range ? [line('range', xOf(range[0]), middle, xOf(range[1]), middle)] : []),
		text('figure', behind, middle + 5, figure(value)),
	];
}

/** 1, 2 or 5 with zeros, so that the axis has at most six ticks besides zero. */
function tickStep(most: number): number {
	const rough = (most > 0 ? most : 1) / 5;
	const size = 10 ** Math.floor(Math.log10(rough));
	const factor = [1, 2, 5, 10].find((candidate) => candidate * size >= rough) ?? 10;
	return factor * size;
}

function line(kind: string, x1: number, y1: number, x2: number, y2: number): string {
	return `<line class="${kind}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;
}

function text(kind: string, x: number, y: number, words: string, anchor = 'start'): string {
	const where = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
	return `<text class="${kind}"${where} x="${round(x)}" y="${round(y)}">${escaped(words)}</text>`;
}

function escaped(words: string): string {
	return words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function round(position: number): number {
	return Math.round(position * 10) / 10;
}
