import { decideRetry } from '../../nodes/CargoExchange/dispatch/task';

const first = { batch: false, failures: 0, now: 1_000, options: { retries: 3, retryDelayMs: 5_000 } };

it.each([
	['done', { outcome: 'done' }],
	['unknown', { outcome: 'requeue' }],
	['failedForGood', { outcome: 'failed', reason: 'its execution was stopped' }],
] as const)('takes a run that ended %s at its word', (end, decision) => {
	expect(decideRetry(end, first)).toEqual(decision);
});

it.each([
	[0, 6_000],
	[1, 11_000],
	[2, 21_000],
])('after %i failed runs before, waits twice as long as before', (failures, dueAt) => {
	expect(decideRetry('failed', { ...first, failures })).toMatchObject({
		outcome: 'retry',
		failures: failures + 1,
		dueAt,
	});
});

it('lets the message fail when its retries are used up', () => {
	expect(decideRetry('failed', { ...first, failures: 3 })).toEqual({
		outcome: 'failed',
		reason: 'all 4 executions failed',
	});
	expect(decideRetry('failed', { ...first, options: { retries: 0, retryDelayMs: 1 } })).toEqual({
		outcome: 'failed',
		reason: 'its execution failed',
	});
});

it('does not count a failed batch against its messages', () => {
	expect(decideRetry('failed', { ...first, batch: true })).toEqual({
		outcome: 'retry',
		failures: 0,
		dueAt: 1_000,
	});
});

it('never waits longer than an hour', () => {
	const options = { retries: 100, retryDelayMs: 600_000 };
	expect(decideRetry('failed', { ...first, failures: 60, options })).toMatchObject({ dueAt: 1_000 + 3_600_000 });
});
