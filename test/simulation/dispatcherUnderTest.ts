/** The one file of the simulation that knows the names of the code under test. */
import type { Clock } from '../../nodes/CargoExchange/dispatch/workflow';
import { runWorkflow, type RunContext } from '../../nodes/CargoExchange/trigger/execute';

export { AmqpError } from '../../nodes/CargoExchange/errors';
export type {
	BrokerSettings,
	ConsumeOptions,
	Delivery,
	Identity,
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
export type { RunContext };

/** What the code under test promises; the oracle accuses only of that. */
export const promises = { answersWithinMs: 25 * 60_000 };

export async function execute(
	context: RunContext,
	options: { closing: AbortSignal; clock: Clock; queueMode: boolean; everyEndIsReported: boolean },
) {
	return await runWorkflow(context, [{ json: {} }], options);
}
