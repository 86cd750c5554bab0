const now = performance.now.bind(performance);

/** Moves this process's monotonic clock (`performance.now()`) ahead until `jest.restoreAllMocks()`. Timers are not affected. */
export function moveClockAhead(ms: number): void {
	jest.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}

/** Stops this clock. */
export function stopClock(): void {
	jest.spyOn(performance, 'now').mockReturnValue(now());
}
