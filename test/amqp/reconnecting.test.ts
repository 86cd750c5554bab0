import { consume, reconnectDelayMs } from '../../nodes/CargoExchange/amqp';
import { LogBook, until, useSharedBroker } from '../helpers/broker';
import { moveClockAhead, stopClock } from '../helpers/clock';

const shared = useSharedBroker();

/** The delays that were asked for; no time is spent on them. */
const delays: number[] = [];

jest.mock('../../nodes/CargoExchange/backoff', () => ({
	...jest.requireActual<object>('../../nodes/CargoExchange/backoff'),
	sleep: async (ms: number) => {
		delays.push(ms);
		await new Promise((resolve) => setImmediate(resolve));
	},
}));

beforeEach(() => delays.splice(0));

/** Tries to read a queue until so many attempts were in vain. */
async function attempts(count: number, settings: Parameters<typeof consume>[0]['settings']): Promise<number[]> {
	const consumer = consume({
		queue: 'no such queue',
		settings,
		prefetch: () => 1,
		onDelivery: () => {},
		log: new LogBook(),
	});
	await until(() => delays.length >= count);
	await consumer.close();
	return delays.slice(0, count);
}

/** Each delay is between half of its step and all of it. */
function expectSteps(found: number[], steps: number[]): void {
	expect(found.map((ms, index) => ms >= (steps[index] ?? 0) / 2 && ms <= (steps[index] ?? 0))).toEqual(
		steps.map(() => true),
	);
}

describe('the delay before another attempt to read a queue', () => {
	it('grows up to 4 seconds while the fault may pass', async () => {
		const found = await attempts(7, () => Promise.reject(new Error('No such credential')));
		expectSteps(found, [250, 500, 1000, 2000, 4000, 4000, 4000]);
	});

	it('grows up to 30 seconds while only a person can help', async () => {
		const found = await attempts(9, () => Promise.resolve(shared.account));
		expectSteps(found, [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
	});

	it('is spread over the upper half, so that many instances do not come at once', () => {
		expect([0, 0.5].map((random) => reconnectDelayMs(3, false, () => random))).toEqual([500, 750]);
	});

	it('begins again when the fault is of the other kind', async () => {
		let asked = 0;
		const found = await attempts(6, () =>
			++asked <= 4 ? Promise.reject(new Error('No such credential')) : Promise.resolve(shared.account),
		);
		expectSteps(found, [250, 500, 1000, 2000, 250, 500]);
	});

	it.each([
		['begins again after a connection that lasted', 6_000, 250],
		['keeps growing after a connection that was lost at once', 0, 2_000],
	])('%s', async (_what, lastedMs, step) => {
		const { connection } = shared;
		const queue = await connection.queue();
		stopClock();
		let asked = 0;
		const consumer = consume({
			queue,
			settings: () =>
				++asked <= 3 ? Promise.reject(new Error('No such credential')) : Promise.resolve(shared.account),
			prefetch: () => 1,
			onDelivery: () => {},
			onReady: () => {
				jest.restoreAllMocks();
				if (lastedMs > 0) moveClockAhead(lastedMs);
				else stopClock();
				void connection.channel.deleteQueue(queue);
			},
			log: new LogBook(),
		});
		await until(() => delays.length >= 4);
		jest.restoreAllMocks();
		await consumer.close();
		expectSteps(delays.slice(3, 4), [step]);
	});
});
