import type { Message } from '../../nodes/CargoExchange/dispatch/message';
import { FakeClock, settled } from './fakeClock';
import { dispatcherAt, published, workflowAt } from './fakeQueue';
import { numberOf, TestWorkflow } from './workflows';

const numbers = Array.from({ length: 15 }, (_, index) => index + 1);
const done = { answer: () => 'done' as const };

/** A workflow that runs five messages while ten wait, perhaps beside another one that has done all of them. */
async function busy({ besideAnother = false } = {}) {
	const clock = new FakeClock();
	const all = dispatcherAt(clock);
	if (besideAnother) await all.dispatcher.subscribe(new TestWorkflow('other', {}, done), published);
	const before = new TestWorkflow('w/1');
	before.workflowId = 'w';
	const handle = await all.dispatcher.subscribe(before, published);
	for (const number of numbers) all.consumers[0]!.deliverEvent(`set ${number}`, number);
	await settled();
	expect(before.started).toHaveLength(5);
	return { ...all, clock, before, handle, queue: all.consumers[0]! };
}

function workflowOf(id: string, workflowId: string): TestWorkflow {
	return Object.assign(new TestWorkflow(id, {}, done), { workflowId });
}

describe.each([
	['its trigger node is replaced', 'w/2', 'w'],
	['it is replaced by its copy', 'copy/1', 'copy'],
])('what waits in memory for a workflow is not acknowledged unread when %s', (_how, id, workflowId) => {
	it.each([
		['off, on', 0, false],
		['off, on', 4_000, false],
		['on, off', 0, false],
		['off, on', 0, true],
		['off, on', 20_000, true],
		['on, off', 4_000, true],
	])('%s, %i ms apart, another workflow reads as well: %s', async (order, gapMs, besideAnother) => {
		const { clock, dispatcher, before, handle, settlements } = await busy({ besideAnother });
		const after = workflowOf(id, workflowId);
		if (order === 'off, on') handle.unsubscribe();
		else await dispatcher.subscribe(after, published);
		await clock.advance(gapMs);
		if (order === 'off, on') await dispatcher.subscribe(after, published);
		else handle.unsubscribe();
		for (const run of before.runs) run.end('done');
		// Until then, messages are kept for the one that has left, if it is another workflow.
		await clock.advance(10 * 60_000);
		const started = after.started.flat();
		expect(started.filter((number) => number > 5).toSorted((one, other) => one - other)).toEqual(numbers.slice(5));
		expect(settlements.toSorted()).toEqual(numbers.map((number) => `P-${number} ack`).toSorted());
		// n8n removes the old node first: then the new one knows what the old one has started.
		if (workflowId === 'w' && order === 'off, on') expect(started).toHaveLength(10);
	});
});

/** A trigger node of the workflow that wants the even or the odd messages. */
function nodeFor(rest: number, id: string, answer = {}): TestWorkflow {
	const wants = (message: Message) => numberOf(message) % 2 === rest;
	return Object.assign(new TestWorkflow(id, {}, { ...answer, wants }), { workflowId: 'w' });
}

it('two trigger nodes of one workflow, each with its own filter, lose nothing if both are replaced by copies', async () => {
	const { dispatcher, consumers } = dispatcherAt(new FakeClock());
	const before = [nodeFor(0, 'even'), nodeFor(1, 'odd')];
	const handles = await Promise.all(before.map(async (node) => await dispatcher.subscribe(node, published)));
	for (const number of numbers) consumers[0]!.deliverEvent(`set ${number}`, number);
	await settled();
	for (const handle of handles) handle.unsubscribe();
	const after = [nodeFor(0, 'copy of even', done), nodeFor(1, 'copy of odd', done)];
	for (const node of after) await dispatcher.subscribe(node, published);
	for (const run of before.flatMap(({ runs }) => runs)) run.end('done');
	await settled();
	const ran = [...before, ...after].flatMap(({ started }) => started.flat());
	expect(new Set(ran)).toEqual(new Set(numbers));
});

it('what the first trigger node of a workflow does not want is kept until the next one is published, for five seconds', async () => {
	const clock = new FakeClock();
	const { dispatcher, consumers, settlements } = dispatcherAt(clock);
	await dispatcher.subscribe(nodeFor(0, 'w/even', done), published);
	for (const number of [1, 2]) consumers[0]!.deliverEvent(null, number);
	await clock.advance(1_000);
	const odd = nodeFor(1, 'w/odd', done);
	const handle = await dispatcher.subscribe(odd, published);
	await clock.advance(5_000);
	expect([odd.started, settlements]).toEqual([[[1]], ['P-2 ack', 'P-1 ack']]);
	handle.unsubscribe();
	await clock.advance(10 * 60_000);
	consumers[0]!.deliverEvent(null, 3);
	expect(settlements).toHaveLength(3);
});

it('a trigger node that is replaced by two leaves what waits to both of them', async () => {
	const { clock, dispatcher, handle, before, settlements } = await busy({ besideAnother: true });
	handle.unsubscribe();
	const after = [nodeFor(0, 'w/even', done), nodeFor(1, 'w/odd', done)];
	for (const node of after) {
		await dispatcher.subscribe(node, published);
		await clock.advance(1_000);
	}
	for (const run of before.runs) run.end('done');
	await clock.advance(5_000);
	const ran = [before, ...after].flatMap(({ started }) => started.flat());
	expect(new Set(ran)).toEqual(new Set(numbers));
	expect(settlements).toHaveLength(numbers.length);
});

it('a trigger node that is edited, and comes back after one that is added beside it, has lost nothing', async () => {
	const { clock, dispatcher, handle, before, settlements } = await busy({ besideAnother: true });
	handle.unsubscribe();
	const added = nodeFor(0, 'w/added', done);
	await dispatcher.subscribe(added, published);
	await clock.advance(1_000);
	const edit = workflowOf('w/1', 'w');
	await dispatcher.subscribe(edit, published);
	for (const run of before.runs) run.end('done');
	await clock.advance(5_000);
	const ran = [...before.started.flat(), ...edit.started.flat()];
	expect(new Set(ran)).toEqual(new Set(numbers));
	expect(settlements).toHaveLength(numbers.length);
	expect(edit.notices).toEqual([]);
});

it('a message that is returned for the sake of one workflow is not run again by another that is done with it', async () => {
	for (const skipDuplicates of [true, false]) {
		const { clock, dispatcher, workflow, deliver } = await workflowAt({ skipDuplicates }, () => 'done');
		const slow = new TestWorkflow('slow', { skipDuplicates });
		await dispatcher.subscribe(slow, published);
		deliver('a', 1);
		await clock.advance(25 * 60_000);
		const next = deliver('a', 1, { redelivered: true });
		slow.runs[0]!.end('done');
		await settled();
		expect(next.answer).toBe('ack');
		expect([workflow.started, slow.started]).toEqual([[[1]], [[1]]]);
	}
});
