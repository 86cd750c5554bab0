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

	it('is told to the other one at 400 messages, and goes back at 500, from where the queue waits', async () => {
		const { clock, other, consumer, deliver } = await besideAnother();
		const deliveries = await deliver(399);
		expect(other.notices).toEqual([]);
		deliveries.push(...(await deliver(50, 401)));
		expect(other.notices).toEqual([
			{
				message: 'A paused workflow holds up this queue',
				description: expect.stringContaining('"w"') as string,
			},
		]);
		for (let number = 501; number <= 600; number++) consumer.deliverEvent(null, number);
		await clock.advance(2_000);
		expect(deliveries.map(({ answer }) => answer)).toEqual(Array(449).fill('requeue'));
		expect(consumer.prefetch).toBe(1);
	});

	it.each([
		[12, null, 1],
		[15, 'requeue', 1],
	] as const)('after %i deliveries of a message', async (deliveryCount, answer, notices) => {
		const { clock, other, consumer, deliver } = await besideAnother();
		const deliveries = await deliver(5);
		expect(other.notices).toEqual([]);
		deliveries.push(consumer.deliverEvent('often', 6, { redelivered: true, deliveryCount }));
		await clock.advance(2_000);
		expect(deliveries.map((each) => each.answer)).toEqual(Array(6).fill(answer));
		expect(other.notices).toHaveLength(notices);
		expect(consumer.prefetch > 0).toBe(answer === null);
	});
});

it('tries copies while its messages wait in the queue, and acknowledges one that succeeded when it comes', async () => {
	const at = await unreliable({ parallel: 1 });
	for (let number = 1; number <= 6; number++) at.deliver(`set ${number}`, number, { deliveryCount: 15 });
	await at.clock.advance(2_000);
	expect(at.consumer.prefetch).toBe(0);
	at.state.works = true;
	await at.clock.advance(2 * minute);
	expect(at.consumer.prefetch).toBeGreaterThan(0);
	const [tried] = at.workflow.started[5]!;
	const runs = at.workflow.runs.length;
	for (let number = 1; number <= 6; number++) {
		const { answer } = at.deliver(`set ${number}`, number, { redelivered: true, deliveryCount: 15 });
		if (number === tried) expect(answer).toBe('ack');
	}
	await settled();
	expect(at.workflow.runs.length - runs).toBe(5);
});
