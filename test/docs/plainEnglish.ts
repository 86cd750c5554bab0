/** Words that texts for users avoid, because native speakers do not use them like this. */
import { proseOf } from './pages';

const wordsToAvoid: Array<[word: RegExp, better: string]> = [
	[/\b(?:tells?|told|telling)\b/gi, 'says, shows, reports, lists'],
	[/(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b)/gi, 'is not a'],
	[/\bat first\b/gi, 'by default'],
	[/\banew\b/gi, 'again'],
	[/\bcommas between\b/gi, 'comma-separated'],
	[/\b(?:bears?|stands?|stood|brings?|brought)\b/gi, 'has, is, means, gives'],
	[/\bwhoever\b/gi, 'anyone who'],
	[/\bmeanwhile\b/gi, 'until then, since then'],
	[/\ball the same\b/gi, 'still, anyway'],
	[/\b(?:hears?|heard) of\b/gi, 'receives'],
	[/\b(?:falls?|fell) silent\b/gi, 'stops responding'],
	[/\blet(?:s|ting)? (?:\w+ )?in\b/gi, 'accepts'],
	[/\b(?:lends?|lent) a hand\b/gi, 'helps'],
	[/\be-mail(?:s|ed)?\b/gi, 'email, as n8n spells it'],
	[/\blog-ins?\b/gi, 'login'],
];

/** Code, addresses, expressions and quotations may contain any word. */
const quoted = [
	/`[^`]*`/g,
	/\]\([^)]*\)/g,
	/\{\{[^]*?\}\}/g,
	/<[^>]*>/g,
	/"[^"\n]*"|“[^”\n]*”/g,
	/(?<![*\w])\*(?![*\s])[^*\n]+\*(?!\*)/g,
];

/** The words to avoid in a text, each with better ones. A single word is taken for an identifier. */
export function avoidedWords(text: string): string[] {
	const plain = quoted.reduce((prose, pattern) => prose.replace(pattern, '…'), proseOf(text));
	if (!plain.trim().includes(' ')) return [];
	return wordsToAvoid.flatMap(([word, better]) =>
		(plain.match(word) ?? []).map((found) => `${found.trim()} → ${better}`),
	);
}
