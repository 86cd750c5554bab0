import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Resolves when the condition holds. The limit only ends what would never come, a condition that never answers included,
 * before jest ends the test without a word.
 */
export async function until(condition: () => boolean | Promise<boolean>, limitMs = 50_000): Promise<void> {
	const over = new AbortController();
	// A promise of jest's own realm: Node's would lose each race against a condition that answers at once.
	const inVain = (async () => {
		await sleep(limitMs, undefined, { signal: over.signal });
		throw new Error(`Waited ${limitMs / 1000} s in vain for ${condition.toString()}`);
	})();
	inVain.catch(() => {});
	try {
		while (!(await Promise.race([inVain, condition()]))) await sleep(20);
	} finally {
		over.abort();
	}
}
