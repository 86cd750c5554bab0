import { FakeClock, settled } from './fakeClock';
import { hubAt, published } from './fakeQueue';
import { TestWorkflow } from './workflows';

const edited = { ...published, throws: 'certain' } as const;

describe('leaving', () => {
	it('closes after the last workflow: waiting messages go back at once, runs in flight keep their verdict', async () => {
		const clock = new FakeClock();
		const { hub, consumers, verdicts } = hubAt(clock);
		const workflow = new TestWorkflow('w', { parallel: 2 });
		const membership = await hub.subscribe(workflow, published);
		await settled();
		const queue = consumers[0]!;
		for (let number = 1; number <= 3; number++) queue.deliverEvent(`set ${number}`, number);
		membership.leave();
		membership.leave();
		queue.deliverEvent('late', 4);
		expect(verdicts).toEqual([
			['P-3', 'requeue'],
			['P-4', 'requeue'],
		]);
		await settled();
		expect(queue.state).toBe('stopped');
		workflow.runs[0]!.end('done');
		await settled();
		expect(queue.state).toBe('stopped');
		workflow.runs[1]!.end('failed');
		await settled();
		expect(queue.state).toBe('closed');
		expect(verdicts.slice(2)).toEqual([
			['P-1', 'ack'],
			['P-2', 'requeue'],
		]);
	});

	it('holds what an absent workflow wants while others read on; its return takes it over', async () => {
		const clock = new FakeClock();
		const { hub, consumers, verdicts } = hubAt(clock);
		const stays = new TestWorkflow('stays', {}, { answer: () => 'done' });
		const leaves = new TestWorkflow('edited', {}, { answer: () => 'done' });
		await hub.subscribe(stays, published);
		const membership = await hub.subscribe(leaves, published);
		await settled();
		membership.leave();
		const queue = consumers[0]!;
		queue.deliverEvent('a', 1);
		queue.deliverEvent('b', 2);
		await clock.advance(29_000);
		expect(verdicts).toEqual([]);
		const newVersion = new TestWorkflow('edited', {}, { answer: () => 'done' });
		await hub.subscribe(newVersion, { ...published, throws: 'certain' });
		await settled();
		expect(newVersion.started).toEqual([[1], [2]]);
		expect(verdicts).toEqual([
			['P-1', 'ack'],
			['P-2', 'ack'],
		]);
		await clock.advance(10_000);
		queue.deliverEvent('c', 3);
		expect(newVersion.started).toEqual([[1], [2], [3]]);
		expect(consumers).toHaveLength(1);
	});

	it('counts the wishes of a workflow that has been away for 30 seconds no more', async () => {
		const clock = new FakeClock();
		const { hub, consumers, verdicts } = hubAt(clock);
		await hub.subscribe(new TestWorkflow('stays', {}, { wants: () => false }), published);
		const leaves = new TestWorkflow('leaves');
		const membership = await hub.subscribe(leaves, published);
		await settled();
		membership.leave();
		consumers[0]!.deliverEvent('a', 1);
		await clock.advance(30_000);
		consumers[0]!.deliverEvent('b', 2);
		expect(verdicts).toEqual([
			['P-1', 'ack'],
			['P-2', 'ack'],
		]);
		expect(leaves.started).toEqual([]);
		expect(consumers[0]!.state).toBe('reading');
	});

	it('gives back what is held for absent workflows when the last one leaves as well', async () => {
		const clock = new FakeClock();
		const { hub, consumers, verdicts } = hubAt(clock);
		const memberships = [];
		for (const id of ['one', 'other'])
			memberships.push(await hub.subscribe(new TestWorkflow(id, { parallel: 1 }), published));
		await settled();
		memberships[0]!.leave();
		consumers[0]!.deliverEvent('a', 1);
		consumers[0]!.deliverEvent('b', 2);
		memberships[1]!.leave();
		await settled();
		expect(verdicts).toEqual([['P-2', 'requeue']]);
		expect(consumers[0]!.state).toBe('stopped');
	});

	it('keeps set order and memory over an edit of the only workflow, whose old run is still at work', async () => {
		const { hub, consumers, verdicts } = hubAt(new FakeClock());
		const before = new TestWorkflow('w', {}, { answer: undefined });
		const membership = await hub.subscribe(before, published);
		await settled();
		consumers[0]!.deliverEvent('a', 1);
		consumers[0]!.deliverEvent('a', 2);
		membership.leave();
		const after = new TestWorkflow('w');
		await hub.subscribe(after, edited);
		await settled();
		consumers[1]!.deliverEvent('a', 2, { redelivered: true });
		expect(after.started).toEqual([]);
		before.runs[0]!.end('done');
		await settled();
		expect(after.started).toEqual([[2]]);
		consumers[1]!.deliverEvent('a', 1, { redelivered: true });
		expect(verdicts).toEqual([
			['P-2', 'requeue'],
			['P-1', 'ack'],
			['P-1', 'ack'],
		]);
		expect(consumers.map(({ state }) => state)).toEqual(['closed', 'reading']);
	});

	it('does not let the old version of a workflow take the new one off the queue', async () => {
		const { hub, consumers } = hubAt(new FakeClock());
		const old = await hub.subscribe(new TestWorkflow('w'), published);
		const newVersion = new TestWorkflow('w');
		await hub.subscribe(newVersion, edited);
		old.leave();
		await settled();
		consumers[0]!.deliverEvent('a', 1);
		expect(newVersion.started).toEqual([[1]]);
	});
});
