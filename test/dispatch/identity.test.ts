import type { Message } from '../../nodes/CargoExchange/dispatch/message';
import { FakeClock, settled } from './fakeClock';
import { dispatcherAt, edited, published, starting, unreachable } from './fakeQueue';
import { numberOf, TestWorkflow } from './workflows';

function workflowOf(id: string, hostname: string, port = 5672): TestWorkflow {
	return new TestWorkflow(id, {}, { answer: () => 'done' }).withCredential({ hostname, port });
}

type Setup = Parameters<typeof dispatcherAt>[1];

/** A workflow that reads the queue, and a way for others to join. */
async function reading(setup: Setup = {}) {
	const clock = new FakeClock();
	const all = dispatcherAt(clock, setup);
	const reader = workflowOf('reader', 'broker');
	const handle = await all.dispatcher.subscribe(reader, published);
	await settled();
	return { ...all, clock, reader, handle, queue: all.consumers[0]! };
}

describe('two addresses of brokers with the same name', () => {
	const consumersAt = (count: number) => ({ consumersOf: () => count });

	it('have a reader each if the queue at the other one shows no reader', async () => {
		const { clock, dispatcher, consumers, reader } = await reading(consumersAt(0));
		const other = workflowOf('other', 'test.broker');
		await dispatcher.subscribe(other, published);
		await clock.advance(15_000);
		expect(consumers).toHaveLength(2);
		consumers[1]!.deliverEvent('a', 1);
		await settled();
		expect([reader.started, other.started]).toEqual([[], [[1]]]);
	});

	it('are refused in words at publishing if it shows one', async () => {
		const { clock, dispatcher, consumers, queue, settlements } = await reading(consumersAt(1));
		await expect(dispatcher.subscribe(workflowOf('other', '10.0.0.1'), published)).rejects.toMatchObject({
			permanent: true,
			message: 'The workflow "reader" reads the queue "queue" at another address',
			description: expect.stringMatching(/Use one credential .* another cluster name/) as string,
		});
		queue.deliverEvent('a', 1);
		await clock.advance(1_000);
		expect([consumers.length, settlements]).toEqual([1, ['P-1 ack']]);
	});

	it('are told by a failed execution at the start of n8n; messages are held for ten minutes, until it is corrected', async () => {
		const { clock, dispatcher, consumers, queue, settlements } = await reading(consumersAt(1));
		const other = workflowOf('other', '10.0.0.1');
		await dispatcher.subscribe(other, starting);
		await clock.advance(1_000);
		queue.deliverEvent('a', 1);
		await clock.advance(9 * 60_000);
		expect(settlements).toEqual([]);
		expect(other.notices.map(({ message }) => message)).toEqual([expect.stringContaining('at another address')]);
		other.credential = workflowOf('x', 'broker').credential;
		await clock.advance(31_000);
		expect(other.started).toEqual([[1]]);
		expect([consumers.length, settlements]).toEqual([1, ['P-1 ack']]);
	});

	it('have one reader if n8n starts with both, which connect at the same time', async () => {
		const clock = new FakeClock();
		const all = dispatcherAt(clock, {
			consumersOf: () => all.consumers.filter(({ hasBegun }) => hasBegun).length,
		});
		const workflows = [workflowOf('one', 'broker'), workflowOf('other', '10.0.0.1')];
		for (const each of workflows) await all.dispatcher.subscribe(each, starting);
		await clock.advance(15_000);
		expect(all.consumers.filter(({ hasBegun }) => hasBegun)).toHaveLength(1);
		expect(workflows.flatMap(({ notices }) => notices.map(({ message }) => message))).toEqual([
			expect.stringContaining('at another address'),
		]);
	});

	it('are refused also where a reader opens a consumer after its connection was lost; its workflows count at the other one', async () => {
		const state = { consumers: 0 };
		const { clock, dispatcher, consumers, queue, reader } = await reading({ consumersOf: () => state.consumers });
		const other = workflowOf('other', '10.0.0.1');
		await dispatcher.subscribe(other, published);
		await settled();
		state.consumers = 1;
		queue.loseChannel();
		await clock.advance(6_000);
		expect(consumers.map((each) => each.state)).toEqual(['closed', 'reading']);
		expect(reader.notices.map(({ message }) => message)).toEqual([expect.stringContaining('at another address')]);
		consumers[1]!.deliverEvent('a', 1);
		await clock.advance(10 * 60_000);
		expect([reader.started, other.started]).toEqual([[], [[1]]]);
		expect(reader.notices.at(-1)!.message).toMatch(/^One message is no longer kept for this workflow/);
	});

	it('are one if the credentials of the workflows that read name it now: they leave, and read there', async () => {
		const { clock, dispatcher, consumers, reader } = await reading(consumersAt(1));
		const { credential } = workflowOf('x', '10.0.0.1');
		reader.credential = credential;
		const other = workflowOf('other', '10.0.0.1');
		await dispatcher.subscribe(other, published);
		await clock.advance(30_000);
		expect(consumers.map((each) => each.state)).toEqual(['closed', 'reading']);
		consumers[1]!.deliverEvent('a', 1);
		await settled();
		expect([reader.started, other.started]).toEqual([[[1]], [[1]]]);
	});

	/** The queue shows the consumers that are open, as a broker would. */
	async function besideRefused() {
		const clock = new FakeClock();
		const all = dispatcherAt(clock, {
			consumersOf: () => all.consumers.filter(({ isConsuming }) => isConsuming).length,
		});
		const [reader, other] = [workflowOf('reader', 'broker'), workflowOf('other', '10.0.0.1')];
		const handle = await all.dispatcher.subscribe(reader, published);
		await settled();
		await all.dispatcher.subscribe(other, starting);
		await clock.advance(15_000);
		return { ...all, clock, reader, handle, other, queue: all.consumers[0]! };
	}

	it('have one reader after another: whose reader is in an outage counts where the other one begins, and loses nothing', async () => {
		const { clock, consumers, settlements, queue, reader, other } = await besideRefused();
		queue.disconnect();
		await clock.advance(31_000);
		expect(consumers.map(({ hasBegun }) => hasBegun)).toEqual([false, true]);
		consumers[1]!.deliverEvent('a', 1);
		await clock.advance(1_000);
		expect([reader.started, other.started, settlements]).toEqual([[], [[1]], []]);
		await clock.advance(31_000);
		expect(reader.notices.map(({ message }) => message)).toEqual([expect.stringContaining('at another address')]);
		other.credential = workflowOf('x', 'broker').credential;
		await clock.advance(31_000);
		expect([consumers.map((each) => each.state), settlements]).toEqual([
			['closed', 'closed', 'reading'],
			['P-1 requeue'],
		]);
		consumers[2]!.deliverEvent('a', 1, { redelivered: true });
		await clock.advance(31_000);
		expect(reader.started).toEqual([[1]]);
	});

	it('give back what is held for a workflow that was refused once it reads at the other one', async () => {
		const { clock, consumers, settlements, queue, reader, other } = await besideRefused();
		queue.deliverEvent('a', 1);
		await clock.advance(1_000);
		reader.credential = other.credential;
		await clock.advance(60_000);
		expect([consumers.map((each) => each.state), settlements]).toEqual([['closed', 'reading'], ['P-1 requeue']]);
		consumers[1]!.deliverEvent('a', 1, { redelivered: true });
		await clock.advance(1_000);
		expect(other.started).toEqual([[1]]);
	});

	it('are not read twice while a workflow is paused, for which no more messages are taken', async () => {
		const { clock, consumers, queue, reader, other } = await besideRefused();
		reader.answer = () => 'failed';
		for (let number = 0; number < 600; number++) if (queue.state === 'reading') queue.deliverEvent(null, number);
		await clock.advance(5_000);
		expect(queue.state).toBe('stopped');
		await clock.advance(5 * 60_000);
		expect([consumers.length, other.notices.length]).toEqual([1, 1]);
	});

	it('are not read twice while a workflow is edited', async () => {
		const { clock, dispatcher, consumers, other, ...all } = await besideRefused();
		let { handle, reader } = all;
		// The other one is tried again during one of these.
		for (let edit = 0; edit < 12; edit++) {
			handle.unsubscribe();
			await clock.advance(4_000);
			reader = workflowOf('reader', 'broker');
			handle = await dispatcher.subscribe(reader, edited);
		}
		expect([consumers.length, reader.notices, other.notices.length]).toEqual([1, [], 1]);
	});

	it('are one for a workflow that is published again with the other one: it is not refused for itself', async () => {
		const { clock, dispatcher, consumers, handle, other } = await besideRefused();
		handle.unsubscribe();
		const next = workflowOf('reader', '10.0.0.1');
		await dispatcher.subscribe(next, edited);
		await clock.advance(60_000);
		expect([consumers.map((each) => each.state), next.notices]).toEqual([['closed', 'reading'], []]);
		consumers[1]!.deliverEvent('a', 1);
		await clock.advance(1_000);
		expect([next.started, other.started]).toEqual([[[1]], [[1]]]);
	});

	it('hold messages at either of them for a workflow that is not published for a while', async () => {
		const { clock, dispatcher, consumers, settlements, handle, other } = await besideRefused();
		handle.unsubscribe();
		await clock.advance(60_000);
		expect(consumers.map((each) => each.state)).toEqual(['closed', 'reading']);
		consumers[1]!.deliverEvent('a', 1);
		await clock.advance(60_000);
		expect([other.started, settlements]).toEqual([[[1]], []]);
		const again = workflowOf('reader', '10.0.0.1');
		await dispatcher.subscribe(again, published);
		await clock.advance(1_000);
		expect([again.started, other.started, settlements]).toEqual([[[1]], [[1]], ['P-1 ack']]);
	});

	it('hold messages for the last version of a workflow, not for one that was at the other one before', async () => {
		const { clock, dispatcher, consumers, settlements, reader, handle, other } = await besideRefused();
		// Nobody is refused any more: both are at the other one, the first one with a filter that lets more pass.
		handle.unsubscribe();
		reader.wants = () => false;
		await clock.advance(1);
		const edit = workflowOf('reader', '10.0.0.1');
		const next = await dispatcher.subscribe(edit, edited);
		await clock.advance(60_000);
		expect(consumers.map((each) => each.state)).toEqual(['closed', 'reading']);
		next.unsubscribe();
		consumers[1]!.loseChannel();
		await clock.advance(1_000);
		consumers[1]!.deliverEvent('a', 1);
		await clock.advance(60_000);
		expect([other.started, settlements]).toEqual([[[1]], []]);
	});

	/** The two trigger nodes of one workflow, each with its own filter. */
	function nodesAt(hostname: string): [even: TestWorkflow, odd: TestWorkflow] {
		const nodeFor = (rest: number, id: string) =>
			Object.assign(workflowOf(id, hostname), {
				workflowId: 'w',
				wants: (message: Message) => numberOf(message) % 2 === rest,
			});
		return [nodeFor(0, 'w/even'), nodeFor(1, 'w/odd')];
	}

	it('hold messages at the other one for each trigger node of a workflow that is not published for a while', async () => {
		const { clock, dispatcher, consumers, settlements, handle, other } = await besideRefused();
		const handles = [];
		for (const node of nodesAt('broker')) handles.push(await dispatcher.subscribe(node, published));
		for (const each of [handle, ...handles]) {
			each.unsubscribe();
			await clock.advance(1);
		}
		await clock.advance(60_000);
		expect(consumers.map((each) => each.state)).toEqual(['closed', 'reading']);
		for (const number of [1, 2]) consumers[1]!.deliverEvent('a', number);
		await clock.advance(60_000);
		const after = nodesAt('10.0.0.1');
		for (const node of after) await dispatcher.subscribe(node, published);
		await clock.advance(10 * 60_000);
		expect([...after, other].map(({ started }) => started)).toEqual([[[2]], [[1]], [[1], [2]]]);
		expect(settlements).toEqual(['P-1 ack', 'P-2 ack']);
	});

	it('hold messages for one trigger node of a workflow while another one is published at the other one', async () => {
		const clock = new FakeClock();
		const { dispatcher, consumers, settlements } = dispatcherAt(clock, consumersAt(0));
		const handles = [];
		for (const node of nodesAt('broker')) handles.push(await dispatcher.subscribe(node, published));
		for (const handle of handles) handle.unsubscribe();
		await clock.advance(1);
		const [even, odd] = nodesAt('10.0.0.1');
		await dispatcher.subscribe(even, edited);
		await settled();
		for (const number of [1, 2]) consumers[1]!.deliverEvent('a', number);
		await clock.advance(1_000);
		await dispatcher.subscribe(odd, edited);
		await clock.advance(1_000);
		expect([even.started, odd.started, settlements]).toEqual([[[2]], [[1]], ['P-2 ack', 'P-1 ack']]);
	});

	it('give back what waits before the other one is read, so that the order is kept', async () => {
		const { clock, consumers, settlements, queue, reader, other } = await besideRefused();
		queue.deliverEvent('a', 1);
		await clock.advance(1_000);
		reader.credential = other.credential;
		await clock.until(() => consumers.length > 1);
		await settled();
		expect([queue.state, settlements]).toEqual(['closed', ['P-1 requeue']]);
	});

	it('give back what waits behind an execution, too, as the other reader gets what comes after it', async () => {
		const { clock, consumers, settlements, queue, reader, other } = await besideRefused();
		reader.answer = () => null;
		for (const number of [1, 2, 3]) queue.deliverEvent('a', number);
		await clock.advance(1_000);
		expect(reader.started).toEqual([[1]]);
		reader.credential = other.credential;
		await clock.until(() => consumers.length > 1);
		await settled();
		expect(settlements).toEqual(['P-2 requeue', 'P-3 requeue']);
	});

	it('are not read twice because one of them had no consumer for a while', async () => {
		const state = { consumers: 0 };
		const { clock, dispatcher, consumers, queue, reader } = await reading({ consumersOf: () => state.consumers });
		await dispatcher.subscribe(workflowOf('other', '10.0.0.1'), published);
		await settled();
		state.consumers = 1;
		// As a session does where there was no consumer.
		const found = {
			credential: await reader.credential(),
			clusterName: 'rabbit@host',
			countConsumers: () => Promise.resolve(1),
		};
		const begin = jest.fn(() => Promise.resolve());
		await expect(queue.options.opening!(found, begin)).rejects.toThrow('at another address');
		expect(begin).not.toHaveBeenCalled();
		await clock.advance(1_000);
		expect(consumers).toHaveLength(2);
	});
});

