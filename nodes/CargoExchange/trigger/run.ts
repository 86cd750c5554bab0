import type { INodeExecutionData, IRun, ITriggerFunctions } from 'n8n-workflow';
import type { RunEnd } from '../hub/subscription';

export type RunContext = Pick<ITriggerFunctions, 'emit' | 'getWorkflowSettings'> & {
	helpers: Pick<ITriggerFunctions['helpers'], 'createDeferredPromise'>;
};

/**
 * Starts one execution with these items and waits for its end, however long that takes: the hub sets the limit.
 * Never rejects. A Wait node ends the wait: n8n has stored the run and goes on with it by itself.
 */
export async function runWorkflow(
	context: RunContext,
	items: INodeExecutionData[],
	{ closing, now }: { closing: AbortSignal; now: () => number },
): Promise<RunEnd> {
	const startedAt = now();
	try {
		const done = context.helpers.createDeferredPromise<IRun>();
		context.emit([items], undefined, done);
		// On some paths n8n resolves the promise with nothing, whatever its type says.
		const run: IRun | undefined = await done.promise;
		return endOf(run, { closing, lastedMs: now() - startedAt, limitMs: ownLimitMs(context) });
	} catch {
		// n8n could not start the run, or lost it, and has said so in its own log and list of executions.
		return closing.aborted ? 'unknown' : 'failed';
	}
}

type Circumstances = { closing: AbortSignal; lastedMs: number; limitMs: number | null };

function endOf(run: IRun | undefined, { closing, lastedMs, limitMs }: Circumstances): RunEnd {
	switch (run?.status) {
		case 'success':
		case 'waiting':
			return 'done';
		case 'canceled':
			if (closing.aborted || reasonOf(run) === 'shutdown') return 'unknown';
			return reasonOf(run) === 'timeout' || (limitMs !== null && lastedMs >= limitMs) ? 'failed' : 'failedForGood';
		default:
			// error and crashed; undefined where n8n gave up on the run without a result.
			return 'failed';
	}
}

/** Why n8n cancelled a run, where the run says so: manual, timeout or shutdown. It does not after a worker's reduced report. */
function reasonOf({ data }: IRun): unknown {
	const error: unknown = data.resultData.error;
	return typeof error === 'object' && error !== null && 'reason' in error ? error.reason : undefined;
}

/** The workflow's own time limit in milliseconds, if it has one. */
function ownLimitMs(context: Pick<RunContext, 'getWorkflowSettings'>): number | null {
	const { executionTimeout } = context.getWorkflowSettings();
	return executionTimeout !== undefined && executionTimeout > 0 ? executionTimeout * 1_000 : null;
}
