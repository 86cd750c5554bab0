import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when the condition holds. The limit only ends what would never come: a busy machine may stand still for seconds. */
export async function until(condition: () => boolean | Promise<boolean>, limitMs = 90_000): Promise<void> {
	const deadline = performance.now() + limitMs;
	while (!(await condition())) {
		if (performance.now() > deadline) throw new Error(`Not so after ${limitMs} ms: ${condition.toString()}`);
		await sleep(20);
	}
}
