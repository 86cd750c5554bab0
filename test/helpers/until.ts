import timers from 'node:timers/promises';

/** The real one, also while a test lets waits end at once. */
const { setTimeout: sleep } = timers;

/**
 * Resolves when the condition holds. After the limit it rejects with the text of the condition and with what `explain`
 * says, also if a promise of the condition never settles: jest alone would not say what the test waited for.
 */
export async function until(
	condition: () => boolean | Promise<boolean>,
	limitMs = 150_000,
	{ explain = () => '', everyMs = 20 }: { explain?: () => string | Promise<string>; everyMs?: number } = {},
): Promise<void> {
	const over = new AbortController();
	// A promise of jest's realm: a promise of Node's would lose every race against a condition that is ready at once.
	const timeout = (async () => {
		await sleep(limitMs, undefined, { signal: over.signal });
		throw new Error(`Waited ${limitMs / 1000} s without success for ${condition.toString()} ${await explain()}`);
	})();
	timeout.catch(() => {});
	try {
		while (!(await Promise.race([timeout, condition()]))) await sleep(everyMs);
	} finally {
		over.abort();
	}
}

/** Resolves when the sum of the counts has reached `end`, or when they have not changed for so long. */
export async function untilSilent(
	counts: () => Promise<number[]> | number[],
	end: number,
	silenceMs = 60_000,
): Promise<void> {
	let [last, since] = ['', performance.now()];
	while (performance.now() - since < silenceMs) {
		const now = await counts();
		if (now.reduce((sum, count) => sum + count, 0) >= end) return;
		if (now.join() !== last) [last, since] = [now.join(), performance.now()];
		await sleep(100);
	}
}
