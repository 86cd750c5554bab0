import { FakeClock, settled } from './fakeClock';
import { dispatcherAt, edited, published, starting } from './fakeQueue';
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
			message: expect.stringContaining('at another address') as string,
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

	it('are not compared while the reader is not connected; after five minutes, each has a reader', async () => {
		const { clock, dispatcher, consumers, queue, reader } = await reading(consumersAt(1));
		queue.disconnect();
		const other = workflowOf('other', '10.0.0.1');
		await expect(dispatcher.subscribe(other, published)).rejects.toMatchObject({
			permanent: false,
			message: expect.stringContaining('not certain yet') as string,
		});
		await dispatcher.subscribe(other, edited);
		await clock.advance(4 * 60_000);
		expect(consumers).toHaveLength(1);
		await clock.advance(2 * 60_000);
		expect(consumers).toHaveLength(2);
		// It is compared as soon as it can be.
		expect(reader.notices.at(-1)!.message).toContain('at another address');
	});
});

it('two brokers with different names need no comparison', async () => {
	const { dispatcher, consumers, queue } = await reading({
		clusterNameOf: ({ hostname }) => hostname,
		consumersOf: () => 1,
	});
	queue.countConsumers = () => Promise.reject(new Error('No comparison is needed'));
	await dispatcher.subscribe(workflowOf('other', 'elsewhere'), published);
	await settled();
	expect(consumers).toHaveLength(2);
});

it('a broker that gets a new name changes nothing: a container that was recreated has another host name', async () => {
	const { queue } = await reading();
	queue.disconnect();
	const settings = await queue.options.settings();
	expect(queue.options.accepts?.({ clusterName: 'rabbit@another', settings })).toBe(true);
});
