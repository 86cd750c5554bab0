import type { Verdict } from '../amqp/delivery';

/**
 * What one workflow says about one message in the end:
 * `done` processed, `failed` for good, `returned` not now: it has to come again, `withdrawn` the workflow no longer counts.
 */
export type Outcome = 'done' | 'failed' | 'returned' | 'withdrawn';

/**
 * The answer to the broker once every workflow that wants the message has spoken; nobody wants it: ack.
 * One workflow that has to see it again outweighs a failed one, whose turn comes again with it.
 */
export function verdictOf(outcomes: Iterable<Outcome>): Verdict {
	const said = new Set(outcomes);
	if (said.has('returned')) return 'requeue';
	return said.has('failed') ? 'reject' : 'ack';
}
