import { isSaid } from './codeTexts';
import { read } from './pages';
import { unknownLabels, unsaidQuotes, unsaidSentences } from './words';

const pages = [
	'README.md',
	...[
		'README',
		'action-node',
		'trigger-node',
		'credentials',
		'delivery-guarantees',
		'operating',
		'troubleshooting',
	].map((name) => `docs/${name}.md`),
];

describe.each(pages)('%s', (file) => {
	const page = read(file);

	it('uses bold only for labels that users see', () => {
		expect(unknownLabels(page)).toEqual([]);
	});

	it('uses italics only for texts of the code', () => {
		expect(unsaidQuotes(page)).toEqual([]);
	});
});

it.each(['import', 'import-columns'])('docs/%s.md uses bold only for labels that users see', (name) => {
	expect(unknownLabels(read(`docs/${name}.md`))).toEqual([]);
});

it.each(['first-hour', 'examples'])('docs/%s.md has only messages of the code as long quotes', (name) => {
	expect(unsaidSentences(read(`docs/${name}.md`))).toEqual([]);
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
