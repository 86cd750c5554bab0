import { settled } from './fakeClock';
import { workflowAt } from './fakeQueue';
import { unreliable } from './unreliable';
import { numberOf } from './workflows';

describe('of different sets, what could have started first comes first', () => {
	it('a retry goes after the new messages that came before it was due, and before those that came later', async () => {
		const { clock, workflow, deliver } = await workflowAt({ parallel: 1, retryDelayMs: 5_000 });
		const end = async (result: 'done' | 'failed') => {
			workflow.runs.at(-1)!.end(result);
			await settled();
		};
		deliver('bad', 1);
		await end('failed');
		deliver('slow', 2);
		deliver('new', 3);
		await clock.advance(6_000);
		deliver('newer', 4);
		for (let run = 0; run < 3; run++) await end('done');
		expect(workflow.started).toEqual([[1], [2], [3], [1], [4]]);
	});

	it('the messages of a failed batch go before a batch that came later', async () => {
		const { clock, workflow, deliver } = await workflowAt({ parallel: 1, batchSize: 2 });
		for (const number of [1, 2, 3, 4]) deliver(`set ${number}`, number);
		await clock.advance(500);
		workflow.runs[0]!.end('failed');
		await clock.advance(500);
		for (let run = 1; run < 3; run++) {
			workflow.runs[run]!.end('done');
			await settled();
		}
		expect(workflow.started).toEqual([[1, 2], [1], [2], [3, 4]]);
	});

	it.each([
		[8, 0.2],
		[20, 8],
	])('%i bad messages in succession hold up the others for less than %d minutes', async (bad, minutes) => {
		const { clock, workflow, deliver } = await workflowAt({ retries: 10, retryDelayMs: 4_000 });
		const sent: number[] = [];
		const waits: number[] = [];
		workflow.run = async ([message]) => {
			const number = numberOf(message!);
			if (number > bad) waits.push(clock.now() - sent[number]!);
			await clock.sleep(3_000);
			return number > bad ? { end: 'done' } : { end: 'failed' };
		};
		for (let number = 1; number <= 600; number++) {
			sent[number] = clock.now();
			deliver(`set ${number}`, number);
			await clock.advance(number < bad ? 0 : 1_500);
		}
		expect(new Set(workflow.notices.map(({ message }) => message))).toEqual(
			new Set(['Paused: executions fail, and none succeeds']),
		);
		expect(workflow.notices.length).toBeLessThanOrEqual(2);
		expect(waits).toHaveLength(600 - bad);
		expect(Math.max(...waits)).toBeLessThan(minutes * 60_000);
	});
});

it('what n8n did not start has not lost its turn', async () => {
	const at = await unreliable({ parallel: 1 }, 'notStarted');
	at.deliverMany(4);
	await at.clock.advance(2 * 60_000);
	expect(at.workflow.started).toEqual([[1], [1]]);
	at.state.works = true;
	await at.clock.advance(8 * 60_000);
	expect(at.workflow.started).toEqual([[1], [1], [1], [2], [3], [4]]);
});

it('what was refused after others had run comes before those that have waited behind it', async () => {
	const at = await unreliable({ parallel: 2 });
	at.workflow.answer = undefined;
	at.deliverMany(5);
	await settled();
	at.workflow.runs[1]!.end('notStarted');
	await settled();
	at.workflow.runs[0]!.end('done');
	at.workflow.answer = () => 'done';
	await settled();
	expect(at.workflow.started).toEqual([[1], [2]]);
	await at.clock.advance(60_000);
	expect(at.workflow.started).toEqual([[1], [2], [2], [3], [4], [5]]);
});
