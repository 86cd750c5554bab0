import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MessageHistory } from '../../nodes/CargoExchange/dispatch/messageHistory';
import { AmqpError } from '../../nodes/CargoExchange/errors';
import { FakeClock, settled } from './fakeClock';
import { dispatcherAt, edited, published, starting, unreachable, workflowAt, wrongPassword } from './fakeQueue';
import { unreliable } from './unreliable';
import { TestWorkflow } from './workflows';

const megabyte = 1024 * 1024;
const minute = 60_000;
const large = (number: number) => `P-${number} is no status event ${'x'.repeat(65 * megabyte)}`;

// The clock throws if somebody waits with an aborted signal again and again: n8n would stand still.
describe.each([true, false])('large messages while a workflow is edited and comes back: %s', (comesBack) => {
	it.each([0, 6_000])('do not stop n8n when the first of them ends %i ms after the old version', async (afterMs) => {
		const clock = new FakeClock();
		const { dispatcher, consumers, settlements } = dispatcherAt(clock);
		const before = new TestWorkflow('w', { unreadable: 'emit', parallel: 1 });
		const handle = await dispatcher.subscribe(before, published);
		for (const number of [1, 2]) consumers[0]!.deliver(large(number));
		handle.unsubscribe();
		const after = new TestWorkflow('w', { unreadable: 'emit', parallel: 1 });
		if (comesBack) await dispatcher.subscribe(after, edited);
		await clock.advance(afterMs);
		before.runs[0]!.end('done');
		await clock.advance(10_000);
		expect(settlements.toSorted()).toEqual(['P-1 ack', ...(comesBack ? [] : ['P-2 requeue'])]);
		expect([before.started, after.started]).toEqual([[[1]], comesBack ? [[2]] : []]);
		expect(consumers.map(({ state }) => state)).toEqual([comesBack ? 'reading' : 'closed']);
	});
});

it.each(['report', 'record'] as const)(
	'what a workflow throws in %s does not end the reading of its queue',
	async (what) => {
		const { clock, workflow, consumer, deliver } = await workflowAt({}, () => 'done');
		workflow[what] = () => {
			throw new Error('n8n cannot save it');
		};
		consumer.disconnect(wrongPassword);
		await clock.advance(10_000);
		consumer.connect();
		const unreadable = consumer.deliver('no JSON');
		const delivery = deliver('a', 1);
		await clock.advance(10_000);
		expect([unreadable.answer, delivery.answer, consumer.state]).toEqual(['reject', 'ack', 'reading']);
	},
);

it('an execution that could not even be handed to n8n was not started: its message runs again', async () => {
	const { clock, workflow, deliver } = await workflowAt({}, () => 'done');
	const { run } = workflow;
	workflow.run = () => Promise.reject(new Error('no connection to the database'));
	const delivery = deliver('a', 1);
	await settled();
	workflow.run = run;
	await clock.advance(minute);
	expect([delivery.answer, workflow.started]).toEqual(['ack', [[1]]]);
});

describe('people are told by a failed execution', () => {
	it.each([
		['at once if only a person can help', wrongPassword, 2_000, wrongPassword.message],
		['after five minutes of any other outage', unreachable, 5 * 60_000, unreachable.message],
	])('%s, and once in six hours', async (_when, fault, afterMs, message) => {
		const { clock, workflow, consumer } = await workflowAt();
		consumer.disconnect(fault);
		await clock.advance(afterMs - 2_000);
		expect(workflow.notices).toEqual([]);
		await clock.advance(2_000);
		expect(workflow.notices).toEqual([
			{ message: expect.stringContaining(message) as string, description: expect.stringContaining('wait') as string },
		]);
		await clock.advance(5.5 * 3_600_000);
		expect(workflow.notices).toHaveLength(1);
		await clock.advance(3_600_000);
		expect(workflow.notices).toHaveLength(2);
	});

	it('with the time since when the queue has not been read, which is still right six hours later', async () => {
		const { clock, workflow, consumer } = await workflowAt();
		consumer.disconnect(unreachable);
		await clock.advance(7 * 3_600_000);
		const [first, second] = workflow.notices.map(({ message }) => message);
		expect(first).toMatch(/^The queue has not been read since \d\d \w{3}, \d\d:\d\d UTC: /);
		expect(second).toBe(first);
	});

	it('of every cause that only a person can end, although another one was told a moment ago', async () => {
		const { clock, workflow, consumer } = await workflowAt();
		const missingQueue = new AmqpError({
			permanent: true,
			message: 'There is no such queue',
			description: 'Check it.',
		});
		for (const fault of [wrongPassword, missingQueue, wrongPassword]) {
			consumer.disconnect(fault);
			await clock.advance(2_000);
			consumer.connect();
			await settled();
		}
		expect(workflow.notices.map(({ message }) => message)).toEqual([wrongPassword.message, missingQueue.message]);
	});

	it('once, whether the workflow or its connection notices it', async () => {
		const clock = new FakeClock();
		const state = { fault: wrongPassword as AmqpError | null };
		const { dispatcher, consumers } = dispatcherAt(clock, { verify: () => Promise.resolve(state.fault) });
		const workflow = new TestWorkflow('w');
		await dispatcher.subscribe(workflow, starting);
		await clock.advance(minute);
		state.fault = null;
		await clock.advance(minute);
		consumers[0]!.disconnect(wrongPassword);
		await clock.advance(minute);
		expect(workflow.notices).toHaveLength(1);
	});

	it('at each pause, also if it worked in between and six hours have not passed, with a line in the log', async () => {
		const { clock, workflow, deliverMany, titles } = await unreliable({ parallel: 1, retryDelayMs: 3_600_000 });
		const pauses = () => workflow.log.lines.filter((line) => line.includes('Paused: '));
		let next = 1;
		for (const end of ['failed', 'notStarted', 'failed'] as const) {
			workflow.answer = () => end;
			deliverMany(5, next);
			next += 5;
			await settled();
			workflow.answer = () => 'done';
			await clock.advance(90 * 60_000);
		}
		const [failing, refused] = [
			'Paused: executions fail, and none succeeds (it failed)',
			'Paused: n8n did not start an execution',
		];
		// What n8n may not have saved is saved again.
		expect(titles().filter((title, index, all) => title !== all[index - 1])).toEqual([failing, refused, failing]);
		expect(pauses()).toHaveLength(3);
	});
});

it('knows 100,000 messages of 30 workflows in at most 50 MB, and forgets only the oldest', () => {
	setFlagsFromString('--expose_gc');
	const collect = runInNewContext('gc') as () => void;
	const keyOf = (number: number) => number.toString(16).padStart(64, '0');
	collect();
	const before = process.memoryUsage().heapUsed;
	const history = new MessageHistory();
	for (let number = 0; number < 100_000; number++) {
		const key = Buffer.from(keyOf(number)).toString();
		for (let workflow = 0; workflow < 30; workflow++) history.noteDone(key, `workflow ${workflow}`);
	}
	collect();
	expect(process.memoryUsage().heapUsed - before).toBeLessThan(50 * megabyte);
	const knows = (number: number) => history.isDone(keyOf(number), 'workflow 29');
	expect([knows(99_999), knows(0), history.isDone(keyOf(99_999), 'another')]).toEqual([true, true, false]);
	for (let number = 100_000; number < 210_000; number++) history.noteDone(keyOf(number), 'workflow 1');
	expect([knows(0), history.isDone(keyOf(110_000), 'workflow 1')]).toEqual([false, true]);
});
