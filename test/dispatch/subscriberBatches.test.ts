import type { RunOptions } from '../../nodes/CargoExchange/dispatch/subscription';
import { settled } from './fakeClock';
import { messageOf, numberOf, subscriberAt, TestHandle, TestWorkflow } from './workflows';

/** Unreadable messages run too. */
const workAt = (options: Partial<RunOptions>, answer?: TestWorkflow['answer']) =>
	subscriberAt({ unreadable: 'emit', ...options }, answer);

it('starts a batch as soon as it is full', () => {
	const { workflow, take } = workAt({ batchSize: 3 });
	take('a', 1);
	take('b', 2);
	expect(workflow.started).toEqual([]);
	take('c', 3);
	expect(workflow.started).toEqual([[1, 2, 3]]);
});

it('starts an incomplete batch when its oldest event has waited long enough', async () => {
	const { clock, workflow, take } = workAt({ batchSize: 10, batchWaitMs: 1_000 });
	take('a', 1);
	await clock.advance(600);
	take('b', 2);
	await clock.advance(399);
	expect(workflow.started).toEqual([]);
	await clock.advance(1);
	expect(workflow.started).toEqual([[1, 2]]);
});

it('puts events of one set into a batch only as they follow each other, and none of a set that is running', async () => {
	const { clock, workflow, take } = workAt({ batchSize: 2 });
	take('a', 1);
	take('a', 2);
	expect(workflow.started).toEqual([[1, 2]]);
	take('a', 3);
	take('b', 4);
	await clock.advance(1_000);
	expect(workflow.started).toEqual([[1, 2], [4]]);
	workflow.runs[0]!.end('done');
	await clock.advance(1_000);
	expect(workflow.started).toEqual([[1, 2], [4], [3]]);
});

it('counts a batch as one run', () => {
	const { workflow, take } = workAt({ batchSize: 2, parallel: 2 });
	for (let number = 1; number <= 6; number++) take(`set ${number}`, number);
	expect(workflow.started).toEqual([
		[1, 2],
		[3, 4],
	]);
});

it('runs the events of a failed batch again one by one, in order, so that only the one that fails alone is rejected', async () => {
	const { clock, workflow, take } = workAt({ batchSize: 4, retries: 1, retryDelayMs: 1_000 }, (messages) =>
		messages.some((message) => numberOf(message) === 2) ? 'failed' : 'done',
	);
	const handles = [take('a', 1), take('a', 2), take('a', 3), take('b', 4)];
	await clock.advance(5_000);
	expect(workflow.started).toEqual([[1, 2, 3, 4], [1], [4], [2], [2], [3]]);
	expect(handles.map(({ outcomes }) => outcomes)).toEqual([['done'], ['failed'], ['done'], ['done']]);
});

it('gives each event of a failed batch all its retries', async () => {
	const { clock, workflow, take } = workAt({ batchSize: 2, retries: 2, retryDelayMs: 10 }, () => 'failed');
	take('a', 1);
	take('b', 2);
	await clock.advance(1_000);
	expect(workflow.started.filter(([first]) => first === 2)).toHaveLength(3);
});

it('runs an unreadable message by itself', async () => {
	const { clock, workflow, subscriber, take } = workAt({ batchSize: 3 });
	take('a', 1);
	subscriber.scheduler.take(new TestHandle(messageOf('no JSON'), clock.now()));
	take('b', 2);
	take('c', 3);
	expect(workflow.started).toEqual([[1, 2, 3], [Number.NaN]]);
	await settled();
});
