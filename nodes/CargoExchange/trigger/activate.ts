import { NodeOperationError, type ITriggerFunctions, type WorkflowActivateMode } from 'n8n-workflow';
import type { ProcessHub } from '../dispatch/registry';
import type { Joining, Subscription } from '../dispatch/subscription';
import { readAccount } from './account';
import { createFilter } from './filters';
import { itemOf } from './item';
import { runWorkflow, type RunContext } from './execute';
import type { Settings } from './settings';
import { recordUnreadable, type RecordContext } from './unreadable';

export type ProductionContext = RunContext &
	RecordContext &
	Pick<ITriggerFunctions, 'getCredentials' | 'getActivationMode' | 'getWorkflow'>;

/**
 * Puts the workflow on its queue, as the way of its activation asks.
 * @returns n8n's function to close it: returns at once, runs in flight are settled in the background.
 */
export async function startProduction(
	context: ProductionContext,
	settings: Settings,
	hub: ProcessHub,
): Promise<() => Promise<void>> {
	const closing = new AbortController();
	const subscription = subscriptionOf(context, settings, closing.signal);
	const membership = await hub.subscribe(subscription, joiningOf(context));
	return () => {
		closing.abort();
		membership.leave();
		return Promise.resolve();
	};
}

function subscriptionOf(context: ProductionContext, settings: Settings, closing: AbortSignal): Subscription {
	const { id = '', name = id } = context.getWorkflow();
	const passes = createFilter(settings.filters);
	const queueMode = process.env['EXECUTIONS_MODE'] === 'queue';
	return {
		id: `${id}/${context.getNode().id}`,
		name,
		queue: settings.queue,
		wishes: settings.wishes,
		log: context.logger,
		account: async () => readAccount(await context.getCredentials('cargoExchangeQueueApi')),
		wants: ({ reading }) => reading.ok && passes(reading.event),
		run: async (messages) => {
			const items = messages.map((message) => itemOf(message, settings.output));
			return await runWorkflow(context, items, { closing, now: () => performance.now(), queueMode });
		},
		record: (message) => {
			try {
				recordUnreadable(context, message);
			} catch (error) {
				context.logger.error(`A message that is no status event could not be recorded: ${String(error)}`);
			}
		},
	};
}

/**
 * Whom the user hears from when the queue cannot be read: at publishing, everything at once. After an edit n8n has taken
 * the old version down already and soon gives up, so a broker that is only out of reach is waited for. When n8n starts,
 * nobody is there to be told.
 */
const thrown: Record<WorkflowActivateMode, Joining['throws']> = {
	activate: 'every',
	create: 'every',
	manual: 'every',
	update: 'certain',
	init: 'none',
	leadershipChange: 'none',
};

function joiningOf(context: ProductionContext): Joining {
	const mode = context.getActivationMode();
	return {
		throws: thrown[mode],
		others: mode === 'init' || mode === 'leadershipChange',
		onCertainFault: ({ message, description }) => {
			context.logger.error(
				`The workflow "${context.getWorkflow().name ?? ''}" gets no messages: ${message}. ${description}`,
			);
			context.saveFailedExecution?.(new NodeOperationError(context.getNode(), message, { description }));
		},
	};
}
