/** What was started and how to end it. */
export type Cleanup = {
	/** Remembers how to end something that was just started. */
	add(what: string, end: () => Promise<void>): void;
	/** Ends everything, the latest first, each within the patience; gives a line for each that did not end. A second call waits for the first. */
	run(): Promise<string[]>;
};

export function createCleanup(patienceMs = 20_000): Cleanup {
	const ends: Array<{ what: string; end: () => Promise<void> }> = [];
	let running: Promise<string[]> | null = null;
	const runAll = async () => {
		const left: string[] = [];
		for (let last = ends.pop(); last; last = ends.pop()) {
			const outcome = await within(patienceMs, last.end());
			if (outcome) left.push(`${last.what} did not end: ${outcome}`);
		}
		return left;
	};
	return {
		add: (what, end) => void ends.push({ what, end }),
		run: () => (running ??= runAll()),
	};
}

/** Why the promise did not fulfil in time, or null when it did. */
async function within(limitMs: number, ending: Promise<void>): Promise<string | null> {
	let timer: NodeJS.Timeout | undefined;
	const tooLate = new Promise<string>((resolve) => {
		timer = setTimeout(() => {
			resolve(`still there after ${limitMs / 1000} s`);
		}, limitMs);
	});
	const outcome = await Promise.race([
		ending.then(
			() => null,
			(reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
		),
		tooLate,
	]);
	clearTimeout(timer);
	return outcome;
}
