/** What docs/performance.md says about the results that are kept in docs/performance.json. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod/v4';
import { inWords } from './chart';
import { comparison, type Comparison } from './results';

export const docsFolder = path.join(__dirname, '../../docs');
export const resultsFile = path.join(docsFolder, 'performance.json');

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
	const { title, how, notes, versions, date } = one;
	const taken = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
	const lines = [
		`## ${title}`,
		'',
		`${how}.`,
		'',
		`![${inWords(one).replace(/[[\]]/g, '')}](images/${chartOf(one)})`,
		'',
		...notes.map((note) => `- ${note}`),
		...(notes.length > 0 ? [''] : []),
		`Measured on ${date}: ${[one.machine, ...taken].join(', ')}.`,
		'',
	];
	return lines.join('\n');
}
