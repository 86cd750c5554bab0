/** Words that texts avoid, each with what is said instead. */
import { proseOf } from './pages';

type Words = ReadonlyArray<readonly [word: RegExp, better: string]>;

/** Native speakers do not use them like this. */
const unusual: Words = [
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

/** Replaced by one word for one thing, in texts that users see: of the nodes, the credentials, the examples and the pages for users. */
const replaced: Words = [
	[/\bRun Timeout\b/g, 'Free Slot After (Minutes)'],
	[/\bParallel Runs\b|\bparallel runs\b/g, 'Parallel Executions'],
	[/\bIn the Address\b/g, 'In the URL'],
	[/\bInstance\b/g, 'Application'],
	[/\bbrokers?\b/gi, 'queue server'],
	[/\bserver of the queue\b/gi, 'queue server'],
	[/\bcounterpart(?:y|ies)\b/gi, 'customer'],
	[/\bdead-letter exchange\b/gi, 'dead-letter queue'],
	[/\bh(?:eld|olds?|olding) (?:for|up)\b/gi, 'kept for, blocks'],
	[/(?<!un)\backnowledge[ds]?\b/gi, 'removed from the queue, or counts as processed'],
	[/\brequested resource\b/gi, 'what was requested'],
	[/\bunexpected response\b/gi, 'a response that this node cannot read'],
	[/\bexclusive access\b/gi, 'lets no other program read it'],
	[/\bthe last one:/gi, 'who says it'],
];

/** Code, addresses and expressions may contain any word, quotations those of other people. */
const code = [/`[^`]*`/g, /\]\([^)]*\)/g, /\{\{[^]*?\}\}/g];
const quoted = [/<[^>]*>/g, /"[^"\n]*"|“[^”\n]*”/g, /(?<![*\w])\*(?![*\s])[^*\n]+\*(?!\*)/g];

/** The words to avoid in a text, each with better ones. A single word is taken for an identifier. */
export function avoidedWords(text: string, isForUsers: boolean): string[] {
	const written = without(code, proseOf(text));
	return [...wordsIn(without(quoted, written), unusual), ...(isForUsers ? wordsIn(written, replaced) : [])];
}

function without(patterns: readonly RegExp[], text: string): string {
	return patterns.reduce((rest, pattern) => rest.replace(pattern, '…'), text);
}

function wordsIn(text: string, words: Words): string[] {
	if (!/\s/.test(text.trim())) return [];
	return words.flatMap(([word, better]) => (text.match(word) ?? []).map((found) => `${found.trim()} → ${better}`));
}
