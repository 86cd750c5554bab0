/** The part of docs/performance.md that shows the results in docs/performance.json. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/v4';

export const docsFolder = path.join(__dirname, '../../docs');
export const resultsFile = path.join(docsFolder, 'performance.json');

const bar = z.object({
	name: z.string(),
	value: z.number(),
	/** The lowest and the highest of all rounds. */
	range: z.tuple([z.number(), z.number()]).optional(),
	/** Ours, or one that ours is compared with. */
	ours: z.boolean(),
});

export const comparison = z.object({
	/** Part of the chart's file name, so it stays the same: `downloads`, `import-memory`. */
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

export type Bar = z.infer<typeof bar>;
export type Comparison = z.infer<typeof comparison>;

const [begin, end] = ['<!-- results: written by npm run bench -- --write -->', '<!-- end of results -->'];

const measured = comparison.extend({ date: z.string(), machine: z.string() });
export type Measured = z.infer<typeof measured>;

export async function readResults(): Promise<Measured[]> {
	if (!existsSync(resultsFile)) return [];
	return z.array(measured).parse(JSON.parse(await readFile(resultsFile, 'utf8')));
}

export const chartOf = ({ id }: Pick<Comparison, 'id'>) => `performance-${id}.svg`;

/** The page with these results between its two marks. */
export function pageWith(page: string, results: Measured[]): string {
	const [before = '', rest = ''] = page.split(begin);
	const [, after] = rest.split(end);
	if (after === undefined) throw new Error('docs/performance.md has lost its marks: the results have no place');
	return `${before}${begin}\n\n${results.map(sectionOf).join('\n')}\n${end}${after}`;
}

function sectionOf(one: Measured): string {
	const { title, how, versions, date } = one;
	const taken = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
	const lines = [
		`## ${title}`,
		'',
		`${how}.`,
		'',
		`![${inWords(one).replace(/[[\]]/g, '')}](images/${chartOf(one)})`,
		'',
		`Measured on ${date}: ${[one.machine, ...taken].join(', ')}.`,
		'',
	];
	return lines.join('\n');
}

/** The content of a chart as text, for screen readers. */
export function inWords({ unit, bars }: Comparison): string {
	return bars.map(({ name, value }) => `${name}: ${figure(value)} ${unit}`).join('; ');
}

/** Prints a comparison and sends it to `npm run bench` if that has started this process. */
export function report(found: Comparison): void {
	process.stdout.write(`\n${lines(found).join('\n')}\n`);
	process.send?.(found satisfies object);
}

function lines({ title, how, unit, bars, notes, versions }: Comparison): string[] {
	const taken = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
	return [
		title,
		`  ${how}${taken.length > 0 ? ` (${taken.join(', ')})` : ''}`,
		...bars.map(({ name, value }) => `  ${name}: ${figure(value)} ${unit}`),
		...notes.map((note) => `  ${note}`),
	];
}

/** A number with three significant digits and separators between thousands. */
export function figure(value: number): string {
	const rounded = value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
	return rounded.toLocaleString('en-US', { maximumFractionDigits: 3 });
}
