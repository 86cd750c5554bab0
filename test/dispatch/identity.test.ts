import type { BrokerSettings } from '../../nodes/CargoExchange/amqp';
import { FakeClock, settled } from './fakeClock';
import { dispatcherAt, edited, published, starting, unreachable, wrongPassword } from './fakeQueue';
import { TestWorkflow } from './workflows';

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
	it('share one reader if they prove to be one queue, and each message reaches both workflows', async () => {
		const { dispatcher, consumers, queue, reader, settlements } = await reading();
		const other = workflowOf('other', '10.0.0.1', 5671);
		await dispatcher.subscribe(other, published);
		await settled();
		expect(consumers).toHaveLength(1);
		queue.deliverEvent('a', 1);
		await settled();
		expect([reader.started, other.started]).toEqual([[[1]], [[1]]]);
		expect(settlements).toEqual(['P-1 ack']);
	});

	it('have a reader each if they prove to be two queues', async () => {
		const { clock, dispatcher, consumers, queue, reader } = await reading();
		queue.identity = 'other';
		const other = workflowOf('other', 'test.broker');
		await dispatcher.subscribe(other, published);
		await clock.advance(15_000);
		expect(consumers).toHaveLength(2);
		consumers[1]!.deliverEvent('a', 1);
		await settled();
		expect([reader.started, other.started]).toEqual([[], [[1]]]);
	});

	it('are refused in words at publishing if it is not certain', async () => {
		const { clock, dispatcher, consumers, queue, settlements } = await reading();
		queue.identity = 'undecided';
		await expect(dispatcher.subscribe(workflowOf('other', '10.0.0.1'), published)).rejects.toMatchObject({
			message: expect.stringContaining('not certain') as string,
			description: expect.stringContaining('use one credential') as string,
		});
		queue.deliverEvent('a', 1);
		await clock.advance(1_000);
		expect([consumers.length, settlements]).toEqual([1, ['P-1 ack']]);
	});

	it('are told by a failed execution at the start of n8n if it is not certain; messages are held meanwhile', async () => {
		const { clock, dispatcher, consumers, queue, settlements } = await reading();
		queue.identity = 'undecided';
		const other = workflowOf('other', '10.0.0.1');
		await dispatcher.subscribe(other, starting);
		await clock.advance(1_000);
		queue.deliverEvent('a', 1);
		await clock.advance(6 * 60_000);
		expect(settlements).toEqual([]);
		expect(other.notices.map(({ message }) => message)).toEqual([expect.stringContaining('not certain')]);
		queue.identity = 'same';
		await clock.advance(31_000);
		expect(other.started).toEqual([[1]]);
		expect([consumers.length, settlements]).toEqual([1, ['P-1 ack']]);
	});
});

it.each([
	['at once if only a person can help', wrongPassword, 0],
	['after five minutes otherwise', unreachable, 4 * 60_000],
])('a workflow that cannot connect makes way for one with another address: %s', async (_when, fault, afterMs) => {
	let isOut = false;
	const { clock, dispatcher, consumers, queue, reader, settlements } = await reading({
		verify: ({ hostname }) => Promise.resolve(hostname === 'broker' && isOut ? fault : null),
	});
	isOut = true;
	const other = workflowOf('other', '10.0.0.1');
	queue.disconnect(fault);
	await dispatcher.subscribe(other, starting);
	await clock.advance(afterMs);
	expect(queue.closed).toBe(afterMs === 0);
	await clock.advance(2 * 60_000);
	expect([queue.closed, consumers.length]).toEqual([true, 2]);
	consumers[1]!.connect();
	consumers[1]!.deliverEvent('a', 1);
	await clock.advance(5_000);
	expect([other.started, reader.started, settlements]).toEqual([[[1]], [], []]);
	isOut = false;
	await clock.advance(31_000);
	expect([reader.started, settlements, consumers.length]).toEqual([[[1]], ['P-1 ack'], 2]);
});

it('two brokers with different names need no comparison', async () => {
	const { dispatcher, consumers, queue } = await reading({ clusterNameOf: ({ hostname }) => hostname });
	queue.probe = () => Promise.reject(new Error('No comparison is needed'));
	await dispatcher.subscribe(workflowOf('other', 'elsewhere'), published);
	await settled();
	expect(consumers).toHaveLength(2);
});

