import { judge } from '../../nodes/CargoExchange/dispatch/judgement';

const first = { batch: false, failures: 0, now: 1_000, wishes: { retries: 3, retryDelayMs: 5_000 } };

it.each([
	['done', { outcome: 'done' }],
	['unknown', { outcome: 'returned' }],
	['failedForGood', { outcome: 'failed', why: 'its run was stopped' }],
] as const)('takes a run that ended %s at its word', (end, judgement) => {
	expect(judge(end, first)).toEqual(judgement);
});

it.each([
	[0, 6_000],
	[1, 11_000],
	[2, 21_000],
])('after %i failed runs before, waits twice as long as before', (failures, dueAt) => {
	expect(judge('failed', { ...first, failures })).toMatchObject({ outcome: 'again', failures: failures + 1, dueAt });
});

it('lets the message fail when its retries are used up', () => {
	expect(judge('failed', { ...first, failures: 3 })).toEqual({ outcome: 'failed', why: 'all of its 4 runs failed' });
	expect(judge('failed', { ...first, wishes: { retries: 0, retryDelayMs: 1 } })).toEqual({
		outcome: 'failed',
		why: 'its run failed',
	});
});

it('does not count a failed batch against its messages', () => {
	expect(judge('failed', { ...first, batch: true })).toEqual({
		outcome: 'again',
		failures: 0,
		dueAt: 1_000,
		alone: true,
	});
});

it('never waits longer than an hour', () => {
	const wishes = { retries: 100, retryDelayMs: 600_000 };
	expect(judge('failed', { ...first, failures: 60, wishes })).toMatchObject({ dueAt: 1_000 + 3_600_000 });
});
