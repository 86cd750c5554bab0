import type { Wishes } from './subscription';

/** How far ahead of the runs we read, so that one slow or failing set does not stop the other sets. */
const runsAhead = 4;
const least = 100;
const most = 2_000;

/** How many unanswered messages to ask the broker for: four times what the largest workflow runs at once, from 100 to 2,000. */
export function prefetchFor(wishes: readonly Pick<Wishes, 'parallel' | 'batchSize'>[]): number {
	const largest = Math.max(1, ...wishes.map(({ parallel, batchSize }) => parallel * batchSize));
	return Math.min(most, Math.max(least, runsAhead * largest));
}
