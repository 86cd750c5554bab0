import { settled } from './fakeClock';
import { edited, published, workflowAt } from './fakeQueue';
import { TestWorkflow } from './workflows';

const again = { redelivered: true };

describe('copies of a message', () => {
	it('are acknowledged without a run once one has been processed', async () => {
		const { workflow, deliver } = await workflowAt({}, () => 'done');
		deliver('a', 1);
		deliver('a', 2);
		await settled();
		expect(deliver('a', 1).answer).toBe('ack');
		expect(workflow.started).toEqual([[1], [2]]);
		const { sha256 } = workflow.runs[0]!.messages[0]!;
		expect(workflow.log.lines).toEqual([
			`debug The workflow "w" skipped a message that it has processed before. ${JSON.stringify({ setId: 'a', messageId: null, sha256 })}`,
		]);
	});

	it.each(['a', null])(
		'wait behind the run in progress, and need none of their own if it succeeds: set %s',
		async (set) => {
			const { workflow, deliver } = await workflowAt();
			const deliveries = [deliver(set, 1), deliver(set, 1), deliver(set, 1)];
			workflow.runs[0]!.end('stopped');
			await settled();
			expect(workflow.started).toEqual([[1], [1]]);
			workflow.runs[1]!.end('done');
			await settled();
			expect(deliveries.map((delivery) => delivery.answer)).toEqual(['reject', 'ack', 'ack']);
			expect(workflow.started).toEqual([[1], [1]]);
		},
	);

	it('run again after a failure, and once, although the first one has yet to be answered', async () => {
		const { dispatcher, workflow, consumer, deliver } = await workflowAt();
		const other = new TestWorkflow('other');
		await dispatcher.subscribe(other, published);
		deliver('a', 1);
		workflow.runs[0]!.end('stopped');
		await settled();
		deliver('a', 1);
		other.runs[0]!.end('done');
		await settled();
		consumer.loseChannel();
		const next = deliver('a', 1, again);
		workflow.runs[1]!.end('done');
		await settled();
		expect(workflow.started).toEqual([[1], [1]]);
		expect(next.answer).toBe('ack');
	});
});

describe('a lost channel', () => {
	it('drops messages that have not started; their next deliveries run', async () => {
		const { workflow, consumer, deliver } = await workflowAt({ parallel: 1 });
		deliver('a', 1);
		deliver('b', 2);
		consumer.loseChannel();
		workflow.runs[0]!.end('done');
		await settled();
		expect(workflow.started).toEqual([[1]]);
		deliver('b', 2, again);
		expect(workflow.started).toEqual([[1], [2]]);
	});

	it('does not give a failing message more runs: what failed before counts when it comes again', async () => {
		const { clock, workflow, consumer, deliver } = await workflowAt({ retries: 2, retryDelayMs: 1_000 }, ([message]) =>
			message?.setId === 'a' ? 'failed' : 'done',
		);
		deliver('a', 1);
		await settled();
		deliver('b', 2);
		await settled();
		consumer.loseChannel();
		const next = deliver('a', 1, again);
		await clock.advance(999);
		expect(workflow.started).toEqual([[1], [2]]);
		await clock.advance(10_000);
		expect(workflow.started).toEqual([[1], [2], [1], [1]]);
		expect(next.answer).toBe('reject');
	});
});

describe('a workflow that is edited', () => {
	it('tries at once what has failed before, each time, also if that comes again later', async () => {
		const { clock, dispatcher, handle, consumers, deliver } = await workflowAt(
			{ retryDelayMs: 600_000 },
			() => 'failed',
		);
		deliver('a', 1);
		handle.unsubscribe();
		const [second, third] = [1, 2].map(
			() => new TestWorkflow('w', { retryDelayMs: 600_000 }, { answer: () => 'failed' }),
		);
		const next = await dispatcher.subscribe(second!, published);
		await settled();
		expect(second!.started).toEqual([[1]]);
		next.unsubscribe();
		await clock.advance(10_000);
		await dispatcher.subscribe(third!, published);
		await settled();
		expect(consumers).toHaveLength(2);
		deliver('a', 1, again);
		expect(third!.started).toEqual([[1]]);
	});

	it('gets a message that it did not want before at its place in the set, also if its set has come back', async () => {
		const { dispatcher, workflow: other, consumer, deliver } = await workflowAt();
		const narrow = new TestWorkflow('narrow', {}, { wants: ({ body }) => !body.includes('P-2') });
		const handle = await dispatcher.subscribe(narrow, published);
		for (const number of [1, 2, 3]) deliver('a', number);
		consumer.loseChannel();
		for (const number of [1, 2, 3]) deliver('a', number, again);
		handle.unsubscribe();
		const wide = new TestWorkflow('narrow', {}, { answer: () => 'done' });
		await dispatcher.subscribe(wide, edited);
		narrow.runs[0]!.end('done');
		await settled();
		expect([other.started, narrow.started, wide.started]).toEqual([[[1]], [[1]], [[2], [3]]]);
	});

	it('says nothing about a message whose run was cut off: it runs again before the rest of its set', async () => {
		const { clock, workflow, handle, deliver } = await workflowAt({ retries: 0 });
		const delivery = deliver('a', 1);
		deliver('a', 2);
		workflow.runs[0]!.end('cutOff');
		await clock.advance(6_000);
		expect(workflow.started).toEqual([[1], [1]]);
		handle.unsubscribe();
		await clock.advance(6_000);
		workflow.runs[1]!.end('cutOff');
		await settled();
		expect(delivery.answer).toBe('requeue');
	});
});

describe('a message that was processed, whose answer was lost with its channel', () => {
	it.each([
		['done', 'ack', true],
		['done', 'ack', false],
		['stopped', 'reject', true],
		['stopped', 'reject', false],
	] as const)('is not run again: %s, %s, skipDuplicates %s', async (end, answer, skipDuplicates) => {
		const { workflow, consumer, deliver } = await workflowAt({ skipDuplicates });
		deliver('a', 1);
		consumer.loseChannel();
		workflow.runs[0]!.end(end);
		await settled();
		expect(deliver('a', 1, again).answer).toBe(answer);
		expect(workflow.started).toEqual([[1]]);
	});

	it.each([
		['done', false],
		['stopped', true],
		['stopped', false],
	] as const)(
		'is forgotten once it is settled: a run that ended %s, skipDuplicates %s',
		async (end, skipDuplicates) => {
			const { workflow, deliver } = await workflowAt({ skipDuplicates }, () => end);
			deliver('a', 1);
			await settled();
			deliver('a', 1, again);
			expect(workflow.started).toEqual([[1], [1]]);
		},
	);

	it('does not stand for another, new copy of it', async () => {
		const { workflow, consumer, deliver } = await workflowAt({ skipDuplicates: false });
		deliver('a', 1);
		consumer.loseChannel();
		workflow.runs[0]!.end('done');
		await settled();
		deliver('a', 1);
		expect(workflow.started).toEqual([[1], [1]]);
	});
});
