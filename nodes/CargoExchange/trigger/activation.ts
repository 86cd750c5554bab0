import {
	NodeOperationError,
	type INodeExecutionData,
	type ITriggerFunctions,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { liveClock } from '../dispatch/processDispatcher';
import type { Report, RunOptions, RunResult, SubscribeOptions, Workflow } from '../dispatch/workflow';
import { ExplainedError } from '../errors';
import { toNodeError } from '../n8n/nodeError';
import { ownLimitMs, runWorkflow, type RunContext } from './execute';
import { Workers } from './workers';

/** The part of n8n's context that the activation of every trigger needs. */
export type ActivationContext = RunContext &
	ReportContext &
	Pick<ITriggerFunctions, 'getActivationMode' | 'getWorkflow' | 'logger'>;

export type ReportContext = Pick<ITriggerFunctions, 'getNode' | 'saveFailedExecution'>;

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

/** Saves a failed execution that says this, which also starts the error workflow. */
export function report(context: ReportContext, { message, description }: Report): void {
	// n8n stores the text of its own errors only; any other is saved as {}.
	context.saveFailedExecution(toNodeError(context.getNode(), new ExplainedError({ message, description })));
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
