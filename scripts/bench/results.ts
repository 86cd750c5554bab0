/** What every measurement hands over: `report` prints it, and `npm run bench -- --write` draws it. */
import type { Serializable } from 'node:child_process';
import { z } from 'zod/v4';

const bar = z.object({
	name: z.string(),
	value: z.number(),
	/** The lowest and the highest of all rounds. */
	range: z.tuple([z.number(), z.number()]).optional(),
	/** Ours, or a peer that it is compared with. */
	ours: z.boolean(),
});

export const comparison = z.object({
	/** Names the chart's file, so it stays the same: `downloads`, `import-memory`. */
	id: z.string().regex(/^[a-z0-9-]+$/),
	title: z.string(),
	/** What was done, in a sentence. */
	how: z.string(),
	/** Of all values: `PDFs/s`, `MB`. */
	unit: z.string(),
	better: z.enum(['more', 'less']),
	/** What we want to reach, in the same unit. */
	aim: z.number().optional(),
	bars: z.array(bar).min(1),
	/** Ratios and whatever else is worth a line beside the chart. */
	notes: z.array(z.string()),
	/** Of what took part, ourselves aside: `{ n8n: '2.41.1', undici: '7.30.2' }`. */
	versions: z.record(z.string(), z.string()),
});

export type Bar = z.infer<typeof bar>;
export type Range = NonNullable<Bar['range']>;
export type Comparison = z.infer<typeof comparison>;

/** Prints a comparison and hands it to `npm run bench`, where that has started this process. */
export function report(found: Comparison): void {
	process.stdout.write(`\n${lines(found).join('\n')}\n`);
	const message: Serializable = found;
	process.send?.(message);
}

function lines({ title, how, unit, aim, bars, notes, versions }: Comparison): string[] {
	const taken = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
	return [
		title,
		`  ${how}${taken.length > 0 ? ` (${taken.join(', ')})` : ''}`,
		...bars.map(({ name, value }) => `  ${name}: ${figure(value)} ${unit}`),
		...(aim === undefined ? [] : [`  aim: ${figure(aim)} ${unit}`]),
		...notes.map((note) => `  ${note}`),
	];
}

/** A number as people read it: three digits that count, thousands set apart. */
export function figure(value: number): string {
	const rounded = value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
	return rounded.toLocaleString('en-US', { maximumFractionDigits: 3 });
}