it('two workflows with one credential keep one reader when its address changes and one of them is edited', async () => {
	const { clock, dispatcher, consumers, queue, reader, handle } = await reading();
	const other = workflowOf('other', 'broker');
	await dispatcher.subscribe(other, published);
	const [moved] = ['broker.example'];
	for (const workflow of [reader, other]) workflow.credential = workflowOf('x', moved).credential;
	handle.unsubscribe();
	const newVersion = workflowOf('reader', moved);
	await dispatcher.subscribe(newVersion, edited);
	for (let number = 1; number <= 20; number++) queue.deliverEvent(null, number);
	await clock.advance(60_000);
	expect(consumers).toHaveLength(1);
	expect([newVersion.started.length, other.started.length]).toEqual([20, 20]);
});

describe('a credential that leads to another broker after a reconnect', () => {
	it('is not used before it is verified again', async () => {
		let clusterName = 'first';
		const { clock, queue, consumers } = await reading({ clusterNameOf: () => clusterName });
		await clock.advance(10_000);
		clusterName = 'second';
		queue.disconnect();
		const settings = await queue.options.settings();
		expect(queue.options.accepts?.({ clusterName, settings })).toBe(false);
		await expect(queue.options.settings()).rejects.toThrow('The address of the queue has changed');
		await clock.advance(31_000);
		const { accepts, settings: settingsNow } = consumers.at(-1)!.options;
		expect(accepts?.({ clusterName, settings: await settingsNow() })).toBe(true);
	});

	it('takes its workflow to that broker, while others read on where they were', async () => {
		const names = new Map([['broker', 'first']]);
		const clusterNameOf = ({ hostname }: BrokerSettings) => names.get(hostname) ?? 'first';
		const { clock, dispatcher, consumers, queue, reader } = await reading({ clusterNameOf });
		const other = workflowOf('other', '10.0.0.1');
		await dispatcher.subscribe(other, published);
		await clock.advance(10_000);
		names.set('broker', 'second');
		queue.disconnect();
		// The newest workflow's credential is asked for first, then the next one's.
		for (const accepted of [true, false]) {
			const settings = await queue.options.settings();
			expect(queue.options.accepts?.({ clusterName: clusterNameOf(settings), settings })).toBe(accepted);
		}
		queue.connect();
		await clock.advance(60_000);
		queue.deliverEvent('a', 1);
		consumers[1]?.deliverEvent('a', 2);
		await settled();
		expect([reader.started, other.started]).toEqual([[[2]], [[1]]]);
	});
});

it('a workflow whose credential cannot be read when n8n starts counts for every queue of that name, and takes what was held', async () => {
	const { clock, dispatcher, queue, settlements } = await reading();
	const late = workflowOf('late', 'broker');
	const { credential } = late;
	late.credential = () => Promise.reject(new Error('The secrets provider is not ready'));
	await dispatcher.subscribe(late, starting);
	queue.deliverEvent('a', 1);
	await clock.advance(9 * 60_000);
	expect([late.started, settlements]).toEqual([[], []]);
	late.credential = credential;
	await clock.advance(31_000);
	expect(late.started).toEqual([[1]]);
	expect(settlements).toEqual(['P-1 ack']);
});

it('two brokers with the same name keep what their workflows have done, in whichever order those return', async () => {
	const { clock, dispatcher, consumers, queue, handle } = await reading();
	queue.identity = 'other';
	const other = await dispatcher.subscribe(workflowOf('other', 'test.broker'), published);
	queue.deliverEvent('a', 1);
	await settled();
	handle.unsubscribe();
	other.unsubscribe();
	await clock.advance(10_000);
	await dispatcher.subscribe(workflowOf('other', 'test.broker'), published);
	consumers[2]!.identity = 'other';
	const reader = workflowOf('reader', 'broker');
	await dispatcher.subscribe(reader, published);
	await settled();
	expect(consumers[3]!.deliverEvent('a', 1).answer).toBe('ack');
	expect(reader.started).toEqual([]);
});
