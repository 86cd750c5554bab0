import { settled } from './fakeClock';
import { edited, published, queueWith } from './fakeQueue';
import { TestWorkflow } from './workflows';

const minute = 60_000;

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

	it('loses nothing of a workflow that is unpublished, repaired and published within ten minutes', async () => {
		const other = new TestWorkflow('other', {}, { answer: () => 'done' });
		const paused = new TestWorkflow('w', { retries: 10, retryDelayMs: 30_000 }, { answer: () => 'failed' });
		const { clock, dispatcher, handles, queue, settlements } = await queueWith(other, paused);
		for (let number = 1; number <= 12; number++) queue.deliverEvent(`set ${number}`, number);
		await clock.advance(9 * minute);
		handles[1]!.unsubscribe();
		queue.deliverEvent('set 13', 13);
		await clock.advance(9 * minute);
		expect(settlements).toEqual([]);
		const repaired = new TestWorkflow('w', {}, { answer: () => 'done' });
		await dispatcher.subscribe(repaired, published);
		await clock.advance(minute);
		expect(repaired.started.flat().toSorted((one, two) => one - two)).toEqual([
			1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
		]);
		expect(settlements).toHaveLength(13);
		expect(repaired.notices).toEqual([]);
	});

	it('says how many messages are kept no longer for a workflow that is not published again', async () => {
		const other = new TestWorkflow('other', {}, { answer: () => 'done' });
		const leaves = new TestWorkflow('w', {}, { answer: () => 'failed' });
		const { clock, handles, queue, settlements } = await queueWith(other, leaves);
		for (let number = 1; number <= 3; number++) queue.deliverEvent(`set ${number}`, number);
		await clock.advance(1_000);
		handles[1]!.unsubscribe();
		await clock.advance(5 * minute);
		// n8n may close it again.
		handles[1]!.unsubscribe();
		await clock.advance(5 * minute);
		expect(settlements.toSorted()).toEqual(['P-1 ack', 'P-2 ack', 'P-3 ack']);
		expect(leaves.notices).toEqual([
			expect.objectContaining({ message: '3 messages are no longer kept for this workflow, which is not published' }),
		]);
	});

	it('does not stop the other workflow when the window is full of what is kept', async () => {
		const other = new TestWorkflow('other', {}, { answer: () => 'done' });
		const leaves = new TestWorkflow('w');
		const { clock, handles, queue, settlements } = await queueWith(other, leaves);
		handles[1]!.unsubscribe();
		let number = 0;
		for (let started = 0; number <= 2_000; started = number) {
			while (number - settlements.length < queue.prefetch) queue.deliverEvent(`set ${++number}`, number);
			expect(number).toBeGreaterThan(started);
			await clock.until(() => other.started.length === number);
			await clock.advance(2_000);
		}
		expect(settlements).toHaveLength(number);
		expect(leaves.notices[0]?.message).toBe(
			'2,000 messages are no longer kept for this workflow, which is not published',
		);
	});

	it('says once an hour how many messages were removed because no workflow wants them', async () => {
		const workflow = new TestWorkflow('w', {}, { wants: ({ setId }) => setId === 'a', answer: () => 'done' });
		const { clock, log, queue, settlements } = await queueWith(workflow);
		for (let number = 1; number <= 4; number++) queue.deliverEvent(number === 1 ? 'a' : 'b', number);
		await clock.advance(59 * minute);
		expect(settlements).toHaveLength(4);
		const said = () => log.lines.filter((line) => line.includes('wanted'));
		expect(said()).toEqual([]);
		await clock.advance(2 * minute);
		expect(said()).toEqual([expect.stringContaining('No published workflow wanted 3 messages of the queue "queue"')]);
		await clock.advance(120 * minute);
		expect(said()).toHaveLength(1);
	});

	it('ignores a workflow that has been away for ten minutes, also if a run of it fails after that', async () => {
		const stays = new TestWorkflow('stays', {}, { wants: () => false });
		const leaves = new TestWorkflow('leaves');
		const { clock, handles, queue, settlements } = await queueWith(stays, leaves);
		queue.deliverEvent('a', 1);
		handles[1]!.unsubscribe();
		queue.deliverEvent('b', 2);
		await clock.advance(10 * minute);
		queue.deliverEvent('c', 3);
		expect(settlements).toEqual(['P-2 ack', 'P-3 ack']);
		leaves.runs[0]!.end('failed');
		await settled();
		expect(settlements).toEqual(['P-2 ack', 'P-3 ack', 'P-1 ack']);
		expect(leaves.started).toEqual([[1]]);
		expect(queue.state).toBe('reading');
	});

	it('does not reject a message for a workflow that has been away for ten minutes, although it had failed it', async () => {
		const stays = new TestWorkflow('stays');
		const leaves = new TestWorkflow('leaves', { retries: 0 });
		const { clock, handles, queue, settlements } = await queueWith(stays, leaves);
		queue.deliverEvent('a', 1);
		leaves.runs[0]!.end('failed');
		await settled();
		handles[1]!.unsubscribe();
		await clock.advance(10 * minute);
		stays.runs[0]!.end('done');
		await settled();
		expect(settlements).toEqual(['P-1 ack']);
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
