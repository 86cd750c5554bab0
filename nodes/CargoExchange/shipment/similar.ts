import { distance } from 'fastest-levenshtein';

/**
 * The candidate that a mistyped word probably means, or undefined if none is close. Case and punctuation do not count; one letter in four may
 * differ.
 */
export function mostSimilar(word: string, candidates: Iterable<string>): string | undefined {
	const typed = plain(word);
	let best: { candidate: string; letters: number } | undefined;
	for (const candidate of candidates) {
		const known = plain(candidate);
		const furthest = Math.floor(known.length / 4);
		if (Math.abs(known.length - typed.length) > furthest) continue;
		const letters = distance(typed, known);
		if (letters <= furthest && letters < (best?.letters ?? Infinity)) best = { candidate, letters };
	}
	return best?.candidate;
}

function plain(word: string): string {
	return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
