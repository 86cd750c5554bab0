import { settled } from './fakeClock';
import { edited } from './fakeQueue';
import { unreliable } from './unreliable';
import { TestWorkflow } from './workflows';

const minute = 60_000;

const paused = 'Paused: executions fail, and none succeeds (it failed)';

/** How many more runs there are after each of these times. */
async function runsAfter({ clock, workflow }: Awaited<ReturnType<typeof unreliable>>, minutes: number[]) {
	const runs = [];
	for (const each of minutes) {
		const before = workflow.runs.length;
		await clock.advance(each * minute);
		runs.push(workflow.runs.length - before);
	}
	return runs;
}

describe('a workflow of which the first runs of five messages in succession failed', () => {
	it('runs nothing but one message after 1, 2, 4, 8 and then every 15 minutes, and tells people once why', async () => {
		const at = await unreliable({ parallel: 1 });
		at.deliverMany(20);
		await settled();
		expect(at.workflow.started).toEqual([[1], [2], [3], [4], [5]]);
		expect(await runsAfter(at, [0.9, 0.1, 1.9, 0.1, 3.9, 0.1, 7.9, 0.1])).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
		expect(at.titles()).toEqual([paused]);
		expect(at.workflow.notices[0]!.description).toMatch(/it failed.*No event is lost.*20 events wait/);
	});

	it('is tried with the newest message that has not run and may by its set, then with the one that failed longest ago', async () => {
		const at = await unreliable({ parallel: 1 });
		at.deliverMany(5);
		at.deliver('set 1', 6);
		for (const number of [7, 8]) at.deliver(`set ${number}`, number);
		await settled();
		await at.clock.advance(31 * minute);
		expect(at.workflow.started.slice(5).flat()).toEqual([8, 7, 1, 2, 3]);
	});

	it('continues after a success with as many runs at a time as before, in order', async () => {
		const at = await unreliable({ parallel: 4 });
		at.deliverMany(20);
		await settled();
		at.workflow.answer = undefined;
		await at.clock.advance(minute);
		const running = () => at.workflow.runs.filter(({ ended }) => !ended);
		const counts = [];
		for (let round = 0; round < 3; round++) {
			counts.push(running().length);
			for (const run of running()) run.end('done');
			await settled();
		}
		expect(counts).toEqual([1, 4, 4]);
	});

	it('rejects nothing for the tries in a pause, only for what failed before it and again after it', async () => {
		const at = await unreliable({ retries: 1, retryDelayMs: 1_000 });
		const deliveries = at.deliverMany(5);
		expect(await runsAfter(at, [14])).toEqual([3]);
		at.workflow.answer = ([message]) => (message?.setId === 'set 5' ? 'failed' : 'done');
		expect(await runsAfter(at, [2])).toEqual([5]);
		expect(deliveries.map(({ answer }) => answer)).toEqual(['ack', 'ack', 'ack', 'ack', 'reject']);
	});

	it('is tried with each message that failed, so that a bad one among them does not keep it paused for ever', async () => {
		const at = await unreliable();
		const good = [at.deliver('bad', 1), ...at.deliverMany(4, 2)].slice(1);
		await settled();
		at.state.works = true;
		await at.clock.advance(10 * minute);
		expect(good.map(({ answer }) => answer)).toEqual(['ack', 'ack', 'ack', 'ack']);
	});

	it.each([
		['one by one', []],
		['behind one that was on its way here', [130]],
	])('runs a set in order that went back to the queue and comes again %s', async (_how, ahead) => {
		const at = await unreliable({ parallel: 1 }, 'notStarted');
		for (const number of [50, 70, 90, 110]) at.deliver('a', number);
		await at.clock.advance(26 * minute);
		expect(at.consumer.settlements.map((each) => each.split(' ')[1])).toEqual(Array(4).fill('requeue'));
		at.state.works = true;
		const before = at.workflow.runs.length;
		for (const number of ahead) at.deliver('a', number);
		const answers = [50, 70, 90, 110].map((number) => at.deliver('a', number, { redelivered: true })).slice(1);
		await at.clock.advance(16 * minute);
		expect(at.workflow.started.slice(before).flat()).toEqual([50, 70, 90, 110, ...ahead]);
		expect(answers.map(({ answer }) => answer)).toEqual(['ack', 'ack', 'ack']);
	});

	it('works at once when it is published', async () => {
		const { dispatcher, handle, deliverMany } = await unreliable();
		const deliveries = deliverMany(10);
		await settled();
		handle.unsubscribe();
		const newVersion = new TestWorkflow('w', {}, { answer: () => 'done' });
		await dispatcher.subscribe(newVersion, edited);
		await settled();
		expect(newVersion.started).toHaveLength(10);
		expect(deliveries.every(({ answer }) => answer === 'ack')).toBe(true);
	});
});

