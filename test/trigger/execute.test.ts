import {
	ManualExecutionCancelledError,
	SystemShutdownExecutionCancelledError,
	TimeoutExecutionCancelledError,
	type IRun,
	type ITriggerFunctions,
	type IWorkflowSettings,
} from 'n8n-workflow';
import type { RunEnd } from '../../nodes/CargoExchange/dispatch/workflow';
import { ownLimitMs, runWorkflow } from '../../nodes/CargoExchange/trigger/execute';
import { Workers } from '../../nodes/CargoExchange/trigger/workers';
import { FakeClock } from '../dispatch/fakeClock';
import { createDeferredPromise } from '../helpers/deferred';

type Answer = NonNullable<Parameters<ITriggerFunctions['emit']>[1]>;
type Deferred = NonNullable<Parameters<ITriggerFunctions['emit']>[2]>;

const items = [{ json: { number: 1 } }, { json: { number: 2 } }];

/** One run whose end is in the test's hands. */
function start({
	settings = {},
	closing = new AbortController(),
	queueMode = false,
}: { settings?: IWorkflowSettings; closing?: AbortController; queueMode?: boolean } = {}) {
	let done: Deferred | undefined;
	let answer: Answer | undefined;
	const emitted: unknown[] = [];
	const clock = new FakeClock();
	const workers = queueMode ? new Workers(clock, { timeoutMs: Infinity, waitMs: 3_600_000 }) : null;
	const result = runWorkflow(
		{
			emit: (data, responsePromise, donePromise) => {
				emitted.push(data);
				answer = responsePromise;
				done = donePromise;
			},
			getWorkflowSettings: () => settings,
			helpers: { createDeferredPromise },
		},
		items,
		{ closing: closing.signal, clock, workers },
	);
	return { result, end: result.then(({ end }) => end), emitted, answer, done: done!, closing, clock };
}

function runWith(status: string | undefined, error?: object): IRun {
	// The engine's report, reduced to what is read of it; undefined stands for n8n resolving the promise with nothing.
	return (status === undefined
		? undefined
		: { status, data: { resultData: { runData: {}, ...(error && { error }) } } }) as unknown as IRun;
}

it('gives all items to one execution', async () => {
	const { end, emitted, done } = start();
	done.resolve(runWith('success'));
	await end;
	expect(emitted).toEqual([[items]]);
});

it.each<[how: string, expected: RunEnd, reported: Error | IRun, whileClosing?: RunEnd]>([
	['as success', 'done', runWith('success')],
	['as waiting', 'done', runWith('waiting')],
	['as error', 'failed', runWith('error')],
	['as crashed', 'failed', runWith('crashed')],
	// n8n cancels those of a workflow that is deactivated.
	['as canceled', 'stopped', runWith('canceled'), 'cutOff'],
	['as canceled by a person', 'stopped', runWith('canceled', { reason: 'manual' })],
	['as canceled by a time limit', 'failed', runWith('canceled', { reason: 'timeout' })],
	['as canceled by the shutdown of n8n', 'cutOff', runWith('canceled', { reason: 'shutdown' })],
	['with a status that is not known', 'failed', runWith('cutOff')],
	['with nothing', 'failed', runWith(undefined)],
	['with a rejection by a person', 'stopped', new ManualExecutionCancelledError('1')],
	['with a rejection by a time limit', 'failed', new TimeoutExecutionCancelledError('1')],
	[
		'with a rejection that gives another reason than its name',
		'failed',
		Object.assign(new ManualExecutionCancelledError('1'), { reason: 'timeout' }),
	],
	['with a rejection by the shutdown of n8n', 'cutOff', new SystemShutdownExecutionCancelledError('1')],
])('takes a run that n8n reports %s for %s', async (_how, expected, reported, whileClosing = expected) => {
	for (const isClosing of [false, true]) {
		const { end, done, closing } = start();
		if (isClosing) closing.abort();
		if (reported instanceof Error) done.reject(reported);
		else done.resolve(reported);
		expect(await end).toBe(isClosing ? whileClosing : expected);
	}
});

