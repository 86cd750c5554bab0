import { settled } from './fakeClock';
import { queueWith } from './fakeQueue';
import { TestWorkflow } from './workflows';

it('delivers every message to every workflow that wants it, over one consumer', async () => {
	const all = new TestWorkflow('all', {}, { answer: () => 'done' });
	const onlyB = new TestWorkflow('only b', {}, { answer: () => 'done', wants: ({ setId }) => setId === 'b' });
	const { clock, consumers, queue, settlements } = await queueWith(all, onlyB);
	await clock.advance(5_000);
	queue.deliverEvent('a', 1);
	queue.deliverEvent('b', 2);
	await settled();
	expect(consumers).toHaveLength(1);
	expect(all.started).toEqual([[1], [2]]);
	expect(onlyB.started).toEqual([[2]]);
	expect(settlements).toEqual(['P-1 ack', 'P-2 ack']);
});

it('acknowledges a message only when the last workflow that wants it is done', async () => {
	const [one, other] = [new TestWorkflow('one'), new TestWorkflow('other')];
	const { queue, settlements } = await queueWith(one, other);
	queue.deliverEvent('a', 1);
	queue.deliverEvent('b', 2);
	one.runs[0]!.end('done');
	one.runs[1]!.end('done');
	other.runs[1]!.end('done');
	await settled();
	expect(settlements).toEqual(['P-2 ack']);
	other.runs[0]!.end('done');
	await settled();
	expect(settlements).toEqual(['P-2 ack', 'P-1 ack']);
});

describe('an unreadable message', () => {
	it('is recorded once, by the workflow that has been on the queue longest, and rejected after the runs of those that want it', async () => {
		const discards = new TestWorkflow('discards', { unreadable: 'discard' });
		const [records, recordsToo] = [new TestWorkflow('records'), new TestWorkflow('records too')];
		const emits = new TestWorkflow('emits', { unreadable: 'emit' });
		const { queue, settlements } = await queueWith(discards, records, emits, recordsToo);
		queue.deliver('no JSON');
		await settled();
		expect([records.recorded.length, recordsToo.recorded.length]).toEqual([1, 0]);
		expect(emits.runs).toHaveLength(1);
		expect(settlements).toEqual([]);
		emits.runs[0]!.end('done');
		await settled();
		expect(settlements).toEqual(['no JSON reject']);
		expect([discards, records, recordsToo].flatMap(({ runs }) => runs)).toEqual([]);
	});

	it.each([
		['emit', 'done', 'ack'],
		['emit', 'stopped', 'reject'],
		['discard', 'done', 'ack'],
	] as const)('with %s and a run that ended %s: %s', async (unreadable, end, verdict) => {
		const { queue, settlements } = await queueWith(
			new TestWorkflow('w', { unreadable }, { answer: () => end, wants: () => false }),
		);
		queue.deliver('{}');
		await settled();
		expect(settlements).toEqual([`{} ${verdict}`]);
	});
});
