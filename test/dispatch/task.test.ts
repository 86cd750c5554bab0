import { retryDelayMs } from '../../nodes/CargoExchange/dispatch/task';

it.each([
	[0, 5_000],
	[1, 10_000],
	[2, 20_000],
	[60, 3_600_000],
])('after %i failed runs before, waits twice as long as before, and never longer than an hour', (failures, delayMs) => {
	expect(retryDelayMs(failures, { retryDelayMs: 5_000 })).toBe(delayMs);
});
