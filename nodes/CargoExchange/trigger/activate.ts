import {
	NodeOperationError,
	type INodeExecutionData,
	type ITriggerFunctions,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { liveClock, type ProcessDispatcher } from '../dispatch/processDispatcher';
import type { Report, RunOptions, RunResult, SubscribeOptions, Workflow } from '../dispatch/workflow';
import { brokerOf } from '../n8n/access';
import { latestEventTime } from '../schemas/date';
import { ownLimitMs, runWorkflow, type RunContext } from './execute';
import { recordUnreadable, report, type RecordContext, type ReportContext } from './failedExecutions';
import { createFilter } from './filters';
import { itemOf } from './item';
import type { Settings } from './settings';
import { Workers } from './workers';

/** The part of n8n's context that the activation of every trigger needs. */
export type ActivationContext = RunContext &
	ReportContext &
	Pick<ITriggerFunctions, 'getActivationMode' | 'getWorkflow' | 'logger'>;

/** Checks a workflow that a user publishes; when n8n starts, nobody would see what is thrown. Returns which faults to throw. */
export function beginActivation(context: ActivationContext): SubscribeOptions['throws'] {
	const throws = thrown[context.getActivationMode()];
	if (!isEngine2(context)) return throws;
	if (throws !== 'none') throw new NodeOperationError(context.getNode(), engine2.message, engine2);
	report(context, engine2);
	return throws;
}

/** The workflow of a trigger node, without its events. `start` runs it with these items. */
export function workflowOf(context: ActivationContext, options: RunOptions, closing: AbortSignal) {
	const { id = '', name = id } = context.getWorkflow();
	const refuses = isEngine2(context);
	const workers = process.env['EXECUTIONS_MODE'] === 'queue' ? workersOf(context, options) : null;
	return {
		id: `${id}/${context.getNode().id}`,
		workflowId: id,
		name,
		// What n8n is certain to refuse must not count as received.
		options: refuses ? { ...options, acknowledge: 'onSuccess' as const } : options,
		log: context.logger,
		start: async (items: INodeExecutionData[]): Promise<RunResult> => {
			if (refuses) return { end: 'notStarted', reason: engine2.message };
			return await runWorkflow(context, items, { closing, clock: liveClock, workers });
		},
		report: (notice: Report) => {
			report(context, notice);
		},
	} satisfies Partial<Workflow> & { start: unknown };
}

function workersOf(context: RunContext, { freeSlotAfterMs }: RunOptions): Workers {
	return new Workers(liveClock, { timeoutMs: ownLimitMs(context), waitMs: freeSlotAfterMs });
}

/** n8n's engine 2.0 refuses every execution whose end a trigger waits for. */
function isEngine2(context: Pick<ActivationContext, 'getWorkflowSettings'>): boolean {
	const settings: { engineType?: unknown } = context.getWorkflowSettings();
	return settings.engineType === 'v2';
}

const engine2 = {
	message: "This trigger does not run with n8n's execution engine 2.0",
	description:
		'Engine 2.0 does not report the end of an execution, so messages could be lost. Choose the other engine in the settings of the workflow, then publish it again.',
};

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
		credential: async () => await brokerOf(context),
		wants: ({ reading }) =>
			reading.ok && passes(reading.event) && !(latestEventTime(reading.event.updatedDate ?? '') < ignoredBefore),
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
