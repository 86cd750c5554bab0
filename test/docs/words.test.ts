import { isSaid } from './codeTexts';
import { read } from './pages';
import { unknownLabels, unknownNames, unsaidQuotes, unsaidSentences } from './words';

const docs = (...names: string[]) => names.map((name) => `docs/${name}.md`);
const reference = [
	'README.md',
	...docs('README', 'action-node', 'trigger-node', 'polling-trigger', 'credentials', 'exchange-profile'),
	...docs('troubleshooting', 'delivery-guarantees', 'operating', 'installation'),
];
const imports = docs('import', 'import-columns');
const tutorials = docs('first-hour', 'examples');
const fields = docs(
	'action-node',
	'trigger-node',
	'polling-trigger',
	'troubleshooting',
	'credentials',
	'exchange-profile',
);

it.each<[string, (page: string) => string[], string[]]>([
	['bold only for labels that users see', unknownLabels, [...reference, ...imports]],
	['italics only for texts of the code', unsaidQuotes, reference],
	['long quotations only for messages of the code', unsaidSentences, [...imports, ...tutorials]],
	['names of fields only from the code', unknownNames, fields],
])('the pages use %s', (_, unknownIn, pages) => {
	const found = pages.map((file) => [file, unknownIn(read(file))]).filter(([, words]) => words?.length);
	expect(Object.fromEntries(found)).toEqual({});
});

describe('the search for unknown words', () => {
	it('finds a label, a choice and a message that do not exist', () => {
		expect(unknownLabels('Set **Base URL**, **Wait for Sets** and **Filters → Stratus**.')).toEqual([
			'Wait for Sets',
			'Stratus',
		]);
		expect(unsaidQuotes('*Signed*, *Sealed*, *There is no queue "…" in the virtual host "…"*')).toEqual(['Sealed']);
		expect(unsaidQuotes('| *There is no queue "…" on the virtual host "…"* |')).toHaveLength(1);
		expect(unsaidSentences('*… does not speak TLS, and SSL is on. Switch SSL on in the queue credential.*')).toEqual(
			[],
		);
		expect(unsaidSentences('*… does not speak TLS, and SSL is on. Turn it off and try it again.*')).toHaveLength(1);
	});

	it('does not accept a quote that every text matches', () => {
		expect(unsaidQuotes('*… …*, *The …*')).toEqual(['… …', 'The …']);
	});

	it('does not accept a part of a text', () => {
		const texts = ['The proxy … was not found: …'];
		expect(isSaid('The proxy … was not found…', texts)).toBe(true);
		expect(isSaid('The proxy … was not', texts)).toBe(false);
		expect(isSaid('was not found', texts)).toBe(false);
	});
});
