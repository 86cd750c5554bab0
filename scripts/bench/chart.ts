/** Draws a comparison as horizontal bars from zero, each with its figure. It has a background of its own for light and for dark pages. */
import { figure, inWords, type Bar, type Comparison } from './page';

const width = 760;
const margin = 20;
/** The space for the figure after the longest bar. */
const figureWidth = 96;
const plotWidth = width - 2 * margin - figureWidth;
const rowHeight = 50;
const barHeight = 18;

const style = `
	text { font: 14px system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; fill: #1f2328; }
	.quiet { fill: #59636e; font-size: 13px; }
	.figure { font-weight: 600; }
	.ground { fill: #ffffff; stroke: #d1d9e0; }
	.ours { fill: #0b6e99; }
	.peer { fill: #a5afba; }
	.range { stroke: #1f2328; stroke-width: 1.5; }
	@media (prefers-color-scheme: dark) {
		text { fill: #f0f6fc; }
		.quiet { fill: #9198a1; }
		.ground { fill: #0d1117; stroke: #3d444d; }
		.ours { fill: #2f9fd0; }
		.peer { fill: #59636e; }
		.range { stroke: #f0f6fc; }
	}
`;

export function drawChart(comparison: Comparison): string {
	const { title, how, unit, better, bars } = comparison;
	const most = Math.max(...bars.flatMap(({ value, range }) => [value, ...(range ?? [])]));
	const scale = (value: number) => round((value / (most || 1)) * plotWidth);
	const height = margin + bars.length * rowHeight + 40;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
		`<title>${escaped(title)}</title>`,
		`<desc>${escaped(`${how}. ${inWords(comparison)}`)}</desc>`,
		`<style>${style}</style>`,
		`<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>`,
		...bars.flatMap((bar, index) => drawBar(bar, margin + index * rowHeight, scale)),
		text('quiet', margin, height - 20, `${unit} (${better} is better)`),
		'</svg>\n',
	].join('\n');
}

function drawBar({ name, value, range: [slowest, fastest] = [value, value], ours }: Bar, y: number, scale: Scale) {
	const top = y + 22;
	const middle = top + barHeight / 2;
	const [from, to] = [margin + scale(slowest), margin + scale(fastest)];
	return [
		text(ours ? 'name' : 'quiet', margin, y + 16, name),
		`<rect class="${ours ? 'ours' : 'peer'}" x="${margin}" y="${top}" width="${scale(value)}" height="${barHeight}"/>`,
		...(from < to ? [`<line class="range" x1="${from}" y1="${middle}" x2="${to}" y2="${middle}"/>`] : []),
		text('figure', round(Math.max(margin + scale(value), to) + 8), middle + 5, figure(value)),
	];
}

type Scale = (value: number) => number;

function text(kind: string, x: number, y: number, words: string): string {
	return `<text class="${kind}" x="${x}" y="${y}">${escaped(words)}</text>`;
}

function escaped(words: string): string {
	return words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function round(position: number): number {
	return Math.round(position * 10) / 10;
}
