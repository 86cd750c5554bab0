import type { Readable } from 'node:stream';

/** Watches over one request: cancelled from outside, or because no answer began in time. */
export type Watch = {
	signal: AbortSignal;
	/** True when this watch ended the request because no answer began in time. */
	overdue: boolean;
	/** The answer began: the time limit is off; cancelling still ends the body. */
	answered(body: Readable): void;
	/** Nothing to watch any more. */
	ended(): void;
};

/** One signal for the request and its body. Written out because AbortSignal.any on a long-lived signal keeps every short one alive. */
export function watchOver(cancellation: AbortSignal | null, untilAnswerMs: number | null): Watch {
	const controller = new AbortController();
	const cancel = () => {
		controller.abort(cancellation?.reason);
	};
	const timer =
		untilAnswerMs === null
			? undefined
			: setTimeout(() => {
					watch.overdue = true;
					controller.abort();
				}, untilAnswerMs);
	cancellation?.addEventListener('abort', cancel, { once: true });
	const watch: Watch = {
		signal: controller.signal,
		overdue: false,
		answered(body) {
			clearTimeout(timer);
			body.once('close', () => {
				watch.ended();
			});
		},
		ended() {
			clearTimeout(timer);
			cancellation?.removeEventListener('abort', cancel);
		},
	};
	return watch;
}
