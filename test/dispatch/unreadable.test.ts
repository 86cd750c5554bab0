import { settled } from './fakeClock';
import { queueWith } from './fakeQueue';
import { TestWorkflow } from './workflows';

const minute = 60_000;

describe('an unreadable message', () => {
	it('is recorded at once without a run, whatever else is running, and rejected when n8n has started an execution since', async () => {
		const workflow = new TestWorkflow('w', { parallel: 1 });
		const { clock, queue, settlements } = await queueWith(workflow);
		queue.deliverEvent('a', 1);
		await clock.advance(1_000);
		queue.deliver('no JSON');
		queue.deliverEvent('b', 2);
		expect(workflow.recorded).toHaveLength(1);
		workflow.runs[0]!.end('done');
		await clock.advance(1_000);
		expect(settlements).toEqual(['P-1 ack']);
		// However that ends.
		workflow.runs[1]!.end('failed');
		await settled();
		expect(settlements).toEqual(['P-1 ack', 'no JSON reject']);
		expect(workflow.recorded).toHaveLength(1);
	});

	it('is rejected after five minutes if there is nothing to start, or only what began before', async () => {
		const workflow = new TestWorkflow('w');
		const { clock, queue, settlements } = await queueWith(workflow);
		queue.deliverEvent('a', 1);
		await clock.advance(1_000);
		queue.deliver('no JSON');
		await clock.advance(5 * minute - 1_000);
		expect(settlements).toEqual([]);
		await clock.advance(2_000);
		expect(settlements).toEqual(['no JSON reject']);
		expect(workflow.recorded).toHaveLength(1);
	});

	it('is rejected also by what another workflow of the queue has started', async () => {
		const other = new TestWorkflow('other', { unreadable: 'discard' }, { answer: () => 'failed' });
		const { clock, queue, settlements } = await queueWith(new TestWorkflow('w', {}, { wants: () => false }), other);
		queue.deliver('no JSON');
		await clock.advance(1_000);
		queue.deliverEvent('a', 1);
		await settled();
		expect(settlements).toEqual(['no JSON reject']);
	});

	it('holds up nothing, however many there are: more messages are taken, and each is rejected once an event came', async () => {
		const workflow = new TestWorkflow('w', {}, { answer: () => 'done' });
		const { clock, queue, settlements } = await queueWith(workflow);
		for (let number = 0; number < 20; number++) queue.deliver(`no JSON ${number}`);
		await clock.advance(6_000);
		expect(queue.prefetch).toBe(500);
		queue.deliverEvent('a', 1);
		await settled();
		expect(settlements).toHaveLength(21);
	});

	it('is kept while n8n refuses executions, and recorded and rejected after the first two that it starts', async () => {
		const workflow = new TestWorkflow('w', { parallel: 1 }, { answer: () => 'notStarted' });
		const { clock, queue, settlements } = await queueWith(workflow);
		queue.deliverEvent('a', 1);
		await clock.advance(40 * minute);
		queue.deliver('no JSON');
		await clock.advance(9 * minute);
		expect([workflow.recorded.length, settlements]).toEqual([0, ['P-1 requeue']]);
		workflow.answer = () => 'done';
		queue.deliverEvent('b', 2);
		queue.deliverEvent('c', 3);
		await clock.advance(15 * minute);
		expect(workflow.recorded).toHaveLength(1);
		expect(settlements.toSorted()).toEqual(['P-1 requeue', 'P-2 ack', 'P-3 ack', 'no JSON reject']);
	});

	it('is recorded although n8n refused an execution, if it has not done so again for 20 minutes', async () => {
		const workflow = new TestWorkflow('w', { acknowledge: 'onReceipt' }, { answer: () => 'notStarted' });
		const { clock, queue, settlements } = await queueWith(workflow);
		queue.deliverEvent('a', 1);
		await clock.advance(2 * minute);
		queue.deliver('no JSON');
		await clock.advance(17 * minute);
		expect(workflow.recorded).toHaveLength(0);
		await clock.advance(7 * minute);
		expect(workflow.recorded).toHaveLength(1);
		expect(settlements).toEqual(['P-1 ack', 'no JSON reject']);
	});
});

it('is recorded once if it comes again because it could not be settled, and again if published again', async () => {
	const [records, emits] = [new TestWorkflow('records'), new TestWorkflow('emits', { unreadable: 'emit' })];
	const { queue, settlements } = await queueWith(records, emits);
	queue.deliver('no JSON');
	queue.loseChannel();
	queue.deliver('no JSON', { redelivered: true });
	emits.runs[0]!.end('done');
	await settled();
	expect(records.recorded).toHaveLength(1);
	expect(settlements).toEqual(['no JSON reject']);
	queue.deliver('no JSON', { redelivered: true });
	expect(records.recorded).toHaveLength(2);
});
