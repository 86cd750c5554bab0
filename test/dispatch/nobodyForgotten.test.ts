import { AmqpError } from '../../nodes/CargoExchange/errors';
import { FakeClock, settled } from './fakeClock';
import { dispatcherAt, edited, published, starting, unreachable, wrongPassword } from './fakeQueue';
import { statusMessage, TestWorkflow } from './workflows';

const noQueue = new AmqpError({
	permanent: true,
	message: 'There is no queue "queue"',
	description: 'Check the name.',
});
const minute = 60_000;

/** Spreads like Math.random, the same way in each run of the test. */
function randomFrom(seed: number) {
	let state = seed;
	return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

function workflowOf(user: string, id = user): TestWorkflow {
	return new TestWorkflow(id, {}, { answer: () => 'done' }).withCredential({ username: user });
}

describe('workflows that start before their queue can be read', () => {
	it.each([
		['the queue is missing', noQueue, 'u', [1, 2, 3]],
		['the password is refused', wrongPassword, 'u', [1, 2, 3]],
		['the queue is missing, with log-ins of their own', noQueue, null, [1, 2, 3]],
		['the broker is unreachable', unreachable, 'u', [1, 2, 3]],
	] as const)('each get every message, if %s for minutes', async (_what, fault, user, seeds) => {
		for (const seed of seeds) {
			const clock = new FakeClock();
			let found: AmqpError | null = fault;
			const { dispatcher, consumers, settlements } = dispatcherAt(clock, {
				verify: () => Promise.resolve(found),
				random: randomFrom(seed),
			});
			const workflows = Array.from({ length: 5 }, (_, number) => workflowOf(user ?? `user ${number}`, `w ${number}`));
			for (const workflow of workflows) {
				await dispatcher.subscribe(workflow, starting);
				await clock.advance(200);
			}
			await clock.advance(200_000);
			expect(consumers).toEqual([]);
			found = null;
			await clock.until(() => consumers.length > 0);
			for (let number = 0; number < 30; number++) consumers[0]!.deliverEvent(`set ${number}`, number);
			await clock.advance(minute);
			expect(workflows.map(({ started }) => started.length)).toEqual([30, 30, 30, 30, 30]);
			expect(settlements.filter((each) => each.endsWith('ack'))).toHaveLength(30);
		}
	});

	it('verify each distinct credential once, one after another, and share the result', async () => {
		const clock = new FakeClock();
		const inProgress: string[] = [];
		const tried: string[] = [];
		const { dispatcher, consumers } = dispatcherAt(clock, {
			verify: async ({ username }) => {
				expect(inProgress).toEqual([]);
				inProgress.push(username);
				tried.push(username);
				await clock.sleep(100);
				inProgress.pop();
				return noQueue;
			},
		});
		const workflows = ['a', 'b', 'a', 'b', 'a'].map((user, number) => workflowOf(user, `w ${number}`));
		await Promise.all(workflows.map((workflow) => dispatcher.subscribe(workflow, starting)));
		await clock.advance(1_000);
		// The first workflow is there alone for a moment.
		expect(tried.slice(0, 2)).toEqual(['a', 'b']);
		expect(tried.filter((user) => user === 'a').length).toBeLessThan(4);
		expect(workflows.map(({ notices }) => notices.length)).toEqual([1, 1, 1, 1, 1]);
		expect(consumers).toEqual([]);
	});
});

it('holds the messages of a workflow whose new version could not be published for ten minutes, and says so', async () => {
	for (const isCorrected of [true, false]) {
		const clock = new FakeClock();
		let fault: AmqpError | null = null;
		const verify = ({ username }: { username: string }) => Promise.resolve(username === 'editor' ? fault : null);
		const { dispatcher, consumers, settlements } = dispatcherAt(clock, { verify });
		await dispatcher.subscribe(workflowOf('reader'), published);
		const before = workflowOf('editor');
		const subscribed = await dispatcher.subscribe(before, published);
		subscribed.unsubscribe();
		fault = wrongPassword;
		await expect(dispatcher.subscribe(workflowOf('editor'), edited)).rejects.toBe(wrongPassword);
		expect(before.notices).toEqual([
			{
				message: expect.stringContaining('could not be published') as string,
				description: expect.stringContaining(wrongPassword.message) as string,
			},
		]);
		consumers[0]!.deliverEvent('set', 1);
		await clock.advance(9 * minute);
		expect(settlements).toEqual([]);
		fault = null;
		const corrected = workflowOf('editor');
		if (isCorrected) await dispatcher.subscribe(corrected, published);
		await clock.advance(2 * minute);
		expect(corrected.started).toEqual(isCorrected ? [[1]] : []);
		expect(settlements.map((each) => each.split(' ').at(-1))).toEqual(['ack']);
	}
});

describe('a workflow whose credential does not work while another one reads the queue', () => {
	async function oneReadsOneCannot(fault: AmqpError = wrongPassword) {
		const clock = new FakeClock();
		const faults = new Map<string, AmqpError | null>([['stranger', fault]]);
		const { dispatcher, consumers, settlements } = dispatcherAt(clock, {
			verify: ({ username }) => Promise.resolve(faults.get(username) ?? null),
		});
		const [reader, stranger] = [workflowOf('reader'), workflowOf('stranger')];
		const reading = await dispatcher.subscribe(reader, published);
		const waiting = await dispatcher.subscribe(stranger, starting);
		await settled();
		const queue = consumers[0]!;
		queue.connect();
		const repair = () => void faults.set('stranger', null);
		return { clock, dispatcher, reader, stranger, reading, waiting, queue, consumers, settlements, repair };
	}

	it('holds messages no longer than ten minutes, says so, is tried again every 30 seconds, and joins again', async () => {
		const { clock, stranger, queue, settlements, repair } = await oneReadsOneCannot();
		queue.deliverEvent('a', 1);
		await clock.advance(10 * minute - 2_000);
		expect(settlements).toEqual([]);
		await clock.advance(2_000);
		expect(settlements).toEqual(['P-1 ack']);
		expect(stranger.log.lines.at(-1)).toMatch(
			/^error .*One message is no longer kept for this workflow, which cannot read its queue.*ten minutes/,
		);
		queue.deliverEvent('b', 2);
		await clock.advance(60 * minute);
		expect(settlements).toHaveLength(2);
		repair();
		await clock.advance(31_000);
		queue.deliverEvent('c', 3);
		await settled();
		expect(stranger.started).toEqual([[3]]);
		expect(settlements).toHaveLength(3);
		expect(stranger.notices.map(({ message }) => message)).toEqual([
			wrongPassword.message,
			'One message is no longer kept for this workflow, which cannot read its queue',
		]);
		expect(stranger.log.lines.map((line) => line.split(' ')[0])).toEqual(['warn', 'error', 'error', 'info']);
	});

	it('holds large messages no longer than that, although they leave no room for others', async () => {
		const { clock, queue, settlements } = await oneReadsOneCannot();
		const padded = statusMessage(null, 0).replace('number 0', 'x'.repeat(40 * 1024 * 1024));
		for (const number of [1, 2]) queue.deliver(padded.replace('P-0', `P-${number}`));
		await clock.advance(10 * minute);
		expect(settlements).toEqual(['P-1 ack', 'P-2 ack']);
	});

	it('is reported as one failed execution also if its fault is not a permanent one', async () => {
		const { clock, stranger } = await oneReadsOneCannot(unreachable);
		await clock.advance(4 * minute);
		expect(stranger.notices).toEqual([]);
		await clock.advance(30 * minute);
		expect(stranger.notices).toEqual([expect.objectContaining({ message: unreachable.message })]);
	});

	it('uses up none of its ten minutes while nobody reads the queue', async () => {
		const { clock, reading, dispatcher, reader, queue, consumers, settlements } = await oneReadsOneCannot();
		reading.unsubscribe();
		await clock.advance(60 * minute);
		await dispatcher.subscribe(reader, published);
		await settled();
		consumers[1]!.connect();
		consumers[1]!.deliverEvent('a', 1);
		await clock.advance(9 * minute);
		expect(settlements).toEqual([]);
		await clock.advance(minute);
		expect(settlements).toEqual(['P-1 ack']);
		expect(queue.state).toBe('closed');
	});

	it('lets its messages go back to the queue when the one that reads it leaves', async () => {
		const { clock, reading, queue, reader, stranger, settlements, repair, consumers } = await oneReadsOneCannot();
		queue.deliverEvent('a', 1);
		await settled();
		reading.unsubscribe();
		await clock.advance(5_000);
		expect(settlements).toEqual(['P-1 requeue']);
		expect(queue.state).toBe('closed');
		repair();
		await clock.advance(40_000);
		consumers[1]!.deliverEvent('a', 1, { redelivered: true });
		await settled();
		expect(stranger.started).toEqual([[1]]);
		expect(reader.started).toEqual([[1]]);
	});
});

it('remembers for ten minutes who was deactivated last, also when another one closed the queue and opens it again', async () => {
	const clock = new FakeClock();
	const { dispatcher, consumers, settlements } = dispatcherAt(clock);
	const first = await dispatcher.subscribe(workflowOf('u', 'first'), published);
	const second = await dispatcher.subscribe(workflowOf('u', 'second'), published);
	first.unsubscribe();
	second.unsubscribe();
	await clock.advance(10_000);
	await dispatcher.subscribe(workflowOf('u', 'first'), published);
	await settled();
	consumers[1]!.deliverEvent('a', 1);
	await clock.advance(10_000);
	expect(settlements).toEqual([]);
	const back = workflowOf('u', 'second');
	await dispatcher.subscribe(back, published);
	await settled();
	expect(back.started).toEqual([[1]]);
	expect(settlements).toEqual(['P-1 ack']);
});
