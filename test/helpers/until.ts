import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Resolves when the condition holds. The limit only ends what would never come, a condition that never answers included,
 * before jest ends the test without a word.
 */
export async function until(condition: () => boolean | Promise<boolean>, limitMs = 50_000): Promise<void> {
	const over = new AbortController();
	const inVain = sleep(limitMs, undefined, { signal: over.signal }).then(() => {
		throw new Error(`Waited ${limitMs / 1000} s in vain for ${condition.toString()}`);
	});
	inVain.catch(() => {});
	try {
		while (!(await Promise.race([inVain, condition()]))) await sleep(20);
	} finally {
		over.abort();
	}
}
