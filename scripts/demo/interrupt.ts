import type { Step } from './terminal';

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
