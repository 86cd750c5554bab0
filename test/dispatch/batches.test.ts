import type { RunOptions } from '../../nodes/CargoExchange/dispatch/workflow';
import { settled } from './fakeClock';
import { workflowAt } from './fakeQueue';
import { numberOf, type TestWorkflow } from './workflows';

/** Unreadable messages run too. */
const batchesOf = (options: Partial<RunOptions>, answer?: TestWorkflow['answer']) =>
	workflowAt({ unreadable: 'emit', ...options }, answer);

it('starts a batch as soon as it is full', async () => {
	const { workflow, deliver } = await batchesOf({ batchSize: 3 });
	deliver('a', 1);
	deliver('b', 2);
	expect(workflow.started).toEqual([]);
	deliver('c', 3);
	expect(workflow.started).toEqual([[1, 2, 3]]);
});

it('starts an incomplete batch when its oldest event has waited long enough', async () => {
	const { clock, workflow, deliver } = await batchesOf({ batchSize: 10, batchWaitMs: 1_000 });
	deliver('a', 1);
	await clock.advance(600);
	deliver('b', 2);
	await clock.advance(399);
	expect(workflow.started).toEqual([]);
	await clock.advance(1);
	expect(workflow.started).toEqual([[1, 2]]);
});

it('puts events of one set into a batch only as they follow each other, and none of a set that is running', async () => {
	const { clock, workflow, deliver } = await batchesOf({ batchSize: 2 });
	deliver('a', 1);
	deliver('a', 2);
	expect(workflow.started).toEqual([[1, 2]]);
	deliver('a', 3);
	deliver('b', 4);
	await clock.advance(1_000);
	expect(workflow.started).toEqual([[1, 2], [4]]);
	workflow.runs[0]!.end('done');
	await clock.advance(1_000);
	expect(workflow.started).toEqual([[1, 2], [4], [3]]);
});

it('has no copies: one is skipped once its twin has been processed', async () => {
	const { clock, workflow, deliver } = await batchesOf({ batchSize: 10 }, () => 'done');
	const deliveries = [deliver('a', 1), deliver('a', 1), deliver('a', 2), deliver(null, 3), deliver(null, 3)];
	await clock.advance(5_000);
	expect(workflow.started.flat().toSorted()).toEqual([1, 2, 3]);
	expect(deliveries.map(({ answer }) => answer)).toEqual(Array(5).fill('ack'));
});

it('runs the events of a failed batch again one by one, in order, so that only the one that fails alone is rejected', async () => {
	const { clock, workflow, deliver } = await batchesOf({ batchSize: 4, retries: 1, retryDelayMs: 1_000 }, (messages) =>
		messages.some((message) => numberOf(message) === 2) ? 'failed' : 'done',
	);
	const deliveries = [deliver('a', 1), deliver('a', 2), deliver('a', 3), deliver('b', 4)];
	await settled();
	workflow.answer = undefined;
	for (const number of [5, 6, 7, 8]) deliver('works', number);
	workflow.runs.at(-1)!.end('done');
	workflow.answer = (messages) => (messages.some((message) => numberOf(message) === 2) ? 'failed' : 'done');
	await clock.advance(5_000);
	expect(workflow.started).toEqual([[1, 2, 3, 4], [1], [4], [2], [5, 6, 7, 8], [2], [3]]);
	expect(deliveries.map(({ answer }) => answer)).toEqual(['ack', 'reject', 'ack', 'ack']);
});

it('does not count the failure of a batch against an event that is returned while it runs', async () => {
	const { clock, workflow, deliver } = await batchesOf({ batchSize: 2, retries: 0 });
	deliver('a', 1);
	deliver('b', 2);
	await clock.advance(25 * 60_000);
	workflow.runs[0]!.end('failed');
	await settled();
	const again = deliver('b', 2, { redelivered: true });
	expect(workflow.started).toEqual([[1, 2], [2]]);
	expect(again.answer).toBeNull();
});

it('runs an unreadable message by itself', async () => {
	const { workflow, consumer, deliver } = await batchesOf({ batchSize: 3 });
	deliver('a', 1);
	consumer.deliver('no JSON');
	deliver('b', 2);
	deliver('c', 3);
	expect(workflow.started).toEqual([[1, 2, 3], [Number.NaN]]);
});
