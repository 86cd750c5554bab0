import { distance } from 'fastest-levenshtein';

/**
 * The candidate that a mistyped text probably means, or undefined if none is close. Case and punctuation do not count. Each word begins with
 * the same letter; one letter in four may differ, or letters may have changed places. Another word is no typing error: `Prepaid` does not
 * mean `Prepaid At`.
 */
export function mostSimilar(text: string, candidates: Iterable<string>): string | undefined {
	const typed = wordsOf(text);
	let best: { candidate: string; letters: number } | undefined;
	for (const candidate of candidates) {
		const letters = differenceOf(typed, wordsOf(candidate));
		if (letters < (best?.letters ?? Infinity)) best = { candidate, letters };
	}
	return best?.candidate;
}

/** How many letters differ; infinite if the texts are not alike. */
function differenceOf(typed: readonly string[], known: readonly string[]): number {
	if (typed.length === known.length)
		return typed.reduce((sum, word, index) => sum + differenceOfWords(word, known[index] ?? ''), 0);
	// A space may be missing or too many, but not a word.
	const letters = differenceOfWords(typed.join(''), known.join(''));
	return letters < Math.min(...[...typed, ...known].map((word) => word.length)) ? letters : Infinity;
}

function differenceOfWords(typed: string, known: string): number {
	if (typed[0] !== known[0]) return Infinity;
	const furthest = Math.floor(known.length / 4);
	if (Math.abs(known.length - typed.length) > furthest) return Infinity;
	const letters = distance(typed, known);
	return letters <= furthest || sorted(typed) === sorted(known) ? letters : Infinity;
}

function sorted(word: string): string {
	return Array.from(word).sort().join('');
}

function wordsOf(text: string): string[] {
	return text
		.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== '');
}
