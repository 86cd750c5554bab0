import { ExplainedError } from '../errors';
import { type ExchangeClient, searchPages } from '../exchange/client';
import { searchSets } from '../lookup/searchSets';
import { modifiedDate } from '../schemas/date';
import type { SearchRequest, SetRow } from '../schemas/search';
import { statusMessageOf } from '../schemas/setRow';
import type { StatusMessage } from '../schemas/statusMessage';
import { statusKey, statusRank } from '../vocabulary';
import { type EndedSearch, keyOf, type PollMemory, scopeOf } from './memory';

/** What to search for. No customers: all that the account sees. */
export type PollScope = { readonly customerIds: readonly string[]; readonly request: SearchRequest };

/** A set whose status is another one than the last that was processed. */
export type Change = { readonly key: string; readonly status: string; readonly event: StatusMessage };

/** What a search shows that was read completely. */
export type Found = {
	/** Oldest first. */
	readonly changes: readonly Change[];
	/** Unknown sets that are not news. */
	readonly firstSeen: readonly { readonly key: string; readonly status: string }[];
	readonly seen: readonly string[];
	readonly search: EndedSearch;
};

/** A search that shows so few sets that nothing is concluded from it. */
export class TooFewSets extends ExplainedError {}

/**
 * Searches the inbox and the Filed tab once and compares every set with its last status. Throws without any effect if the
 * search does not succeed, is not complete, or shows fewer than half of the sets of the last one (unless `fewerIsTrue`).
 * `at`: now, in milliseconds since 1970. `statusOf`: the last status of a set that is known, also if its event has not ended.
 */
export async function readChanges(
	exchange: ExchangeClient,
	{ customerIds, request }: PollScope,
	memory: PollMemory,
	{ at, statusOf, fewerIsTrue }: { at: number; statusOf: (key: string) => string | undefined; fewerIsTrue: boolean },
): Promise<Found> {
	const search = { scope: scopeOf({ customerIds, request }), at };
	const { timezone } = exchange.profile;
	const shown = new Map<string, Dated>();
	const changes = new Map<string, Change & Place>();
	const firstSeen = new Map<string, string>();
	const scope = { customerIds, searchIn: 'ALL' };
	const pages = searchSets(exchange, request, scope, (asked) => searchPages(exchange, asked));
	for await (const { rows, notes, isIncomplete } of pages) {
		if (isIncomplete) throw incomplete(notes);
		for (const row of rows) {
			const { setId, status } = row;
			if (!setId || !status) continue;
			const key = keyOf(row);
			const same = shown.get(key);
			const place = placeOf(row, timezone);
			// Results without a transaction cannot be distinguished: the latest of them counts, wherever it is listed.
			if (same && inOrder(placeOf(same, timezone), place) >= 0) continue;
			shown.set(key, { status, modifiedDate: row.modifiedDate });
			changes.delete(key);
			const before = statusOf(key);
			if (before === statusKey(status)) continue;
			if (before === undefined && !memory.isNews(place.at, search)) firstSeen.set(key, status);
			else {
				const event = statusMessageOf(exchange.withoutSecrets(row), timezone);
				changes.set(key, { key, status, event, ...place });
			}
		}
	}
	const expected = memory.expected(search.scope);
	if (shown.size * 2 < expected && !fewerIsTrue) throw fewer(shown.size, expected);
	return {
		changes: [...changes.values()].sort(inOrder),
		firstSeen: [...firstSeen].map(([key, status]) => ({ key, status })),
		seen: [...shown.keys()],
		search,
	};
}

type Dated = Pick<SetRow, 'status' | 'modifiedDate'>;
/** Where a change comes: one without a date after those that have one. */
type Place = { readonly at: number; readonly rank: number };

function placeOf({ status, modifiedDate: written }: Dated, timezone: string): Place {
	const at = Date.parse(modifiedDate(written ?? '', timezone) ?? '');
	return { at: Number.isNaN(at) ? Infinity : at, rank: statusRank(status ?? '') };
}

function inOrder(one: Place, other: Place): number {
	return one.at === other.at ? one.rank - other.rank : one.at - other.at;
}

/** The wanted set that changed last, of those that are read until the limit. Throws an ExplainedError if there is none. */
export async function latestChange(
	exchange: ExchangeClient,
	{ customerIds, request }: PollScope,
	{ wants, limit }: { wants: (row: SetRow) => boolean; limit: AbortSignal },
): Promise<SetRow> {
	const { timezone } = exchange.profile;
	const scope = { customerIds, searchIn: 'ALL' };
	let latest: { row: SetRow; at: string } | null = null;
	try {
		for await (const { rows } of searchSets(exchange, request, scope, (asked) => searchPages(exchange, asked))) {
			for (const row of rows) {
				const at = modifiedDate(row.modifiedDate ?? '', timezone) ?? '';
				if (wants(row) && (!latest || at > latest.at)) latest = { row, at };
			}
		}
	} catch (error) {
		if (!limit.aborted || !latest) throw error;
	}
	if (latest) return exchange.withoutSecrets(latest.row);
	throw new ExplainedError({
		message: 'No set matches the events and filters',
		description: 'Choose more events, remove filters, check the customers, or set "Test With" to "Sample Event".',
	});
}

/** What an abort by this limit means; `lasting` is its duration in words. Other errors are as they were. */
export function explainLimit(error: unknown, limit: AbortSignal, lasting: string): unknown {
	if (!limit.aborted) return error;
	return new ExplainedError({
		message: `The search for changes took more than ${lasting}`,
		description: 'Choose customers, or add filters, so that fewer sets are read.',
	});
}

function incomplete(notes: readonly string[]): ExplainedError {
	return new ExplainedError({
		message: 'The search for changes was not complete',
		description: `${notes.join(' ')} Its result was discarded, and no event is lost: the next search finds what has changed.`,
	});
}

function fewer(found: number, expected: number): TooFewSets {
	return new TooFewSets({
		message: `The last search was incomplete: it shows ${found} of the ${expected} entries of the one before`,
		description:
			'Nothing was concluded from it, and no event is lost. If the sets are really gone, the trigger accepts that after an hour. If not, ask the operator of the exchange.',
	});
}
