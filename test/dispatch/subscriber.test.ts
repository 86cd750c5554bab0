import { settled } from './fakeClock';
import { workflowAt } from './fakeQueue';

describe('order and slots', () => {
	it('runs the messages of one set one after the other, in order of arrival, and other sets in parallel', async () => {
		const { workflow, deliver } = await workflowAt();
		for (const [set, number] of [
			['a', 1],
			['a', 2],
			['b', 3],
			['a', 4],
			['b', 5],
		] as const)
			deliver(set, number);
		expect(workflow.started).toEqual([[1], [3]]);
		workflow.runs[0]!.end('done');
		await settled();
		expect(workflow.started).toEqual([[1], [3], [2]]);
		workflow.runs[2]!.end('done');
		workflow.runs[1]!.end('done');
		await settled();
		expect(workflow.started).toEqual([[1], [3], [2], [4], [5]]);
	});

	it.each([
		['no more than the slots, the oldest first', { parallel: 2 }, ['a', 'b', 'c', 'd'], [[1], [2]]],
		['all of a set, without order', { keepOrderPerSet: false }, ['a', 'a', 'a'], [[1], [2], [3]]],
		['all without a set', {}, [null, null], [[1], [2]]],
	])('runs at the same time: %s', async (_what, options, sets, started) => {
		const { workflow, deliver } = await workflowAt(options);
		for (const [index, set] of sets.entries()) deliver(set, index + 1);
		expect(workflow.started).toEqual(started);
	});
});

describe('retries', () => {
	it('runs a failed message again after a delay that doubles, then rejects it; other sets continue during that time', async () => {
		const { clock, workflow, deliver } = await workflowAt({ retries: 2, retryDelayMs: 1_000 }, ([message]) =>
			message!.setId === 'bad' ? 'failed' : 'done',
		);
		const bad = deliver('bad', 1);
		const behind = deliver('bad', 2);
		await settled();
		deliver('good', 3);
		await settled();
		expect(workflow.started).toEqual([[1], [3]]);
		await clock.advance(999);
		expect(workflow.started).toHaveLength(2);
		await clock.advance(1);
		expect(workflow.started).toEqual([[1], [3], [1]]);
		await clock.advance(2_000);
		expect(workflow.started.slice(0, 5)).toEqual([[1], [3], [1], [1], [2]]);
		expect(bad.answer).toBe('reject');
		expect(behind.answer).toBeNull();
	});

	it('keeps a message whose retries are used up as long as nothing else succeeds, and tries it after 1, 2, 4, 8 and then every 15 minutes', async () => {
		let works = false;
		const { clock, workflow, deliver } = await workflowAt({ retries: 1, pauseOnFailures: false }, () =>
			works ? 'done' : 'failed',
		);
		const delivery = deliver('a', 1);
		await clock.advance(10_000);
		expect(workflow.started).toEqual([[1], [1]]);
		expect(workflow.notices.map(({ message }) => message)).toEqual([
			'One event keeps failing (2 executions so far) and is still retried',
		]);
		await clock.advance(15 * 60_000);
		expect(workflow.started).toHaveLength(6);
		await clock.advance(11 * 60_000);
		expect(delivery.answer).toBe('requeue');
		works = true;
		const again = deliver('a', 1, { redelivered: true });
		await clock.advance(15 * 60_000);
		expect(workflow.started).toHaveLength(7);
		expect(again.answer).toBe('ack');
	});

	it('keeps a message if only what began before its first failure has succeeded since', async () => {
		const { clock, workflow, deliver } = await workflowAt({ retries: 1, retryDelayMs: 1_000 });
		deliver('slow', 1);
		await clock.advance(10);
		const delivery = deliver('a', 2);
		workflow.runs[1]!.end('failed');
		await settled();
		workflow.runs[0]!.end('done');
		workflow.answer = () => 'failed';
		await clock.advance(10_000);
		expect([workflow.started.slice(0, 3), delivery.answer]).toEqual([[[1], [2], [2]], null]);
	});

	it('rejects a message if another one that began after its first failure has succeeded, even while its last retry ran', async () => {
		const { clock, workflow, deliver } = await workflowAt({ retries: 1, retryDelayMs: 1_000 });
		const delivery = deliver('a', 1);
		workflow.runs[0]!.end('failed');
		await clock.advance(1_000);
		deliver('b', 2);
		workflow.runs[2]!.end('done');
		await settled();
		workflow.runs[1]!.end('failed');
		await settled();
		expect([workflow.started, delivery.answer]).toEqual([[[1], [1], [2]], 'reject']);
	});

	it.each([
		[0, 'failed', 'its execution failed'],
		[1, 'stopped', 'its execution was stopped'],
	] as const)('logs why a message is rejected: %i retries, %s', async (retries, end, reason) => {
		const { clock, workflow, deliver } = await workflowAt({ retries }, () => end);
		deliver('a', 1);
		await clock.advance(10_000);
		const { sha256 } = workflow.runs[0]!.messages[0]!;
		expect(workflow.log.lines).toEqual([
			`warn The workflow "w" rejected a message: ${reason}. ${JSON.stringify({ setId: 'a', messageId: null, sha256 })}`,
		]);
	});

	it('does not retry a run that a user stopped', async () => {
		const { clock, workflow, deliver } = await workflowAt({}, () => 'stopped');
		const delivery = deliver('a', 1);
		await clock.advance(60_000);
		expect(workflow.started).toEqual([[1]]);
		expect(delivery.answer).toBe('reject');
	});
});

describe('onReceipt', () => {
	it('counts a message as done when its run has started, and keeps slot and set taken until the run ends', async () => {
		const { workflow, deliver } = await workflowAt({ acknowledge: 'onReceipt', parallel: 1 });
		const first = deliver('a', 1);
		const second = deliver('b', 2);
		expect(first.answer).toBe('ack');
		expect(deliver('a', 1).answer).toBe('ack');
		expect(second.answer).toBeNull();
		workflow.runs[0]!.end('failed');
		await settled();
		expect(second.answer).toBe('ack');
		expect(workflow.started).toEqual([[1], [2]]);
	});
});
