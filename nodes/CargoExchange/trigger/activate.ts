import { NodeOperationError, type ITriggerFunctions, type WorkflowActivateMode } from 'n8n-workflow';
import { parseCredential } from '../amqp';
import type { ProcessDispatcher } from '../dispatch/dispatcher';
import type { SubscribeOptions, Subscription } from '../dispatch/subscription';
import { egressOf } from '../n8n/editorMethods';
import { createFilter } from './filters';
import { itemOf, runWorkflow, type RunContext } from './execute';
import type { Settings } from './settings';
import { recordUnreadable, type RecordContext } from './unreadable';

export type ActivateContext = RunContext &
	RecordContext &
	Pick<ITriggerFunctions, 'getCredentials' | 'getActivationMode' | 'getWorkflow' | 'helpers'>;

/**
 * Subscribes the workflow to its queue, as the mode of its activation asks.
 * @returns n8n's function to close it: returns at once, runs in flight are settled in the background.
 */
export async function activate(
	context: ActivateContext,
	settings: Settings,
	dispatcher: ProcessDispatcher,
): Promise<() => Promise<void>> {
	const closing = new AbortController();
	const mode = context.getActivationMode();
	const handle = await dispatcher.subscribe(subscriptionOf(context, settings, closing.signal), {
		throws: thrown[mode],
		othersFollow: thrown[mode] === 'none',
	});
	return () => {
		closing.abort();
		handle.unsubscribe();
		return Promise.resolve();
	};
}

/**
 * Which faults are shown to the user at once: at publishing, all of them. After an edit n8n has taken the old version
 * down already and soon gives up, so an unreachable broker is waited for. When n8n starts, nobody would see them.
 */
const thrown: Record<WorkflowActivateMode, SubscribeOptions['throws']> = {
	activate: 'all',
	create: 'all',
	manual: 'all',
	update: 'permanent',
	init: 'none',
	leadershipChange: 'none',
};

function subscriptionOf(context: ActivateContext, settings: Settings, closing: AbortSignal): Subscription {
	const { id = '', name = id } = context.getWorkflow();
	const { queue, options, output } = settings;
	const passes = createFilter(settings.filters);
	const queueMode = process.env['EXECUTIONS_MODE'] === 'queue';
	return {
		id: `${id}/${context.getNode().id}`,
		name,
		queue,
		options,
		log: context.logger,
		credential: async () =>
			parseCredential(await context.getCredentials('cargoExchangeQueueApi'), egressOf(context.helpers)),
		wants: ({ reading }) => reading.ok && passes(reading.event),
		run: async (messages) => {
			const items = messages.map((message) => itemOf(message, output));
			return await runWorkflow(context, items, { closing, now: () => performance.now(), queueMode });
		},
		record: (message) => {
			try {
				recordUnreadable(context, message);
			} catch (error) {
				context.logger.error(`A message that is not a status event could not be recorded: ${String(error)}`);
			}
		},
		reportFault: ({ message, description }) => {
			context.saveFailedExecution?.(
				new NodeOperationError(context.getNode(), message, { description: `${description} ${holdRule}` }),
			);
		},
	};
}

const holdRule =
	'The trigger retries automatically. While other workflows read the queue, messages for this workflow are held for ten minutes; after that, it misses them until it can read the queue.';
