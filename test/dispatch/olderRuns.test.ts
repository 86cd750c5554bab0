/** What the end of an execution says that began before an outage: nothing about the time after it. */
import { settled } from './fakeClock';
import { workflowAt } from './fakeQueue';
import { unreliable } from './unreliable';

const minute = 60_000;

describe('an execution that began before a pause', () => {
	it('does not hold up the waiting events, however long it lasts, once another one has succeeded', async () => {
		const at = await unreliable({ parallel: 5 });
		at.workflow.answer = undefined;
		at.deliver('long', 0);
		at.workflow.answer = () => 'failed';
		at.deliverMany(5);
		await settled();
		at.workflow.answer = () => 'done';
		const waiting = at.deliverMany(24, 11);
		await at.clock.advance(minute);
		expect(waiting.map(({ answer }) => answer)).toEqual(Array(24).fill('ack'));
	});

	it('does not hold them up either if n8n never reports its end, because its worker could not note the start', async () => {
		const at = await unreliable({ parallel: 3, retries: 0 });
		at.workflow.answer = undefined;
		for (const number of [1, 2]) at.deliver(`lost ${number}`, number);
		at.workflow.answer = () => 'notStarted';
		at.deliver('refused', 3);
		await settled();
		at.workflow.answer = undefined;
		at.deliverMany(5, 11);
		await at.clock.advance(minute);
		at.workflow.runs.at(-1)!.end('done');
		await settled();
		expect(at.workflow.started.slice(3)).toEqual([[3], [11], [12], [13]]);
		const sameSet = at.deliver('lost 1', 20);
		await at.clock.advance(minute);
		expect(sameSet.answer).toBeNull();
	});

	it('does not end the pause, nor prove that n8n starts executions again', async () => {
		const at = await unreliable({ parallel: 2 });
		at.workflow.answer = undefined;
		at.deliverMany(5);
		await at.clock.advance(1_000);
		at.workflow.runs[1]!.end('notStarted');
		await at.clock.advance(1_000);
		at.workflow.runs[0]!.end('done');
		await at.clock.advance(30_000);
		expect(at.workflow.started).toEqual([[1], [2]]);
		await at.clock.advance(minute);
		expect(at.workflow.started.slice(2)).toEqual([[2]]);
	});

	it('does not stop the tries for ever if five of them fail after n8n runs executions again', async () => {
		const at = await unreliable({ parallel: 8, retries: 5 });
		at.workflow.answer = undefined;
		const older = at.deliverMany(5);
		at.workflow.answer = () => 'notStarted';
		at.deliver(null, 6);
		await settled();
		at.workflow.answer = () => 'done';
		await at.clock.advance(minute);
		for (const run of at.workflow.runs.slice(0, 5)) run.end('failed');
		await at.clock.advance(16 * minute);
		expect(older.map(({ answer }) => answer)).toEqual(Array(5).fill('ack'));
	});

	it('does not lengthen it: after a hiccup of eight seconds, everything runs within a minute', async () => {
		const at = await unreliable({ parallel: 5 });
		at.workflow.answer = undefined;
		const deliveries = at.deliverMany(30);
		// Each success of an older one is followed by starts of which n8n refuses some.
		for (let second = 0; second < 8; second++) {
			await at.clock.advance(1_000);
			const running = at.workflow.runs.filter(({ ended }) => !ended);
			running[0]?.end(second % 2 ? 'done' : 'notStarted');
		}
		at.workflow.answer = () => 'done';
		for (const run of at.workflow.runs) run.end('done');
		await at.clock.advance(minute);
		expect(deliveries.map(({ answer }) => answer)).toEqual(Array(30).fill('ack'));
	});

	it('does not make a message one that fails by itself, so that it is rejected in an outage', async () => {
		const { clock, workflow, deliver } = await workflowAt({ retries: 2, retryDelayMs: 1_000 });
		const message = deliver('a', 1);
		await clock.advance(1_000);
		const other = deliver('b', 2);
		await clock.advance(1_000);
		// The outage begins only now.
		workflow.runs[1]!.end('done');
		workflow.answer = () => 'failed';
		await clock.advance(1_000);
		workflow.runs[0]!.end('failed');
		await clock.advance(60 * minute);
		expect([other.answer, message.answer === 'reject']).toEqual(['ack', false]);
		workflow.answer = () => 'done';
		if (message.answer === null) await clock.advance(60 * minute);
		expect(workflow.runs.length).toBeGreaterThan(3);
	});
});

describe('what is saved as a failed execution while n8n cannot save one', () => {
	/** A workflow in an n8n whose database may be away: then nothing starts, nothing is saved, and what runs fails. */
	async function n8nWithDatabase() {
		const at = await workflowAt({ parallel: 5, retries: 10 });
		const database = { isAway: () => false };
		const saved: string[] = [];
		const save = (what: string) => {
			if (!database.isAway()) saved.push(what);
		};
		at.workflow.record = ({ body }) => {
			save(body.toString());
		};
		at.workflow.report = ({ message }) => {
			save(message);
		};
		at.workflow.run = async () => {
			if (database.isAway()) return { end: 'notStarted', reason: 'Cannot run queries anymore' };
			await at.clock.sleep(4_000);
			return { end: database.isAway() ? 'failed' : 'done' };
		};
		const setAway = (away: boolean) => {
			database.isAway = () => away;
		};
		return { ...at, setAway, saved };
	}

	it('is saved again: each unreadable message, and that the workflow was paused, each time', async () => {
		const at = await n8nWithDatabase();
		const unreadable: { text: string; delivery: { answer: string | null } }[] = [];
		let number = 0;
		const pass = async (seconds: number) => {
			for (let second = 0; second < seconds; second++) {
				const text = `no JSON ${unreadable.length}`;
				unreadable.push({ text, delivery: at.consumer.deliver(text) });
				if (second % 3 === 0) at.deliver(`set ${++number}`, number);
				await at.clock.advance(1_000);
			}
		};
		for (let outage = 1; outage <= 2; outage++) {
			await pass(20);
			at.setAway(true);
			await pass(40);
			at.setAway(false);
			await pass(400);
			expect(at.saved.filter((each) => each === 'Paused: n8n did not start an execution')).toHaveLength(outage);
			await at.clock.advance(6 * 60 * minute);
		}
		for (const { text, delivery } of unreadable) {
			expect([text, delivery.answer]).toEqual([text, 'reject']);
			expect(at.saved.filter((each) => each === text).length).toBeGreaterThanOrEqual(1);
			expect(at.saved.filter((each) => each === text).length).toBeLessThanOrEqual(2);
		}
	});
});
