import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something holds, however slow the machine is; rejects in the end with what was awaited, and with what `explain` knows about it. */
export async function until(
	holds: () => Promise<boolean> | boolean,
	what: string,
	explain: () => Promise<string> = () => Promise.resolve(''),
	limitMs = 180_000,
): Promise<void> {
	const limit = Date.now() + limitMs;
	while (!(await holds())) {
		if (Date.now() > limit) throw new Error(`It never came about: ${what}. ${await explain()}`);
		await sleep(100);
	}
}
