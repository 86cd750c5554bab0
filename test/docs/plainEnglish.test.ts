import { readdirSync } from 'node:fs';
import path from 'node:path';
import { textsBelow } from './codeTexts';
import { allPages, read, root } from './pages';
import { avoidedWords } from './plainEnglish';

/** Each text with words that it avoids, and those words. */
const found = (texts: string[]) =>
	texts.flatMap((text) => {
		const words = avoidedWords(text);
		return words.length > 0 ? [{ words, text: text.slice(0, 300) }] : [];
	});

it.each(['nodes', 'credentials', 'simulator', 'scripts'])('the texts in %s are in plain English', (folder) => {
	expect(found(textsBelow(path.join(root, folder)))).toEqual([]);
});

it.each(allPages())('%s is in plain English', (file) => {
	expect(found(read(file).split(/\n{2,}|\n(?=\s*(?:[-*|]|\d+\.) )/))).toEqual([]);
});

const examples = readdirSync(path.join(root, 'examples')).filter((file) => file.endsWith('.json'));

it.each(examples)('examples/%s is in plain English', (file) => {
	expect(found(stringsIn(JSON.parse(read(`examples/${file}`))))).toEqual([]);
});

function stringsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
