/** The one file of the simulation that knows the names of the code under test. */
import type { Clock, RunOptions } from '../../nodes/CargoExchange/dispatch/workflow';
import { runWorkflow, type RunContext } from '../../nodes/CargoExchange/trigger/execute';
import { Workers } from '../../nodes/CargoExchange/trigger/workers';

export { AmqpError } from '../../nodes/CargoExchange/errors';
export type {
	BrokerSettings,
	ConsumeOptions,
	Delivery,
	Log,
	QueueConsumer,
	QueueState,
	Settlement,
} from '../../nodes/CargoExchange/amqp';
export { Dispatcher } from '../../nodes/CargoExchange/dispatch/dispatcher';
export type { Message } from '../../nodes/CargoExchange/dispatch/message';
export type {
	Clock,
	Report as Notice,
	RunEnd,
	RunOptions,
	SubscribeOptions,
	Workflow,
} from '../../nodes/CargoExchange/dispatch/workflow';
export type { RunContext, Workers };

/** What the code under test promises; the oracle accuses only of that. */
export const promises = { answersWithinMs: 25 * 60_000 };

/** Those of one version of a workflow. */
export function workersOf(clock: Clock, ownLimitMs: number, { freeSlotAfterMs }: RunOptions): Workers {
	return new Workers(clock, { timeoutMs: ownLimitMs || Infinity, waitMs: freeSlotAfterMs });
}

export async function execute(
	context: RunContext,
	circumstances: { closing: AbortSignal; clock: Clock; workers: Workers | null },
) {
	return await runWorkflow(context, [{ json: {} }], circumstances);
}
