import { NodeOperationError, type ITriggerFunctions, type WorkflowActivateMode } from 'n8n-workflow';
import { parseCredential } from '../amqp';
import { liveClock, type ProcessDispatcher } from '../dispatch/processDispatcher';
import type { Report, SubscribeOptions, Workflow } from '../dispatch/workflow';
import { eventDate } from '../schemas/date';
import { egressOf } from '../n8n/editorMethods';
import { createFilter } from './filters';
import { runWorkflow, type RunContext } from './execute';
import { itemOf } from './item';
import type { Settings } from './settings';
import { recordUnreadable, type RecordContext } from './unreadable';

export type ActivateContext = RunContext &
	RecordContext &
	Pick<
		ITriggerFunctions,
		'getCredentials' | 'getActivationMode' | 'getWorkflow' | 'getWorkflowStaticData' | 'getChildNodes' | 'helpers'
	>;

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
	const isStart = thrown[mode] === 'none';
	if (!isStart) checkPublished(context);
	else if (isEngine2(context)) report(context, engine2);
	const handle = await dispatcher.subscribe(workflowOf(context, settings, closing.signal), {
		throws: thrown[mode],
		othersFollow: isStart,
	});
	return () => {
		closing.abort();
		handle.unsubscribe();
		return Promise.resolve();
	};
}

/** n8n's engine 2.0 refuses every execution whose end a trigger waits for. */
function isEngine2(context: Pick<ActivateContext, 'getWorkflowSettings'>): boolean {
	const settings: { engineType?: unknown } = context.getWorkflowSettings();
	return settings.engineType === 'v2';
}

const engine2 = {
	message: "This trigger does not run with n8n's execution engine 2.0",
	description:
		'Engine 2.0 does not report the end of an execution, so messages could be lost. Choose the other engine in the settings of the workflow, then publish it again.',
};

/** Saves a failed execution that says this. */
function report(context: ActivateContext, { message, description }: Report): void {
	context.saveFailedExecution?.(new NodeOperationError(context.getNode(), message, { description }));
}

/** What people should know when they publish a workflow. */
function checkPublished(context: ActivateContext): void {
	if (isEngine2(context)) throw new NodeOperationError(context.getNode(), engine2.message, engine2);
	const { name = '' } = context.getWorkflow();
	if (context.getChildNodes(context.getNode().name).some(({ type }) => type === 'n8n-nodes-base.wait')) {
		context.logger.info(
			`Workflow "${name}": a Wait node ends the order of a set's events and the limit of parallel runs, because n8n continues such executions by itself`,
		);
	}
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

function workflowOf(context: ActivateContext, settings: Settings, closing: AbortSignal): Workflow {
	const { id = '', name = id } = context.getWorkflow();
	const { queue, options } = settings;
	const refuses = isEngine2(context);
	// Not before n8n 2.
	const startsAreReported = context.saveFailedExecution !== undefined;
	const passes = createFilter(settings.filters);
	const ignoredBefore = ignoredBeforeOf(context, settings);
	const queueMode = process.env['EXECUTIONS_MODE'] === 'queue';
	return {
		id: `${id}/${context.getNode().id}`,
		workflowId: id,
		name,
		queue,
		// What n8n is certain to refuse must not count as received.
		options: refuses ? { ...options, acknowledge: 'onSuccess' } : options,
		everyEndIsReported: startsAreReported,
		log: context.logger,
		credential: async () =>
			parseCredential(await context.getCredentials('cargoExchangeQueueApi'), egressOf(context.helpers)),
		wants: ({ reading }) =>
			reading.ok && passes(reading.event) && !(changedAt(reading.event.updatedDate) < ignoredBefore),
		run: async (messages) => {
			if (refuses) return { end: 'notStarted', reason: engine2.message };
			const items = messages.map((message) => itemOf(message, settings));
			return await runWorkflow(context, items, { closing, clock: liveClock, queueMode, startsAreReported });
		},
		record: (message) => {
			recordUnreadable(context, message);
		},
		report: (notice) => {
			report(context, notice);
		},
	};
}

/**
 * Events from before this time (milliseconds since 1970) start nothing: they were too old when the workflow was published.
 * It is kept over restarts of n8n, so that nothing is ignored because it has waited.
 */
function ignoredBeforeOf(context: ActivateContext, { maxAgeMs }: Settings): number {
	const memory = context.getWorkflowStaticData('node');
	const isStart = thrown[context.getActivationMode()] === 'none';
	if (!isStart) memory['ignoredBefore'] = maxAgeMs === Infinity ? undefined : Date.now() - maxAgeMs;
	const stored: unknown = memory['ignoredBefore'];
	return typeof stored === 'number' && maxAgeMs !== Infinity ? stored : -Infinity;
}

/** Milliseconds since 1970; NaN if the event does not say. */
function changedAt(updatedDate: string | null): number {
	return Date.parse((updatedDate !== null && eventDate(updatedDate)) || '');
}
