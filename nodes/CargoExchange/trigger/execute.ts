import { isDeepStrictEqual } from 'node:util';
import type { IExecuteResponsePromiseData, INodeExecutionData, IRun, ITriggerFunctions } from 'n8n-workflow';
import type { Message } from '../dispatch/message';
import type { RunEnd } from '../dispatch/subscription';
import { eventColumns, normalise, rawEvent } from '../schemas/statusMessage';
import type { Settings } from './settings';
import { textOf } from './unreadable';

export type RunContext = Pick<ITriggerFunctions, 'emit' | 'getWorkflowSettings'> & {
	helpers: Pick<ITriggerFunctions['helpers'], 'createDeferredPromise'>;
};

/**
 * Starts one execution with these items and waits for its end, however long that takes: the dispatcher sets the limit.
 * Never rejects. A Wait node ends the wait: n8n has stored the run and goes on with it by itself.
 */
export async function runWorkflow(
	context: RunContext,
	items: INodeExecutionData[],
	{ closing, now, queueMode }: { closing: AbortSignal; now: () => number; queueMode: boolean },
): Promise<RunEnd> {
	const startedAt = now();
	const cancelled = (report: unknown): RunEnd => {
		const reason = reasonOf(report);
		if (closing.aborted || reason === 'shutdown') return 'unknown';
		return reason === 'timeout' || (reason === undefined && now() - startedAt >= ownLimitMs(context))
			? 'failed'
			: 'failedForGood';
	};
	try {
		const done = context.helpers.createDeferredPromise<IRun>();
		// Only there: n8n 1 cancels at its own end every run that somebody awaits an answer of.
		const answer = queueMode ? context.helpers.createDeferredPromise<IExecuteResponsePromiseData>() : undefined;
		context.emit([items], answer, done);
		const report = await Promise.race([
			// Whatever its type says, n8n resolves the promise with nothing if it gave up on a run.
			done.promise.then((run: IRun | undefined) => run),
			...(answer ? [workersReport(answer.promise)] : []),
		]);
		if (report === 'done' || report === 'failed') return report;
		if (report?.status === 'success' || report?.status === 'waiting') return 'done';
		return report?.status === 'canceled' ? cancelled(report.data.resultData.error) : 'failed';
	} catch (error) {
		// n8n rejects when it cancels a run, and when it could not start it or lost it: its own log and executions say so.
		if (isCancellation(error)) return cancelled(error);
		return closing.aborted ? 'unknown' : 'failed';
	}
}

/**
 * In queue mode, n8n asks for the end of a job only after it has noted its start, and misses one that was over by then
 * (n8n issue 19877). The worker's report reaches it nevertheless, and it passes that on as the answer to the trigger:
 * one of two fixed ones. Any other is an answer that a node gave; then, this never settles.
 */
async function workersReport(answer: Promise<unknown>): Promise<'done' | 'failed'> {
	// A cancelled run rejects both promises; the other one says how.
	const answered = await answer.catch(() => undefined);
	if (isDeepStrictEqual(answered, {})) return 'done';
	if (isDeepStrictEqual(answered, { body: { message: 'Workflow execution failed' }, statusCode: 500 })) return 'failed';
	return await new Promise(() => undefined);
}

/** By name: n8n has several such classes, and a second copy of n8n-workflow may be installed next to this package. */
function isCancellation(error: unknown): boolean {
	return error instanceof Error && error.constructor.name.endsWith('ExecutionCancelledError');
}

/** Why n8n cancelled a run, if it says so. n8n 1 has only names of classes, and a worker's reduced report nothing. */
function reasonOf(report: unknown): 'manual' | 'timeout' | 'shutdown' | undefined {
	if (typeof report !== 'object' || report === null) return undefined;
	const reason = 'reason' in report ? String(report.reason) : report.constructor.name;
	if (/^timeout/i.test(reason)) return 'timeout';
	if (/^(system)?shutdown/i.test(reason)) return 'shutdown';
	return /^manual/i.test(reason) ? 'manual' : undefined;
}

/** The workflow's own time limit in milliseconds; without one, no run reaches it. */
function ownLimitMs(context: Pick<RunContext, 'getWorkflowSettings'>): number {
	const { executionTimeout } = context.getWorkflowSettings();
	return executionTimeout !== undefined && executionTimeout > 0 ? executionTimeout * 1_000 : Infinity;
}

/** The item that a workflow gets for a message: the event in the chosen form, or the parts of an unreadable message. */
export function itemOf(message: Message, output: Settings['output']): INodeExecutionData {
	const { reading, redelivered, messageId, body } = message;
	if (!reading.ok) {
		if (output === 'table') return { json: eventColumns(null) };
		return { json: { event: 'unreadable', reason: reading.reason, text: textOf(body), messageId } };
	}
	if (output === 'table') return { json: eventColumns(reading.event) };
	return { json: output === 'raw' ? rawEvent(reading.event) : { ...normalise(reading.event, redelivered) } };
}
