import { Desk } from '../../nodes/CargoExchange/dispatch/subscriber';
import type { Wishes } from '../../nodes/CargoExchange/dispatch/subscription';
import { FakeClock, settled } from './fakeClock';
import { messageOf, statusMessage, TestShare, TestWorkflow } from './workflows';

function workAt(wishes: Partial<Wishes> = {}, answer?: TestWorkflow['answer']) {
	const clock = new FakeClock();
	const workflow = new TestWorkflow('w', wishes, { answer });
	const desk = new Desk(workflow, clock);
	desk.resume(workflow);
	const take = (setId: string | null, number: number, redelivered = false) => {
		const share = new TestShare(messageOf(statusMessage(setId, number), { redelivered }), clock.now());
		desk.take(share);
		return share;
	};
	return { clock, workflow, desk, take };
}

describe('copies of a message', () => {
	it('are acknowledged without a run once one has been processed', async () => {
		const { workflow, take } = workAt({}, () => 'done');
		take('a', 1);
		take('a', 2);
		await settled();
		expect(take('a', 1).outcomes).toEqual(['done']);
		expect(workflow.started).toEqual([[1], [2]]);
	});

	it.each([
		['done', ['done']],
		['failedForGood', ['failed']],
	] as const)('share the run in progress and its end: %s', async (end, outcome) => {
		const { workflow, take } = workAt();
		const shares = [take('a', 1), take('a', 1), take('a', 1)];
		workflow.runs[0]!.end(end);
		await settled();
		expect(shares.map(({ outcomes }) => outcomes)).toEqual([outcome, outcome, outcome]);
		expect(workflow.started).toEqual([[1]]);
	});

	it('run each for itself where duplicates are not skipped', async () => {
		const { workflow, take } = workAt({ skipDuplicates: false }, () => 'done');
		take(null, 1);
		take(null, 1);
		await settled();
		take(null, 1);
		expect(workflow.started).toEqual([[1], [1], [1]]);
	});
});

describe('a lost channel', () => {
	it('takes along what has not started; the copy that comes again runs', async () => {
		const { workflow, desk, take } = workAt({ parallel: 1 });
		take('a', 1);
		const waiting = take('b', 2);
		waiting.lose();
		desk.forgetLost();
		workflow.runs[0]!.end('done');
		await settled();
		expect(workflow.started).toEqual([[1]]);
		take('b', 2, true);
		expect(workflow.started).toEqual([[1], [2]]);
	});

	it('leaves a run in progress alone: the copy that comes again takes over its verdict', async () => {
		const { workflow, desk, take } = workAt();
		const first = take('a', 1);
		first.lose();
		desk.forgetLost();
		const copy = take('a', 1, true);
		workflow.runs[0]!.end('done');
		await settled();
		expect(copy.outcomes).toEqual(['done']);
		expect(first.outcomes).toEqual(['returned']);
		expect(workflow.started).toEqual([[1]]);
	});

	it('does not give a failing message more runs: what failed before counts when it comes again', async () => {
		const { clock, workflow, desk, take } = workAt({ retries: 2, retryDelayMs: 1_000 }, () => 'failed');
		const first = take('a', 1);
		await settled();
		first.lose();
		desk.forgetLost();
		const copy = take('a', 1, true);
		await clock.advance(999);
		expect(workflow.started).toHaveLength(1);
		await clock.advance(1);
		expect(workflow.started).toHaveLength(2);
		await clock.advance(10_000);
		expect(workflow.started).toHaveLength(3);
		expect(copy.outcomes).toEqual(['failed']);
	});
});

describe('a workflow that leaves', () => {
	it('starts nothing while it is away, and goes on with its new version where the old one was', async () => {
		const { workflow, desk, take } = workAt({ parallel: 1 });
		const shares = [take('a', 1), take('a', 2), take('b', 3)];
		desk.pause();
		workflow.runs[0]!.end('done');
		await settled();
		take('c', 4);
		expect(workflow.started).toEqual([[1]]);
		const edited = new TestWorkflow('w', { parallel: 5 }, { answer: () => 'done' });
		desk.resume(edited);
		await settled();
		expect(edited.started).toEqual([[2], [3], [4]]);
		expect(shares.map(({ outcomes }) => outcomes)).toEqual([['done'], ['done'], ['done']]);
	});

	it('lets go of what its new version does not want', () => {
		const { desk, take } = workAt({ parallel: 1 });
		take('a', 1);
		const waiting = take('b', 2);
		desk.pause();
		desk.resume(new TestWorkflow('w', {}, { wants: ({ setId }) => setId === 'a' }));
		expect(waiting.outcomes).toEqual(['withdrawn']);
	});

	it('returns what has not started when it leaves for good; runs in flight keep their verdict', async () => {
		const { workflow, desk, take } = workAt({ parallel: 2 });
		const shares = [take('a', 1), take('b', 2), take('c', 3)];
		desk.release('returned');
		expect(shares.map(({ outcomes }) => outcomes)).toEqual([[], [], ['returned']]);
		workflow.runs[0]!.end('done');
		workflow.runs[1]!.end('failed');
		await settled();
		expect(shares.map(({ outcomes }) => outcomes)).toEqual([['done'], ['returned'], ['returned']]);
		expect(workflow.started).toEqual([[1], [2]]);
	});

	it('says nothing about a message whose run was cut off', async () => {
		const { workflow, take } = workAt();
		const share = take('a', 1);
		workflow.runs[0]!.end('unknown');
		await settled();
		expect(share.outcomes).toEqual(['returned']);
	});
});

describe('unreadable messages', () => {
	const unreadable = (clock: FakeClock, redelivered = false) =>
		new TestShare(messageOf('no JSON', { redelivered }), clock.now());

	it('are recorded and rejected without a run, whatever else is at work', () => {
		const { clock, workflow, desk, take } = workAt({ parallel: 1 });
		take('a', 1);
		const share = unreadable(clock);
		desk.take(share);
		expect(workflow.recorded).toHaveLength(1);
		expect(share.outcomes).toEqual(['failed']);
	});

	it('are recorded once when they come again because they could not be answered, and anew when published anew', () => {
		const { clock, workflow, desk } = workAt();
		desk.take(unreadable(clock));
		desk.take(unreadable(clock, true));
		expect(workflow.recorded).toHaveLength(1);
		desk.take(unreadable(clock));
		expect(workflow.recorded).toHaveLength(2);
	});

	it('wait for a workflow that is away', () => {
		const { clock, workflow, desk } = workAt();
		desk.pause();
		const share = unreadable(clock);
		desk.take(share);
		expect(share.outcomes).toEqual([]);
		desk.resume(workflow);
		expect(share.outcomes).toEqual(['failed']);
		expect(workflow.recorded).toHaveLength(1);
	});

	it('wait for it no longer than the time limit', async () => {
		const { clock, workflow, desk } = workAt({ timeLimitMs: 60_000 });
		desk.pause();
		const shares = [unreadable(clock)];
		desk.take(shares[0]!);
		await clock.advance(30_000);
		shares.push(unreadable(clock));
		desk.take(shares[1]!);
		await clock.advance(31_000);
		expect(shares.map(({ outcomes }) => outcomes)).toEqual([['returned'], []]);
		await clock.advance(31_000);
		expect(shares.map(({ outcomes }) => outcomes)).toEqual([['returned'], ['returned']]);
		expect(workflow.recorded).toEqual([]);
	});
});
