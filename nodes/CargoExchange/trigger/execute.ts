import { isDeepStrictEqual } from 'node:util';
import type { IExecuteResponsePromiseData, INodeExecutionData, IRun, ITriggerFunctions } from 'n8n-workflow';
import type { Clock, RunEnd, RunResult } from '../dispatch/workflow';
import { reachedItsLimit, type Workers } from './workers';

export type RunContext = Pick<ITriggerFunctions, 'emit' | 'getWorkflowSettings'> & {
	helpers: Pick<ITriggerFunctions['helpers'], 'createDeferredPromise'>;
};

/** `closing` aborts when the workflow is deactivated or edited. `workers`: those that run its executions, in queue mode. */
type Circumstances = { closing: AbortSignal; clock: Clock; workers: Workers | null };

/**
 * Starts one execution with these items and waits for its end, however long that takes: the dispatcher sets the limit.
 * Never rejects. A Wait node ends the wait: n8n has stored the run and goes on with it by itself.
 */
export async function runWorkflow(
	context: RunContext,
	items: INodeExecutionData[],
	{ closing, clock, workers }: Circumstances,
): Promise<RunResult> {
	const startedAt = clock.now();
	const limitMs = ownLimitMs(context);
	const cancelled = (error: unknown): RunResult => {
		const end = endOfCancelled(error, { closing, hasReachedItsLimit: clock.now() - startedAt >= limitMs });
		return { end, reason: end === 'failed' ? reachedItsLimit : 'it was canceled' };
	};
	const report = async (): Promise<RunResult> => {
		try {
			const done = context.helpers.createDeferredPromise<IRun>();
			// Only there does n8n miss ends; elsewhere it answers every run alike, a failed one too.
			const answer = workers ? context.helpers.createDeferredPromise<IExecuteResponsePromiseData>() : undefined;
			context.emit([items], answer, done);
			const reported = await Promise.race([
				// Whatever its type says, n8n resolves the promise with nothing if it gave up on a run.
				done.promise.then((run: IRun | undefined) => run),
				...(answer ? [workersReport(answer.promise)] : []),
			]);
			if (reported === 'done' || reported === 'failed') return { end: reported };
			if (reported?.status === 'success' || reported?.status === 'waiting') return { end: 'done' };
			const { error } = reported?.data.resultData ?? {};
			return reported?.status === 'canceled' ? cancelled(error) : { end: 'failed', reason: textOfError(error) };
		} catch (error) {
			// n8n rejects when it cancels a run, and when it could not start it.
			return isCancellation(error) ? cancelled(error) : { end: 'notStarted', reason: textOfError(error) };
		}
	};
	return await (workers?.endOf(report()) ?? report());
}

/** A reason that n8n gives decides; without one, the deactivation of the workflow does, as n8n cancels its runs then. */
function endOfCancelled(
	report: unknown,
	{ closing, hasReachedItsLimit }: { closing: AbortSignal; hasReachedItsLimit: boolean },
): RunEnd {
	const reason = reasonOf(report);
	if (reason === 'shutdown') return 'cutOff';
	if (reason === 'timeout') return 'failed';
	if (reason === 'manual') return 'stopped';
	if (hasReachedItsLimit) return 'failed';
	return closing.aborted ? 'cutOff' : 'stopped';
}

function textOfError(error: unknown): string {
	return error instanceof Error || (typeof error === 'object' && error !== null && 'message' in error)
		? String(error.message).slice(0, 300)
		: '';
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

const reasons = ['manual', 'timeout', 'shutdown'] as const;

/** Why n8n cancelled a run, if it says so: a worker's reduced report does not. */
function reasonOf(report: unknown): (typeof reasons)[number] | undefined {
	const reason = typeof report === 'object' && report !== null && 'reason' in report ? report.reason : undefined;
	return reasons.find((each) => each === reason);
}

/** n8n's limit for this execution in milliseconds: the workflow's own or the default, up to n8n's maximum; Infinity without one. */
export function ownLimitMs(context: Pick<RunContext, 'getWorkflowSettings'>): number {
	const { executionTimeout } = context.getWorkflowSettings();
	const seconds = executionTimeout ?? Number(process.env['EXECUTIONS_TIMEOUT'] ?? -1);
	const mostSeconds = Number(process.env['EXECUTIONS_TIMEOUT_MAX'] ?? 3_600);
	return seconds > 0 ? Math.min(seconds, mostSeconds) * 1_000 : Infinity;
}
