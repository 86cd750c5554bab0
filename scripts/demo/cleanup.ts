import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTerminal, wrapped, type Step, type Terminal } from './terminal';

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

/** Why the promise did not fulfil in time, or null when it did. */
async function within(limitMs: number, ending: Promise<void>): Promise<string | null> {
	const tooLate = sleep(limitMs, `still there after ${limitMs / 1000} s`, { ref: false });
	const ended = ending.then(
		() => null,
		(reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
	);
	return await Promise.race([ended, tooLate]);
}

export type Program = {
	terminal: Terminal;
	/** The terminal's steps, each cut off at Ctrl-C: for work that has no signal and leaves nothing behind. */
	step: Step;
	cleanup: Cleanup;
	/** Aborts at the first Ctrl-C (or SIGTERM, or the terminal's end), so that a step under way ends. */
	signal: AbortSignal;
	/** Resolves at the first Ctrl-C. */
	interrupted: Promise<unknown>;
};

/**
 * Runs a program, stops everything that it started and exits: with process.exitCode if `work` fulfils, with 1 and the
 * message if it rejects, with 130 if Ctrl-C was the reason.
 */
export async function runProgram(work: (program: Program) => Promise<void>): Promise<never> {
	const terminal = createTerminal(process.stdout);
	const cleanup = createCleanup();
	const signal = onInterrupt();
	const interrupted = once(signal, 'abort');
	try {
		await work({ terminal, step: interruptible(terminal.step, interrupted), cleanup, signal, interrupted });
	} catch (error) {
		process.exitCode = signal.aborted ? 130 : 1;
		if (!signal.aborted)
			terminal.line(terminal.paint.red(`\n✘ ${wrapped(error instanceof Error ? error.message : String(error))}`));
	}
	terminal.restore();
	const left = await terminal.step('Stop everything', () => cleanup.run());
	for (const line of left) terminal.line(terminal.paint.red(line));
	process.exit();
}

/** One Ctrl-C can arrive more than once: from the terminal, and handed on by npm, which takes its time on a busy machine. */
const sameKeyMs = 5_000;

/** From now on the first Ctrl-C is a request to end in good order; a later one ends at once. */
function onInterrupt(): AbortSignal {
	const controller = new AbortController();
	let askedAt = Infinity;
	const onSignal = () => {
		if (performance.now() - askedAt > sameKeyMs) process.exit(130);
		askedAt = Math.min(askedAt, performance.now());
		controller.abort(new Error('Stopped by Ctrl-C'));
	};
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
	return controller.signal;
}

function interruptible(step: Step, interrupted: Promise<unknown>): Step {
	return (title, work) =>
		step(title, (say) => {
			const stopped = interrupted.then(() => {
				throw new Error('Stopped by Ctrl-C');
			});
			return Promise.race([work(say), stopped]);
		});
}