it('batches pause a workflow that always fails as soon as single messages do', async () => {
	const at = await unreliable({ batchSize: 10 });
	at.deliverMany(300);
	await at.clock.advance(1_000);
	expect([at.workflow.runs.length, at.titles()]).toEqual([14, [paused]]);
});

describe('a workflow is not paused', () => {
	it('for longer than the next message needs to succeed: one bad message pauses a quiet queue', async () => {
		const at = await unreliable({ retryDelayMs: 1_000 });
		at.state.works = true;
		at.deliver('bad', 1);
		await at.clock.advance(2 * minute);
		expect([at.workflow.runs.length, at.titles()]).toEqual([7, [paused]]);
		const good = at.deliver('good', 2);
		await at.clock.advance(15 * minute);
		expect(good.answer).toBe('ack');
	});

	it('by a bad message: once others succeed, it is rejected after three further failures, 1, 2 and 4 minutes apart', async () => {
		const at = await unreliable({ retries: 3, retryDelayMs: 1_000 });
		at.state.works = true;
		const bad = at.deliver('bad', 1);
		await at.clock.advance(10_000);
		expect([at.workflow.runs.length, at.titles()]).toEqual([
			4,
			['One event keeps failing (4 executions so far) and is still retried'],
		]);
		for (let number = 2; number < 9; number++) {
			at.deliver('good', number);
			await at.clock.advance(minute);
		}
		expect(bad.answer).toBe('reject');
	});

	it('by failures between which another message succeeded', async () => {
		const at = await unreliable();
		at.state.works = true;
		for (const first of [1, 11, 21]) {
			at.deliverMany(4, first, 'bad');
			await settled();
			at.deliver('good', first + 5);
			await settled();
		}
		expect(at.titles()).toEqual([]);
	});

	it('by a bad message in a batch: the others succeed alone', async () => {
		const at = await unreliable({ batchSize: 10 });
		at.state.works = true;
		for (let first = 1; first < 60; first += 10) {
			at.deliverMany(1, first, 'bad');
			at.deliverMany(9, first + 1);
		}
		await at.clock.advance(1_000);
		expect([at.workflow.runs.length, at.titles()]).toEqual([6 + 60, []]);
	});

	it.each([{ pauseOnFailures: false }, { acknowledge: 'onReceipt' as const }])('with %j', async (options) => {
		const at = await unreliable({ parallel: 20, ...options });
		at.deliverMany(20);
		await settled();
		expect([at.workflow.runs.length, at.titles()]).toEqual([20, []]);
	});
});

it('without retries nothing runs twice: another message is the one that is tried', async () => {
	const at = await unreliable({ retries: 0, parallel: 1 });
	const deliveries = at.deliverMany(8);
	await at.clock.advance(4 * minute);
	expect(at.workflow.started).toEqual([[1], [2], [3], [4], [5], [8], [7]]);
	expect(deliveries.map(({ answer }) => answer)).toEqual([
		...Array<string>(5).fill('reject'),
		null,
		'reject',
		'reject',
	]);
});

describe.each(['onSuccess', 'onReceipt'] as const)('n8n does not start executions: %s', (acknowledge) => {
	it('pauses at the first refusal, spends no attempt, and runs each message once when n8n works again', async () => {
		const at = await unreliable({ retries: 0, parallel: 1, acknowledge }, 'notStarted');
		const deliveries = at.deliverMany(8);
		await at.clock.advance(10 * minute);
		expect(at.titles()).toContain('Paused: n8n did not start an execution');
		const isLost = acknowledge === 'onReceipt';
		expect(at.workflow.notices[0]!.description).toMatch(
			isLost
				? /^n8n says: it failed\. With On Start, the event of this execution is lost/
				: /^n8n says: it failed\. No event is lost\./,
		);
		expect(at.workflow.runs.length).toBeLessThan(8);
		expect(deliveries.filter(({ answer }) => answer === 'reject')).toEqual([]);
		const refused = at.workflow.runs.length;
		at.state.works = true;
		await at.clock.advance(6 * minute);
		expect(deliveries.every(({ answer }) => answer === 'ack')).toBe(true);
		expect(at.workflow.runs.length - refused).toBe(acknowledge === 'onSuccess' ? 8 : 8 - refused);
	});
});
