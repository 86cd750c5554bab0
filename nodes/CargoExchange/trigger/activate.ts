import type { ITriggerFunctions } from 'n8n-workflow';
import type { ProcessDispatcher } from '../dispatch/processDispatcher';
import type { Workflow } from '../dispatch/workflow';
import { eventDate } from '../schemas/date';
import { brokerOf } from '../n8n/access';
import { beginActivation, workflowOf, type ActivationContext } from './activation';
import { createFilter } from './filters';
import { itemOf } from './item';
import type { Settings } from './settings';
import { recordUnreadable, type RecordContext } from './unreadable';

export type ActivateContext = ActivationContext &
	RecordContext &
	Pick<ITriggerFunctions, 'getCredentials' | 'getWorkflowStaticData' | 'helpers'>;

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
	const throws = beginActivation(context);
	const isStart = throws === 'none';
	const workflow = readingWorkflow(context, settings, { closing: closing.signal, isStart });
	const handle = await dispatcher.subscribe(workflow, { throws });
	return () => {
		closing.abort();
		handle.unsubscribe();
		return Promise.resolve();
	};
}

function readingWorkflow(
	context: ActivateContext,
	settings: Settings,
	{ closing, isStart }: { closing: AbortSignal; isStart: boolean },
): Workflow {
	const { start, ...workflow } = workflowOf(context, settings.options, closing);
	const passes = createFilter(settings.filters);
	const ignoredBefore = ignoredBeforeOf(context, settings, isStart);
	return {
		...workflow,
		queue: settings.queue,
		credentialId: context.getNode().credentials?.['cargoExchangeQueueApi']?.id ?? null,
		credential: async () => await brokerOf(context),
		wants: ({ reading }) =>
			reading.ok && passes(reading.event) && !(changedAt(reading.event.updatedDate) < ignoredBefore),
		run: async (messages) => await start(messages.map((message) => itemOf(message, settings))),
		record: (message) => {
			recordUnreadable(context, message);
		},
	};
}

/**
 * Events from before this time (milliseconds since 1970) start nothing: they were too old when the workflow was first published with this
 * maximum age. It is kept when the workflow is published again and over restarts of n8n, so that nothing is ignored because it has waited.
 */
function ignoredBeforeOf(context: ActivateContext, { maxAgeMs }: Settings, isStart: boolean): number {
	const memory = context.getWorkflowStaticData('node');
	const limit = maxAgeMs === Infinity ? undefined : maxAgeMs;
	if (!isStart && memory['maxAgeMs'] !== limit) {
		memory['maxAgeMs'] = limit;
		memory['ignoredBefore'] = limit === undefined ? undefined : Date.now() - limit;
	}
	const stored: unknown = memory['ignoredBefore'];
	return typeof stored === 'number' && limit !== undefined ? stored : -Infinity;
}

/** Milliseconds since 1970; NaN if the event does not say. */
function changedAt(updatedDate: string | null): number {
	return Date.parse((updatedDate !== null && eventDate(updatedDate)) || '');
}
