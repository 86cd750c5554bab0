/**
 * The candidate that a mistyped word probably means, or undefined if none is close. Case and punctuation do not count; one letter in four may
 * differ.
 */
export function mostSimilar(word: string, candidates: Iterable<string>): string | undefined {
	const typed = plain(word);
	let best: { candidate: string; distance: number } | undefined;
	for (const candidate of candidates) {
		const known = plain(candidate);
		const furthest = Math.floor(known.length / 4);
		if (Math.abs(known.length - typed.length) > furthest) continue;
		const distance = editDistance(typed, known);
		if (distance <= furthest && distance < (best?.distance ?? Infinity)) best = { candidate, distance };
	}
	return best?.candidate;
}

function plain(word: string): string {
	return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The number of letters to add, remove or replace to turn one text into the other (Levenshtein). */
function editDistance(one: string, other: string): number {
	let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
	for (let row = 1; row <= one.length; row++) {
		const current = [row];
		for (let column = 1; column <= other.length; column++) {
			const replaced = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
			current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
		}
		previous = current;
	}
	return previous[other.length] ?? 0;
}
