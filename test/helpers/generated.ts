/** Texts of the repository that follow from the code. `npm run generate` writes them; otherwise the tests compare them. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { read, root } from '../docs/pages';

/** Expects a file to have this content. */
export function expectGenerated(file: string, text: string): void {
	const target = path.join(root, file);
	if (process.env.GENERATE) {
		mkdirSync(path.dirname(target), { recursive: true });
		writeFileSync(target, text);
	}
	// A text that differs is written by: npm run generate
	expect(existsSync(target) ? read(file) : null).toBe(text);
}

/** Expects a page to have this text between `<!-- name: … -->` and `<!-- end of name -->`. */
export function expectGeneratedPart(file: string, name: string, text: string): void {
	const page = read(file);
	const [mark, end] = [`<!-- ${name}: written by npm run generate -->`, `<!-- end of ${name} -->`];
	const [before = '', rest] = page.split(mark);
	const [, after] = rest?.split(end) ?? [];
	if (after === undefined) throw new Error(`${file} has no place for this text: ${mark} … ${end}`);
	expectGenerated(file, `${before}${mark}\n\n${text}\n\n${end}${after}`);
}
