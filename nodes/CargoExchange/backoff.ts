const firstMs = 250;
/** Short enough to be back within 5 s of the broker's return. */
const longestMs = 4000;
/** Where only a person can help, asking more often would fill the broker's log and might lock the account. */
const longestWhenCertainMs = 30_000;

/** How long to wait before the next attempt: growing, and spread so that many instances do not come back at once. */
export function backoffMs(attempt: number, certain: boolean, random: () => number): number {
	const grown = Math.min(certain ? longestWhenCertainMs : longestMs, firstMs * 2 ** Math.min(attempt - 1, 16));
	return grown * (0.5 + random() / 2);
}
