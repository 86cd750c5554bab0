import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when the condition holds. The limit only ends what would never come, before jest ends the test without a word. */
export async function until(condition: () => boolean | Promise<boolean>, limitMs = 50_000): Promise<void> {
	const deadline = performance.now() + limitMs;
	while (!(await condition())) {
		if (performance.now() > deadline) throw new Error(`Waited ${limitMs / 1000} s in vain for ${condition.toString()}`);
		await sleep(20);
	}
}
