import { settled } from './fakeClock';
import { subscriberAt, TestWorkflow } from './workflows';

describe('copies of a message', () => {
	it('are acknowledged without a run once one has been processed', async () => {
		const { workflow, take } = subscriberAt({}, () => 'done');
		take('a', 1);
		take('a', 2);
		await settled();
		const { outcomes, message } = take('a', 1);
		expect(outcomes).toEqual(['done']);
		expect(workflow.started).toEqual([[1], [2]]);
		expect(workflow.log.lines).toEqual([
			`debug The workflow "w" skipped a message that it has processed before. ${JSON.stringify({ setId: 'a', messageId: null, sha256: message.sha256 })}`,
		]);
	});

	it.each([
		['done', ['done']],
		['failedForGood', ['failed']],
	] as const)('handle the run in progress and its end: %s', async (end, outcome) => {
		const { workflow, take } = subscriberAt();
		const handles = [take('a', 1), take('a', 1), take('a', 1)];
		workflow.runs[0]!.end(end);
		await settled();
		expect(handles.map(({ outcomes }) => outcomes)).toEqual([outcome, outcome, outcome]);
		expect(workflow.started).toEqual([[1]]);
	});

	it('each start a run if duplicates are not skipped', async () => {
		const { workflow, take } = subscriberAt({ skipDuplicates: false }, () => 'done');
		take(null, 1);
		take(null, 1);
		await settled();
		take(null, 1);
		expect(workflow.started).toEqual([[1], [1], [1]]);
	});
});

describe('a lost channel', () => {
	it('drops messages that have not started; their copies run', async () => {
		const { workflow, subscriber, take } = subscriberAt({ parallel: 1 });
		take('a', 1);
		const waiting = take('b', 2);
		waiting.lost = true;
		subscriber.scheduler.requeueStale();
		workflow.runs[0]!.end('done');
		await settled();
		expect(workflow.started).toEqual([[1]]);
		take('b', 2, { redelivered: true });
		expect(workflow.started).toEqual([[1], [2]]);
	});

	it('does not disturb a run in progress: the copy gets its outcome', async () => {
		const { workflow, subscriber, take } = subscriberAt();
		const first = take('a', 1);
		first.lost = true;
		subscriber.scheduler.requeueStale();
		const copy = take('a', 1, { redelivered: true });
		workflow.runs[0]!.end('done');
		await settled();
		expect(copy.outcomes).toEqual(['done']);
		expect(first.outcomes).toEqual(['requeue']);
		expect(workflow.started).toEqual([[1]]);
	});

	it('does not repeat its run in progress either if duplicates are not skipped', async () => {
		const { workflow, subscriber, take } = subscriberAt({ skipDuplicates: false });
		take('a', 1).lost = true;
		subscriber.scheduler.requeueStale();
		take('a', 1, { redelivered: true });
		workflow.runs[0]!.end('done');
		await settled();
		expect(workflow.started).toEqual([[1]]);
	});

	it('does not give a failing message more runs: what failed before counts when it comes again', async () => {
		const { clock, workflow, subscriber, take } = subscriberAt({ retries: 2, retryDelayMs: 1_000 }, () => 'failed');
		const first = take('a', 1);
		await settled();
		first.lost = true;
		subscriber.scheduler.requeueStale();
		const copy = take('a', 1, { redelivered: true });
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
	it('starts nothing while it is away, and its new version continues where the old one was', async () => {
		const { workflow, subscriber, take } = subscriberAt({ parallel: 1 });
		const handles = [take('a', 1), take('a', 2), take('b', 3)];
		subscriber.leave();
		workflow.runs[0]!.end('done');
		await settled();
		take('c', 4);
		expect(workflow.started).toEqual([[1]]);
		const edited = new TestWorkflow('w', { parallel: 5 }, { answer: () => 'done' });
		subscriber.join(edited);
		expect(edited.started).toEqual([]);
		subscriber.activate();
		await settled();
		expect(edited.started).toEqual([[2], [3], [4]]);
		expect(handles.map(({ outcomes }) => outcomes)).toEqual([['done'], ['done'], ['done']]);
	});

	it('drops messages that its new version does not want', () => {
		const { subscriber, take } = subscriberAt({ parallel: 1 });
		take('a', 1);
		const waiting = take('b', 2);
		subscriber.leave();
		subscriber.join(new TestWorkflow('w', {}, { wants: ({ setId }) => setId === 'a' }));
		subscriber.activate();
		expect(waiting.outcomes).toEqual(['unsubscribed']);
	});

	it('returns what has not started when it leaves for good; runs in flight keep their outcome', async () => {
		const { workflow, subscriber, take } = subscriberAt({ parallel: 2 });
		const handles = [take('a', 1), take('b', 2), take('c', 3)];
		for (const handle of handles) handle.closing = true;
		subscriber.scheduler.requeueStale();
		expect(handles.map(({ outcomes }) => outcomes)).toEqual([[], [], ['requeue']]);
		workflow.runs[0]!.end('done');
		workflow.runs[1]!.end('failed');
		await settled();
		expect(handles.map(({ outcomes }) => outcomes)).toEqual([['done'], ['requeue'], ['requeue']]);
		expect(workflow.started).toEqual([[1], [2]]);
	});

	it('says nothing about a message whose run was cut off: it is returned, or runs again before the rest of its set', async () => {
		const { clock, workflow, take } = subscriberAt({ retries: 0 });
		const handle = take('a', 1);
		take('a', 2);
		workflow.runs[0]!.end('unknown');
		await clock.advance(6_000);
		expect(workflow.started).toEqual([[1], [1]]);
		handle.closing = true;
		workflow.runs[1]!.end('unknown');
		await settled();
		expect(handle.outcomes).toEqual(['requeue']);
	});
});

describe('a message that is delivered again because of another workflow', () => {
	it.each([
		['done', 'done'],
		['failedForGood', 'failed'],
	] as const)('is not run again by one whose run ended %s, with or without skipDuplicates', async (end, outcome) => {
		for (const skipDuplicates of [true, false]) {
			const { workflow, take } = subscriberAt({ skipDuplicates }, () => end);
			take('a', 1);
			take('b', 2);
			await settled();
			expect(take('a', 1, { redelivered: true }).outcomes).toEqual([outcome]);
			expect(take('a', 1, { redelivered: true }).outcomes).toEqual([outcome]);
			expect(workflow.started).toEqual([[1], [2]]);
		}
	});

	it.each([
		['done', false],
		['failedForGood', true],
		['failedForGood', false],
	] as const)(
		'is forgotten once it is settled: a run that ended %s, skipDuplicates %s',
		async (end, skipDuplicates) => {
			const { workflow, subscriber, take } = subscriberAt({ skipDuplicates }, () => end);
			const handle = take('a', 1);
			await settled();
			subscriber.scheduler.settled(handle.message);
			take('a', 1, { redelivered: true });
			expect(workflow.started).toEqual([[1], [1]]);
		},
	);

	it('does not count as another, new copy of it', async () => {
		const { workflow, take } = subscriberAt({ skipDuplicates: false }, () => 'done');
		take('a', 1);
		await settled();
		take('a', 1);
		expect(workflow.started).toEqual([[1], [1]]);
	});
});
