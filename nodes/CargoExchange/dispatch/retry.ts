/** Longest wait between two runs, so that a doubling delay stays within a timer's range and an hour of patience. */
const longestMs = 3_600_000;

/** How long to wait after the given number of failed runs (1 or more): `firstMs`, then doubled each time, in milliseconds. */
export function retryDelayMs(failures: number, firstMs: number): number {
	return Math.min(firstMs * 2 ** (failures - 1), longestMs);
}
