import type { RunResult } from '../../nodes/CargoExchange/dispatch/workflow';
import { settled } from './fakeClock';
import { edited, workflowAt } from './fakeQueue';
import { TestWorkflow } from './workflows';

const minute = 60_000;
const again = { redelivered: true };

describe('a message that has been here for 25 minutes', () => {
	it('goes back if it waits, with what waits behind it in its set', async () => {
		const { clock, workflow, deliver } = await workflowAt({ parallel: 1 });
		const running = deliver('other', 1);
		const late = deliver('a', 2);
		await clock.advance(24 * minute);
		const behind = deliver('a', 3);
		const elsewhere = deliver('b', 4);
		await clock.advance(minute);
		expect([running, late, behind].map(({ answer }) => answer)).toEqual(['requeue', 'requeue', 'requeue']);
		expect(elsewhere.answer).toBeNull();
		workflow.runs[0]!.end('done');
		await settled();
		expect(workflow.started).toEqual([[1], [4]]);
	});

	it('is acknowledged without a run when it comes back after the end of its run', async () => {
		const { clock, workflow, deliver } = await workflowAt({ skipDuplicates: false });
		deliver('a', 1);
		await clock.advance(25 * minute);
		workflow.runs[0]!.end('done');
		await settled();
		expect(deliver('a', 1, again).answer).toBe('ack');
		deliver('a', 1);
		expect(workflow.started).toEqual([[1], [1]]);
	});

	it('has lost no retry: one that is due later is made when it has come back', async () => {
		const { clock, workflow, deliver } = await workflowAt({ retries: 1, retryDelayMs: 30 * minute }, ([message]) =>
			message?.setId === 'a' ? 'failed' : 'done',
		);
		const first = deliver('a', 1);
		await settled();
		// The workflow works, so the message waits for its own delay.
		deliver('b', 2);
		await clock.advance(25 * minute);
		expect(first.answer).toBe('requeue');
		const next = deliver('a', 1, again);
		await clock.advance(4 * minute);
		expect(workflow.started).toEqual([[1], [2]]);
		deliver('b', 3);
		await clock.advance(minute);
		expect(workflow.started).toEqual([[1], [2], [3], [1]]);
		expect(next.answer).toBe('reject');
	});
});

