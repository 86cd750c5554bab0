import { settled } from './fakeClock';
import { subscriberAt } from './workflows';

describe('the time limit', () => {
	const minute = 60_000;
	const atLimit = minute + 6_000;

	it('returns what has not started untouched, and what waits behind it in its set with it', async () => {
		const { clock, take } = subscriberAt({ parallel: 1, timeLimitMs: minute });
		take('other', 1);
		const late = take('a', 2);
		await clock.advance(30_000);
		const behind = take('a', 3);
		const elsewhere = take('b', 4);
		await clock.advance(36_000);
		expect([late, behind, elsewhere].map(({ outcomes }) => outcomes)).toEqual([['requeue'], ['requeue'], []]);
	});

	it('returns the message of a run that does not end once; its return waits for the same run', async () => {
		const { clock, workflow, take } = subscriberAt({ timeLimitMs: minute, skipDuplicates: false });
		const first = take('a', 1);
		await clock.advance(atLimit);
		expect(first.outcomes).toEqual(['requeue']);
		const again = take('a', 1, { redelivered: true });
		const behind = take('a', 2);
		workflow.runs[0]!.end('done');
		await settled();
		expect(again.outcomes).toEqual(['done']);
		expect(workflow.started).toEqual([[1], [2]]);
		expect(behind.outcomes).toEqual([]);
	});

	it('knows the end of such a run when the message returns after it', async () => {
		const { clock, workflow, take } = subscriberAt({ timeLimitMs: minute, skipDuplicates: false });
		take('a', 1);
		await clock.advance(atLimit);
		workflow.runs[0]!.end('done');
		await settled();
		expect(take('a', 1, { redelivered: true }).outcomes).toEqual(['done']);
		expect(workflow.started).toEqual([[1]]);
		take('a', 1);
		expect(workflow.started).toEqual([[1], [1]]);
	});

	it('rejects the message at the second limit, and frees its set and its slot', async () => {
		const { clock, workflow, take } = subscriberAt({ timeLimitMs: minute, parallel: 1 });
		take('a', 1);
		await clock.advance(atLimit);
		const again = take('a', 1, { redelivered: true });
		await clock.advance(30_000);
		const behind = take('a', 2);
		expect(workflow.started).toEqual([[1]]);
		await clock.advance(36_000);
		expect(again.outcomes).toEqual(['failed']);
		expect(behind.outcomes).toEqual([]);
		expect(workflow.started).toEqual([[1], [2]]);
		workflow.runs[0]!.end('done');
		await settled();
		expect(again.outcomes).toEqual(['failed']);
	});

	it('does not take the redelivered flag for a message returned before: a cut and a test step set it too', async () => {
		const { clock, take } = subscriberAt({ timeLimitMs: minute });
		const handle = take('a', 1, { redelivered: true });
		await clock.advance(atLimit);
		expect(handle.outcomes).toEqual(['requeue']);
	});

	it('makes a retry that no longer fits after the message has come back', async () => {
		const { clock, workflow, take } = subscriberAt(
			{ timeLimitMs: minute, retries: 1, retryDelayMs: 100_000 },
			() => 'failed',
		);
		const first = take('a', 1);
		await clock.advance(atLimit);
		expect(first.outcomes).toEqual(['requeue']);
		const again = take('a', 1, { redelivered: true });
		await clock.advance(33_000);
		expect(workflow.started).toHaveLength(1);
		await clock.advance(2_000);
		expect(workflow.started).toHaveLength(2);
		expect(again.outcomes).toEqual(['failed']);
	});
});

it('does not count the failure of a batch against the one event that is left of it after the time limit', async () => {
	const { clock, workflow, take } = subscriberAt({
		batchSize: 2,
		batchWaitMs: 55_000,
		retries: 0,
		timeLimitMs: 60_000,
	});
	take('a', 1);
	await clock.advance(50_000);
	take('b', 2);
	expect(workflow.started).toEqual([[1, 2]]);
	await clock.advance(16_000);
	const first = take('a', 1, { redelivered: true });
	await clock.advance(50_000);
	const second = take('b', 2, { redelivered: true });
	await clock.advance(16_000);
	expect(first.outcomes).toEqual(['failed']);
	workflow.runs[0]!.end('failed');
	await settled();
	expect(workflow.started).toEqual([[1, 2], [2]]);
	expect(second.outcomes).toEqual([]);
});
