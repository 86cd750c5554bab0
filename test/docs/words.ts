/** The words of a page that are neither those of this package nor those of n8n. */
import { isSaid, textsBelow } from './codeTexts';
import { shipped } from '../helpers/sources';
import { labelsIn, proseOf, quotesIn } from './pages';
import { everyChoice, everyLabel } from './shown';

/** Labels of n8n's own editor and nodes. */
const n8nWords = new Set(
	[
		'Settings|Community nodes|Install|Install a community node|Update|Uninstall package|+|New credential|Create new credential|New workflow|⋯|⋮|Refresh List|Import|From file|Test|Trigger manually|Help|About n8n|Sort',
		'Execute step|Execute step.|Execute workflow|Credential|Binary|Authentication|Predefined Credential Type|HTTP Request',
		'On Error|Retry On Fail|Send Email|Attachments (File)|Wait|Extract from File|Google Sheets',
		'Delimiter|Encoding|Preserve Quotes|Range|Raw Data|Sheet Name|Skip Records With Errors|Starting Line',
	].flatMap((line) => line.split('|')),
);

const sources = shipped.map(({ text }) => text).join('\n');
const codeTexts = ['nodes/CargoExchange', 'credentials'].flatMap(textsBelow);

/** Words in bold are labels, unless they start in lower case, end like a sentence or start an entry of a list with four words or more. */
export function unknownLabels(page: string): string[] {
	const prose = proseOf(page).replace(/^(\s*(?:[-*]|\d+\.)) \*\*[^*]*\s[^*]*\s[^*]*\s[^*]*\*\*/gm, '$1');
	return labelsIn(prose)
		.filter((label) => !/^\p{Ll}|[.:?]$/u.test(label))
		.flatMap((label) => label.split(' → '))
		.filter((label) => !everyLabel.has(label) && !everyChoice.has(label) && !n8nWords.has(label));
}

/** Words in italics are choices, labels or messages of the code. */
export function unsaidQuotes(page: string): string[] {
	const known = (word: string) => everyChoice.has(word) || everyLabel.has(word) || n8nWords.has(word);
	return quotesIn(proseOf(page)).filter((quote) => {
		if (known(quote) || quote.split(' → ').every(known)) return false;
		const words = quote.match(/\p{L}{2,}/gu) ?? [];
		return words.length < 2 || !isSaid(quote, codeTexts);
	});
}

/** For pages that describe n8n's editor: long quotes must be messages of the code, sentence by sentence. */
export function unsaidSentences(page: string): string[] {
	const long = quotesIn(proseOf(page)).filter((quote) => quote.split(/\s+/).length > 6);
	return long.filter((quote) => {
		const [message = '', ...rest] = quote.split('. ');
		return ![message, ...rest].every((sentence) => isSaid(sentence, codeTexts));
	});
}

/** Names of fields, as in code, that no source contains. */
export function unknownNames(page: string): string[] {
	const named = [...proseOf(page).matchAll(/`([a-z]+(?:[A-Z][a-z]+)+)`/g)].map(([, name = '']) => name);
	return named.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources));
}
