/** The parts of the pages of documentation. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(__dirname, '../..');

export const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Every page of the repository, as a path from its root. */
export function allPages(): string[] {
	const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
	const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\n');
	return files.filter((file) => file !== '' && !file.startsWith('node_modules/'));
}

/** A page without its blocks of code. */
export const proseOf = (page: string) => page.replace(/^```[^]*?^```$/gm, '');

/** The text between a heading and the next one of the same level or above. */
export function sectionOf(page: string, heading: string): string {
	const [hashes = '#'] = heading.split(' ');
	const [, section = ''] = page.split(`\n${heading}\n`);
	return section.split(new RegExp(`\\n#{1,${hashes.length}} `))[0] ?? '';
}

/** The rows of all tables in a text, cell by cell, without the header rows. */
export function tablesIn(text: string): string[][][] {
	return text
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

/** Texts in bold: the labels that users see. */
export const labelsIn = (text: string) => [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label);

/** Texts in italics: messages and choices. */
export const quotesIn = (text: string) =>
	[...text.matchAll(/(?<![*\w])\*(?![*\s])([^*\n]+)\*(?!\*)/g)].map(([, quote = '']) => quote);

/** The link targets of a page, including those of its pictures. */
export const linksIn = (text: string) => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

/** The anchors that GitHub gives to the headings of a page. */
export function anchorsOf(page: string): string[] {
	return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.trim()
			.replace(/\s/g, '-'),
	);
}
