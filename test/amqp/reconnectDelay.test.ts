import { reconnectDelayMs } from '../../nodes/CargoExchange/amqp';

describe('the delay between attempts', () => {
	it('doubles from a quarter of a second up to four seconds, so that reading goes on within five of the return', () => {
		const delays = [1, 2, 3, 4, 5, 6, 100, 10_000].map((attempt) => reconnectDelayMs(attempt, false, () => 0.9999999));
		expect(delays.map(Math.round)).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000, 4000]);
	});

	it('grows to half a minute if only a person can help', () => {
		const delays = [1, 5, 6, 7, 8, 10_000].map((attempt) => reconnectDelayMs(attempt, true, () => 0.9999999));
		expect(delays.map(Math.round)).toEqual([250, 4000, 8000, 16_000, 30_000, 30_000]);
	});

	it('is spread over the upper half, so that many instances do not come at once', () => {
		expect(reconnectDelayMs(3, false, () => 0)).toBe(500);
		expect(reconnectDelayMs(3, false, () => 0.5)).toBe(750);
	});
});
