import { settled } from './fakeClock';
import { edited, queueWith } from './fakeQueue';
import { TestWorkflow } from './workflows';

describe('unsubscribing', () => {
	it('closes after the last workflow: takes no more, gives back what waits after a moment, and runs in flight keep their outcome', async () => {
		const workflow = new TestWorkflow('w', { parallel: 2 });
		const { clock, handles, queue, settlements } = await queueWith(workflow);
		for (let number = 1; number <= 3; number++) queue.deliverEvent(`set ${number}`, number);
		handles[0]!.unsubscribe();
		handles[0]!.unsubscribe();
		expect(queue.prefetch).toBe(1);
		queue.deliverEvent('late', 4);
		expect(settlements).toEqual([]);
		await clock.advance(5_000);
		expect(settlements).toEqual(['P-3 requeue', 'P-4 requeue']);
		expect(queue.state).toBe('stopped');
		workflow.runs[0]!.end('done');
		await settled();
		expect(queue.state).toBe('stopped');
		workflow.runs[1]!.end('failed');
		await settled();
		expect(queue.state).toBe('closed');
		expect(settlements.slice(2)).toEqual(['P-1 ack', 'P-2 requeue']);
	});

	it('ignores a workflow that has been away for 30 seconds, also if a run of it fails after that', async () => {
		const stays = new TestWorkflow('stays', {}, { wants: () => false });
		const leaves = new TestWorkflow('leaves');
		const { clock, handles, queue, settlements } = await queueWith(stays, leaves);
		queue.deliverEvent('a', 1);
		handles[1]!.unsubscribe();
		queue.deliverEvent('b', 2);
		await clock.advance(30_000);
		queue.deliverEvent('c', 3);
		expect(settlements).toEqual(['P-2 ack', 'P-3 ack']);
		leaves.runs[0]!.end('failed');
		await settled();
		expect(settlements).toEqual(['P-2 ack', 'P-3 ack', 'P-1 ack']);
		expect(leaves.started).toEqual([[1]]);
		expect(queue.state).toBe('reading');
	});

	it('keeps what waits over an edit of the only workflow: no message goes back, nothing runs twice', async () => {
		const before = new TestWorkflow('w');
		const { clock, dispatcher, consumers, handles, queue, settlements } = await queueWith(before);
		let [handle] = handles;
		queue.deliverEvent('a', 1);
		queue.deliverEvent('a', 2);
		for (let edit = 0; edit < 30; edit++) {
			handle!.unsubscribe();
			await clock.advance(1_000);
			handle = await dispatcher.subscribe(new TestWorkflow('w'), edited);
			await clock.advance(1_000);
		}
		expect(consumers).toHaveLength(1);
		expect(queue.prefetch).toBe(20);
		handle!.unsubscribe();
		const after = new TestWorkflow('w', {}, { answer: () => 'done' });
		await dispatcher.subscribe(after, edited);
		expect(after.started).toEqual([]);
		before.runs[0]!.end('done');
		await settled();
		expect(after.started).toEqual([[2]]);
		expect(settlements).toEqual(['P-1 ack', 'P-2 ack']);
	});

	it('returns a set as a whole, not before the execution of its first message has ended', async () => {
		const workflow = new TestWorkflow('w');
		const { clock, handles, queue, settlements } = await queueWith(workflow);
		for (const [set, number] of [
			['a', 1],
			['a', 2],
			['b', 3],
			['b', 4],
		] as const)
			queue.deliverEvent(set, number);
		handles[0]!.unsubscribe();
		workflow.runs[1]!.end('done');
		await clock.advance(6_000);
		expect(settlements).toEqual(['P-3 ack', 'P-4 requeue']);
		workflow.runs[0]!.end('done');
		await clock.advance(1_000);
		expect(settlements).toEqual(['P-3 ack', 'P-4 requeue', 'P-1 ack', 'P-2 requeue']);
	});
});