describe('a run that lasts longer than Free Slot After', () => {
	const options = { parallel: 2, freeSlotAfterMs: 10 * minute, retries: 0 };
	it('only frees its slot, and people are told with the text of the message; its set waits for its end', async () => {
		const { clock, workflow, deliver } = await workflowAt({ ...options, pauseOnFailures: false });
		const long = deliver('a', 1);
		await clock.advance(2 * minute);
		deliver('b', 2);
		const behind = deliver('a', 3);
		deliver('c', 4);
		await clock.advance(7 * minute);
		expect(workflow.started).toEqual([[1], [2]]);
		await clock.advance(minute);
		expect(workflow.started).toEqual([[1], [2], [4]]);
		const [{ message, description } = { message: '', description: '' }, ...others] = workflow.notices;
		expect([message, others]).toEqual(['An execution has been running for more than 10 minutes', []]);
		expect(description).toMatch(
			/"Free Slot After \(Minutes\)" when it has ended: .*\nIts event, as received: \{.*number 1/,
		);
		expect(workflow.log.lines).toContainEqual(
			expect.stringMatching(/^warn Workflow "w": An execution has been running/),
		);
		expect([long.answer, behind.answer]).toEqual([null, null]);
		workflow.runs[0]!.end('done');
		workflow.runs[1]!.end('done');
		await settled();
		expect(long.answer).toBe('ack');
		expect(workflow.started).toEqual([[1], [2], [4], [3]]);
	});

	it('runs again only when the workflow is published, and its late end counts for nothing', async () => {
		const { clock, dispatcher, handle, workflow, deliver } = await workflowAt(options);
		const delivery = deliver('a', 1);
		await clock.advance(11 * minute);
		handle.unsubscribe();
		const newVersion = new TestWorkflow('w', options);
		await dispatcher.subscribe(newVersion, edited);
		expect([workflow.started, newVersion.started]).toEqual([[[1]], [[1]]]);
		workflow.runs[0]!.end('stopped');
		await settled();
		expect(delivery.answer).toBeNull();
		newVersion.runs[0]!.end('done');
		await settled();
		expect(delivery.answer).toBe('ack');
	});

	it('stops the workflow when such runs have taken all its slots, until one of them ends', async () => {
		const { clock, workflow, deliver } = await workflowAt(options);
		for (const number of [1, 2, 3]) deliver(`set ${number}`, number);
		await clock.advance(10 * minute + 59_000);
		expect(workflow.started).toEqual([[1], [2]]);
		expect(workflow.notices.map(({ message }) => message)).toContain('Paused: too many executions run for too long');
		expect(workflow.notices.at(-1)?.description).toMatch(
			/the next one starts as soon as one of these executions ends.*If they hang, publish .*, then stop them/,
		);
		await clock.advance(60 * minute);
		expect(workflow.started).toEqual([[1], [2]]);
		workflow.runs[0]!.end('done');
		await settled();
		deliver('set 3', 3, again);
		expect(workflow.started.at(-1)).toEqual([3]);
	});

	it('does not say that its event is kept if that counted as processed when the run started', async () => {
		const { clock, workflow, deliver } = await workflowAt({ ...options, acknowledge: 'onReceipt' });
		deliver('a', 1);
		await clock.advance(11 * minute);
		expect(workflow.started).toEqual([[1]]);
		expect(workflow.notices).toHaveLength(1);
		expect(workflow.notices[0]!.description).toMatch(/Its event was marked as processed when the execution started/);
	});
});

describe('a run that n8n reports after all, when it was taken for failed', () => {
	it('has done its message, even if that runs again; then, the other run counts for nothing', async () => {
		const { workflow, deliver } = await workflowAt({ retryDelayMs: 0 });
		const [first, behind] = [deliver('a', 1), deliver('a', 2)];
		let report: (result: RunResult) => void = () => undefined;
		workflow.runs[0]!.end('failed', new Promise((resolve) => (report = resolve)));
		await settled();
		expect(workflow.started).toEqual([[1], [1]]);
		report({ end: 'done' });
		await settled();
		expect([first.answer, behind.answer, workflow.started.length]).toEqual(['ack', null, 2]);
		workflow.runs[1]!.end('failed');
		await settled();
		expect(workflow.started).toEqual([[1], [1], [2]]);
	});

	it('does not end a pause, because it is older than that: the next try does', async () => {
		const { clock, workflow, deliver } = await workflowAt({ parallel: 10 });
		const reports: ((result: RunResult) => void)[] = [];
		for (const number of [1, 2, 3, 4, 5, 6]) deliver(`set ${number}`, number);
		for (const run of workflow.runs.slice(0, 5)) run.end('failed', new Promise((resolve) => reports.push(resolve)));
		await clock.advance(30_000);
		expect(workflow.notices).toHaveLength(1);
		for (const report of reports) report({ end: 'done' });
		workflow.runs[5]!.end('done');
		workflow.answer = () => 'done';
		for (const number of [7, 8]) deliver(`set ${number}`, number);
		await clock.advance(60_000);
		expect(workflow.started.slice(-2)).toEqual([[8], [7]]);
	});
});

describe('nothing is rejected for time', () => {
	it('if a run lasts, is returned, and then fails, its message has all its retries', async () => {
		const { clock, workflow, deliver } = await workflowAt({ retries: 3, retryDelayMs: 5_000, freeSlotAfterMs: minute });
		deliver('a', 1);
		await clock.advance(25 * minute);
		const next = deliver('a', 1, again);
		workflow.runs[0]!.end('failed');
		await clock.advance(24 * minute);
		expect(workflow.started).toEqual([[1], [1]]);
		await clock.advance(minute);
		expect(next.answer).toBe('requeue');
	});
});
