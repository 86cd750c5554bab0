/** What was measured: in the terminal, and in docs/operating.md from the results in docs/performance.json. */
import path from 'node:path';
import * as z from 'zod/v4';

export const resultsFile = path.join(__dirname, '../../docs/performance.json');

const bar = z.object({
	name: z.string(),
	value: z.number(),
	/** The lowest and the highest of all rounds. */
	range: z.tuple([z.number(), z.number()]).optional(),
});

export const comparison = z.object({
	/** Stays the same, so that a later measurement replaces this one: `downloads`, `import-memory`. */
	id: z.string().regex(/^[a-z0-9-]+$/),
	title: z.string(),
	/** What was measured, in a sentence. */
	how: z.string(),
	/** `PDFs/s`, `MB` */
	unit: z.string(),
	better: z.enum(['more', 'less']),
	bars: z.array(bar).min(1),
	/** Ratios and costs for developers: printed and saved, but not on the page. */
	notes: z.array(z.string()),
	/** Of the other programs and libraries: `{ n8n: '2.41.1', undici: '7.30.2' }`. */
	versions: z.record(z.string(), z.string()),
});
export const results = z.array(comparison.extend({ date: z.string(), machine: z.string() }));

export type Bar = z.infer<typeof bar>;
export type Comparison = z.infer<typeof comparison>;
export type Measured = z.infer<typeof results>[number];

/** The table of docs/operating.md. */
export function resultsTable(measured: readonly Measured[]): string {
	const rows = measured.map((each) => {
		const { title, how, unit, better, bars, date } = each;
		const results = bars.map(({ name, value }) => `${name}: ${figure(value)} ${unit}`).join('<br>');
		return `| ${title} (${better} is better). ${how}. | ${results} | ${[date, ...versionsOf(each)].join(', ')} |`;
	});
	return ['| What | Result | Measured |', '|---|---|---|', ...rows].join('\n');
}

/** The comparison with n8n's own nodes that the README has. */
export function memoryOf(measured: readonly Measured[]): string {
	const { bars = [], unit } = measured.find(({ id }) => id === 'pdf-memory') ?? {};
	const [, ours, theirs] = bars.map(({ value }) => `${figure(value)} ${unit}`);
	return `Measured: to import a PDF of 100 MB, these nodes needed ${ours} of additional memory, n8n's HTTP Request node ${theirs}. [How this was measured](docs/operating.md#performance)`;
}

/** Prints a comparison and sends it to `npm run bench` if that has started this process. */
export function report(found: Comparison): void {
	const { title, how, notes } = found;
	const heading = [how, ...versionsOf(found)].join(', ');
	process.stdout.write(`\n${[title, heading, tableOf(found), ...notes].join('\n')}\n`);
	process.send?.(found satisfies object);
}

function tableOf({ unit, better, bars }: Comparison): string {
	const rows = bars.map(
		({ name, value, range = [] }) => `| ${name} | ${figure(value)} | ${range.map(figure).join(' to ')} |`,
	);
	return [`| | ${unit} (${better} is better) | All rounds |`, '|---|---|---|', ...rows].join('\n');
}

const versionsOf = ({ versions }: Comparison) =>
	Object.entries(versions).map(([name, version]) => `${name} ${version}`);

/** A number with three significant digits and separators between thousands. */
function figure(value: number): string {
	const rounded = value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
	return rounded.toLocaleString('en-US', { maximumFractionDigits: 3 });
}
