import { setTimeout as sleep } from 'node:timers/promises';

export type Tries = {
	/** Told one sentence before each new try. */
	tell: (sentence: string) => void;
	tries?: number;
	pauseMs?: number;
	signal?: AbortSignal | undefined;
};

/** Does work that needs others on the network, and once more where it did not succeed; rejects with the last try's reason. `what`: the sentence's beginning, such as "npm did not get all packages". */
export async function again<T>(work: () => Promise<T>, what: string, options: Tries): Promise<T> {
	const { tell, tries = 3, pauseMs = 10_000, signal } = options;
	for (let tried = 1; ; tried++) {
		try {
			return await work();
		} catch (reason) {
			if (tried === tries || signal?.aborted) throw reason;
			tell(`${what} at try ${tried} of ${tries}; trying again`);
			await sleep(pauseMs, undefined, signal && { signal });
		}
	}
}
