const steady = performance.now.bind(performance);

/** Lets this process's steady clock (`performance.now()`) run ahead by so much; `jest.restoreAllMocks()` puts it right. Timers keep their time. */
export function runAhead(ms: number): void {
	jest.spyOn(performance, 'now').mockImplementation(() => steady() + ms);
}

/** Lets it stand still. */
export function standStill(): void {
	const now = steady();
	jest.spyOn(performance, 'now').mockReturnValue(now);
}
