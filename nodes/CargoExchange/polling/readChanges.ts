import { ExplainedError } from '../errors';
import { type ExchangeClient, searchPages } from '../exchange/client';
import { searchSets } from '../lookup/searchSets';
import { modifiedDate } from '../schemas/date';
import type { SearchRequest, SetRow } from '../schemas/search';
import { statusRank } from '../vocabulary';
import { keyOf, type Coverage, type PollMemory } from './memory';

/** What to search for. No customers: all that the account sees. */
export type PollScope = { readonly customerIds: readonly string[]; readonly request: SearchRequest };

/** A set whose status is another one than the last that was processed. */
export type Change = { readonly key: string; readonly row: SetRow };

/** What a search shows that was read completely. */
export type Found = {
	/** Oldest first. */
	readonly changes: readonly Change[];
	/** Sets of customers or filters that are new. */
	readonly firstSeen: readonly { readonly key: string; readonly status: string }[];
	readonly seen: ReadonlySet<string>;
	readonly coverage: Coverage;
};

/** A search that shows so few sets that nothing is concluded from it. */
export class TooFewSets extends ExplainedError {}

/**
 * Searches the inbox and the Filed tab once and compares every set with its last status. Throws without any effect if the
 * search does not succeed, is not complete, or shows fewer than half of the sets of the last one (unless `fewerIsTrue`).
 */
export async function readChanges(
	exchange: ExchangeClient,
	{ customerIds, request }: PollScope,
	memory: PollMemory,
	{ isNews, fewerIsTrue }: { isNews: (key: string, status: string) => boolean; fewerIsTrue: boolean },
): Promise<Found> {
	const coverage = { filters: JSON.stringify(request), customerIds };
	const { timezone } = exchange.specifics;
	const seen = new Set<string>();
	const changes: (Change & { at: number; rank: number })[] = [];
	const firstSeen: { key: string; status: string }[] = [];
	for (const part of memory.partsOf(coverage)) {
		const scope = { customerIds: part.customerIds, searchIn: 'ALL' };
		const pages = searchSets(exchange, request, scope, (asked) => searchPages(exchange, asked));
		for await (const { rows, notes, isIncomplete } of pages) {
			if (isIncomplete) throw incomplete(notes);
			for (const row of rows) {
				const { setId, status } = row;
				if (!setId || !status) continue;
				const key = keyOf(row);
				if (seen.has(key)) continue;
				seen.add(key);
				if (!isNews(key, status)) continue;
				if (part.isNew && memory.statusOf(key) === undefined) firstSeen.push({ key, status });
				else {
					const at = Date.parse(modifiedDate(row.modifiedDate ?? '', timezone) ?? '');
					changes.push({ key, row, at: Number.isNaN(at) ? Infinity : at, rank: statusRank(status) });
				}
			}
		}
	}
	const expected = memory.expected(coverage);
	if (seen.size * 2 < expected && !fewerIsTrue) throw fewer(seen.size, expected);
	changes.sort((one, other) => (one.at === other.at ? one.rank - other.rank : one.at - other.at));
	return { changes, firstSeen, seen, coverage };
}

function incomplete(notes: readonly string[]): ExplainedError {
	return new ExplainedError({
		message: 'The search for changes was not complete',
		description: `${notes.join(' ')} Nothing was concluded from it.`,
	});
}

function fewer(found: number, expected: number): TooFewSets {
	return new TooFewSets({
		message: `The exchange shows only ${found} of ${expected} sets`,
		description:
			'Nothing was concluded from this search. If the sets have really gone, the trigger accepts that after an hour.',
	});
}
