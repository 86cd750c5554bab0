import timers from 'node:timers/promises';

const now = performance.now.bind(performance);

/** Moves this process's monotonic clock (`performance.now()`) ahead until `jest.restoreAllMocks()`. Timers are not affected. */
export function moveClockAhead(ms: number): void {
	jest.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}

/** Moves it on from where it is. */
export function passTime(ms: number): void {
	moveClockAhead(performance.now() - now() + ms);
}

/** Stops this clock. */
export function stopClock(): void {
	jest.spyOn(performance, 'now').mockReturnValue(now());
}

const { setTimeout: delay } = timers;

/** Waits of a second and longer end at once, and this clock moves ahead by their time, until `jest.restoreAllMocks()`. */
export function skipLongWaits(): void {
	jest.spyOn(timers, 'setTimeout').mockImplementation(async (ms = 0, value, options) => {
		if (ms < 1_000) return await delay(ms, value, options);
		options?.signal?.throwIfAborted();
		passTime(ms);
		return value;
	});
}
