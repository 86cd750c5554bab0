import { readdirSync } from 'node:fs';
import path from 'node:path';
import { textsBelow } from './codeTexts';
import { goneFromTexts } from './goneWords';
import { allPages, proseOf, read, root } from './pages';

const folders = ['nodes', 'credentials'];
const forDevelopers = /^(?:CONTRIBUTING|CHANGELOG|SECURITY|simulator\/.*|docs\/service|docs\/performance)\.md$/;
/** Addresses and names in code may have any word; a text of one word is a value. */
const inCode = /`[^`\n]*`|\]\([^)]*\)|\{\{[^]*?\}\}/g;

function goneWords(text: string): string[] {
	const plain = proseOf(text).replace(inCode, '…');
	return goneFromTexts.flatMap(([word, now]) => {
		const [found] = word.exec(plain) ?? [];
		return found === undefined || !/\s/.test(plain.trim()) ? [] : [`${found} → ${now}: ${text.slice(0, 150)}`];
	});
}

it.each(folders)('no text in %s has a word that was replaced', (folder) => {
	expect(textsBelow(path.join(root, folder)).flatMap(goneWords)).toEqual([]);
});

it('no page for users has a word that was replaced', () => {
	const paragraphs = allPages()
		.filter((file) => !forDevelopers.test(file))
		.flatMap((file) => read(file).split('\n'));
	expect(paragraphs.flatMap(goneWords)).toEqual([]);
});

it('no example has a word that was replaced', () => {
	const files = readdirSync(path.join(root, 'examples')).filter((file) => file.endsWith('.json'));
	const texts = files.flatMap((file) =>
		[...read(`examples/${file}`).matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([text]) => text),
	);
	expect(texts.flatMap(goneWords)).toEqual([]);
});

it('examples of references are of one family: shipment SHP-2026-0101, its set SET-0101-1, its bill of lading BL-0101-1', () => {
	const sources = readdirSync(path.join(root, 'nodes'), { recursive: true, encoding: 'utf8' });
	const examples = readdirSync(path.join(root, 'examples')).filter((file) => /\.(?:json|csv)$/.test(file));
	const files = [
		...allPages(),
		...sources.filter((file) => file.endsWith('.ts')).map((file) => `nodes/${file}`),
		...examples.map((file) => `examples/${file}`),
	];
	const others = files.flatMap((file) =>
		(read(file).match(/\b(?:SHP|MOL|HAM|SET|BL|PRCL)-[\dA-Z-]*\d{3}[\d-]*/g) ?? [])
			.filter((reference) => !/^(?:SHP-2026-01\d\d|(?:SET|BL)-01\d\d-\d?)$/.test(reference))
			.map((reference) => `${file}: ${reference}`),
	);
	expect(others).toEqual([]);
});
