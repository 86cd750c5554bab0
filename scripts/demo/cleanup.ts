import { mkdtemp, rm } from 'node:fs/promises';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Step } from './terminal';

/** What was started and how to end it. */
export type Cleanup = {
	/** Remembers how to end something that was just started. */
	add(what: string, end: () => Promise<void>): void;
	/** Ends everything, the latest first, each within the time limit; gives a line for each that did not end. A second call waits for the first. */
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

/** A new folder that the cleanup removes. */
export async function temporaryFolder(cleanup: Cleanup): Promise<string> {
	const folder = await mkdtemp(join(realpathSync(tmpdir()), 'cargo-exchange-'));
	cleanup.add('The temporary folder', () => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	return folder;
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

export type Interrupt = {
	/** Aborts at the first Ctrl-C (or SIGTERM, or the terminal's end), so that a step under way ends. */
	signal: AbortSignal;
	/** Resolves at the first Ctrl-C. */
	interrupted: Promise<void>;
};

/** One Ctrl-C can arrive more than once: from the terminal, and handed on by npm, which takes its time on a busy machine. */
const sameKeyMs = 5_000;

/** From now on the first Ctrl-C is a request to end in good order; a later one ends at once. */
export function onInterrupt(): Interrupt {
	const controller = new AbortController();
	const interrupted = new Promise<void>((resolve) => {
		let askedAt: number | null = null;
		const onSignal = () => {
			if (askedAt !== null && performance.now() - askedAt > sameKeyMs) process.exit(130);
			askedAt ??= performance.now();
			controller.abort(new Error('Stopped by Ctrl-C'));
			resolve();
		};
		for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
	});
	return { signal: controller.signal, interrupted };
}

/** Steps that end with the signal, for work that has no ear for it itself and leaves nothing behind. */
export function interruptible(step: Step, signal: AbortSignal): Step {
	return (title, work) => step(title, (tell) => Promise.race([work(tell), cut(signal)]));
}

function cut(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		const stop = () => {
			reject(new Error('Stopped by Ctrl-C'));
		};
		if (signal.aborted) stop();
		signal.addEventListener('abort', stop, { once: true });
	});
}
