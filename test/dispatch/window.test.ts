import { AmqpError } from '../../nodes/CargoExchange/errors';
import { windowFor } from '../../nodes/CargoExchange/dispatch/window';
import type { RunOptions } from '../../nodes/CargoExchange/dispatch/workflow';
import { FakeClock, settled } from './fakeClock';
import { dispatcherAt, published, starting } from './fakeQueue';
import { TestWorkflow } from './workflows';

it.each([
	[[], 20],
	[[{ parallel: 5, batchSize: 1 }], 20],
	[[{ parallel: 11, batchSize: 1 }], 22],
	[
		[
			{ parallel: 5, batchSize: 1 },
			{ parallel: 2, batchSize: 100 },
		],
		400,
	],
	[[{ parallel: 100, batchSize: 1_000 }], 2_000],
])('for %j: %i messages ahead', (options, window) => {
	expect(windowFor(options)).toBe(window);
});

async function reading(...workflows: TestWorkflow[]) {
	const clock = new FakeClock();
	const all = dispatcherAt(clock, {
		verify: ({ username }) =>
			Promise.resolve(
				username === 'stranger'
					? new AmqpError({ permanent: true, message: 'Refused', description: 'Check it.' })
					: null,
			),
	});
	for (const workflow of workflows) await all.dispatcher.subscribe(workflow, published);
	await settled();
	const queue = all.consumers[0]!;
	queue.connect();
	let number = 0;
	const fill = (count: number, setId: string | null = null) => {
		for (let sent = 0; sent < count; sent++) queue.deliverEvent(setId, ++number);
	};
	return { ...all, clock, queue, fill };
}

const workflowWith = (options: Partial<RunOptions>, answer?: TestWorkflow['answer']) =>
	new TestWorkflow('w', options, { answer });

describe('the window', () => {
	it('grows to 500, then to 2,000, as soon as it is full and messages wait for their set', async () => {
		const { clock, queue, fill } = await reading(workflowWith({ parallel: 2 }));
		fill(19, 'one set');
		await clock.advance(4_000);
		expect(queue.prefetch).toBe(20);
		fill(1, 'one set');
		await clock.advance(1_000);
		expect(queue.prefetch).toBe(500);
		fill(480, 'one set');
		await clock.advance(1_000);
		expect(queue.prefetch).toBe(2_000);
	});

	it('grows if messages wait for a retry, so that one failing set does not stop the others', async () => {
		const workflow = workflowWith({ retryDelayMs: 60_000 }, ([message]) =>
			message?.setId === 'bad' ? 'failed' : 'done',
		);
		const { clock, queue, fill } = await reading(workflow);
		fill(20, 'bad');
		await clock.advance(1_000);
		expect(queue.prefetch).toBe(500);
		fill(3, 'good');
		await settled();
		expect(workflow.started).toEqual([[1], [21], [22], [23]]);
	});

	it('grows if a failing workflow can start nothing, so that another message can end that', async () => {
		const workflow = workflowWith({}, () => 'failed');
		const { clock, queue, fill } = await reading(workflow);
		fill(20);
		await clock.advance(1_000);
		expect(workflow.notices.map(({ message }) => message)).toEqual([expect.stringContaining('Paused')]);
		expect(queue.prefetch).toBe(500);
	});

	it('grows if messages are held for a workflow that cannot read the queue yet', async () => {
		const { clock, dispatcher, queue, fill } = await reading(workflowWith({}, () => 'done'));
		const stranger = new TestWorkflow('stranger').withCredential({ username: 'stranger' });
		await dispatcher.subscribe(stranger, starting);
		fill(20);
		await clock.advance(1_000);
		expect(queue.prefetch).toBe(500);
	});

	it('stays if messages wait for a slot, or if there are no more messages', async () => {
		const busy = await reading(workflowWith({ parallel: 2 }));
		busy.fill(20);
		await busy.clock.advance(60_000);
		expect(busy.queue.prefetch).toBe(20);

		const few = await reading(workflowWith({ parallel: 2 }));
		few.fill(19, 'one set');
		await few.clock.advance(60_000);
		expect(few.queue.prefetch).toBe(20);
	});

	it('stays if another workflow on the queue is busy with the messages', async () => {
		const { clock, dispatcher, queue, fill } = await reading(workflowWith({}, () => 'done'));
		await dispatcher.subscribe(new TestWorkflow('slow', { parallel: 2 }), published);
		fill(20);
		await clock.advance(60_000);
		expect(queue.prefetch).toBe(20);
	});

	it('starts small again with the next connection', async () => {
		const { clock, queue, fill } = await reading(workflowWith({ parallel: 2 }));
		fill(20, 'one set');
		await clock.advance(5_000);
		queue.loseChannel();
		expect(queue.prefetch).toBe(20);
		fill(20, 'one set');
		await clock.advance(5_000);
		expect(queue.prefetch).toBe(500);
	});

	it('has room for a larger workflow that joins, and keeps it when that one leaves', async () => {
		const { clock, dispatcher, queue } = await reading(workflowWith({}));
		const large = await dispatcher.subscribe(new TestWorkflow('large', { parallel: 100 }), published);
		expect(queue.prefetch).toBe(200);
		large.unsubscribe();
		await clock.advance(60_000);
		expect(queue.prefetch).toBe(200);
	});
});

describe('large bodies', () => {
	const megabyte = 1024 * 1024;
	const large = (number: number, megabytes: number) =>
		JSON.stringify({ newStatus: 'ISSUED', parcelReference: `P-${number}`, pad: 'x'.repeat(megabytes * megabyte) });

	it('keep the window as it is while more than 64 MB of them are here', async () => {
		const workflow = workflowWith({ parallel: 1 });
		const { clock, queue, fill } = await reading(workflow);
		queue.deliver(large(1, 33));
		queue.deliver(large(2, 33));
		fill(20, 'one set');
		await clock.advance(5_000);
		expect(queue.prefetch).toBe(20);
		workflow.answer = () => 'done';
		workflow.runs[0]!.end('done');
		workflow.answer = undefined;
		fill(1, 'one set');
		await clock.advance(5_000);
		expect(queue.prefetch).toBe(500);
	});

	it('do not delay others that nobody wants', async () => {
		const workflow = workflowWith({ parallel: 1_000 });
		workflow.wants = ({ body }) => body.length > megabyte;
		const { clock, queue, settlements } = await reading(workflow);
		await clock.advance(5_000);
		queue.deliver(large(0, 65));
		for (let number = 1; number <= 2_000; number++) queue.deliverEvent(null, number);
		expect(settlements).toHaveLength(2_000);
	});

	it('go back to the queue when the broker waits no longer', async () => {
		const { clock, queue, settlements } = await reading(workflowWith({}));
		for (const number of [1, 2]) queue.deliver(large(number, 33));
		await clock.advance(25 * 60_000);
		expect(settlements.toSorted()).toEqual(['P-1 requeue', 'P-2 requeue']);
	});
});
