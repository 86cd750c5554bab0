import { exampleFiles } from '../examples/workflow';
import { textsBelow } from './codeTexts';
import { allPages, read } from './pages';
import { avoidedWords } from './plainEnglish';

const forDevelopers = /^(?:simulator|scripts)$|^(?:CONTRIBUTING|CHANGELOG|SECURITY|simulator\/.*|docs\/service)\.md$/;

const texts: Array<[place: string, texts: string[]]> = [
	...['nodes', 'credentials', 'simulator', 'scripts'].map((folder): [string, string[]] => [folder, textsBelow(folder)]),
	...allPages().map((file): [string, string[]] => [file, read(file).split(/\n{2,}|\n(?=\s*(?:[-*|]|\d+\.) )/)]),
	...exampleFiles.map((file): [string, string[]] => [file, stringsIn(JSON.parse(read(`examples/${file}`)))]),
];

it.each(texts)('%s is in plain English, without words that were replaced', (place, inside) => {
	const isForUsers = !forDevelopers.test(place);
	const found = inside.flatMap((text) => {
		const words = avoidedWords(text, isForUsers);
		return words.length > 0 ? [{ words, text: text.slice(0, 300) }] : [];
	});
	expect(found).toEqual([]);
});

function stringsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
