import { settled } from './fakeClock';
import { subscriberAt } from './workflows';

describe('order and slots', () => {
	it('runs the messages of one set one after the other, in order of arrival, and other sets in parallel', async () => {
		const { workflow, take } = subscriberAt();
		for (const [set, number] of [
			['a', 1],
			['a', 2],
			['b', 3],
			['a', 4],
			['b', 5],
		] as const)
			take(set, number);
		expect(workflow.started).toEqual([[1], [3]]);
		workflow.runs[0]!.end('done');
		await settled();
		expect(workflow.started).toEqual([[1], [3], [2]]);
		workflow.runs[2]!.end('done');
		workflow.runs[1]!.end('done');
		await settled();
		expect(workflow.started).toEqual([[1], [3], [2], [4], [5]]);
	});

	it('starts no more runs than the workflow has slots, and the oldest message first', async () => {
		const { workflow, take } = subscriberAt({ parallel: 2 });
		for (let number = 1; number <= 4; number++) take(`set ${number}`, number);
		expect(workflow.started).toEqual([[1], [2]]);
		workflow.runs[1]!.end('done');
		await settled();
		expect(workflow.started).toEqual([[1], [2], [3]]);
	});

	it('runs messages of one set in parallel if the workflow does not ask for order', () => {
		const { workflow, take } = subscriberAt({ keepOrderPerSet: false });
		for (let number = 1; number <= 3; number++) take('a', number);
		expect(workflow.started).toEqual([[1], [2], [3]]);
	});

	it('keeps no order among messages without a set', () => {
		const { workflow, take } = subscriberAt();
		take(null, 1);
		take(null, 2);
		expect(workflow.started).toEqual([[1], [2]]);
	});
});

describe('retries', () => {
	it('runs a failed message again after a delay that doubles, then rejects it; other sets continue during that time', async () => {
		const { clock, workflow, take } = subscriberAt({ retries: 2, retryDelayMs: 1_000 }, ([message]) =>
			message!.setId === 'bad' ? 'failed' : 'done',
		);
		const bad = take('bad', 1);
		const behind = take('bad', 2);
		await settled();
		expect(take('good', 3).outcomes).toEqual([]);
		await settled();
		expect(workflow.started).toEqual([[1], [3]]);
		await clock.advance(999);
		expect(workflow.started).toHaveLength(2);
		await clock.advance(1);
		expect(workflow.started).toEqual([[1], [3], [1]]);
		await clock.advance(2_000);
		expect(workflow.started.slice(0, 5)).toEqual([[1], [3], [1], [1], [2]]);
		expect(bad.outcomes).toEqual(['failed']);
		expect(behind.outcomes).toEqual([]);
	});

	it.each([
		[0, 'failed', 'its execution failed'],
		[1, 'failed', 'all 2 executions failed'],
		[1, 'failedForGood', 'its execution was stopped'],
	] as const)('logs why a message is rejected: %i retries, %s', async (retries, end, reason) => {
		const { clock, workflow, take } = subscriberAt({ retries }, () => end);
		const { message } = take('a', 1);
		await clock.advance(10_000);
		const { sha256 } = message;
		expect(workflow.log.lines).toEqual([
			`warn The workflow "w" rejected a message: ${reason}. ${JSON.stringify({ setId: 'a', messageId: null, sha256 })}`,
		]);
	});

	it('takes no slot while it waits to run again', async () => {
		const { workflow, take } = subscriberAt({ parallel: 1 }, ([message]) =>
			message!.setId === 'bad' ? 'failed' : 'done',
		);
		take('bad', 1);
		take('good', 2);
		await settled();
		expect(workflow.started).toEqual([[1], [2]]);
	});

	it('does not retry a run that a user stopped', async () => {
		const { clock, workflow, take } = subscriberAt({}, () => 'failedForGood');
		const handle = take('a', 1);
		await clock.advance(60_000);
		expect(workflow.started).toEqual([[1]]);
		expect(handle.outcomes).toEqual(['failed']);
	});

	it('runs a finally failed message again when a copy of it comes', async () => {
		const { workflow, take } = subscriberAt({ retries: 0 }, () => 'failed');
		take('a', 1);
		await settled();
		take('a', 1);
		await settled();
		expect(workflow.started).toEqual([[1], [1]]);
	});
});

describe('onReceipt', () => {
	it('counts a message as done when its run has started, and keeps slot and set taken until the run ends', async () => {
		const { workflow, take } = subscriberAt({ acknowledge: 'onReceipt', parallel: 1 });
		const first = take('a', 1);
		const second = take('b', 2);
		expect(first.outcomes).toEqual(['done']);
		expect(second.outcomes).toEqual([]);
		workflow.runs[0]!.end('failed');
		await settled();
		expect(second.outcomes).toEqual(['done']);
		expect(workflow.started).toEqual([[1], [2]]);
	});

	it('knows a started message as completed', () => {
		const { workflow, take } = subscriberAt({ acknowledge: 'onReceipt' });
		take('a', 1);
		expect(take('a', 1).outcomes).toEqual(['done']);
		expect(workflow.started).toEqual([[1]]);
	});

	it('frees the slot of a run that never ends after twice the time limit, and still knows its message', async () => {
		const { clock, workflow, take } = subscriberAt({ acknowledge: 'onReceipt', parallel: 1, timeLimitMs: 60_000 });
		take('a', 1);
		await clock.advance(115_000);
		const second = take('b', 2);
		expect(second.outcomes).toEqual([]);
		await clock.advance(15_000);
		expect(second.outcomes).toEqual(['done']);
		expect(take('a', 1).outcomes).toEqual(['done']);
		expect(workflow.started).toEqual([[1], [2]]);
	});
});