it("knows a run cancelled by the workflow's own time limit by how long it lasted, where n8n gives no reason", async () => {
	const { end, done, clock } = start({ settings: { executionTimeout: 60 } });
	await clock.advance(60_000);
	done.resolve(runWith('canceled'));
	expect(await end).toBe('failed');
});

it('does not report a timeout for a run that a user stopped before it', async () => {
	const { end, done, clock } = start({ settings: { executionTimeout: 60 } });
	await clock.advance(59_000);
	done.resolve(runWith('canceled', { reason: 'manual' }));
	expect(await end).toBe('stopped');
});

it('takes a promise that n8n rejects without a cancellation for a run that was not started', async () => {
	const { result, done } = start();
	done.reject(new Error('The database is away'));
	expect(await result).toEqual({ end: 'notStarted', reason: 'The database is away' });
});

it('says why an execution failed', async () => {
	const { result, done } = start();
	done.resolve(runWith('error', { message: 'The mail server is away' }));
	expect(await result).toEqual({ end: 'failed', reason: 'The mail server is away' });
});

it('takes a run that n8n refuses at once for one that was not started', async () => {
	const result = await runWorkflow(
		{
			emit: () => {
				throw new Error('Not active');
			},
			getWorkflowSettings: () => ({}),
			helpers: { createDeferredPromise },
		},
		items,
		{ closing: new AbortController().signal, clock: new FakeClock(), workers: null },
	);
	expect(result).toEqual({ end: 'notStarted', reason: 'Not active' });
});

describe('in queue mode, in which n8n sometimes never reports the end of a run', () => {
	const circular: Record<string, unknown> = {};
	circular['self'] = circular;
	const failure = { body: { message: 'Workflow execution failed' }, statusCode: 500 };

	it.each([
		['success', {}, 'done'],
		['failure', failure, 'failed'],
	] as const)("believes the worker's own report of %s", async (_what, answered, expected) => {
		const { end, answer } = start({ queueMode: true });
		answer!.resolve(answered);
		expect(await end).toBe(expected);
	});

	it.each([
		['of a node', { received: true }],
		['of a node, with a status', { body: { message: 'Not today' }, statusCode: 500 }],
		['that is a text', 'ok'],
		['that refers to itself', circular],
		['that is nothing', undefined],
	])('takes an answer %s for no report, and goes on waiting', async (_whose, answered) => {
		const { end, answer, done } = start({ queueMode: true });
		// What a node answers can be anything.
		answer!.resolve(answered as Awaited<Answer['promise']>);
		await new Promise(setImmediate);
		done.resolve(runWith('canceled', { reason: 'manual' }));
		expect(await end).toBe('stopped');
	});

	it('understands a cancellation, which rejects both promises', async () => {
		const { end, answer, done } = start({ queueMode: true });
		answer!.reject(new ManualExecutionCancelledError('1'));
		done.reject(new ManualExecutionCancelledError('1'));
		expect(await end).toBe('stopped');
	});
});

it('asks for no answer outside queue mode, where n8n answers a failed execution like any other', () => {
	expect(start().answer).toBeUndefined();
});

it.each([
	['no limit', {}, {}, Infinity],
	['the timeout of the workflow', { executionTimeout: 60 }, {}, 60_000],
	['the timeout of n8n', {}, { EXECUTIONS_TIMEOUT: '60' }, 60_000],
	['none, though n8n has one', { executionTimeout: -1 }, { EXECUTIONS_TIMEOUT: '60' }, Infinity],
	['the longest time that n8n allows', { executionTimeout: 7_200 }, {}, 3_600_000],
	['another longest time', { executionTimeout: 7_200 }, { EXECUTIONS_TIMEOUT_MAX: '1800' }, 1_800_000],
])("knows n8n's limit of an execution: %s", (_what, settings, environment, expected) => {
	const env = jest.replaceProperty(process, 'env', { ...process.env, ...environment });
	expect(ownLimitMs({ getWorkflowSettings: () => settings })).toBe(expected);
	env.restore();
});