it('two brokers with different names need no comparison', async () => {
	const { dispatcher, consumers } = await reading({
		clusterNameOf: ({ hostname }) => hostname,
		consumersOf: () => 1,
	});
	await dispatcher.subscribe(workflowOf('other', 'elsewhere'), published);
	await settled();
	expect(consumers).toHaveLength(2);
});

it('whoever left before a broker could say what it reads is waited for wherever such a queue is read', async () => {
	const clock = new FakeClock();
	const state: { fault: typeof unreachable | null } = { fault: unreachable };
	const { dispatcher, consumers, settlements } = dispatcherAt(clock, {
		clusterNameOf: ({ hostname }) => hostname,
		verify: ({ hostname }) => Promise.resolve(hostname === 'broker' ? state.fault : null),
	});
	const edit = workflowOf('edit', 'broker');
	const reader = workflowOf('reader', 'broker');
	const handle = await dispatcher.subscribe(edit, starting);
	await dispatcher.subscribe(reader, starting);
	await dispatcher.subscribe(workflowOf('elsewhere', 'elsewhere'), starting);
	await clock.advance(15_000);
	handle.unsubscribe();
	state.fault = null;
	await clock.advance(60_000);
	expect(consumers).toHaveLength(2);
	consumers[1]!.deliverEvent('a', 1);
	await clock.advance(1_000);
	expect([reader.started, settlements]).toEqual([[[1]], []]);
	const again = workflowOf('edit', 'broker');
	await dispatcher.subscribe(again, published);
	await clock.advance(1_000);
	expect([again.started, settlements]).toEqual([[[1]], ['P-1 ack']]);
});

it('a broker that gets a new name changes nothing: a container that was recreated has another host name', async () => {
	const names = { now: 'rabbit@host' };
	const { clock, queue, reader } = await reading({ clusterNameOf: () => names.now });
	names.now = 'rabbit@another';
	queue.loseChannel();
	await clock.advance(1_000);
	queue.deliverEvent('a', 1);
	await settled();
	expect([queue.state, reader.started]).toEqual(['reading', [[1]]]);
});
