import { readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(__dirname, '../..');
export const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

/** The rows of the first table below a heading, cell by cell, without its head. */
export function tableBelow(heading: string): string[][] {
	return tablesBelow(heading)[0] ?? [];
}

/** The tables between a heading and the next one of any level. */
export function tablesBelow(heading: string): string[][][] {
	const [, section = ''] = readme.split(`\n${heading}\n`);
	const [body = ''] = section.split(/\n#+ /);
	return body
		.split(/\n(?!\|)/)
		.map((block) => block.trim())
		.filter((block) => block.startsWith('|'))
		.map((block) => block.split('\n').slice(2).map(cellsOf));
}

function cellsOf(line: string): string[] {
	return line
		.replace(/^\|\s*|\s*\|\s*$/g, '')
		.split(/\s*\|\s*/)
		.map((cell) => cell.trim());
}

/** What is written in bold: the labels that users see. */
export const labelsIn = (text: string) => [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label);

/** What is written in italics: texts of messages and of choices. */
export const quotesIn = (text: string) =>
	[...text.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)].map(([, quote = '']) => quote);
