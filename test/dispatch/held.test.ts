import { settled } from './fakeClock';
import { published } from './fakeQueue';
import { unreliable } from './unreliable';
import { TestWorkflow } from './workflows';

const minute = 60_000;

describe('what is held for a paused workflow beside another one', () => {
	async function besideAnother() {
		const at = await unreliable();
		const other = new TestWorkflow('other', {}, { answer: () => 'done' });
		await at.dispatcher.subscribe(other, published);
		let expected = 0;
		const deliver = async (count: number, firstNumber = 1) => {
			const deliveries = at.deliverMany(count, firstNumber);
			expected += count;
			await at.clock.until(() => other.runs.length === expected);
			await at.clock.advance(2_000);
			return deliveries;
		};
		return { ...at, other, deliver };
	}

	it('is told to the other one at 400 messages; at 500, no more are taken, and nothing goes back before its time', async () => {
		const { clock, other, consumer, deliver } = await besideAnother();
		const deliveries = await deliver(399);
		expect(other.notices).toEqual([]);
		deliveries.push(...(await deliver(50, 401)));
		expect(other.notices).toEqual([
			{
				message: 'A paused workflow blocks this queue',
				description: expect.stringContaining('"w"') as string,
			},
		]);
		for (let number = 501; number <= 600; number++) consumer.deliverEvent(null, number);
		await clock.advance(2_000);
		expect(deliveries.map(({ answer }) => answer)).toEqual(Array(449).fill(null));
		expect(consumer.prefetch).toBe(0);
	});

	it.each([
		[10, true],
		[12, false],
	])(
		'is told to the other one after %i deliveries of a message; are more taken: %s',
		async (deliveryCount, takesMore) => {
			const { clock, other, consumer, deliver } = await besideAnother();
			const deliveries = await deliver(5);
			expect(other.notices).toEqual([]);
			deliveries.push(consumer.deliverEvent('often', 6, { redelivered: true, deliveryCount }));
			await clock.advance(2_000);
			// To return it at once would spend another one.
			expect(deliveries.map(({ answer }) => answer)).toEqual(Array(6).fill(null));
			expect(other.notices).toHaveLength(1);
			// One more, once nothing is left to try.
			expect(consumer.prefetch > 1).toBe(takesMore);
		},
	);
});

it('tries copies while its messages wait in the queue, and acknowledges one that succeeded when it comes', async () => {
	const at = await unreliable({ parallel: 1 });
	for (let number = 1; number <= 6; number++) at.deliver(`set ${number}`, number, { deliveryCount: 15 });
	await at.clock.advance(2_000);
	expect(at.consumer.prefetch).toBe(0);
	await at.clock.advance(26 * minute);
	expect(at.consumer.prefetch).toBe(0);
	expect(at.consumer.settlements).toEqual(Array(6).fill(expect.stringContaining('requeue')));
	at.state.works = true;
	await at.clock.advance(15 * minute);
	expect(at.consumer.prefetch).toBeGreaterThan(0);
	const [tried] = at.workflow.started.at(-1)!;
	const runs = at.workflow.runs.length;
	for (let number = 1; number <= 6; number++) {
		const { answer } = at.deliver(`set ${number}`, number, { redelivered: true, deliveryCount: 15 });
		if (number === tried) expect(answer).toBe('ack');
	}
	await settled();
	expect(at.workflow.runs.length - runs).toBe(5);
});

it('takes nothing while all of its workflows fail and messages have been delivered three times, but goes on when one works', async () => {
	const at = await unreliable();
	const other = new TestWorkflow('other', {}, { answer: () => 'failed' });
	const handle = await at.dispatcher.subscribe(other, published);
	for (let number = 1; number <= 6; number++) at.deliver(`set ${number}`, number, { deliveryCount: 3 });
	await at.clock.advance(2_000);
	at.consumer.loseChannel();
	expect(at.consumer.prefetch).toBe(0);
	handle.unsubscribe();
	const repaired = new TestWorkflow('other', {}, { answer: () => 'done' });
	await at.dispatcher.subscribe(repaired, published);
	at.state.works = true;
	await at.clock.advance(2 * minute);
	expect(at.consumer.prefetch).toBeGreaterThan(0);
});

it('takes what is new in the queue if all copies have failed, because they need not be the fault of the workflow', async () => {
	const at = await unreliable({ parallel: 1 });
	for (let number = 1; number <= 6; number++) at.deliver(`set ${number}`, number, { deliveryCount: 15 });
	await at.clock.advance(40 * minute);
	at.consumer.ready = 6;
	await at.clock.advance(20 * minute);
	expect(at.consumer.prefetch).toBe(0);
	at.consumer.ready = 7;
	await at.clock.until(() => at.consumer.prefetch > 6, 16 * minute);
	for (let number = 1; number <= 6; number++)
		at.deliver(`set ${number}`, number, { redelivered: true, deliveryCount: 16 });
	const fresh = at.deliver('set 7', 7);
	await at.clock.advance(2_000);
	expect(at.consumer.prefetch).toBe(0);
	at.state.works = true;
	await at.clock.advance(16 * minute);
	expect(fresh.answer).toBe('ack');
});

it('does not double the delay any more if the broker has delivered a message twelve times', async () => {
	const at = await unreliable({ retries: 6, retryDelayMs: 10_000, pauseOnFailures: false });
	const bad = at.deliver('bad', 1, { deliveryCount: 12 });
	for (let number = 2; number <= 8; number++) {
		await at.clock.advance(5_000);
		at.state.works = true;
		at.deliver('good', number);
		await at.clock.advance(5_000);
	}
	expect(bad.answer).toBe('reject');
});
